#!/usr/bin/env python3
"""What examples/run.sh and tests/run.sh say.  usage: test_scripts.py"""
import glob, os, re, shlex, subprocess, tempfile, unittest

import model

LOG = """Test project /somewhere
        Start   3: package.taken
        Start  96: package.single
        Start   1: unit.base
  1/146 Test   #1: unit.base ......................   Passed    0.02 sec
        Start   2: unit.core
  2/146 Test   #2: unit.core ......................***Failed    1.25 sec
        Start   4: docs.pages
  3/146 Test   #4: docs.pages .....................***Skipped   0.10 sec
  4/146 Test   #3: package.taken ..................   Passed   12.50 sec
"""


def run(*command):
    return subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, universal_newlines=True)


class Scripts(unittest.TestCase):
    def test_help(self):
        for name, words in (("examples/run.sh", ("[FILE]", "--no-install")), ("tests/run.sh", ("--quick", "--no-install", "FUZZ_MINUTES"))):
            got = run("sh", os.path.join(model.ROOT, name), "--help")
            self.assertEqual(got.returncode, 0, name)
            self.assertIn("usage: sh %s" % name, got.stdout)
            self.assertNotIn("#", got.stdout)
            for word in words:
                self.assertIn(word, got.stdout)

    def test_wrong_use(self):
        got = run("sh", os.path.join(model.ROOT, "tests", "run.sh"), "--fast")
        self.assertEqual((got.returncode, "usage: sh tests/run.sh" in got.stdout), (64, True))
        got = run("sh", os.path.join(model.ROOT, "tests", "setup.sh"), "--fast")
        self.assertEqual((got.returncode, "usage: sh tests/setup.sh" in got.stdout), (64, True))
        got = run("sh", os.path.join(model.ROOT, "examples", "run.sh"), "no such file")
        self.assertEqual((got.returncode, got.stdout), (66, "cannot read no such file\n"))

    def tool(self, command):
        with tempfile.TemporaryDirectory() as root:         # the logs of tools.sh go there
            os.symlink(os.path.join(model.ROOT, "examples"), os.path.join(root, "examples"))
            log = os.path.join(root, "log")
            with open(log, "w", encoding="utf-8") as f:
                f.write(LOG)
            got = run("sh", "-euc", "root=%s; . %s; log=%s; %s" % (shlex.quote(root), shlex.quote(os.path.join(model.ROOT, "tests", "tools.sh")),
                                                                   shlex.quote(log), command))
            self.assertEqual(got.returncode, 0, got.stdout)
            return got.stdout

    def test_progress(self):
        self.assertEqual(self.tool('progress "$log"'), "4 of 146, running: package.single 0 s\n")
        out = self.tool('echo "package.single $(($(date +%s) - 30))" >"$log.running"; progress "$log"')
        self.assertRegex(out, r"^4 of 146, running: package\.single 3[0-9] s\n$")
        self.assertEqual(self.tool('echo >"$log"; progress "$log"'), "starting\n")

    def test_slowest(self):
        self.assertEqual(self.tool('slowest "$log"').split("\n"),
                         ["      12.5 s  package.taken", "       1.2 s  unit.core", "       0.1 s  docs.pages", "       0.0 s  unit.base", ""])


class Contributing(unittest.TestCase):
    def read(self, *path):
        with open(os.path.join(model.ROOT, *path), encoding="utf-8") as f:
            return f.read()

    @unittest.skipUnless(os.path.isdir(os.path.join(model.ROOT, ".github")), "skipped: no .github")
    def test_the_map_names_what_is_there(self):
        text = self.read(".github", "CONTRIBUTING.md")
        paths = {word for code in re.findall(r"`([^`\n]+)`", text) for word in code.split() if re.match(r"(src|include|tests|examples|\.github)/", word)}
        paths = {p for p in paths if not re.search("NAME|ISA", p)}
        self.assertGreater(len(paths), 30)
        for path in paths:
            self.assertTrue(glob.glob(os.path.join(glob.escape(model.ROOT), path)), path)
        for folder in glob.glob(os.path.join(glob.escape(model.ROOT), "src", "*", "")):
            self.assertIn("`src/%s/`" % os.path.basename(folder.rstrip(os.sep)), text)

    @unittest.skipUnless(os.path.isdir(os.path.join(model.ROOT, ".github")), "skipped: no .github")
    def test_every_fuzzer_runs_at_night(self):
        listed, = re.findall(r"harness: \[(.*)\]", self.read(".github", "workflows", "nightly.yml"))
        files = glob.glob(os.path.join(glob.escape(model.ROOT), "tests", "fuzz", "fuzz_*.c"))
        self.assertEqual(listed.split(", "), sorted(os.path.basename(f)[5:-2] for f in files))


if __name__ == "__main__":
    unittest.main()
