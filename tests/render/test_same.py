#!/usr/bin/env python3
"""gltf-render draws the same picture of the same thing, however it is stored, moved or blended.  usage: test_same.py GLTF-RENDER GLTF-INSPECT"""
import math, os, subprocess, unittest

import models, png, stage

SAME = 24           # pixels that may differ: numbers are rounded differently on their way


class Same(stage.Test):
    def draw(self, f, *arguments, legal=True):
        path = f.save(self.path("model.gltf"))
        if legal:
            got = subprocess.run([stage.inspect, "--validate", path], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, universal_newlines=True)
            self.assertEqual(got.returncode, 0, got.stdout)
        image = stage.picture(path, self.path("out.png"), *arguments)
        self.assertGreater(stage.drawn(image), 400, "there is nothing to see")
        return image

    def assert_same(self, a, b):
        self.assertLessEqual(png.differing(a, b), SAME)
        self.assertLess(png.difference(a, b), 0.6)

    def assert_different(self, a, b):
        self.assertGreater(png.differing(a, b), 4 * SAME)

    def listed(self, f):
        got = stage.run(f.save(self.path("model.gltf")), "--list", "--out", self.path("out.png"))
        self.assertEqual(got.returncode, 0, got.stderr)
        return got.stdout

    # spec 3.6.2.2, KHR_mesh_quantization: normalized integers mean fractions, which the GPU computes as the library does
    def test_quantized_attributes_as_stored(self):
        stored = models.quantized("stored")
        self.assertIn("POSITION as stored (3 SHORT normalized, stride 16), NORMAL as stored (3 BYTE normalized, stride 16), "
                      "COLOR_0 as stored (3 UNSIGNED_BYTE normalized, stride 16)", self.listed(stored))
        want = self.draw(models.quantized("floats"))
        self.assert_same(want, self.draw(stored))
        self.assert_same(want, self.draw(stored, "--own-layout"))
        self.assertNotIn("as stored", stage.run(self.path("model.gltf"), "--own-layout", "--list", "--out", self.path("out.png")).stdout)

    # spec 3.6.2.4: elements that no GPU takes as they are, because they do not start at multiples of four, are read into our layout
    def test_misaligned_attributes_are_read(self):
        tight = models.quantized("tight")
        self.assertIn("NORMAL read (3 BYTE normalized, stride 3), COLOR_0 read (3 UNSIGNED_BYTE normalized, stride 3)", self.listed(tight))
        self.assert_same(self.draw(models.quantized("floats")), self.draw(tight, legal=False))

    # spec 3.7.2.2: base + weight * delta for each target, by weights that spec 3.11 interpolates; COLOR_0 is clamped
    def test_morph_targets_over_time(self):
        pictures = []
        for time, weights in ((0, (0, 0)), (0.25, (0.5, 0.125)), (0.5, (1, 0.25)), (0.9, (0.6, 0.55)), (1.5, (0, 1))):
            want = self.draw(models.morph("still", weights))
            pictures.append(want)
            for way in ("sparse", "dense"):
                self.assert_same(want, self.draw(models.morph(way), "--time", str(time)))
        for a, b in zip(pictures, pictures[1:]):
            self.assert_different(a, b)
        self.assert_same(pictures[1], self.draw(models.morph("sparse"), "--time", "1.75"))        # it starts again

    # spec 3.7.3: the weighted matrices of the joints move a vertex, the node of the mesh does not; 3.7.2.1: a strip is its list
    def test_skin_over_time(self):
        for time in (0, 0.3, 1):
            want = self.draw(models.skinned("still", 2 * time))
            for way in ("float", "short"):
                self.assert_same(want, self.draw(models.skinned(way), "--time", str(time)))
            self.assert_same(want, self.draw(models.skinned("float"), "--time", str(time), "--own-layout"))
        self.assert_different(self.draw(models.skinned("float")), self.draw(models.skinned("float"), "--time", "0.3"))

    # spec 3.5.3: places are products along the hierarchy; a mirror turns triangles round, and normals stay outside
    def test_hierarchy_of_nodes(self):
        want = self.draw(models.nodes("flat"))
        self.assert_same(want, self.draw(models.nodes("tree")))
        self.assert_same(want, self.draw(models.nodes("circle"), legal=False))

    # spec 3.7.2.1: topologies
    def test_fans_and_strips_are_lists_of_triangles(self):
        self.assert_same(self.draw(models.modes("lists")), self.draw(models.modes("modes")))

    # spec appendix C.5: cubic splines
    def test_cubic_spline(self):
        for time in (0, 0.6, 1.5, 2):
            self.assert_same(self.draw(models.spline("still", models.on_spline(time))), self.draw(models.spline("moving"), "--time", str(time)))

    # spec 3.6.1.1: with and without a container, as text or binary, the pictures of the bundled model are the same
    def test_text_and_binary(self):
        data = os.path.join(stage.ROOT, "examples", "data", "pyramids.")
        a, b = (stage.picture(data + kind, self.path("out.png"), "--time", "0.5") for kind in ("glb", "gltf"))
        self.assertEqual(a, b)


if __name__ == "__main__":
    stage.start()
    unittest.main()
