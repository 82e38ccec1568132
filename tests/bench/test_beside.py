#!/usr/bin/env python3
"""README's comparison with cgltf is that of cgltf.jsonl.  usage: test_beside.py [BENCH_CGLTF]

With the program, which is built only where cgltf's header is found, what it writes is what beside.py reads."""
import os, re, subprocess, sys, tempfile, unittest

import beside

HERE = os.path.dirname(os.path.abspath(__file__))
PROGRAM = None


class Comparison(unittest.TestCase):
    def test_readme_has_the_table_of_the_measurement(self):
        with open(os.path.join(HERE, os.pardir, os.pardir, "README.md"), encoding="utf-8") as f:
            between, = re.findall(r"^<!-- beside -->\n(.*?)^<!-- /beside -->$", f.read(), re.M | re.S)
        self.assertEqual(between.strip(), beside.block(os.path.join(HERE, "cgltf.jsonl")),
                         "make it again: python3 tests/bench/beside.py tests/bench/cgltf.jsonl")

    def test_nothing_is_left_out(self):
        _, rows = beside.results(os.path.join(HERE, "cgltf.jsonl"))
        self.assertEqual({elements for _, elements in rows}, {20000, 200000, 50000000})

    def test_the_program_writes_such_files(self):
        if not PROGRAM:
            self.skipTest("no cgltf")
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "rows.jsonl")
            subprocess.run([PROGRAM, "--quick", "--json", path], check=True, stdout=subprocess.DEVNULL)
            self.assertEqual(len(beside.table(path).split("\n")), 2 + 3)


if __name__ == "__main__":
    PROGRAM = os.path.abspath(sys.argv.pop(1)) if len(sys.argv) > 1 else None
    unittest.main()
