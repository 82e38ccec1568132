#!/usr/bin/env python3
"""The command line of gltf-render, its window, broken models, and its own use of memory.  usage: test_program.py GLTF-RENDER GLTF-INSPECT"""
import os, re, shutil, unittest

import models, png, stage

PYRAMIDS = os.path.join(stage.ROOT, "examples", "data", "pyramids.glb")


class Program(stage.Test):
    def status(self, status, *arguments, says=""):
        got = stage.run(*arguments)
        self.assertEqual(got.returncode, status, got.stderr)
        self.assertIn(says, got.stderr)
        return got

    def broken(self, change, says, make=models.nodes, way="tree", drawn=1):
        """a model that is changed: what cannot be used is named, the rest is drawn"""
        f = make(way)
        change(f.json)
        self.status(1, f.save(self.path("broken.gltf")), "--out", self.path("out.png"), "--size", stage.SIZE, says=says)
        self.assertGreaterEqual(stage.drawn(png.read(self.path("out.png"))), drawn)

    # ---- the command line ----

    def test_help_and_wrong_usage(self):
        self.assertIn("usage: gltf-render MODEL", self.status(0, "--help").stdout)
        for wrong in ([], ["--size", "0x10", PYRAMIDS], ["--size", "10", PYRAMIDS], [PYRAMIDS, "--time", "soon"], [PYRAMIDS, "--time", "nan"],
                      [PYRAMIDS, "--what"], [PYRAMIDS, "--out"], [PYRAMIDS, PYRAMIDS, "x"], [PYRAMIDS, "--background", "12345"]):
            self.status(64, *wrong)

    def test_what_cannot_be_read_or_written(self):
        self.status(2, self.path("none.glb"), "--out", self.path("out.png"), says="none.glb")
        self.status(2, PYRAMIDS, "--out", self.path("none/out.png"), says="none/out.png")
        with open(self.path("text.gltf"), "w") as f:
            f.write("{")
        self.status(2, self.path("text.gltf"), "--out", self.path("out.png"), says="GLTF_ERR_JSON")

    def test_size_and_background(self):
        image = stage.picture(PYRAMIDS, self.path("out.png"), "--background", "102030", size="33x21")
        self.assertEqual(image[:2], (33, 21))
        self.assertEqual(image[2][:3], bytes([0x10, 0x20, 0x30]))

    def test_same_call_same_picture(self):
        a, b = (stage.picture(PYRAMIDS, self.path("out.png"), "--time", "0.3") for _ in range(2))
        self.assertEqual(a, b)

    def test_window_plays_and_closes(self):
        self.status(0, PYRAMIDS, "--frames", "3", "--size", "200x100")

    # ---- models that are not as they should be ----

    def test_model_without_a_scene_mesh_or_node(self):
        with open(self.path("empty.gltf"), "w") as f:
            f.write('{"asset": {"version": "2.0"}}')
        image = stage.picture(self.path("empty.gltf"), self.path("out.png"))
        self.assertEqual(stage.drawn(image), 0)

    def test_index_beyond_the_vertices(self):
        def change(j):
            j["accessors"][0]["count"] = 20            # of 24 positions; normals and colours as well
            j["accessors"][1]["count"] = j["accessors"][2]["count"] = 20
        self.broken(change, "GLTF_ERR_RANGE", drawn=0)

    def test_attribute_of_another_count(self):
        self.broken(lambda j: j["accessors"][1].update(count=20), "GLTF_ERR_MISMATCH", drawn=0)

    def test_accessor_beyond_its_buffer_costs_its_mesh_only(self):
        def change(j):
            j["meshes"].append({"primitives": [{"attributes": {"POSITION": len(j["accessors"])}}]})
            j["accessors"].append(dict(j["accessors"][0], count=100000))
            j["nodes"].append({"mesh": 1})
            j["scenes"][0]["nodes"].append(len(j["nodes"]) - 1)
        self.broken(change, "GLTF_ERR_ACCESSOR_BOUNDS", drawn=400)

    def test_positions_that_are_no_vectors_of_three(self):
        self.broken(lambda j: j["accessors"][0].update(type="VEC2"), "GLTF_ERR", drawn=0)

    def test_joints_that_are_no_plain_integers(self):
        def change(j):
            a = j["meshes"][0]["primitives"][0]["attributes"]
            a["JOINTS_0"] = a["WEIGHTS_0"]
        self.broken(change, "GLTF_ERR_CONVERSION", models.skinned, "float", drawn=0)

    def test_joint_that_does_not_exist_is_not_followed(self):
        def change(f):
            accessor = f.json["accessors"][f.json["meshes"][0]["primitives"][0]["attributes"]["JOINTS_0"]]
            view = f.json["bufferViews"][accessor["bufferView"]]
            f.data[view["byteOffset"]:view["byteOffset"] + view["byteLength"]] = b"\xff" * view["byteLength"]
        f = models.skinned("float")
        change(f)
        stage.picture(f.save(self.path("broken.gltf")), self.path("out.png"))

    def test_track_with_too_few_values(self):
        def change(j):
            sampler = j["animations"][0]["samplers"][0]
            j["accessors"][sampler["output"]]["count"] = 1
        self.broken(change, "GLTF_ERR_MISMATCH", models.skinned, "float", drawn=400)

    def test_huge_accessor_of_zeros(self):
        def change(j):
            del j["accessors"][0]["bufferView"]
            j["accessors"][0]["count"] = 1 << 40
        self.broken(change, "GLTF_ERR_LIMIT", drawn=0)

    def test_damaged_models_end_with_a_status(self):
        with open(PYRAMIDS, "rb") as f:
            whole = f.read()
        for at in range(20, len(whole), max(1, len(whole) // 25)):
            with open(self.path("damaged.glb"), "wb") as f:
                f.write(whole[:at] + bytes([whole[at] ^ 0x41]) + whole[at + 1:])
            got = stage.run(self.path("damaged.glb"), "--out", self.path("out.png"), "--size", "16x16")
            self.assertIn(got.returncode, (0, 1, 2), got.stderr)

    # ---- memory ----

    def test_nothing_is_lost_or_misread_by_our_own_code(self):
        leaf = os.path.join(stage.ROOT, "examples", "data", "leaf.glb")     # quantized, morphed, skinned
        arguments = [leaf, "--size", "32x24", "--time", "0.4", "--out", self.path("out.png")]
        with open(stage.program, "rb") as f:
            sanitized = b"__asan_init" in f.read()
        if sanitized:
            text = stage.run(*arguments, ASAN_OPTIONS="detect_leaks=1:exitcode=0").stderr
            self.assertTrue(os.path.exists(self.path("out.png")), text)
        elif shutil.which("valgrind"):
            got = stage.run(*arguments, before=["valgrind", "--leak-check=full", "--fullpath-after=", "--num-callers=40", "--log-file=" + self.path("report.txt")])
            self.assertEqual(got.returncode, 0, got.stderr)
            with open(self.path("report.txt")) as f:
                text = f.read()
            self.assertIn("HEAP SUMMARY", text)
        else:
            self.skipTest("no valgrind")
        self.assertEqual([block for block in re.split(r"== \n|\n\n", text) if is_ours(block)], [])


def is_ours(block):
    """whether something in a report of valgrind or LeakSanitizer happened in gltf-render itself, or in a function of libc that it
    called: OpenGL has its own"""
    frames = re.findall(r"(?:== +(?:at|by)|^ +#\d+) 0x[0-9A-Fa-f]+(?::| in)? (.*)", block, re.M)
    frames = [f for f in frames if not any(n in f for n in ("vgpreload_memcheck", "vg_replace", "libsanitizer", "interceptor"))]
    return bool(frames) and ("gltf-render" in frames[0] or stage.ROOT in frames[0])


if __name__ == "__main__":
    stage.start()
    unittest.main()
