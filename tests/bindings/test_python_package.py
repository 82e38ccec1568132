#!/usr/bin/env python3
"""The Python package, as pip installs it into an empty folder, without any network.  usage: test_python_package.py COMPILER"""
import glob, os, shutil, subprocess, sys, tempfile, unittest, zipfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
BINDING = os.path.join(ROOT, "examples", "bindings", "python")
MODEL = os.path.join(ROOT, "examples", "data", "pyramids.glb")
COMPILER = None

PROGRAM = """
import copy, errno, os, pickle, sys
import gltf_accessor as gltf
from gltf_accessor import Document

with Document.open(sys.argv[1]) as d:
    assert repr(d) == "<Document: 27 accessors, 3 meshes, 6 nodes>", d
    names = []
    for mesh in d.meshes:
        for primitive in mesh.primitives:
            position = primitive.attribute("POSITION")
            flat = position.read().tolist()
            names.append((mesh.name, len(flat), flat[0], len(primitive.read_indices(triangles=True))))
    assert names == [("pyramid", 16, [-0.75, 0, 0.75], 18), ("ground", 25, [-2, 0, -2], 96), ("flag", 8, [0, 1, 0], 18)], names
    ground = [m for m in d.meshes][1]
    assert next(ground.primitives).morph("POSITION", [1, 0]).tolist() == d.morph(1, 0, "POSITION", [1, 0]).tolist()
    same = pickle.loads(pickle.dumps(ground))
    assert same == ground and copy.deepcopy(ground) == ground
    try:
        same.primitives
        raise SystemExit("a copy knows its document")
    except ValueError:
        pass
assert repr(d) == "<Document, closed>", d
try:
    Document.open("no such.glb")
    raise SystemExit("no error")
except FileNotFoundError as problem:
    assert isinstance(problem, gltf.Error) and problem.status == gltf.Status.IO and problem.errno == errno.ENOENT, problem
    assert problem.filename == "no such.glb" and "GLTF_ERR_IO" in str(problem), problem
    again = pickle.loads(pickle.dumps(problem))
    assert (type(again), str(again), again.filename) == (type(problem), str(problem), problem.filename)
try:
    Document.open(os.curdir)
    raise SystemExit("no error")
except FileNotFoundError:
    raise SystemExit("a folder is not missing")
except gltf.Error:
    pass
assert os.path.exists(os.path.join(os.path.dirname(gltf.__file__), "py.typed"))
print(os.path.dirname(gltf.__file__), "%d.%d.%d" % gltf.version())
"""


def run(command, folder, **more):
    env = {k: v for k, v in os.environ.items() if k not in ("GLTF_ACCESSOR_LIBRARY", "PYTHONPATH", "GLTF_CJSON_SOURCE", "CFLAGS", "LDFLAGS")}
    env.update(CC=COMPILER, PIP_NO_INDEX="1", PIP_DISABLE_PIP_VERSION_CHECK="1", PIP_NO_CACHE_DIR="1", PYTHONDONTWRITEBYTECODE="1")
    env.update(more)
    got = subprocess.run(command, cwd=folder, env=env, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    out = got.stdout.decode("utf-8", "replace")
    if got.returncode:
        raise AssertionError("%s\nended with %d:\n%s" % (" ".join(command), got.returncode, out))
    return out


class Package(unittest.TestCase):
    def setUp(self):
        self.folder = os.path.realpath(tempfile.mkdtemp(prefix="gltf pip "))
        self.addCleanup(shutil.rmtree, self.folder)
        self.empty = os.path.join(self.folder, "empty")
        os.mkdir(self.empty)

    def install(self, what, *options, **more):
        """pip installs it, and a program that knows only that place uses it"""
        target = os.path.join(self.folder, "site")
        run([sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--target", target, *options, what], self.empty, CFLAGS="-O0", **more)
        out = run([sys.executable, "-c", PROGRAM, MODEL], self.empty, PYTHONPATH=target)
        self.assertEqual(out.split("\n")[0].rsplit(" ", 1)[0], os.path.join(target, "gltf_accessor"))
        self.assertEqual(os.listdir(self.empty), [])
        return target

    # a release has no git, and pip may write nothing into it
    def test_pip_installs_the_folder(self):
        before = sorted(os.listdir(BINDING))
        target = self.install(BINDING, "--no-build-isolation")
        self.assertEqual(sorted(os.listdir(BINDING)), before)
        names = sorted(n for n in os.listdir(os.path.join(target, "gltf_accessor")) if n != "__pycache__")
        self.assertEqual([n for n in names if "libgltf_accessor" not in n], ["__init__.py", "py.typed"])
        self.assertEqual(len(names), 3)

    # by itself: with the sources of the library and of cJSON inside
    def test_the_source_package_needs_nothing_else(self):
        got = subprocess.run(["sh", os.path.join(ROOT, "examples", "bindings", "cjson.sh")], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                             stderr=subprocess.DEVNULL)
        if got.returncode:
            self.skipTest("skipped: no source of cJSON")
        out = run([sys.executable, "-c", "import sys; sys.path.insert(0, sys.argv[1]); import build_wheel; print(build_wheel.build_sdist(sys.argv[2]))",
                   BINDING, self.folder], self.empty, GLTF_CJSON_SOURCE=got.stdout.decode().strip())
        wheels = os.path.join(self.folder, "wheels")
        archive = os.path.join(self.folder, out.strip())
        run([sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "-w", wheels, archive], self.empty, CFLAGS="-O0")
        wheel, = glob.glob(os.path.join(glob.escape(wheels), "*.whl"))
        with zipfile.ZipFile(wheel) as z:
            self.assertIn("gltf_accessor/py.typed", z.namelist())
            self.assertEqual(sum(n.endswith("LICENSE.cJSON") for n in z.namelist()), 1)
            library, = [n for n in z.namelist() if "libgltf_accessor" in n]
            data = z.read(library)
        self.assertNotIn(b"libcjson", data)
        self.install(wheel)
        print("source package %d bytes, wheel (not optimized) %d bytes" % (os.path.getsize(archive), os.path.getsize(wheel)))

    def test_what_is_missing_is_said(self):
        with self.assertRaisesRegex(AssertionError, "cJSON not found; install it .*GLTF_CJSON_SOURCE"):
            self.install(BINDING, CC=self.without_cjson())

    def without_cjson(self):
        """a compiler that does not find cJSON"""
        path = os.path.join(self.folder, "cc")
        with open(path, "w", encoding="utf-8") as f:
            f.write("#!/bin/sh\ncase $* in *json_cjson*) echo 'fatal error: cJSON.h: No such file or directory'; exit 1 ;; esac\n"
                    "while [ \"$1\" != -o ]; do shift; done\n: >\"$2\"\n")
        os.chmod(path, 0o755)
        return '"%s"' % path


if __name__ == "__main__":
    COMPILER = sys.argv[1]
    if subprocess.run([sys.executable, "-m", "pip", "--version"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode:
        print("skipped: no pip")
        sys.exit(77)
    del sys.argv[1:]
    unittest.main()
