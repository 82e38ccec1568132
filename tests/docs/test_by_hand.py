#!/usr/bin/env python3
"""Lines of the guide and of the bindings that build without CMake, as they stand there.  usage: test_by_hand.py C-COMPILER [SHARED-LIBRARY]"""
import ctypes, os, re, shutil, subprocess, sys, tempfile, unittest

import pages

COMPILER = LIBRARY = None


class ByHand(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = temporary.name
        for name in ("include", "src", "examples"):
            os.symlink(os.path.join(pages.ROOT, name), os.path.join(self.folder, name))
        os.mkdir(os.path.join(self.folder, "bin"))
        self.compiler = os.path.join(self.folder, "bin", "cc")
        os.symlink(shutil.which(COMPILER), self.compiler)

    def run_line(self, line, **more):
        environment = dict(os.environ, PATH=os.path.join(self.folder, "bin") + os.pathsep + os.environ["PATH"], **more)
        got = subprocess.run(line, shell=True, cwd=self.folder, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.assertEqual((got.returncode, got.stderr), (0, b""), line)
        return got.stdout.decode()

    def test_a_program_of_the_guide(self):
        (_, name, line), = pages.all_blocks("shell: ")
        os.remove(self.compiler)                                     # one that optimizes nothing is enough here
        with open(self.compiler, "w", encoding="utf-8") as f:
            f.write("#!/bin/sh\nexec '%s' \"$@\" -O0\n" % shutil.which(COMPILER))
        os.chmod(self.compiler, 0o755)
        self.run_line(line)
        self.assertRegex(self.run_line("./%s examples/data/pyramids.glb" % name), r"^16 vertices, 6 triangles\n")

    # no folder, file or instruction set needs a flag of its own
    def test_the_shared_library_for_python(self):
        text = pages.read("examples/bindings/python/README.md")
        lines = re.search(r"(?m)^Without CMake.*?\n```sh\n(.*?)^```", text, re.S).group(1)
        self.assertIn("cc -O2 -shared", lines)
        out = self.run_line(lines + "\n'%s' -B -c '%s'" % (sys.executable, (
            "import gltf_accessor as gltf\n"
            "with gltf.Document.open(\"examples/data/pyramids.glb\") as document:\n"
            "    values = document.attribute(0, 0, \"POSITION\").read()\n"
            "    print(float(values[0][0] if hasattr(values, \"dtype\") else values[0, 0]), len(values), gltf.__file__)\n")))
        self.assertRegex(out, r"^-0\.75 16 .*examples/bindings/python/gltf_accessor\.py\n$")
        if LIBRARY:                                                  # the loops for this machine's instructions are in it, too
            by_hand = ctypes.CDLL(os.path.join(self.folder, "libgltf_accessor.so"))
            self.assertEqual(by_hand.gltf_cpu_detect(), ctypes.CDLL(LIBRARY).gltf_cpu_detect())


if __name__ == "__main__":
    COMPILER, LIBRARY = (sys.argv[1:] + [None])[:2]
    del sys.argv[1:]
    unittest.main()
