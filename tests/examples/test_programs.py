#!/usr/bin/env python3
"""Tests of the small example programs, against numbers decoded in Python.  usage: test_programs.py PROGRAM..."""
import os, struct, subprocess, sys, tempfile, unittest

import model

PROGRAMS = {}


def run(name, *arguments):
    """(exit status, stdout, stderr); the name is that of the source file"""
    if name not in PROGRAMS:
        raise unittest.SkipTest("no %s here" % name)
    got = subprocess.run([PROGRAMS[name], *arguments], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    return got.returncode, got.stdout.decode(), got.stderr.decode()


def g(number):
    """%g of a float32"""
    return "%g" % struct.unpack("<f", model.as_float([number]))[0]


def primitives(m):
    for i, mesh in enumerate(m.json["meshes"]):
        for p, primitive in enumerate(mesh["primitives"]):
            yield i, p, primitive


def encode(number, top):
    """a normalized integer: clamped, rounded half away from zero"""
    number = min(max(number, -1 if top == 127 else 0), 1) * top
    return int(number + 0.5) if number >= 0 else -int(-number + 0.5)


class Programs(unittest.TestCase):
    def test_quickstart_decodes_the_first_primitive(self):
        m = model.Model(model.PYRAMIDS)
        numbers = m.flat(m.json["meshes"][0]["primitives"][0]["attributes"]["POSITION"])
        for path in (model.PYRAMIDS, model.PYRAMIDS_TEXT):
            self.assertEqual(run("quickstart", path), (0, "%d numbers, the first is %s\n" % (len(numbers), g(numbers[0])), ""))

    def test_positions_prints_every_primitive(self):
        m = model.Model(model.PYRAMIDS)
        want = ""
        for i, p, primitive in primitives(m):
            want += "mesh %d primitive %d\n" % (i, p)
            for element in m.exact(primitive["attributes"]["POSITION"]):
                want += "  " + " ".join(g(n) for n in element) + "\n"
        self.assertEqual(run("positions", model.PYRAMIDS), (0, want, ""))

    def test_core_only_decodes_its_tables(self):
        code, out, err = run("core_only")
        self.assertEqual((code, err), (0, ""))
        lines = out.splitlines()
        self.assertEqual(lines[:2], ["position: 1 0 -1 | 0 1 -1 | 0 0 1", "color: 1 0 0 1 | 0 1 0 1 | 0 0 1 0.2"])
        self.assertEqual(len(lines), 3)
        self.assertRegex(lines[2], r"^wrong: .*\(GLTF_ERR_ACCESSOR_BOUNDS\)$")

    def test_vertex_buffer_converts_every_attribute(self):
        m = model.Model(model.PYRAMIDS)
        want = ""
        for i, p, primitive in primitives(m):
            attributes = {name: m.exact(a) for name, a in primitive["attributes"].items()}
            want += "mesh %d primitive %d\n" % (i, p)
            for v, position in enumerate(attributes["POSITION"]):
                normal = [encode(n, 127) for n in attributes["NORMAL"][v]] if "NORMAL" in attributes else [0, 0, 0]
                color = [encode(n, 255) for n in (attributes["COLOR_0"][v] + [1])[:4]] if "COLOR_0" in attributes else [255] * 4
                coord = attributes["TEXCOORD_0"][v] if "TEXCOORD_0" in attributes else [0, 0]
                want += "  %s  normal %d %d %d  color %d %d %d %d  coord %s\n" % (
                    " ".join(g(n) for n in position), *normal, *color,
                    " ".join("%04x" % struct.unpack("<H", struct.pack("<e", float(n)))[0] for n in coord))
        self.assertEqual(run("vertex_buffer", model.PYRAMIDS), (0, want, ""))

    def test_threads_decode_every_accessor(self):
        m = model.Model(model.PYRAMIDS)
        for i, a in enumerate(m.json["accessors"]):
            numbers = m.flat(i)
            total = sum(struct.unpack("<%df" % len(numbers), model.as_float(numbers)))
            code, out, err = run("threads", model.PYRAMIDS, str(i))
            head, _, tail = out.strip().rpartition(" ")
            self.assertEqual((code, head, err), (0, "%d elements by 4 threads: GLTF_OK, sum" % a["count"], ""))
            self.assertAlmostEqual(float(tail), total, delta=1e-7 * max(1, abs(total)))

    def test_what_cannot_be_opened_is_named_and_ends_with_1(self):
        for name in ("quickstart", "positions", "vertex_buffer", "threads"):
            for arguments in ([], [os.path.join(model.ROOT, "no such file.gltf")]):
                code, out, err = run(name, *arguments)
                self.assertEqual((code, out), (1, ""), name)
                self.assertRegex(err, r"^.+\(GLTF_ERR_IO\)\n$")

    def test_a_file_without_meshes(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "a.gltf")
            with open(path, "w") as f:
                f.write('{"asset": {"version": "2.0"}}')
            code, out, err = run("quickstart", path)
            self.assertEqual((code, out), (1, ""))
            self.assertRegex(err, r"^.+\(GLTF_ERR_RANGE\)\n$")
            self.assertEqual(run("positions", path), (0, "", ""))
            self.assertEqual(run("vertex_buffer", path), (0, "", ""))

    # one broken accessor costs its primitive, not the others
    def test_a_broken_primitive_costs_only_itself(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "a.gltf")
            with open(path, "w") as f:
                f.write('{"asset": {"version": "2.0"}, "accessors": [{"componentType": 5126, "count": 1, "type": "VEC3"}, {"componentType": 5126,'
                        ' "count": 1, "type": "VEC9"}], "meshes": [{"primitives": [{"attributes": {"POSITION": 1}}, {"attributes": {"POSITION": 0}}]}]}')
            for name, line in (("positions", "  0 0 0\n"), ("vertex_buffer", "  0 0 0  normal 0 0 0  color 255 255 255 255  coord 0000 0000\n")):
                code, out, err = run(name, path)
                self.assertEqual(code, 1)
                self.assertTrue(out.endswith("mesh 0 primitive 1\n" + line), out)
                self.assertRegex(err, r"^accessor 1: .+\(GLTF_ERR_SHAPE\)\n$")


if __name__ == "__main__":
    for path in sys.argv[1:]:
        PROGRAMS[os.path.splitext(os.path.basename(path))[0].replace("-", "_")] = path
    del sys.argv[1:]
    unittest.main()
