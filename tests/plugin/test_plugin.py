#!/usr/bin/env python3
"""The library inside a plugin keeps to itself: built by CMake, by hand and from the single file, a plugin exports nothing of it and
calls it, beside a host that exports functions of the same names.  So does the shared library.

usage: test_plugin.py --cc CC --nm NM --plugin PLUGIN-BY-CMAKE [--shared LIBRARY]"""
import argparse, os, shlex, shutil, subprocess, sys, tempfile, unittest

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
MODEL = os.path.join(ROOT, "examples", "data", "pyramids.gltf")
OF_LINKERS = {"_init", "_fini", "_edata", "_end", "__bss_start"}
args = None


def run(command, **more):
    got = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, **more)
    out = got.stdout.decode("utf-8", "replace")
    if got.returncode:
        raise AssertionError("%s\nended with %d:\n%s" % (command, got.returncode, out[:4000]))
    return out


def exported(library):
    lines = run([args.nm, "-D", "--defined-only", library]).splitlines()
    return {line.split()[-1].split("@")[0] for line in lines if line.split()} - OF_LINKERS


def golden():
    with open(os.path.join(ROOT, "tests", "abi", "symbols.golden"), encoding="utf-8") as f:
        return {line for line in f.read().split("\n") if line and not line.startswith("#")}


class Plugin(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.mkdtemp(prefix="gltf plugin ")
        cls.addClassCleanup(shutil.rmtree, cls.folder)
        cls.cc = shlex.split(args.cc)
        with open(cls.path("names.h"), "w", encoding="utf-8") as f:
            f.write("".join("NAME(%s)\n" % name for name in sorted(golden())))
        cls.host = cls.path("host")
        run(cls.cc + ["-I" + cls.folder, "-Wl,--export-dynamic", os.path.join(HERE, "host.c"), "-o", cls.host, "-ldl"])
        if not golden() <= exported(cls.host):
            raise AssertionError("the host lacks %s" % (golden() - exported(cls.host)))

    @classmethod
    def path(cls, *names):
        return os.path.join(cls.folder, *names)

    def check(self, plugin):
        self.assertEqual(exported(plugin), {"plugin_read"})
        self.assertEqual(run([self.host, plugin, MODEL]), "16 -0.75\n")

    def test_by_cmake(self):
        self.check(args.plugin)

    def by_hand(self, name, include, sources):
        library = self.path(name)
        run("%s -O0 -shared -fPIC -I%s %s %s -lcjson -o %s" % (args.cc, shlex.quote(include),
            shlex.quote(os.path.join(HERE, "plugin.c")), sources, shlex.quote(library)), shell=True)
        return library

    def test_by_hand(self):
        self.check(self.by_hand("by-hand.so", os.path.join(ROOT, "include"), shlex.quote(ROOT) + "/src/*/*.c"))

    def test_from_the_single_file(self):
        run([sys.executable, "-B", os.path.join(ROOT, "src", "package", "amalgamate.py"), self.path("single")])
        os.mkdir(self.path("single", "gltf_accessor"))
        with open(self.path("single", "gltf_accessor", "files.h"), "w", encoding="utf-8") as f:
            f.write('#include "../gltf_accessor.h"\n')
        self.check(self.by_hand("single.so", self.path("single"), shlex.quote(self.path("single", "gltf_accessor.c"))))

    def test_the_shared_library_calls_itself(self):
        if not args.shared:
            self.skipTest("skipped: no shared library")
        self.assertEqual(exported(args.shared), golden())
        self.assertEqual(run([self.host, args.shared, MODEL]), "3 meshes\n")


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    for option in ("--cc", "--nm", "--plugin"):
        parser.add_argument(option, required=True)
    parser.add_argument("--shared")
    args, rest = parser.parse_known_args()
    unittest.main(argv=sys.argv[:1] + rest, verbosity=2)
