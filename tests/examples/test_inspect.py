#!/usr/bin/env python3
"""Tests of gltf-inspect from outside: what it prints, writes and ends with.  usage: test_inspect.py PATH-OF-GLTF-INSPECT"""
import ast, base64, json, math, os, random, re, shutil, struct, subprocess, sys, tempfile, unittest

import model

INSPECT = None
KINDS = {"float": ("f", "<f4"), "double": ("d", "<f8"), "uint32": ("I", "<u4"), "int32": ("i", "<i4"), "uint16": ("H", "<u2"), "half": ("e", "<f2")}
STORED = {5120: ("b", "|i1"), 5121: ("B", "|u1"), 5122: ("h", "<i2"), 5123: ("H", "<u2"), 5125: ("I", "<u4"), 5126: ("f", "<f4")}


def run(*arguments):
    """(exit status, stdout bytes, stderr text)"""
    got = subprocess.run([INSPECT, *arguments], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    return got.returncode, got.stdout, got.stderr.decode("utf-8", "replace")


def refuse_constant(name):
    raise ValueError(name + " is not JSON")


def parse(out):
    return json.loads(out.decode("utf-8"), parse_constant=refuse_constant)


def parse_npy(data):
    """(descr, shape, bytes) of an .npy file, format version 1.0"""
    assert data[:8] == b"\x93NUMPY\x01\x00", data[:8]
    length = struct.unpack_from("<H", data, 8)[0]
    head = data[10:10 + length].decode("latin-1")
    assert (10 + length) % 64 == 0 and head.endswith("\n"), head
    head = ast.literal_eval(head)
    assert head["fortran_order"] is False and set(head) == {"descr", "fortran_order", "shape"}
    return head["descr"], head["shape"], data[10 + length:]


def half(number):
    """a 16-bit float; what is too large becomes infinity"""
    try:
        return struct.pack("<e", number)
    except OverflowError:
        return struct.pack("<e", math.copysign(math.inf, number))


def single(number):
    """a 32-bit float, likewise"""
    try:
        return struct.pack("<f", number)
    except OverflowError:
        return struct.pack("<f", math.copysign(math.inf, number))


def buffer_of(data):
    return {"byteLength": len(data), "uri": "data:;base64," + base64.b64encode(data).decode()}


class Files(unittest.TestCase):
    """Files made for one test."""

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def path(self, name):
        return os.path.join(self.folder.name, name)

    def write(self, words, name="a.gltf"):
        words.setdefault("asset", {"version": "2.0"})
        with open(self.path(name), "w", encoding="utf-8") as f:
            json.dump(words, f)
        return self.path(name)

    def write_numbers(self, code, component, numbers, **more):
        """a file whose accessor 0 holds these scalars"""
        data = struct.pack("<%d%s" % (len(numbers), code), *numbers)
        return self.write({"buffers": [buffer_of(data)], "bufferViews": [{"buffer": 0, "byteLength": len(data)}],
                           "accessors": [dict({"bufferView": 0, "componentType": component, "count": len(numbers), "type": "SCALAR"}, **more)]})

    def write_broken(self):
        """accessor 0 is sound, 1 leaves its view, 2 has an unknown type, 3 is misaligned, 4 names a view without buffer, 5 is sparse"""
        words = {
            "buffers": [buffer_of(bytes(range(64)))],
            "bufferViews": [{"buffer": 0, "byteLength": 48}, {"buffer": 7, "byteLength": 48}],
            "accessors": [
                {"bufferView": 0, "componentType": 5126, "count": 4, "type": "VEC3"},
                {"bufferView": 0, "componentType": 5126, "count": 5, "type": "VEC3"},
                {"bufferView": 0, "componentType": 5126, "count": 1, "type": "VEC5"},
                {"bufferView": 0, "byteOffset": 1, "componentType": 5123, "count": 4, "type": "SCALAR"},
                {"bufferView": 1, "componentType": 5126, "count": 1, "type": "SCALAR"},
                {"componentType": 5126, "count": 2, "type": "SCALAR",
                 "sparse": {"count": 1, "indices": {"bufferView": 0, "byteOffset": 5, "componentType": 5121}, "values": {"bufferView": 0}}},
            ],
            "meshes": [{"primitives": [{"attributes": {"POSITION": 0}}]}, {"primitives": [{"attributes": {"POSITION": 99}}]}],
        }
        return self.write(words, "broken.gltf")


class Values(Files):
    def expected(self, m, i, kind):
        """bytes of accessor i as a kind, None if it cannot be had"""
        a = m.json["accessors"][i]
        plain = a["componentType"] != 5126 and not a.get("normalized")
        stored = m.flat(i, exact=False)
        if kind == "raw":
            return struct.pack("<%d%s" % (len(stored), STORED[a["componentType"]][0]), *stored)
        if kind == "double":
            return struct.pack("<%dd" % len(stored), *[float(n) for n in m.flat(i)])
        if kind == "float":
            return model.as_float(m.flat(i))
        if kind == "half":
            return b"".join(half(float(n)) for n in m.flat(i))
        low, high = {"uint32": (0, 2**32 - 1), "int32": (-2**31, 2**31 - 1), "uint16": (0, 65535)}[kind]
        if not plain or any(n < low or n > high for n in stored):
            return None
        return struct.pack("<%d%s" % (len(stored), KINDS[kind][0]), *stored)

    # design: every accessor that decodes becomes one file; the others are named on stderr and leave none
    def test_dumps_of_the_bundled_model_hold_the_numbers_of_an_independent_decoder(self):
        for path in (model.PYRAMIDS, model.PYRAMIDS_TEXT):
            m = model.Model(path)
            for kind in list(KINDS) + ["raw"]:
                folder = self.path("dump-" + kind)
                code, out, err = run("--dump", folder, "--as", kind, "--format", "raw", path)
                self.assertEqual(out, b"")
                want = {i: self.expected(m, i, kind) for i in range(len(m.json["accessors"]))}
                for i, data in want.items():
                    file = os.path.join(folder, "%d.raw" % i)
                    if data is None:
                        self.assertFalse(os.path.exists(file), (kind, i))
                        self.assertRegex(err, r"(?m)^gltf-inspect: .*: accessor %d: .*%s.*GLTF_ERR_CONVERSION\)$" % (i, kind))
                    else:
                        with open(file, "rb") as f:
                            self.assertEqual(f.read(), data, (kind, i))
                self.assertEqual(code, 1 if None in want.values() else 0)

    def dump(self, kind, form, path=model.PYRAMIDS):
        folder = self.path("dump")
        run("--dump", folder, "--as", kind, "--format", form, path)
        out = {}
        for name in os.listdir(folder):
            with open(os.path.join(folder, name), "rb") as f:
                out[int(name.split(".")[0])] = f.read()
            os.remove(os.path.join(folder, name))
        return out

    # numpy.lib.format: magic, version 1.0, a dict as text, padded to 64 bytes, then the data
    def test_npy_files_name_type_and_shape(self):
        m = model.Model(model.PYRAMIDS)
        for kind in list(KINDS) + ["raw"]:
            for i, data in self.dump(kind, "npy").items():
                a = m.json["accessors"][i]
                columns, rows = model.SHAPE[a["type"]]
                shape = (a["count"],) if a["type"] == "SCALAR" else (a["count"], rows) if columns == 1 else (a["count"], columns, rows)
                descr, got, numbers = parse_npy(data)
                self.assertEqual(descr, STORED[a["componentType"]][1] if kind == "raw" else KINDS[kind][1])
                self.assertEqual(got, shape)
                self.assertEqual(numbers, self.expected(m, i, kind), (kind, i))

    # what is printed reads back as the same bits
    def test_text_csv_and_json_hold_the_same_numbers(self):
        m = model.Model(model.PYRAMIDS)
        for kind in ("float", "double", "half", "raw", "int32"):
            texts, csvs, jsons = self.dump(kind, "text"), self.dump(kind, "csv"), self.dump(kind, "json")
            for i, a in enumerate(m.json["accessors"]):
                want = self.expected(m, i, kind)
                if want is None:
                    self.assertNotIn(i, texts)
                    continue
                code = STORED[a["componentType"]][0] if kind == "raw" else KINDS[kind][0]
                want = struct.unpack("<%d%s" % (len(want) // struct.calcsize(code), code), want)
                width = len(want) // a["count"]
                rows = [list(want[k:k + width]) for k in range(0, len(want), width)]
                number = float if code in "fde" else int

                def same(got, names_all=True):
                    """as bits; where the format cannot name all numbers, None stands for those that are not finite"""
                    flat = [n for row in got for n in row]
                    self.assertEqual([n is None for n in flat], [not (names_all or math.isfinite(n)) for n in want], (kind, i))
                    flat = [w if n is None else n for n, w in zip(flat, want)]
                    self.assertEqual([struct.pack("<" + code, n) for n in flat], [struct.pack("<" + code, n) for n in want], (kind, i))

                lines = texts[i].decode().splitlines()
                self.assertEqual([int(line.split()[0]) for line in lines], list(range(a["count"])))
                same([[number(n) for n in line.split()[1:]] for line in lines])
                same([[number(n) for n in line.split(",")] for line in csvs[i].decode().splitlines()])
                got = parse(jsons[i])
                self.assertEqual(len(got), len(rows))
                same([[row] for row in got] if a["type"] == "SCALAR" else got, False)

    def test_accessor_prints_what_dump_writes(self):
        for form in ("text", "csv", "json", "npy", "raw"):
            files = self.dump("float", form)
            for i in (0, 3, 4, 5, 7, 10, 11, 18):
                code, out, err = run("--accessor", str(i), "--format", form, model.PYRAMIDS)
                self.assertEqual((code, err), (0, ""))
                self.assertEqual(out.rstrip(b"\n"), files[i].rstrip(b"\n"), (form, i))

    def test_ranges_are_slices_of_the_whole(self):
        whole = run("--accessor", "7", "--format", "csv", model.PYRAMIDS)[1].splitlines()
        for first, count in ((0, 25), (0, 1), (24, 1), (3, 9), (25, 0), (0, 0)):
            code, out, err = run("--accessor=7", "--first=%d" % first, "--count=%d" % count, "--format=csv", model.PYRAMIDS)
            self.assertEqual((code, out.splitlines(), err), (0, whole[first:first + count], ""))
        self.assertEqual(run("--accessor", "7", "--first", "20", "--format", "csv", model.PYRAMIDS)[1].splitlines(), whole[20:])
        self.assertEqual(parse(run("--accessor", "7", "--count", "0", "--format", "json", model.PYRAMIDS)[1]), [])
        self.assertEqual(parse_npy(run("--accessor", "7", "--count", "0", "--format", "npy", model.PYRAMIDS)[1]), ("<f4", (0, 3), b""))

    def test_ranges_outside_are_refused(self):
        for first, count in ((26, 0), (25, 1), (0, 26), (1, 2**64 - 1), (2**64 - 1, 2**64 - 1), (2**64 - 1, 0)):
            code, out, err = run("--accessor", "7", "--first", str(first), "--count", str(count), model.PYRAMIDS)
            self.assertEqual((code, out), (1, b""))
            self.assertRegex(err, r"^gltf-inspect: .*: accessor 7: .*\(GLTF_ERR_RANGE\)\n$")
        for n in (27, 2**32 - 1, 2**32, 2**64 - 1):
            code, out, err = run("--accessor", str(n), model.PYRAMIDS)
            self.assertEqual((code, out), (1, b""))
            self.assertRegex(err, r"^gltf-inspect: .*: accessor %d: .*\(GLTF_ERR_RANGE\)\n$" % n)

    def test_many_blocks_are_joined_without_seam(self):
        numbers = list(range(200000))
        path = self.write_numbers("I", 5125, numbers)
        for kind, code in (("uint32", "I"), ("double", "d"), ("raw", "I")):
            out = run("--accessor", "0", "--as", kind, "--format", "raw", path)[1]
            self.assertEqual(out, struct.pack("<200000" + code, *numbers))
        out = run("--accessor", "0", "--as", "uint32", "--format", "json", "--first", "1", path)[1]
        self.assertEqual(parse(out), numbers[1:])

    # a value that does not fit, behind the first block: nothing of the accessor is written
    def test_a_late_conversion_error_leaves_nothing(self):
        path = self.write_numbers("I", 5125, [1] * 199999 + [70000])
        code, out, err = run("--accessor", "0", "--as", "uint16", "--format", "raw", path)
        self.assertEqual((code, out), (1, b""))
        self.assertIn("GLTF_ERR_CONVERSION", err)
        folder = self.path("dump")
        self.assertEqual(run("--dump", folder, "--as", "uint16", path)[0], 1)
        self.assertEqual(os.listdir(folder), [])
        self.assertEqual(run("--dump", folder, "--as", "int32", path)[0], 0)
        self.assertEqual(os.listdir(folder), ["0.npy"])
        self.assertEqual(run("--dump", folder, "--as", "uint16", path)[0], 1)
        self.assertEqual(os.listdir(folder), [], "the file of an earlier run must go")

    def test_floats_are_printed_with_the_fewest_digits_that_read_back(self):
        dice = random.Random(3)
        bits = [dice.getrandbits(32) for _ in range(2000)] + list(range(0, 64)) + [0x7F7FFFFF, 0x00800000, 0x3DCCCCCD, 0x4B800000, 0x80000000]
        floats = [struct.unpack("<f", struct.pack("<I", b))[0] for b in bits]
        floats = [f for f in floats if math.isfinite(f)]
        path = self.write_numbers("f", 5126, floats)
        lines = run("--accessor", "0", "--format", "csv", path)[1].decode().split()
        for text, f in zip(lines, floats):
            best = next(t for t in ("%.*g" % (d, f) for d in range(1, 18)) if single(float(t)) == single(f))
            self.assertEqual(text, best)
        lines = run("--accessor", "0", "--format", "csv", "--as", "double", path)[1].decode().split()
        self.assertEqual([float(t) for t in lines], floats)

    # JSON has no NaN and no infinity: null stands for them; text and csv name them
    def test_nan_and_infinity(self):
        path = self.write_numbers("f", 5126, [float("nan"), float("inf"), -float("inf"), -0.0, 1e-45])
        self.assertEqual(run("--accessor", "0", "--format", "csv", path)[1].split(), [b"nan", b"inf", b"-inf", b"-0", b"1e-45"])
        for kind in ("float", "double", "raw"):
            self.assertEqual(parse(run("--accessor", "0", "--format", "json", "--as", kind, path)[1])[:4], [None, None, None, 0])
        got = parse(run("--accessor", "0", "--json", path)[1])["decoded"]
        self.assertEqual(got["values"][:4], [None, None, None, 0])

    def test_every_half_is_printed_exactly(self):
        halves = [struct.unpack("<e", struct.pack("<H", b))[0] for b in range(65536)]
        halves = [h for h in halves if math.isfinite(h)]
        path = self.write_numbers("f", 5126, halves)
        got = run("--accessor", "0", "--as", "half", "--format", "csv", path)[1].split()
        self.assertEqual([struct.pack("<e", float(t)) for t in got], [struct.pack("<e", h) for h in halves])


class Report(Files):
    # design section 12: the keys that data-driven tests need
    def test_json_tells_what_the_file_says(self):
        for path, container in ((model.PYRAMIDS, "GLB"), (model.PYRAMIDS_TEXT, "text")):
            words, uses = model.Model(path).json, model.Model(path).uses()
            code, out, err = run("--json", path)
            self.assertEqual((code, err), (0, ""))
            got = parse(out)
            self.assertEqual((got["file"], got["status"], got["error"], got["container"]), (path, "GLTF_OK", None, container))
            self.assertEqual(got["extensionsUsed"], words["extensionsUsed"])
            self.assertEqual(got["extensionsRequired"], [])
            self.assertEqual(len(got["accessors"]), len(words["accessors"]))
            for i, (have, want) in enumerate(zip(got["accessors"], words["accessors"])):
                self.assertEqual(have["index"], i)
                for key in ("name", "count", "type", "componentType"):
                    self.assertEqual(have[key], want[key], (i, key))
                self.assertIs(have["normalized"], want.get("normalized", False))
                self.assertIs(have["sparse"], "sparse" in want)
                self.assertEqual(have["bufferView"], want.get("bufferView"))
                self.assertEqual(have["byteOffset"], want.get("byteOffset", 0))
                self.assertEqual((have["min"], have["max"]), (want.get("min"), want.get("max")))
                self.assertEqual((have["status"], have["message"]), ("GLTF_OK", None))
                have = {(u["object"], u["index"], u["part"], u["target"], u["role"], u["semantic"]) for u in have["uses"]}
                self.assertEqual(have, uses[i], i)
            for i, (have, want) in enumerate(zip(got["bufferViews"], words["bufferViews"])):
                self.assertEqual([have[k] for k in ("index", "name", "buffer", "byteLength")], [i, want["name"], want["buffer"], want["byteLength"]])
                self.assertEqual((have["byteOffset"], have["byteStride"]), (want.get("byteOffset", 0), want.get("byteStride")))
            self.assertEqual([b["byteLength"] for b in got["buffers"]], [b["byteLength"] for b in words["buffers"]])
            self.assertTrue(all(b["loaded"] for b in got["buffers"]))
            self.check_scene(got, words)

    def check_scene(self, got, words):
        for have, want in zip(got["meshes"], words["meshes"]):
            self.assertEqual((have["name"], have["weights"]), (want["name"], want.get("weights")))
            self.assertEqual(have["targetNames"], want.get("extras", {}).get("targetNames", []))
            for p, q in zip(have["primitives"], want["primitives"]):
                self.assertEqual((p["mode"], p["indices"]), (q.get("mode", 4), q.get("indices")))
                self.assertEqual(list(p["attributes"].items()), list(q["attributes"].items()))
                self.assertEqual(p["targets"], q.get("targets", []))
        self.assertEqual([len(m["primitives"]) for m in got["meshes"]], [len(m["primitives"]) for m in words["meshes"]])
        for have, want in zip(got["nodes"], words["nodes"]):
            self.assertEqual((have["name"], have["mesh"], have["skin"]), (want.get("name"), want.get("mesh"), want.get("skin")))
        self.assertEqual([(s["joints"], s["inverseBindMatrices"]) for s in got["skins"]],
                         [(s["joints"], s.get("inverseBindMatrices")) for s in words["skins"]])
        for have, want in zip(got["animations"], words["animations"]):
            self.assertEqual([(s["input"], s["output"], s["interpolation"]) for s in have["samplers"]],
                             [(s["input"], s["output"], s.get("interpolation", "LINEAR")) for s in want["samplers"]])
            self.assertEqual([(c["sampler"], c["node"], c["path"]) for c in have["channels"]],
                             [(c["sampler"], c["target"].get("node"), c["target"]["path"]) for c in want["channels"]])

    def test_broken_accessors_are_reported_one_by_one(self):
        code, out, err = run("--json", self.write_broken())
        self.assertEqual((code, err), (0, ""))
        rows = parse(out)["accessors"]
        self.assertEqual(rows[0]["status"], "GLTF_OK")
        self.assertEqual([r["status"] for r in rows[1:]],
                         ["GLTF_ERR_ACCESSOR_BOUNDS", "GLTF_ERR_SHAPE", "GLTF_OK", "GLTF_ERR_REFERENCE", "GLTF_ERR_SPARSE_INDEX"])
        for i in (1, 2, 4, 5):
            self.assertIn(rows[i]["status"], rows[i]["message"])
        self.assertEqual((rows[2]["count"], rows[2]["type"], rows[2]["componentType"]), (0, None, None))
        self.assertEqual((rows[1]["count"], rows[1]["type"], rows[1]["componentType"]), (5, "VEC3", 5126))

    def test_strict_refuses_what_the_default_reads(self):
        path = self.write_broken()
        self.assertEqual(parse(run("--json", "--strict", path)[1])["accessors"][3]["status"], "GLTF_ERR_ALIGNMENT")
        self.assertEqual(run("--accessor", "3", path)[0], 0)
        code, out, err = run("--strict", "--accessor", "3", path)
        self.assertEqual((code, out), (1, b""))
        self.assertTrue(err.endswith(": accessor 3: byteOffset 1 is not a multiple of 2 (GLTF_ERR_ALIGNMENT)\n"), err)

    def test_decoded_values_are_part_of_the_object(self):
        m = model.Model(model.PYRAMIDS)
        code, out, err = run("--json", "--accessor", "14", "--as", "uint32", "--first", "2", "--count", "3", model.PYRAMIDS)
        self.assertEqual((code, err), (0, ""))
        got = parse(out)["decoded"]
        self.assertEqual(got, {"accessor": 14, "as": "uint32", "first": 2, "count": 3, "status": "GLTF_OK", "message": None, "values": m.stored(14)[2:5]})
        code, out, err = run("--json", "--accessor", "0", "--as", "uint32", model.PYRAMIDS)
        got = parse(out)
        self.assertEqual((code, got["status"], got["decoded"]["status"], got["decoded"]["values"]), (1, "GLTF_OK", "GLTF_ERR_CONVERSION", None))
        self.assertIn("accessor 0", err)
        code, out, err = run("--json", "--accessor", "27", model.PYRAMIDS)
        self.assertEqual((code, parse(out)["decoded"]["status"]), (1, "GLTF_ERR_RANGE"))

    def test_json_and_dump_go_together(self):
        folder = self.path("d")
        code, out, err = run("--json", "--dump", folder, self.write_broken())
        self.assertEqual(code, 1)
        self.assertEqual(len(parse(out)["accessors"]), 6)
        self.assertEqual(sorted(os.listdir(folder)), ["0.npy", "3.npy"])

    def test_files_that_cannot_be_loaded(self):
        cases = {"none.gltf": None, "empty.gltf": b"", "text.gltf": b"{", "list.gltf": b"[]", "cut.glb": b"glTF\x02\0\0\0",
                 "version.gltf": b'{"asset": {"version": "3.0"}}'}
        for name, data in cases.items():
            if data is not None:
                with open(self.path(name), "wb") as f:
                    f.write(data)
            code, out, err = run(self.path(name))
            self.assertEqual((code, out), (2, b""), name)
            self.assertRegex(err, r"^gltf-inspect: .*%s: .*\(GLTF_ERR_\w+\)\n$" % re.escape(name))
            code, out, err = run("--json", self.path(name))
            got = parse(out)
            self.assertEqual(code, 2)
            self.assertNotEqual(got["status"], "GLTF_OK")
            self.assertEqual(got["error"]["status"], got["status"])
            self.assertLessEqual({"status", "object", "index", "field", "message"}, set(got["error"]))
            self.assertIn(got["status"], got["error"]["message"])
            self.assertEqual(run("--json", "--accessor", "0", self.path(name))[0], 2)
            self.assertEqual(run("--dump", self.path("d"), self.path(name))[0], 2)

    def test_a_missing_buffer_costs_only_its_accessors(self):
        path = self.write({"buffers": [{"uri": "gone.bin", "byteLength": 4}, buffer_of(b"abcd")],
                           "bufferViews": [{"buffer": 0, "byteLength": 4}, {"buffer": 1, "byteLength": 4}],
                           "accessors": [{"bufferView": v, "componentType": 5121, "count": 4, "type": "SCALAR"} for v in (0, 1)]})
        code, out, err = run("--dump", self.path("d"), "--format", "raw", "--as", "raw", path)
        self.assertEqual((code, os.listdir(self.path("d"))), (1, ["1.raw"]))
        self.assertRegex(err, r"^gltf-inspect: .*: accessor 0: .*GLTF_ERR_IO")
        code, out, err = run(path)
        self.assertEqual((code, err), (0, ""))
        self.assertRegex(out.decode(), r'(?m)^ +0 .*gone\.bin +! uri "gone\.bin" cannot be read: it does not exist \(GLTF_ERR_IO\)$')

    def test_strings_are_escaped(self):
        name = "quote \" back \\ slash / bell \a tab \t del \x7f c1 \x9b left \u202e é 漢 🧊 line\u2028"
        path = self.write({"meshes": [{"name": name, "primitives": [{"attributes": {name: 0}}]}],
                           "accessors": [{"componentType": 5126, "count": 1, "type": "VEC3", "name": name}]})
        got = parse(run("--json", path)[1])
        self.assertEqual(got["meshes"][0]["name"], name)
        self.assertEqual(got["accessors"][0]["name"], name)
        self.assertEqual(list(got["meshes"][0]["primitives"][0]["attributes"]), [name])
        raw = run("--json", path)[1].decode("utf-8")
        self.assertIn("\\u0007 tab \\u0009 del \\u007f c1 \\u009b left \\u202e é 漢 🧊 line\\u2028", raw)
        self.assertFalse(set(raw) & set("\a\t\x7f\x9b\u202e\u2028"))
        out = run(path)[1].decode("utf-8")
        self.assertIn('quote " back \\ slash / bell \\u0007 tab \\u0009 del \\u007F c1 \\u009B left \\u202E é 漢 🧊 line\\u2028', out)
        self.assertFalse(set(out) & set("\a\t\x7f\x9b\u202e\u2028"))

    @unittest.skipUnless(sys.platform.startswith("linux"), "only here may a file have any name")
    def test_file_names_that_are_no_utf8(self):
        path = os.path.join(os.fsencode(self.folder.name), b"a\xff\x1b[31m.gltf")
        code, out, err = run("--json", path)
        self.assertEqual(code, 2)
        self.assertTrue(parse(out)["file"].endswith("a\ufffd\x1b[31m.gltf"))
        self.assertIn("a\\xFF\\u001B[31m.gltf", err)


class Listing(Files):
    def test_tables_show_every_object_of_the_bundled_model(self):
        code, out, err = run(model.PYRAMIDS)
        self.assertEqual((code, err), (0, ""))
        text = out.decode("utf-8")
        self.assertIn("pyramids.glb: GLB, ", text.splitlines()[0])
        for what in ("buffers (%d)" % len(model.Model(model.PYRAMIDS).buffers), "views (17)", "accessors (27)", "meshes (3)", "skins (1)", "animations (1)"):
            self.assertIn("\n%s\n" % what, text)
        for row in (r"0 +VEC3 FLOAT +16 +0 +0 +32 +pyramid position +mesh 0 'pyramid' POSITION +\(-0\.75 0 -0\.75\) \.\. \(0\.75 1 0\.75\)$",
                    r"3 +VEC4 u8n +16 +0 +28 +32 +pyramid color +mesh 0 'pyramid' COLOR_0 ",
                    r"7 +VEC3 FLOAT +25 +5 +0 +12 +3 +ground position +mesh 1 'ground' POSITION ",
                    r"10 +VEC3 FLOAT +25 +- +5 +ripple position +mesh 1 'ground' target 0 POSITION ",
                    r"18 +MAT4 FLOAT +2 .*skin 0 'flag' inverse bind matrices",
                    r"19 .*animation 0 'wind' sampler 0 input, sampler 1 input, sampler 2 input",
                    r"24 .*node 5 'small pyramids' instances ROTATION",
                    r"17 .*mesh 2 'flag' indices"):
            self.assertRegex(text, r"(?m)^ +" + row)
        for line in ("  1 'ground'  1 primitive, 2 targets, weights 0 0.25", "      target 0 'ripple'  POSITION 10, TEXCOORD_0 11",
                     "    primitive 0  TRIANGLE_STRIP  indices 17  POSITION 13, JOINTS_0 14, WEIGHTS_0 15, COLOR_0 16"):
            self.assertIn("\n%s\n" % line, text)
        self.assertNotIn("!", text)

    def test_columns_are_aligned_and_lines_have_no_tail(self):
        lines = run(model.PYRAMIDS)[1].decode("utf-8").splitlines()
        self.assertEqual([line for line in lines if line != line.rstrip()], [])
        start = next(i for i, line in enumerate(lines) if line.startswith("accessors"))
        head, rows = lines[start + 1], lines[start + 2:start + 29]
        for name in ("#", "count", "view", "offset", "stride", "sparse"):
            end = head.index(name) + len(name)
            self.assertTrue(all(r[end - 1] != " " or not r[head.index(name) - 1:end].strip() for r in rows), name)
            self.assertTrue(all(r[end:end + 1] in ("", " ") for r in rows), name)

    def test_faults_stand_on_the_line_of_their_object(self):
        code, out, err = run(self.write_broken())
        self.assertEqual((code, err), (0, ""))
        text = out.decode()
        for row in (r"1 +- +0 +48 +! buffer 7 is out of range .*GLTF_ERR_REFERENCE", r"1 +VEC3 FLOAT +5 .*! .*GLTF_ERR_ACCESSOR_BOUNDS", r"2 +\? .*! .*GLTF_ERR_SHAPE",
                    r"4 +SCALAR FLOAT .* see bufferView 1$", r"5 +SCALAR FLOAT .*! .*GLTF_ERR_SPARSE_INDEX"):
            self.assertRegex(text, r"(?m)^ +" + row)
        self.assertRegex(text, r"\n  1  1 primitive\n    primitive 0  ! .*GLTF_ERR_REFERENCE|\n  1  ! .*GLTF_ERR_REFERENCE")
        self.assertRegex(text.splitlines()[-1], r"^\d+ faults, each marked with !")

    def test_many_objects_repeat_only_the_beginning_of_a_long_name(self):
        for name, begins in (("E" * 256, "E" * 256), ("E" * 257, "E" * 256 + "..."), ("E" * 255 + "\u00e9" + "E" * 9000, "E" * 255 + "...")):
            words = {"extensionsUsed": [name], "extensionsRequired": [name],
                     "buffers": [{"byteLength": 4, "uri": name}], "bufferViews": [{"buffer": 0, "byteLength": 4}],
                     "accessors": [{"componentType": 5126, "count": 1, "type": "SCALAR"}] * 2
                     + [{"bufferView": 0, "componentType": 5126, "count": 1, "type": "SCALAR"}] * 2,
                     "meshes": [{"primitives": [{"attributes": {"_A": i}} for i in range(2)], "extensions": {name: {}}}]}
            path = self.write(words)
            accessors = parse(run("--json", path)[1])["accessors"]
            for a in accessors:
                self.assertIn('"%s"' % begins, a["message"])
            self.assertEqual(run(path)[1].decode("utf-8").count("the data needs \"%s\"," % begins), 2)

    def test_hidden_data_names_its_extension_and_what_to_do(self):
        scalar = {"componentType": 5121, "count": 1, "type": "SCALAR"}
        inner = {"KHR_gaussian_splatting": {"extensions": {"KHR_gaussian_splatting_compression_spz_2": {"bufferView": 0}}}}
        path = self.write({"buffers": [buffer_of(b"a")], "bufferViews": [{"buffer": 0, "byteLength": 1}], "accessors": [scalar, scalar],
                           "meshes": [{"primitives": [{"attributes": {"_A": 0}, "mode": 70, "extensions": {"X_voxels": {}, **inner}}],
                                       "extensions": {"EXT_mesh_manifold": {"mergeValues": 1}}}]})
        code, out, err = run(path)
        self.assertEqual((code, err), (0, ""))
        self.assertRegex(out.decode(), r"(?m)^  0  SCALAR u8 .*  ! the data needs \"KHR_gaussian_splatting_compression_spz_2\", which this build does "
                                       r"not decode: save the file without this extension \(GLTF_ERR_EXTENSION\)$")
        self.assertRegex(out.decode(), r"(?m)^  1  SCALAR u8 .* mesh 0 EXT_mesh_manifold\.mergeValues$")
        self.assertIn("\n    primitive 0  mode 70  _A 0\n", out.decode())
        got = parse(run("--json", path)[1])["accessors"]
        self.assertEqual(got[1]["uses"], [{"object": "mesh", "index": 0, "part": None, "target": None, "role": "extension",
                                           "semantic": "EXT_mesh_manifold.mergeValues"}])
        self.assertEqual([a["status"] for a in got], ["GLTF_ERR_EXTENSION", "GLTF_OK"])

    def test_a_cause_is_told_once_with_what_it_affects(self):
        path = self.write({"buffers": [{"uri": "gone.bin", "byteLength": 8}, {"byteLength": 4}],
                           "bufferViews": [{"buffer": 0, "byteLength": 4}, {"buffer": 0, "byteOffset": 4, "byteLength": 4}, {"buffer": 1, "byteLength": 4}],
                           "accessors": [{"bufferView": v, "componentType": 5121, "count": 4, "type": "SCALAR"} for v in (0, 1, 0, 2)]})
        text = run(path)[1].decode()
        self.assertEqual(text.count("cannot be read"), 1)
        self.assertRegex(text, r"(?m)^ +0 .*gone\.bin +! .*\(GLTF_ERR_IO\), affects 3 accessors$")
        self.assertRegex(text, r"(?m)^ +1 +4 +! has no uri and no data: .*\(GLTF_ERR_NOT_LOADED\)$")
        self.assertEqual(len(re.findall(r"(?m)^ +[012] +SCALAR u8 .* see buffer 0$", text)), 3)
        self.assertRegex(text, r"(?m)^ +3 +SCALAR u8 .* see buffer 1$")
        self.assertIn("\n2 faults, each marked with !", text)

    def test_a_fallback_that_nobody_needs_is_no_fault(self):
        stream = base64.b64encode(bytes([0xd1, 0, 4, 4, 9, 0, 0, 0, 0])).decode()
        compression = {"buffer": 0, "byteLength": 9, "byteStride": 2, "count": 4, "mode": "INDICES"}
        words = {"buffers": [{"byteLength": 9, "uri": "data:;base64," + stream}, {"byteLength": 8, "uri": "fallback.bin"}, {"byteLength": 8}],
                 "bufferViews": [{"buffer": b, "byteLength": 8, "extensions": {"EXT_meshopt_compression": compression}} for b in (1, 2)],
                 "accessors": [{"bufferView": v, "componentType": 5123, "count": 4, "type": "SCALAR"} for v in (0, 1)]}
        text = run(self.write(words))[1].decode()
        self.assertRegex(text, r"(?m)^ +1 +8 +fallback\.bin$")
        self.assertRegex(text, r"(?m)^ +2 +8 +fallback$")
        self.assertNotIn("!", text)
        words["bufferViews"].append({"buffer": 1, "byteLength": 8})   # a plain view needs it, but no accessor does
        self.assertRegex(run(self.write(words))[1].decode(), r"(?m)^ +1 +8 +fallback\.bin +! not loaded$")

    def test_sizes_have_units(self):
        path = self.write_numbers("B", 5121, [1] * 3000)
        self.assertRegex(run(path)[1].decode(), r"(?m)^ +0 +3000 +2\.9 KiB +embedded$")

    def test_an_accessor_with_many_users_names_three(self):
        path = self.write({"accessors": [{"componentType": 5126, "count": 1, "type": "VEC3"}],
                           "meshes": [{"primitives": [{"attributes": {"POSITION": 0}}] * 9}]})
        self.assertIn("mesh 0 POSITION, primitive 1 POSITION, primitive 2 POSITION and 6 more", run(path)[1].decode())
        self.assertEqual(len(parse(run("--json", path)[1])["accessors"][0]["uses"]), 9)


class Usage(Files):
    @unittest.skipUnless(os.name == "posix", "needs symbolic links")
    def test_symbolic_links_are_followed_unless_refused(self):
        with open(self.path("elsewhere.bin"), "wb") as f:
            f.write(b"\1\2\3\4")
        os.makedirs(self.path("m/sub"))
        os.symlink("../elsewhere.bin", self.path("m/link.bin"))
        os.symlink("..", self.path("m/up"))
        shutil.copy(self.path("elsewhere.bin"), self.path("m/sub/plain.bin"))
        for uri, refused in (("link.bin", True), ("up/elsewhere.bin", True), ("up/../sub//plain.bin", False), ("none/.././sub/plain.bin", False)):
            file = self.write({"buffers": [{"byteLength": 4, "uri": uri}], "bufferViews": [{"buffer": 0, "byteLength": 4}],
                               "accessors": [{"bufferView": 0, "componentType": 5121, "count": 4, "type": "SCALAR"}]}, "m/a.gltf")
            for relative in (False, True):
                where = {"cwd": self.path("m")} if relative else {}
                for option, fine in (([], True), (["--no-symlinks"], not refused)):
                    with self.subTest(uri=uri, option=option, relative=relative):
                        name = "a.gltf" if relative else file
                        got = subprocess.run([INSPECT, *option, "--accessor", "0", "--as", "raw", "--format", "raw", name],
                                             stdout=subprocess.PIPE, stderr=subprocess.PIPE, **where)
                        self.assertEqual((got.returncode, got.stdout), (0, b"\1\2\3\4") if fine else (1, b""), got.stderr)
                        self.assertEqual(b"GLTF_ERR_URI" in got.stderr, not fine)
                        got = subprocess.run([INSPECT, *option, "--validate", "--json", name], stdout=subprocess.PIPE, stderr=subprocess.PIPE, **where)
                        self.assertEqual(b"IO_ERROR" in got.stdout, not fine)

    @unittest.skipUnless(os.name == "posix", "needs symbolic links")
    def test_dump_replaces_links_and_never_writes_through_them(self):
        code, out, _ = run("--accessor", "0", "--format", "npy", model.PYRAMIDS)
        self.assertEqual(code, 0)
        os.mkdir(self.path("dump"))
        with open(self.path("target"), "w") as f:
            f.write("untouched")
        os.symlink("../target", self.path("dump/0.npy"))
        os.symlink("../missing", self.path("dump/1.npy"))
        os.link(self.path("target"), self.path("dump/2.npy"))
        self.assertEqual(run("--dump", self.path("dump"), model.PYRAMIDS)[0], 0)
        with open(self.path("target")) as f:
            self.assertEqual(f.read(), "untouched")
        self.assertFalse(os.path.lexists(self.path("missing")))
        for name in ("dump/0.npy", "dump/1.npy", "dump/2.npy"):
            self.assertFalse(os.path.islink(self.path(name)))
        with open(self.path("dump/0.npy"), "rb") as f:
            self.assertEqual(f.read(), out)

    def test_wrong_usage_ends_with_64_and_prints_nothing(self):
        f = model.PYRAMIDS
        for arguments in ([], [f, f], ["--what", f], ["--accessor", f], ["--accessor"], ["--accessor", "-1", f], ["--accessor", "1x", f],
                          ["--accessor", "", f], ["--accessor", "18446744073709551616", f], ["--as", "int8", "--accessor", "0", f],
                          ["--as", "float", f], ["--format", "npy", f], ["--format", "xml", "--accessor", "0", f], ["--first", "1", f],
                          ["--count", "1", "--dump", "d", f], ["--accessor", "0", "--dump", "d", f], ["--dump"], ["--dump=", f],
                          ["--json", "--accessor", "0", "--format", "csv", f], ["--accessors", "0", f], ["--json"], ["-j", f]):
            code, out, err = run(*arguments)
            self.assertEqual((code, out), (64, b""), arguments)
            self.assertRegex(err, r"^gltf-inspect: .+\n$", arguments)

    def test_help_and_version(self):
        code, out, err = run("--help")
        self.assertEqual((code, err), (0, ""))
        for word in ("usage: gltf-inspect", "--json", "--accessor N", "--dump DIR", "--as", "--format", "--first", "--count", "--strict", "--validate"):
            self.assertIn(word, out.decode())
        with open(os.path.join(model.ROOT, "include", "gltf_accessor", "base.h"), encoding="utf-8") as f:
            version = ".".join(re.findall(r"#define GLTF_VERSION_(?:MAJOR|MINOR|PATCH) (\d+)", f.read()))
        self.assertEqual(run("--version"), (0, ("gltf-inspect %s (library %s)\n" % (version, version)).encode(), ""))

    def test_two_dashes_end_the_options(self):
        code, out, err = run("--json", "--", "--help")
        self.assertEqual((code, parse(out)["file"]), (2, "--help"))

    def test_a_folder_that_cannot_be_written(self):
        with open(self.path("file"), "w"):
            pass
        code, out, err = run("--dump", self.path("file"), model.PYRAMIDS)
        self.assertEqual((code, out), (1, b""))
        self.assertEqual(len(err.splitlines()), 1)
        self.assertIn("cannot write", err)

    @unittest.skipUnless(os.path.exists("/dev/full"), "no /dev/full here")
    def test_output_that_cannot_be_written(self):
        for arguments in ([], ["--json"], ["--accessor", "0"], ["--help"]):
            with open("/dev/full", "wb") as full:
                got = subprocess.run([INSPECT, *arguments, model.PYRAMIDS], stdout=full, stderr=subprocess.PIPE)
            self.assertEqual((got.returncode, got.stderr), (1, b"gltf-inspect: cannot write to standard output\n"))


if __name__ == "__main__":
    INSPECT = sys.argv.pop(1)
    unittest.main()
