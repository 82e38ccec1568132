#!/usr/bin/env python3
"""The library as one header and one source file: built alone in strict C11 with every compiler that is here, taken by C and
C++, and compared with the normal build.

usage: test_single.py --inspect GLTF-INSPECT --cxx CXX --cc CC [--cc CC ...]"""
import argparse, filecmp, glob, os, shutil, subprocess, sys, tempfile, unittest

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
DATA = os.path.join(ROOT, "examples", "data")
STRICT = ["-Wall", "-Wextra", "-Wpedantic", "-Werror"]
LINKED = {"all": "-O1", "core": "-O2"}         # how it is optimized where programs are linked with it
args = None


def run(command, **more):
    got = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, **more)
    out = got.stdout.decode("utf-8", "replace")
    if got.returncode:
        raise AssertionError("%s\nended with %d:\n%s" % (" ".join(command), got.returncode, out[:4000]))
    return out


def read(*path):
    with open(os.path.join(*path), encoding="utf-8") as f:
        return f.read()


def draco(model):
    """the inspector of the normal build may have a decoder for it"""
    with open(model, "rb") as f:
        return b"KHR_draco_mesh_compression" in f.read()


class Single(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.mkdtemp(prefix="gltf single ")
        cls.addClassCleanup(shutil.rmtree, cls.folder)
        for name, more in (("all", []), ("core", ["--core"])):
            folder = cls.path(name)
            run([sys.executable, "-B", os.path.join(ROOT, "src", "package", "amalgamate.py"), folder] + more)
            os.mkdir(os.path.join(folder, "gltf_accessor"))        # for consumers that say <gltf_accessor/NAME.h>
            for header in os.listdir(os.path.join(ROOT, "include", "gltf_accessor")):
                with open(os.path.join(folder, "gltf_accessor", header), "w", encoding="utf-8") as f:
                    f.write('#include "../gltf_accessor.h"\n')

    @classmethod
    def path(cls, *names):
        return os.path.join(cls.folder, *names)

    def test_it_builds_alone_and_without_a_warning(self):
        for compiler in args.cc:
            for kind in ("all", "core"):
                for level in ("-O0", "-O2") if kind == "core" else ("-O1",):
                    if (compiler, level) == (args.cc[0], LINKED[kind]):
                        self.object(kind)
                    else:
                        run([compiler, "-std=c11", level] + STRICT + ["-c", "gltf_accessor.c", "-o", "alone.o"], cwd=self.path(kind))

    def test_the_headers_are_clean_in_old_and_new_dialects(self):
        for kind in ("all", "core"):
            with open(self.path(kind, "use.c"), "w", encoding="utf-8") as f:
                f.write('#include "gltf_accessor.h"\nint use(void);\nint use(void) { return (int)gltf_version(); }\n')
            for standard in ("c99", "c11"):
                run([args.cc[0], "-std=" + standard, "-fsyntax-only"] + STRICT + ["use.c"], cwd=self.path(kind))
            for standard in ("c++98", "c++17"):
                run([args.cxx, "-x", "c++", "-std=" + standard, "-fsyntax-only"] + STRICT + ["use.c"], cwd=self.path(kind))

    def test_compiled_as_cpp_it_says_what_to_do(self):
        with self.assertRaisesRegex(AssertionError, "compile it as C"):
            run([args.cxx, "-x", "c++", "-fsyntax-only", "gltf_accessor.c"], cwd=self.path("core"))

    def object(self, kind):
        """the single file, compiled once for all programs"""
        if not os.path.exists(self.path(kind, "linked.o")):
            run([args.cc[0], "-std=c11", LINKED[kind]] + STRICT + ["-ffp-contract=off", "-c", "gltf_accessor.c", "-o", "linked.o"], cwd=self.path(kind))

    def link(self, kind, name, *more):
        """a program with the single file in it, from sources and flags"""
        folder = self.path(kind)
        self.object(kind)
        program = os.path.join(folder, name)
        objects = [m for m in more if m.endswith(".o")]
        run([args.cxx if objects else args.cc[0], "-I."] + list(more) + ["linked.o", "-o", program] + (["-lcjson"] if kind == "all" else []), cwd=folder)
        return program

    def test_the_core_needs_nothing_and_decodes(self):
        consumer = os.path.join(HERE, "consumer", "core.c")
        self.assertEqual(run([self.link("core", "program", consumer)]), "0 0.2 1\n")

    def test_c_and_cpp_programs_decode_the_same(self):
        c = self.link("all", "c", os.path.join(HERE, "consumer", "full.c"))
        run([args.cxx, "-std=c++11"] + STRICT + ["-I.", "-c", os.path.join(HERE, "consumer", "full.cpp"), "-o", "full.o"], cwd=self.path("all"))
        cpp = self.link("all", "cpp", "full.o")
        for model in ("pyramids.gltf", "pyramids.glb"):
            out = run([c, os.path.join(DATA, model)])
            self.assertEqual(out, run([cpp, os.path.join(DATA, model)]))
            self.assertGreater(len(out), 3000)

    def test_the_inspector_on_it_says_and_decodes_the_same(self):
        sources = sorted(glob.glob(os.path.join(glob.escape(ROOT), "examples", "gltf_inspect", "*.c")))
        mine = self.link("all", "inspect", "-std=c11", *sources)
        shared = os.path.join(os.path.dirname(ROOT), "shared")
        models = sorted(glob.glob(os.path.join(glob.escape(DATA), "*.gl*")) + glob.glob(os.path.join(glob.escape(shared), "corpus", "*", "*.gl*"))
                        + glob.glob(os.path.join(glob.escape(shared), "cases", "*.gl*")))
        models = [m for m in models if not draco(m)]
        compared = 0
        for number, model in enumerate(models):
            for command in (["--json"], ["--validate", "--json"]):
                got = [subprocess.run([p] + command + [model], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
                       for p in (mine, args.inspect)]
                self.assertEqual((got[0].returncode, got[0].stdout), (got[1].returncode, got[1].stdout), model)
            folders = []
            for program in (mine, args.inspect):
                folders.append(self.path("dump %d %d" % (number, len(folders))))
                subprocess.run([program, "--dump", folders[-1], "--format", "raw", model], stdin=subprocess.DEVNULL,
                               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            names = [sorted(os.listdir(f)) if os.path.isdir(f) else [] for f in folders]
            self.assertEqual(names[0], names[1], model)
            _, different, failed = filecmp.cmpfiles(folders[0], folders[1], names[0], shallow=False)
            self.assertEqual((different, failed), ([], []), model)
            compared += len(names[0])
        self.assertGreater(compared, 50)

    def test_nothing_is_lost_or_shared_that_should_not_be(self):
        text = read(self.path("all"), "gltf_accessor.c")
        for name in glob.glob(os.path.join(glob.escape(ROOT), "src", "*", "*.c")):
            self.assertIn("/* ======== %s ======== */" % os.path.relpath(name, ROOT).replace(os.sep, "/"), text)
        self.assertNotIn('#include "../', text)
        self.assertIn("MIT License", text)
        if shutil.which("nm"):
            self.link("all", "c2", os.path.join(HERE, "consumer", "full.c"))
            symbols = run(["nm", "linked.o"], cwd=self.path("all")).split("\n")
            shared = {line.split()[-1] for line in symbols if line.split()[1:2] and line.split()[-2] in "TDBR"}
            self.assertEqual({n for n in shared if not n.startswith("gltf_")}, set())


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--inspect", required=True)
    parser.add_argument("--cxx", required=True)
    parser.add_argument("--cc", action="append", required=True)
    args, rest = parser.parse_known_args()
    args.cc = list({os.path.realpath(shutil.which(c)): c for c in reversed(args.cc)}.values())[::-1]  # cc may be gcc
    unittest.main(argv=sys.argv[:1] + rest)
