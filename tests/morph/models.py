#!/usr/bin/env python3
"""gltf-inspect --morph against the reference, bit for bit, on the bundled model and on every model of the corpus that has morph
targets; its formats, and what it says of broken files.

usage: models.py GLTF-INSPECT
"""
import base64, json, os, random, struct, subprocess, sys, tempfile, unittest, urllib.parse

import reference as ref

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
DATA = os.path.join(ROOT, "examples", "data")
CORPUS = os.path.join(os.path.dirname(ROOT), "shared", "corpus")
NAMED = {"animated-morph-cube", "simple-morph", "morph-primitives", "derived-cube-quantized"}
SHAPES = {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4, "MAT2": 5, "MAT3": 6, "MAT4": 7}
INSPECT = None


class Model:
    def __init__(self, path):
        with open(path, "rb") as f:
            data = f.read()
        self.path, chunk = path, b""
        if data[:4] == b"glTF":
            length = struct.unpack_from("<I", data, 12)[0]
            chunk = data[20 + length + 8:]
            data = data[20:20 + length]
        self.json = json.loads(data.decode("utf-8"))
        self.buffers = [self.buffer(b, chunk) for b in self.json.get("buffers", [])]

    def buffer(self, words, chunk):
        uri = words.get("uri")
        if uri is None:
            return chunk
        if uri.startswith("data:"):
            return base64.b64decode(uri.partition(",")[2])
        with open(os.path.join(os.path.dirname(self.path), urllib.parse.unquote(uri)), "rb") as f:
            return f.read()

    def view(self, index, offset):
        words = self.json["bufferViews"][index]
        start = words.get("byteOffset", 0)
        return self.buffers[words["buffer"]][start + offset:start + words["byteLength"]], words.get("byteStride", 0)

    def accessor(self, index):
        words = self.json["accessors"][index]
        shape, component = SHAPES[words["type"]], words["componentType"]
        out = ref.Accessor(component, shape, words["count"], words.get("normalized", False))
        if "bufferView" in words:
            out.base, stride = self.view(words["bufferView"], words.get("byteOffset", 0))
            out.stride = stride or out.stride
        if "sparse" in words:
            s = words["sparse"]
            kind = s["indices"]["componentType"]
            where, _ = self.view(s["indices"]["bufferView"], s["indices"].get("byteOffset", 0))
            values, _ = self.view(s["values"]["bufferView"], s["values"].get("byteOffset", 0))
            out.sparse = (list(struct.unpack_from("<%d%s" % (s["count"], ref.CODE[kind]), where)), kind, values)
        return out

    def primitives(self):
        """(mesh, primitive, words, weights of the mesh) of those that have morph targets"""
        for m, mesh in enumerate(self.json.get("meshes", [])):
            for p, primitive in enumerate(mesh["primitives"]):
                if primitive.get("targets"):
                    yield m, p, primitive, mesh.get("weights") or [0.0] * len(primitive["targets"])

    def blend(self, primitive, semantic, weights):
        base = self.accessor(primitive["attributes"][semantic])
        targets = [self.accessor(t[semantic]) if semantic in t else None for t in primitive["targets"]]
        return ref.blend(base, targets, [ref.f32(w) for w in weights], 0, base.count, semantic == "COLOR_0")


