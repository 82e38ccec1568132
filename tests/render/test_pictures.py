#!/usr/bin/env python3
"""Pictures of gltf-render against those in the folder pictures, which have been looked at; and planted faults, which must be seen.

usage: test_pictures.py GLTF-RENDER GLTF-INSPECT             test
       test_pictures.py GLTF-RENDER GLTF-INSPECT --update    write the pictures anew: look at them!"""
import os, subprocess, sys, tempfile, unittest

import models, png, stage

EXAMPLES = os.path.join(stage.ROOT, "examples")
FIELD = os.path.join(EXAMPLES, "render", "field.glb")
README = "field.glb --time 1.5 --size 800x450"     # the picture field.png


def small_models():
    """name: what makes it, options"""
    return {
        "quantized": (lambda: models.quantized("stored"), ()),
        "morph": (lambda: models.morph("sparse"), ("--time", "0.5")),
        "skinned": (lambda: models.skinned("short"), ("--time", "0.5")),
        "nodes": (lambda: models.nodes("tree"), ()),
        "modes": (lambda: models.modes("modes"), ()),
    }


def bundled():
    """name: path, options"""
    data = os.path.join(EXAMPLES, "data")
    return {
        "pyramids": (os.path.join(data, "pyramids.glb"), ("--time", "0.5", "--background", "506070")),
        "leaf": (os.path.join(data, "leaf.glb"), ("--time", "1.2", "--animation", "1", "--turn", "-20")),
        "outside": (os.path.join(data, "pyramids.glb"), ("--turn", "200", "--lift", "50", "--background", "203040")),
        "field": (FIELD, ("--time", "3")),
    }


def every(folder, out):
    """name, picture of each"""
    for name, (make, options) in small_models().items():
        yield name, stage.picture(make().save(os.path.join(folder, name + ".gltf")), out, *options)
    for name, (path, options) in bundled().items():
        yield name, stage.picture(path, out, *options)


def stored(name):
    return png.read(os.path.join(stage.FOLDER, "pictures", name + ".png"))


class Pictures(stage.Test):
    def assert_seen(self, name, *options, change=None):
        """that a fault planted in a model (or in the call) makes a picture that is not the stored one"""
        make, usual = small_models()[name]
        f = make()
        if change:
            change(f.json)
        got = stage.picture(f.save(self.path("wrong.gltf")), self.path("out.png"), *(options or usual))
        self.assertGreater(png.differing(stored(name), got), 2 * stage.EDGES)

    def test_pictures_are_as_they_were(self):
        for name, got in every(self.folder, self.path("out.png")):
            with self.subTest(name):
                if png.differing(stored(name), got) > stage.EDGES:      # to be looked at, beside the program
                    png.write(os.path.join(os.path.dirname(stage.program), "differs-" + name + ".png"), *got)
                self.assertGreater(stage.drawn(got), 400)
                self.assertLessEqual(png.differing(stored(name), got), stage.EDGES)
                self.assertLess(png.difference(stored(name), got), 1.5)

    def test_picture_of_the_readme(self):
        name, *options = README.split()
        got = stage.picture(os.path.join(EXAMPLES, "render", name), self.path("out.png"), *options, size="800x450")
        want = png.read(os.path.join(EXAMPLES, "render", "field.png"))
        self.assertLessEqual(png.differing(want, got), 25 * stage.EDGES)      # of 25 times as many pixels
        self.assertLess(png.difference(want, got), 2)
        self.assertLess(os.path.getsize(os.path.join(EXAMPLES, "render", "field.png")), 150000)

    def test_model_of_the_readme_is_what_its_script_writes(self):
        script = os.path.join(EXAMPLES, "render", "make_field.py")
        self.assertEqual(subprocess.run([sys.executable, "-B", script, "--check"]).returncode, 0)
        self.assertEqual(subprocess.run([stage.inspect, "--validate", FIELD], stdout=subprocess.DEVNULL).returncode, 0)

    # ---- faults ----

    def test_another_weight_is_seen(self):
        self.assert_seen("morph", "--time", "0.75")
        self.assert_seen("morph", "--time", "0.5", change=lambda j: j["meshes"][0]["primitives"][0]["targets"].reverse())

    def test_a_sparse_delta_that_is_not_applied_is_seen(self):
        def change(j):
            target = j["meshes"][0]["primitives"][0]["targets"][0]
            del j["accessors"][target["POSITION"]]["sparse"]
        self.assert_seen("morph", "--time", "0.5", change=change)

    def test_another_stride_is_seen(self):
        def change(j):
            j["bufferViews"][0]["byteStride"] += 4
        self.assert_seen("quantized", change=change)
        self.assert_seen("quantized", "--own-layout", change=change)

    def test_a_shifted_colour_is_seen(self):
        def change(j):
            j["accessors"][j["meshes"][0]["primitives"][0]["attributes"]["COLOR_0"]]["byteOffset"] += 1
        self.assert_seen("quantized", change=change)
        self.assert_seen("quantized", "--own-layout", change=change)

    def test_a_missing_triangle_is_seen(self):
        def change(j):
            j["accessors"][j["meshes"][0]["primitives"][0]["indices"]]["count"] = 9      # of the first two sides
        self.assert_seen("quantized", change=change)
        def last(j):
            a = j["accessors"][j["meshes"][0]["primitives"][0]["indices"]]
            a.update(byteOffset=6, count=a["count"] - 3)                                 # the first triangle only
        self.assert_seen("quantized", change=last)

    def test_integers_that_are_not_normalized_are_seen(self):
        def change(j):
            del j["accessors"][j["meshes"][0]["primitives"][0]["attributes"]["COLOR_0"]]["normalized"]
        self.assert_seen("quantized", change=change)

    def test_another_joint_or_moment_is_seen(self):
        self.assert_seen("skinned", "--time", "0.4")
        self.assert_seen("skinned", change=lambda j: j["skins"][0]["joints"].reverse())
        self.assert_seen("skinned", change=lambda j: j["skins"][0].pop("inverseBindMatrices"))

    def test_another_place_of_a_node_is_seen(self):
        self.assert_seen("nodes", change=lambda j: j["nodes"][3].update(scale=[0.4, 0.6, 0.4]))
        self.assert_seen("nodes", change=lambda j: j["nodes"][2].update(rotation=[0, 0, 0, 1]))


def update():
    with tempfile.TemporaryDirectory() as folder:
        out = os.path.join(folder, "out.png")
        os.makedirs(os.path.join(stage.FOLDER, "pictures"), exist_ok=True)
        for name, image in every(folder, out):
            png.write(os.path.join(stage.FOLDER, "pictures", name + ".png"), *image)
        name, *options = README.split()
        width, height, pixels = stage.picture(os.path.join(EXAMPLES, "render", name), out, *options, size="800x450")
        coarse = bytes(min(255, (x + 2) // 4 * 4) for x in pixels)      # 64 steps: no eye sees it, and the file is a third smaller
        png.write(os.path.join(EXAMPLES, "render", "field.png"), width, height, coarse)


if __name__ == "__main__":
    stage.start()
    if sys.argv[1:] == ["--update"]:
        update()
    else:
        unittest.main()
