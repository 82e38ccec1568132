#!/usr/bin/env python3
"""README's figures, its chart and the command that makes them again.  usage: test_chart.py BENCH

No figure is judged here: only that README tells those of speed.jsonl, and that its commands run (for a moment)."""
import os, re, subprocess, sys, tempfile, unittest
import xml.etree.ElementTree as ElementTree

import chart

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
BENCH = None


def read(*path):
    with open(os.path.join(ROOT, *path), encoding="utf-8") as f:
        return f.read()


def section():
    return re.search(r"^## Speed\n(.*?)^## ", read("README.md"), re.M | re.S).group(1)


class Figures(unittest.TestCase):
    def setUp(self):
        self.measured = chart.Measured([os.path.join(HERE, "speed.jsonl")])

    def test_readme_has_the_tables_of_the_measurement(self):
        between, = re.findall(r"^<!-- measured -->\n(.*?)^<!-- /measured -->$", section(), re.M | re.S)
        self.assertEqual(between.strip(), chart.tables(self.measured).strip(),
                         "make it again: python3 tests/bench/chart.py tests/bench/speed.jsonl --svg tests/bench/speed.svg")

    def test_the_chart_is_that_of_the_measurement(self):
        self.assertEqual(read("tests", "bench", "speed.svg"), chart.draw(self.measured))
        self.assertIn("(tests/bench/speed.svg)", section())
        ElementTree.fromstring(read("tests", "bench", "speed.svg"))

    def test_nothing_is_left_out(self):
        goals = set(re.findall(r'^    \{\{"([^"]+)", GLTF_', read("tests", "bench", "reads.c"), re.M))
        self.assertGreater(len(goals), 15)
        rows = self.measured.at_sizes()
        self.assertLessEqual(goals, set(rows))
        for work in goals:
            self.assertEqual({e for e, _ in chart.SIZES} - set(rows[work]), set(), work)
        self.assertEqual({r["elements"] for r in self.measured.documents()}, {20000, 200000, 50000000})
        self.assertTrue(self.measured.combinations)


class Commands(unittest.TestCase):
    def test_they_run(self):
        block, = re.findall(r"^```sh\n(.*?)^```$", section(), re.M | re.S)
        lines = [line.split("#")[0].strip() for line in block.splitlines()]
        build, lines = [l for l in lines if l.startswith("cmake")], [l for l in lines if not l.startswith("cmake")]
        self.assertEqual(len(build), 2)
        for option in re.findall(r"-D(GLTF_\w+)", build[0]):
            self.assertRegex(read("CMakeLists.txt"), r"option\(%s " % option)
        folder, = re.findall(r"-B (\S+)", build[0])
        self.assertEqual(build[1].split()[:3], ["cmake", "--build", folder])
        with tempfile.TemporaryDirectory() as at:
            os.makedirs(os.path.join(at, folder, "tests", "bench"))
            os.symlink(BENCH, os.path.join(at, folder, "tests", "bench", "bench"))
            os.makedirs(os.path.join(at, "tests", "bench"))
            os.symlink(os.path.join(HERE, "chart.py"), os.path.join(at, "tests", "bench", "chart.py"))
            told = [self.run_line(line, at) for line in lines]
            self.assertEqual(len(told), 3)
            self.assertIn("| u32 indices |", told[-1])
            ElementTree.parse(os.path.join(at, "tests", "bench", "speed.svg"))

    def run_line(self, line, at):
        """quick, and only a part of all combinations' rows"""
        if "chart.py" not in line:
            line += " --quick"
        got = subprocess.run(line, shell=True, cwd=at, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.assertEqual(got.returncode, 0, "%s\n%s" % (line, got.stderr.decode("utf-8", "replace")))
        return got.stdout.decode("utf-8")


if __name__ == "__main__":
    BENCH = os.path.abspath(sys.argv[1])
    del sys.argv[1]
    unittest.main()