def run(*arguments):
    """(exit status, stdout bytes, stderr text)"""
    got = subprocess.run([INSPECT, *arguments], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    return got.returncode, got.stdout, got.stderr.decode("utf-8", "replace")


def floats(elements):
    return b"".join(struct.pack("<%df" % len(e), *e) for e in elements)


def spell(weights):
    return ",".join("%.9g" % w for w in weights)


def models_of(folder):
    for where, folders, names in os.walk(folder):
        folders.sort()
        for name in sorted(names):
            if name.endswith((".gltf", ".glb")):
                yield os.path.join(where, name)


class Blending(unittest.TestCase):
    def check_model(self, model, source):
        """how many blends were compared"""
        done = 0
        for m, p, primitive, own in model.primitives():
            count = len(primitive["targets"])
            choices = [None] + [[float(i == t) for i in range(count)] for t in range(count)] + \
                [[ref.f32(source.uniform(-1.5, 1.5)) for _ in range(count)] for _ in range(3)]
            for semantic in primitive["attributes"]:
                if not any(semantic in t for t in primitive["targets"]) and semantic != "TEXCOORD_0":
                    continue
                for weights in choices:
                    arguments = ["--weights=" + spell(weights)] if weights else []
                    code, out, err = run("--morph", "%d/%d" % (m, p), "--semantic", semantic, "--format", "raw", *arguments, model.path)
                    self.assertEqual((code, err), (0, ""), (model.path, semantic))
                    want = floats(model.blend(primitive, semantic, weights or own))
                    self.assertEqual(out, want, (model.path, m, p, semantic, weights))
                    done += 1
        return done

    def test_the_bundled_model(self):
        for name in ("pyramids.gltf", "pyramids.glb"):
            self.assertGreater(self.check_model(Model(os.path.join(DATA, name)), random.Random(1)), 5)

    def test_the_corpus(self):
        if not os.path.isdir(CORPUS):
            print("skipped: no corpus beside the project")
            self.skipTest("no corpus beside the project")
        seen, source = {}, random.Random(2)
        for path in models_of(CORPUS):
            if run("--json", path)[0] != 0:
                continue                                    # some of its files are broken on purpose
            try:
                model = Model(path)
                if not any(True for _ in model.primitives()):
                    continue
            except (OSError, ValueError, KeyError, TypeError, AttributeError, IndexError):
                continue
            done = self.check_model(model, source)
            folder = os.path.relpath(path, CORPUS).split(os.sep)[0]
            seen[folder] = seen.get(folder, 0) + done
        for name in sorted(seen):
            print("%s: %d blends" % (name, seen[name]))
        self.assertLessEqual(NAMED & set(os.listdir(CORPUS)), set(seen))


class Output(unittest.TestCase):
    """of mesh 1 of the bundled model, which has two targets"""

    def setUp(self):
        self.model = Model(os.path.join(DATA, "pyramids.glb"))
        self.primitive = self.model.json["meshes"][1]["primitives"][0]
        self.want = self.model.blend(self.primitive, "POSITION", [0.3, -1.0])

    def run_it(self, *arguments):
        code, out, err = run("--morph", "1/0", "--weights", "0.3,-1", *arguments, self.model.path)
        self.assertEqual((code, err), (0, ""))
        return out

    def test_text_numbers_each_element(self):
        lines = self.run_it("--semantic", "POSITION").decode().splitlines()
        rows = [line.split() for line in lines]
        self.assertEqual([int(r[0]) for r in rows], list(range(25)))
        self.assertEqual([[ref.f32(float(n)) for n in r[1:]] for r in rows], self.want)

    def test_csv_json_and_ranges(self):
        rows = self.run_it("--format", "csv", "--first", "3", "--count", "4").decode().splitlines()
        self.assertEqual([[ref.f32(float(n)) for n in r.split(",")] for r in rows], self.want[3:7])
        got = json.loads(self.run_it("--format=json", "--first=20").decode())
        self.assertEqual([[ref.f32(n) for n in e] for e in got], self.want[20:])
        self.assertEqual(json.loads(self.run_it("--format=json", "--first=25").decode()), [])

    def test_kinds(self):
        self.assertEqual(self.run_it("--format", "raw", "--as", "double"), b"".join(struct.pack("<3d", *e) for e in self.want))
        self.assertEqual(self.run_it("--format", "raw", "--as", "half"), b"".join(struct.pack("<3e", *e) for e in self.want))
        self.assertEqual(self.run_it("--format", "raw", "--as", "raw"), floats(self.want))
        npy = self.run_it("--format", "npy")
        self.assertIn(b"'descr': '<f4', 'fortran_order': False, 'shape': (25, 3)", npy)
        self.assertTrue(npy.endswith(floats(self.want)))
        code, out, err = run("--morph=1/0", "--as=uint32", self.model.path)
        self.assertEqual((code, out), (1, b""))
        self.assertRegex(err, r"mesh 1, primitive 0: .*\(GLTF_ERR_CONVERSION\)\n$")

    def test_what_is_wrong_is_named(self):
        for arguments, pattern in (
                (("--morph", "7/0"), r"mesh 7 does not exist .*GLTF_ERR_RANGE"),
                (("--morph", "1/3"), r"mesh 1, primitive 3 does not exist .*GLTF_ERR_RANGE"),
                (("--morph", "1/0", "--semantic", "NORMAL"), r'mesh 1, primitive 0: .*"NORMAL".*GLTF_ERR_PROPERTY'),
                (("--morph", "1/0", "--weights", "1"), r"mesh 1, primitive 0: 1 weight given, but \"POSITION\" has 2 morph targets .GLTF_ERR_MISMATCH"),
                (("--morph", "1/0", "--weights", "1,nan"), r"mesh 1, primitive 0, target 1: .*GLTF_ERR_ARGUMENT"),
                (("--morph", "1/0", "--first", "26"), r"mesh 1, primitive 0: .*GLTF_ERR_RANGE")):
            code, out, err = run(*arguments, self.model.path)
            self.assertEqual((code, out), (1, b""), arguments)
            self.assertRegex(err, r"^gltf-inspect: .*pyramids.glb: " + pattern + r"\)\n$")

    def test_wrong_usage(self):
        for arguments in (("--morph",), ("--morph", "1"), ("--morph", "1/"), ("--morph", "/1"), ("--morph", "1/2/3"), ("--morph", "1/4294967295"),
                          ("--morph", "99999999999999999999/0"), ("--morph", "1/0", "--weights", ""), ("--morph", "1/0", "--weights", "1,"),
                          ("--morph", "1/0", "--weights", ",1"), ("--morph", "1/0", "--weights", "1 2"), ("--weights", "1,2"), ("--semantic", "NORMAL"),
                          ("--morph", "1/0", "--accessor", "1"), ("--morph", "1/0", "--dump", "x"), ("--morph", "1/0", "--json"),
                          ("--morph", "1/0", "--semantic", "")):
            code, out, err = run(*arguments, self.model.path)
            self.assertEqual((code, out), (64, b""), arguments)
            self.assertRegex(err, r"^gltf-inspect: .*\n$")

    def test_broken_variants_name_the_target(self):
        """each breaks one thing about the targets of a sound file"""
        def sparse(words):
            return words["accessors"][self.primitive["targets"][0]["POSITION"]]

        def shorter(words):
            words["accessors"][self.primitive["targets"][1]["POSITION"]]["count"] = 24

        def outside(words):
            sparse(words)["count"] = 24                     # the last sparse index is 24

        def gone(words):
            sparse(words)["sparse"]["values"]["bufferView"] = 999

        def typeless(words):
            words["accessors"][self.primitive["targets"][1]["POSITION"]]["type"] = "VEC4"

        for spoil, target, status in ((shorter, 1, "MISMATCH"), (outside, 0, "MISMATCH"), (gone, 0, "[A-Z]+"), (typeless, 1, "MISMATCH")):
            with tempfile.TemporaryDirectory() as folder:
                words = json.loads(json.dumps(self.model.json))
                spoil(words)
                words["buffers"][0]["uri"] = "data:;base64," + base64.b64encode(self.model.buffers[0]).decode()
                path = os.path.join(folder, "a.gltf")
                with open(path, "w") as f:
                    json.dump(words, f)
                code, out, err = run("--morph", "1/0", "--weights", "1,1", path)
                self.assertEqual((code, out), (1, b""), spoil)
                self.assertRegex(err, r"a.gltf: mesh 1, primitive 0, target %d: .*\(GLTF_ERR_%s\)\n$" % (target, status))


if __name__ == "__main__":
    INSPECT = sys.argv.pop(1)
    unittest.main()
