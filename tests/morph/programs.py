#!/usr/bin/env python3
"""The example programs recipes and morph-blend, against numbers worked out here.  usage: programs.py RECIPES MORPH-BLEND"""
import json, os, subprocess, sys, tempfile, unittest

import models, reference as ref

PROGRAMS = []
BUNDLED = [os.path.join(models.DATA, name) for name in ("leaf.glb", "pyramids.glb", "pyramids.gltf")]


def run(which, *arguments):
    """(exit status, stdout, stderr)"""
    got = subprocess.run([PROGRAMS[which], *arguments], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    return got.returncode, got.stdout.decode(), got.stderr.decode()


def write(model, folder):
    """the model as two files there; gives the path of the .gltf"""
    model.json["buffers"][0]["uri"] = "a.bin"
    with open(os.path.join(folder, "a.bin"), "wb") as f:
        f.write(model.buffers[0])
    path = os.path.join(folder, "a.gltf")
    with open(path, "w") as f:
        json.dump(model.json, f)
    return path


def spell(numbers):
    return " ".join("%.9g" % n for n in numbers)


def rows(what, elements):
    return ["  %s %d: %s" % (what, i, spell(e)) for i, e in enumerate(elements)]


def four(elements, fourth):
    return [(e + [0.0, 0.0, 0.0, fourth][len(e):])[:4] for e in elements]


def recipe_lines(model):
    for m, mesh in enumerate(model.json["meshes"]):
        for p, primitive in enumerate(mesh["primitives"]):
            yield "mesh %d primitive %d" % (m, p)
            targets = primitive.get("targets", [])
            for semantic, base, delta in (("POSITION", None, None), ("COLOR_0", 1.0, 0.0), ("TANGENT", 1.0, 0.0)):
                if semantic not in primitive["attributes"]:
                    continue
                for what, owner, fourth in [(semantic, primitive["attributes"], base)] + \
                        [("target %d %s" % (t, semantic), target, delta) for t, target in enumerate(targets)]:
                    if semantic not in owner:
                        continue
                    accessor = model.accessor(owner[semantic])
                    elements = accessor.decode(0, accessor.count)
                    if fourth is None:
                        yield "  %s: type %d, normalized %d" % (what, accessor.component, accessor.normalized)
                    yield from rows(what, elements if fourth is None else four(elements, fourth))
                if targets:
                    weights = mesh.get("weights", [0.0] * len(targets))
                    yield from rows("blended " + semantic, four(model.blend(primitive, semantic, weights), 1.0))
    for a, animation in enumerate(model.json["animations"]):
        for c, channel in enumerate(animation["channels"]):
            sampler = animation["samplers"][channel["sampler"]]
            keys, values = (model.json["accessors"][sampler[k]]["count"] for k in ("input", "output"))
            each = 3 if sampler.get("interpolation") == "CUBICSPLINE" else 1
            if channel["target"]["path"] == "weights":
                each *= len(model.json["meshes"][model.json["nodes"][channel["target"]["node"]]["mesh"]]["primitives"][0]["targets"])
            assert keys * each == values
            yield "animation %d channel %d %s: %d keys, %d values for each, %d values" % (a, c, channel["target"]["path"], keys, each, values)
    for s, skin in enumerate(model.json["skins"]):
        yield "skin %d" % s
        count = len(skin["joints"])
        identity = [[float(i % 5 == 0) for i in range(16)]] * count
        yield from rows("joint", model.accessor(skin["inverseBindMatrices"]).decode(0, count) if "inverseBindMatrices" in skin else identity)


def interpolate(kind, times, values, time):
    """values: one list for each key, of three lists for CUBICSPLINE"""
    cubic = kind == "CUBICSPLINE"
    k = max(i for i, t in enumerate(times) if t <= time or i == 0)
    if k + 1 == len(times):
        return values[k][1] if cubic else values[k]
    step = times[k + 1] - times[k]
    t = (time - times[k]) / step
    if kind == "STEP":
        return values[k]
    if not cubic:
        return [a + t * (b - a) for a, b in zip(values[k], values[k + 1])]
    (_, a, out), (in_, b, _) = values[k], values[k + 1]
    return [(2 * t ** 3 - 3 * t ** 2 + 1) * a[i] + step * (t ** 3 - 2 * t ** 2 + t) * out[i] + (-2 * t ** 3 + 3 * t ** 2) * b[i] +
            step * (t ** 3 - t ** 2) * in_[i] for i in range(len(a))]


class Recipes(unittest.TestCase):
    def test_the_bundled_models(self):
        seen = ""
        for path in BUNDLED:
            code, out, err = run(0, path)
            self.assertEqual((code, err), (0, ""))
            self.assertEqual(out.splitlines(), list(recipe_lines(models.Model(path))))
            seen += out
        # every recipe was cooked
        for line in ("  COLOR_0 0: 1 0.400000006 0 1", "  target 0 COLOR_0 0: 1 0 0 0", "  blended TANGENT 2: 0 0.874015749 0.125984251 -1",
                     "  target 0 POSITION: type 5122, normalized 1", "weights: 3 keys, 6 values for each", "  joint 1: 1 0 0 0 0 1"):
            self.assertIn(line, seen)

    def test_broken_parts_cost_only_themselves(self):
        model = models.Model(BUNDLED[0])
        with tempfile.TemporaryDirectory() as folder:
            model.json["accessors"][model.json["meshes"][0]["primitives"][0]["attributes"]["COLOR_0"]]["type"] = "VEC9"
            code, out, err = run(0, write(model, folder))
            self.assertEqual(code, 1)
            self.assertRegex(err, r"^accessor 3: .*\(GLTF_ERR_SHAPE\)\n$")
            self.assertIn("skin 0", out)


class MorphBlend(unittest.TestCase):
    def test_a_position_of_two_numbers_has_no_bounds(self):
        model = models.Model(BUNDLED[0])
        node = next(c["target"]["node"] for a in model.json["animations"] for c in a["channels"] if c["target"]["path"] == "weights")
        primitive = model.json["meshes"][model.json["nodes"][node]["mesh"]]["primitives"][0]
        for attributes in [primitive["attributes"]] + primitive["targets"]:
            model.json["accessors"][attributes["POSITION"]]["type"] = "VEC2"
        with tempfile.TemporaryDirectory() as folder:
            code, out, err = run(1, write(model, folder))
        self.assertEqual((code, out), (1, ""))
        self.assertRegex(err, r"\(GLTF_ERR_SHAPE\)\n$")

    def check(self, path, frames):
        model = models.Model(path)
        animation, channel = next((a, c) for a in model.json["animations"] for c in a["channels"] if c["target"]["path"] == "weights")
        sampler = animation["samplers"][channel["sampler"]]
        kind = sampler.get("interpolation", "LINEAR")
        primitive = model.json["meshes"][model.json["nodes"][channel["target"]["node"]]["mesh"]]["primitives"][0]
        count = len(primitive["targets"])
        input_, output = model.accessor(sampler["input"]), model.accessor(sampler["output"])
        times = [e[0] for e in input_.decode(0, input_.count)]
        flat = [e[0] for e in output.decode(0, output.count)]
        lists = [flat[i:i + count] for i in range(0, len(flat), count)]
        values = [lists[i:i + 3] for i in range(0, len(lists), 3)] if kind == "CUBICSPLINE" else lists
        code, out, err = run(1, path, str(frames))
        self.assertEqual((code, err), (0, ""))
        lines = out.splitlines()
        self.assertEqual(len(lines), frames)
        for f, line in enumerate(lines):
            words = line.split()
            self.assertEqual([words[0], words[2], words[3 + count], words[7 + count]], ["time", "weights", "bounds", "to"])
            time, weights = float(words[1]), [ref.f32(float(w)) for w in words[3:3 + count]]
            self.assertAlmostEqual(time, times[0] + (times[-1] - times[0]) * f / max(frames - 1, 1), delta=1e-6)
            for got, want in zip(weights, interpolate(kind, times, values, time)):
                self.assertAlmostEqual(got, want, delta=1e-6)
            blended = model.blend(primitive, "POSITION", weights)   # exactly, with the weights that were printed
            want = [min(c) for c in zip(*blended)], [max(c) for c in zip(*blended)]
            got = [ref.f32(float(w)) for w in words[4 + count:7 + count]], [ref.f32(float(w)) for w in words[8 + count:11 + count]]
            self.assertEqual(got, want)

    def test_the_bundled_models(self):
        for path in BUNDLED:
            for frames in (1, 7, 20):
                self.check(path, frames)

    def test_the_corpus(self):
        if not os.path.isdir(models.CORPUS):
            print("skipped: no corpus beside the project")
            self.skipTest("no corpus beside the project")
        for name in ("animated-morph-cube/AnimatedMorphCube.gltf", "simple-morph/SimpleMorph.gltf"):
            path = os.path.join(models.CORPUS, name)
            if os.path.exists(path):
                self.check(path, 9)

    def test_files_without_animated_weights(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "a.gltf")
            with open(path, "w") as f:
                f.write('{"asset": {"version": "2.0"}}')
            self.assertEqual(run(1, path), (0, "no animated weights in this file\n", ""))
        code, out, err = run(1, os.path.join(models.ROOT, "no such file"))
        self.assertEqual((code, out), (1, ""))
        self.assertRegex(err, r"\(GLTF_ERR_IO\)\n$")


if __name__ == "__main__":
    PROGRAMS = sys.argv[1:3]
    del sys.argv[1:3]
    unittest.main()
