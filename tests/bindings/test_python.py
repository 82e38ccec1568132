#!/usr/bin/env python3
"""The Python binding against the C library.  usage: test_python.py LIBRARY GLTF-INSPECT [--without-numpy] [TEST...]

Exit status 77 when numpy is wanted and not there."""
import gc, json, mmap, os, re, shutil, struct, subprocess, sys, tempfile, unittest

import reference

LIBRARY, INSPECT = sys.argv[1:3]
WITHOUT = "--without-numpy" in sys.argv
sys.argv = sys.argv[:1] + [a for a in sys.argv[3:] if a != "--without-numpy"]
if WITHOUT:
    sys.modules["numpy"] = None  # import fails
else:
    try:
        import numpy
    except ImportError:
        print("skipped: no numpy")
        sys.exit(77)
FOLDER = os.path.join(reference.ROOT, "examples", "bindings", "python")
os.environ["GLTF_ACCESSOR_LIBRARY"] = LIBRARY
sys.path.insert(0, FOLDER)
import gltf_accessor as gltf  # noqa: E402
from gltf_accessor import Object, Shape, Status, Type  # noqa: E402

MODELS = os.path.join(reference.ROOT, "examples", "data")
GLTF, GLB = os.path.join(MODELS, "pyramids.gltf"), os.path.join(MODELS, "pyramids.glb")


def content(path):
    with open(path, "rb") as f:
        return f.read()


def raw(array):
    return array.tobytes() if hasattr(array, "tobytes") else bytes(array)


def dump(path):
    lines = ["file " + path]
    try:
        document = gltf.Document.open(path)
    except gltf.Error as error:
        return lines + ["error %s" % error]
    with document:
        for i in range(document.count(Object.ACCESSOR)):
            try:
                accessor = document[i]
            except gltf.Error as error:
                lines.append("%d error %s" % (i, error))
                continue
            for kind, wanted in zip(reference.KINDS, (Type.FLOAT, Type.DOUBLE, Type.UNSIGNED_INT, None)):
                if kind == "uint32" and not accessor.count:
                    continue
                try:
                    lines.append("%d %s %s" % (i, kind, raw(accessor.read(wanted)).hex()))
                except gltf.Error as error:
                    assert error.status == Status.CONVERSION and kind == "uint32", error
    return lines


class Python(unittest.TestCase):
    maxDiff = 2000

    def test_every_accessor_is_what_c_decodes(self):
        paths = reference.models()
        self.assertGreaterEqual(len(paths), 2)
        wanted = reference.reference(INSPECT, paths)
        self.assertGreater(sum(" float " in line[:20] for line in wanted), 50)
        self.assertEqual(reference.difference([line for path in paths for line in dump(path)], wanted), "")

    def test_structs_are_laid_out_as_the_headers_say(self):
        rows = dict(line.rsplit(" ", 1) for line in content(os.path.join(reference.ROOT, "tests", "abi", "layout-pointer8-align8.golden")).decode().splitlines())
        structs = {"gltf_error": gltf._Error, "gltf_buffer": gltf._Buffer, "gltf_accessor": gltf._Accessor, "gltf_layout": gltf._Layout,
                   "gltf_allocator": gltf._Allocator, "gltf_document_options": gltf._Options, "gltf_io": gltf._Io, "gltf_attribute": gltf._Attribute,
                   "gltf_mesh": gltf._Mesh, "gltf_primitive": gltf._Primitive, "gltf_node": gltf._Node, "gltf_skin": gltf._Skin,
                   "gltf_animation": gltf._Animation, "gltf_animation_sampler": gltf._Sampler, "gltf_animation_channel": gltf._Channel, "gltf_use": gltf._Use,
                   "gltf_issue_kind": gltf._IssueKind, "gltf_issue": gltf._Issue, "gltf_regrade": gltf._Regrade,
                   "gltf_validate_options": gltf._ValidateOptions, "gltf_validation": gltf._Validation}
        if sys.maxsize < 2**32:
            self.skipTest("skipped: not a 64-bit Python")
        for name, struct in structs.items():
            self.assertEqual(gltf.ctypes.sizeof(struct), int(rows["sizeof " + name]), name)
            fields = {row.split(".")[1]: int(at) for row, at in rows.items() if row.startswith(name + ".")}
            self.assertEqual({field[0]: getattr(struct, field[0]).offset for field in struct._fields_}, fields)

    def test_constants_are_those_of_the_headers(self):
        text = "".join(content(os.path.join(reference.ROOT, "include", "gltf_accessor", n + ".h")).decode() for n in ("base", "document", "validate"))
        values = {name: int(value) for name, value in re.findall(r"\bGLTF_(\w+) = (\d+)", text)}
        for enum, prefix in ((Status, "ERR_"), (Type, ""), (Shape, ""), (Object, "OBJECT_"), (gltf.Path, "PATH_"), (gltf.Role, "USE_"),
                             (gltf.Interpolation, "INTERPOLATION_"), (gltf.Severity, "SEVERITY_")):
            for member in enum:
                self.assertEqual(values["OK" if member.name == "OK" else prefix + member.name], member.value)
        for prefix, enum in (("ERR_", Status), ("OBJECT_", Object), ("USE_", gltf.Role), ("PATH_", gltf.Path)):
            self.assertEqual({n[len(prefix):] for n in values if n.startswith(prefix)} - set(enum.__members__), set())

    def test_the_document_is_as_its_json_says(self):
        with gltf.Document.open(GLB) as document:
            said = json.loads(document.json)
            self.assertEqual(len(document), len(said["accessors"]))
            for m, mesh in enumerate(said["meshes"]):
                self.assertEqual(document.mesh(m).name, mesh.get("name"))
                self.assertEqual(document.mesh(m).primitive_count, len(mesh["primitives"]))
                self.assertEqual(document.mesh(m).target_names, mesh.get("extras", {}).get("targetNames", []))
                for p, primitive in enumerate(mesh["primitives"]):
                    got = document.primitive(m, p)
                    self.assertEqual((got.attributes, got.indices, got.mode), (primitive["attributes"], primitive.get("indices"), primitive.get("mode", 4)))
                    self.assertEqual([document.target(m, p, t) for t in range(got.target_count)], primitive.get("targets", []))
                    self.assertEqual(document.find(Object.MESH, mesh["name"]), m)
            for n, node in enumerate(said["nodes"]):
                got = document.node(n)
                self.assertEqual((got.name, got.mesh, got.skin), (node.get("name"), node.get("mesh"), node.get("skin")))
            for s, skin in enumerate(said["skins"]):
                self.assertEqual(document.skin(s).joints, skin["joints"])
                self.assertEqual(document.skin(s).inverse_bind_matrices, skin.get("inverseBindMatrices"))
            for a, animation in enumerate(said["animations"]):
                got = document.animation(a)
                self.assertEqual([(s.input, s.output) for s in got.samplers], [(s["input"], s["output"]) for s in animation["samplers"]])
                self.assertEqual([(c.node, c.path_name) for c in got.channels], [(c["target"].get("node"), c["target"]["path"]) for c in animation["channels"]])
            position = said["accessors"][0]
            self.assertEqual(document.declared_bounds(0), (position["min"], position["max"]))
            self.assertEqual(document[0].bounds(), (position["min"], position["max"]))
            self.assertIsNone(document.declared_bounds(14)[0])
            self.assertEqual([(u.semantic, u.object, u.index) for u in document.uses(0)][0], ("POSITION", Object.MESH, 0))
            self.assertIsNone(document.attribute(0, 0, "COLOR_7"))
            self.assertIsNone(document.find(Object.MESH, "no such mesh"))
            self.assertIsNone(document.fault(Object.ACCESSOR, 0))

    def test_shapes_ranges_and_conversions(self):
        with gltf.Document.open(GLTF) as document:
            position, index, matrix = document[0], document[4], document[18]
            self.assertEqual(tuple(position.read().shape), (16, 3))
            self.assertEqual(tuple(index.read(Type.UNSIGNED_INT).shape), (18,))
            self.assertEqual(tuple(matrix.read().shape), (2, 4, 4))
            self.assertEqual(position.read(first=4, count=2).tolist(), position.read().tolist()[4:6])
            self.assertEqual(len(position.read(first=16)), 0)
            four = position.read(count=1, components=4, fill=(0, 0, 0, 7)).tolist()[0]
            self.assertEqual(four, position.read(count=1).tolist()[0] + [7.0])
            self.assertEqual(raw(position.read(Type.SHORT, normalized=True, count=1)), raw(gltf_short(position.read(count=1).tolist()[0])))
            self.assertEqual(document.indices(0, 0).tolist(), index.read(Type.UNSIGNED_INT).tolist())
            self.assertEqual(raw(document.attribute(0, 0, None).read(Type.UNSIGNED_INT)), raw(document.indices(0, 0)))
            out = bytearray(b"\xAA" * (8 + 16 * 20))
            position.read_into(out, offset=8, stride=20)
            packed = raw(position.read())
            for i in range(16):
                self.assertEqual(out[8 + 20 * i:20 + 20 * i], packed[12 * i:12 * i + 12])
                self.assertEqual(out[20 + 20 * i:28 + 20 * i], b"\xAA" * 8)

    def test_failures_are_exceptions_with_the_librarys_sentence(self):
        with self.assertRaisesRegex(gltf.Error, r"\(GLTF_ERR_IO\)$") as caught:
            gltf.Document.open("no such file.gltf")
        self.assertEqual(caught.exception.status, Status.IO)
        with self.assertRaises(gltf.Error) as caught:
            gltf.Document.parse(b"{")
        self.assertEqual((caught.exception.status, caught.exception.position), (Status.JSON, 1))
        with gltf.Document.open(GLTF) as document:
            with self.assertRaises(gltf.Error) as caught:
                document.accessor(99)
            self.assertEqual((caught.exception.status, caught.exception.object, caught.exception.index), (Status.RANGE, Object.ACCESSOR, 99))
            for wrong in (lambda: document[0].read(first=17), lambda: document[0].read(count=17)):
                with self.assertRaises(gltf.Error) as caught:
                    wrong()
                self.assertEqual(caught.exception.status, Status.RANGE)
            with self.assertRaises(gltf.Error) as caught:
                document[0].read_into(bytearray(16 * 12 - 1))
            self.assertEqual(caught.exception.status, Status.CAPACITY)
            with self.assertRaises(gltf.Error) as caught:
                document[0].read(Type.UNSIGNED_INT)
            self.assertEqual(caught.exception.status, Status.CONVERSION)
            for wrong in (lambda: document[-1], lambda: document.accessor(-1), lambda: document[0].read(first=-1),
                          lambda: document[0].read_into(bytearray(400), offset=401), lambda: document.accessor(2**32)):
                self.assertRaises(IndexError, wrong)
            self.assertRaises((TypeError, BufferError), document[0].read_into, b"read-only" * 99)
        self.assertRaises(ValueError, document.accessor, 0)

    def test_a_view_is_the_lent_memory_itself(self):
        bytes_ = bytearray(content(os.path.join(MODELS, "pyramids.bin")))
        document = gltf.Document.parse(content(GLTF))
        with self.assertRaises(gltf.Error) as caught:
            document.accessor(17)
        self.assertEqual(caught.exception.status, Status.NOT_LOADED)
        self.assertEqual(document.buffer_uri(0), ("pyramids.bin", len(bytes_)))
        document.set_buffer(0, bytes_)
        accessor = document[17]
        view = accessor.view()
        self.assertEqual(view.tolist(), accessor.read(Type.UNSIGNED_INT).tolist())
        before = view[3]
        bytes_[:] = bytes(b ^ 0x5A for b in bytes_)
        self.assertNotEqual(view[3], before)
        self.assertRaises(BufferError, bytes_.extend, b"it cannot move")
        with self.assertRaises((TypeError, ValueError)):
            view[0] = 1
        self.assertRaises(BufferError, document.set_buffer, 0, bytes_)
        del view
        document.set_buffer(0, bytes_)
        self.assertRaises(ValueError, accessor.read)
        self.assertRaises(ValueError, accessor.view)

    def test_views_hold_what_accessors_hold(self):
        seen = 0
        for path in (GLTF, GLB):
            with gltf.Document.open(path) as document:
                without = {i for i, a in enumerate(json.loads(document.json)["accessors"]) if "bufferView" not in a}
                for accessor in document:
                    view = accessor.view()
                    if view is not None:
                        seen += 1
                        self.assertEqual(view.tolist(), accessor.read(None).tolist())
                    elif not WITHOUT:
                        self.assertTrue(accessor.sparse or accessor.index in without or accessor.shape in gltf._SIDES, accessor)
        self.assertGreater(seen, 16)

    def test_memory_lives_as_long_as_anything_looks_into_it(self):
        freed = []
        real = gltf._c.document_free
        gltf._c.document_free = lambda pointer: (freed.append(1), real(pointer))
        try:
            with gltf.Document.open(GLB) as document:
                accessor = document[17]
            wanted = accessor.read(None).tolist()
            view = accessor.view()
            del accessor, document
            gc.collect()
            self.assertEqual((freed, view.tolist()), ([], wanted))
            part = view[2:]
            del view
            gc.collect()
            self.assertEqual((freed, part.tolist()), ([], wanted[2:]))
            del part
            gc.collect()
            self.assertEqual(freed, [1])
        finally:
            gltf._c.document_free = real

    def test_bytes_may_come_from_anything_with_a_buffer(self):
        wanted = gltf.Document.open(GLB)[0].read().tolist()
        data = content(GLB)
        with open(GLB, "rb") as f, mmap.mmap(f.fileno(), 0, access=mmap.ACCESS_READ) as mapped:
            for source in (data, bytearray(data), memoryview(data), mapped):
                document = gltf.Document.parse(source)
                self.assertEqual(document[0].read().tolist(), wanted)
                del document
                gc.collect()

    def test_loading_asks_a_function_and_raises_what_it_raises(self):
        asked = []

        def bring(uri, size):
            asked.append((uri, size))
            return content(os.path.join(MODELS, uri))[:size]

        document = gltf.Document.parse(content(GLTF))
        self.assertRaises(ZeroDivisionError, document.load, lambda uri, size: 1 // 0)
        self.assertRaises(TypeError, document.load, lambda uri, size: None)
        with self.assertRaises(gltf.Error) as caught:
            document.load(lambda uri, size: b"short")
        self.assertEqual(caught.exception.status, Status.BUFFER_LENGTH)
        document.load(bring)
        self.assertEqual(asked, [("pyramids.bin", os.path.getsize(os.path.join(MODELS, "pyramids.bin")))])
        self.assertEqual(document[0].read().tolist(), gltf.Document.open(GLB)[0].read().tolist())

    def test_morph_targets(self):
        if not hasattr(gltf._c.find(), "gltf_document_morph"):
            self.skipTest("skipped: a library without gltf_document_morph")
        with gltf.Document.open(GLB) as document:
            base, first = document.attribute(1, 0, "POSITION").read().tolist(), document.attribute(1, 0, "POSITION", 0).read().tolist()
            got = document.morph(1, 0, "POSITION", [0.5] + [0] * (document.mesh(1).target_count - 1)).tolist()
            self.assertEqual(got, [[struct.unpack("f", struct.pack("f", b + 0.5 * d))[0] for b, d in zip(*pair)] for pair in zip(base, first)])
            self.assertRaises(gltf.Error, document.morph, 1, 0, "POSITION", [1])

    def test_validation_says_what_the_inspector_says(self):
        with tempfile.TemporaryDirectory() as folder:
            wrong = os.path.join(folder, "wrong.glb")
            with open(wrong, "wb") as file:
                file.write(content(GLB).replace(b'"count":', b'"Count":')[:-5])
            for path in (GLB, GLTF, wrong):
                told = json.loads(subprocess.run([INSPECT, "--validate", "--json", path], stdout=subprocess.PIPE).stdout)
                result = gltf.validate(content(path), lambda uri, size: content(os.path.join(MODELS, uri)))
                self.assertEqual([(i.code, i.severity, i.pointer, i.offset, i.message) for i in result.issues],
                                 [(i["code"], i["severity"], i.get("pointer"), i.get("offset"), i["message"]) for i in told["issues"]])
                self.assertEqual((result.is_glb, result.truncated, result.errors > 10), (path != GLTF, False, path == wrong))

    def test_validation_finds_faults(self):
        text = (b'{"asset":{"version":"2.0"},"buffers":[{"byteLength":8,"uri":"b.bin"}],"bufferViews":[{"buffer":0,"byteLength":8}],'
                b'"accessors":[{"bufferView":0,"componentType":5126,"count":2,"type":"SCALAR","max":[3]}]}')
        bring = lambda uri, size: {"b.bin": struct.pack("<ff", 1, 2)}[uri]  # noqa: E731
        result = gltf.validate(text, bring)
        wrong = [i for i in result.issues if i.severity == gltf.Severity.ERROR]
        self.assertEqual([(i.code, i.pointer, i.offset) for i in wrong], [("ACCESSOR_MAX_MISMATCH", "/accessors/0/max/0", None)])
        self.assertIn("3", wrong[0].message)
        self.assertTrue(wrong[0].meaning)
        self.assertEqual(gltf.validate(text, bring, look_at_data=False).errors, 0)
        self.assertEqual(gltf.validate(text, bring, regrade={"ACCESSOR_MAX_MISMATCH": None}).errors, 0)
        self.assertEqual(gltf.validate(text, bring, regrade={"ACCESSOR_MAX_MISMATCH": gltf.Severity.HINT}).hints, 1)
        self.assertTrue(gltf.validate(text, bring, max_issues=1).truncated)
        self.assertEqual([i.code for i in gltf.validate(text, lambda uri, size: {}[uri]).issues if not i.severity], ["IO_ERROR"])
        self.assertRaises(ZeroDivisionError, gltf.validate, text, lambda uri, size: 1 // 0)
        with self.assertRaises(gltf.Error) as caught:
            gltf.validate(text, regrade={"NO_SUCH_CODE": None})
        self.assertEqual(caught.exception.status, Status.ARGUMENT)
        container = gltf.validate(content(GLB)[:-1])
        self.assertEqual([(i.pointer, i.offset) for i in container.issues if i.pointer is None][0][0], None)
        self.assertIsInstance([i.offset for i in container.issues if i.pointer is None][0], int)

    def test_names_that_are_not_ascii(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "Grüße 模型.glb")
            shutil.copy(GLB, path)
            self.assertEqual(len(gltf.Document.open(path)), len(gltf.Document.open(GLB)))

    def test_the_readme_runs(self):
        blocks = reference.code_blocks(os.path.join(FOLDER, "README.md"), "python")
        self.assertTrue(blocks)
        for block in blocks:
            exec(compile(block.replace("model.glb", GLB), "README.md", "exec"), {})


def gltf_short(numbers):
    import array
    return array.array("h", [int(abs(n) * 32767 + 0.5) * (1 if n >= 0 else -1) for n in numbers])


if __name__ == "__main__":
    unittest.main()
