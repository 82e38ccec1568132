#!/usr/bin/env python3
"""Attacks on every public name of the Python binding: wrong types and numbers, closed documents, calls from callbacks and from other
threads, copies.  A public name without an attack fails.  usage: test_python_attacks.py LIBRARY [--without-numpy] [--sanitized] [TEST...]

With --sanitized the library must be one of AddressSanitizer, whose runtime is loaded.  Exit status 77 when numpy is wanted and not there."""
import copy, ctypes, dataclasses, enum, gc, inspect, os, pickle, subprocess, sys, threading, unittest, weakref

import reference

LIBRARY = sys.argv[1]
WITHOUT, SANITIZED = "--without-numpy" in sys.argv, "--sanitized" in sys.argv
sys.argv = sys.argv[:1] + [a for a in sys.argv[2:] if a not in ("--without-numpy", "--sanitized")]
if WITHOUT:
    sys.modules["numpy"] = None  # import fails
else:
    try:
        import numpy
    except ImportError:
        print("skipped: no numpy")
        sys.exit(77)
os.environ["GLTF_ACCESSOR_LIBRARY"] = LIBRARY
sys.path.insert(0, os.path.join(reference.ROOT, "examples", "bindings", "python"))
import gltf_accessor as gltf  # noqa: E402
from gltf_accessor import Document, Object, Status, Type  # noqa: E402

MODELS = os.path.join(reference.ROOT, "examples", "data")
GLTF, GLB, BIN = (os.path.join(MODELS, "pyramids." + end) for end in ("gltf", "glb", "bin"))
NAN, INFINITY = float("nan"), float("inf")


def content(path):
    with open(path, "rb") as f:
        return f.read()


TEXT, BYTES = content(GLTF), content(BIN)
PACKED = 17  # an accessor whose numbers are packed, so that there is a view of it without numpy, too


def document():
    """one whose only buffer was lent, so that it can be lent again"""
    made = Document.parse(TEXT)
    made.set_buffer(0, BYTES)
    return made


class Refused:
    """an Error with this status"""
    def __init__(self, status):
        self.status = status


MISSING, ABSENT, A_FAULT = Refused(Status.RANGE), object(), object()
_INDEX = [(n, IndexError) for n in (-1, -2 ** 63, 2 ** 32 - 1, 2 ** 32, 2 ** 64, 10 ** 30)] + [
    (n, TypeError) for n in (0.0, 1.5, NAN, INFINITY, "0", b"0", [0], object())]
_TYPE = [(n, ValueError) for n in (0, 1, -1, 5127, 2 ** 40, 1.5, NAN, "FLOAT", object())]
_PLACE = [(-1, IndexError), (-2 ** 70, IndexError)] + [(n, TypeError) for n in (0.0, 1.5, NAN, "0", b"0", [0], object())]
_FUNCTION = [(n, TypeError) for n in (5, 0, "", "x", b"x", {}, [])]
_FLOATS = [(n, TypeError) for n in (5, 0.5, "0000", b"0000", bytearray(4), {0: 1, 1: 1, 2: 1, 3: 1}, {0, 1, 2, 3}, ["0"] * 4, [None] * 4, [1j] * 4, object())] + [
    ([10 ** 400] * 4, OverflowError), ([1e300] * 4, OverflowError)]
_BYTES = [(n, TypeError) for n in (5, 0.5, None, "text", {}, [], object())] + [(memoryview(b"0" * 99)[::2], BufferError)]
# for each kind of argument: what is given, and the exception or result that it must have
KINDS = {
    "index": _INDEX + [(2 ** 31, MISSING), (None, TypeError)],
    "index or none": _INDEX + [(2 ** 31, MISSING)],
    "index, gives none": _INDEX + [(2 ** 31, ABSENT), (None, TypeError)],
    "index, gives fault": _INDEX + [(2 ** 31, A_FAULT), (None, TypeError)],
    "item": _INDEX + [(2 ** 31, IndexError), (None, TypeError), (slice(0, 2), TypeError)],
    "kind": [(n, ValueError) for n in (-1, 99, 2 ** 31, 2 ** 40, 1.5, NAN, None, "MESH", object())],
    "name": [(n, TypeError) for n in (5, 0.5, None, b"POSITION", [], object())] + [("POSITION\0x", ValueError), ("\0", ValueError), ("\ud800", ValueError)],
    "name or none": [(n, TypeError) for n in (5, b"POSITION", [])] + [("POSITION\0x", ValueError), ("\ud800", ValueError)],
    "type": _TYPE,
    "first": _PLACE + [(None, TypeError)] + [(n, MISSING) for n in (17, 2 ** 31, 2 ** 63, 2 ** 64, 10 ** 30)],
    "count": _PLACE + [(n, MISSING) for n in (17, 2 ** 31, 2 ** 63, 2 ** 64, 10 ** 30)],
    "offset": _PLACE + [(None, TypeError)] + [(n, IndexError) for n in (401, 2 ** 31, 2 ** 64)],
    "stride": _PLACE + [(None, TypeError), (2 ** 32, IndexError), (5, ValueError), (2 ** 31, Refused(Status.CAPACITY))],
    "components": [(n, ValueError) for n in (-1, 5, 9, 17, 2 ** 32, 2 ** 32 + 3)] + [(n, TypeError) for n in (1.5, NAN, "3", [3], object())],
    "limit": [(n, ValueError) for n in (-1, 2 ** 64)] + [(n, TypeError) for n in (1.5, NAN, None, "3", object())],
    "fill": _FLOATS + [((), ValueError), ((1,), ValueError), ((0,) * 5, ValueError), (None, TypeError)],
    "weights": _FLOATS + [([0, NAN], ValueError)] + [(n, Refused(Status.MISMATCH)) for n in ([], (0,), (0,) * 3, (0,) * 1000)],
    "bytes": _BYTES,
    "memory": _BYTES + [(b"0" * 400, BufferError), (memoryview(bytearray(400)).toreadonly(), BufferError), (bytearray(5), Refused(Status.CAPACITY))] + [
        (memoryview(bytearray(400)).cast(code), TypeError) for code in "bhHiIlLqQd?"],
    "function": _FUNCTION,
    "path": [(n, TypeError) for n in (5, 0.5, None, [], object())] + [("a\0b", ValueError), (b"a\0b", ValueError), ("", Refused(Status.IO))],
    "names": [(n, (TypeError, ValueError)) for n in (5, "ab", [5], {5: None}, {b"x": None}, {"A\0": None}, {"IO_ERROR": 9}, {"IO_ERROR": "x"}, {"IO_ERROR": NAN})],
    "handle": [(n, TypeError) for n in (None, 5, "model.glb", b"", object())],
    "error": [(n, TypeError) for n in (None, 5, "text", object())],
}
# name: a call that works, and the kinds of its arguments
CALLS = {
    "Document": ((lambda d, handle: Document(handle)), {"handle": ("handle", None)}),
    "Document.open": ((lambda d, **a: Document.open(**a)), {"path": ("path", GLTF)}),
    "Document.parse": ((lambda d, **a: Document.parse(**a)), {"data": ("bytes", TEXT)}),
    "Document.load": ((lambda d, **a: d.load(**a)), {"bring": ("function", None), "accessor": ("index or none", 0)}),
    "Document.buffer_uri": ((lambda d, **a: d.buffer_uri(**a)), {"buffer": ("index", 0)}),
    "Document.set_buffer": ((lambda d, **a: d.set_buffer(**a)), {"buffer": ("index", 0), "data": ("bytes", BYTES)}),
    "Document.set_view": ((lambda d, **a: d.set_view(**a)), {"view": ("index", 0), "data": ("bytes", BYTES)}),
    "Document.count": ((lambda d, **a: d.count(**a)), {"kind": ("kind", Object.MESH)}),
    "Document.name": ((lambda d, **a: d.name(**a)), {"kind": ("kind", Object.MESH), "index": ("index, gives none", 0)}),
    "Document.find": ((lambda d, **a: d.find(**a)), {"kind": ("kind", Object.MESH), "name": ("name", "ground")}),
    "Document.fault": ((lambda d, **a: d.fault(**a)), {"kind": ("kind", Object.MESH), "index": ("index, gives fault", 0)}),
    "Document.json": ((lambda d: d.json), {}),
    "Document.__len__": ((lambda d: len(d)), {}),
    "Document.__getitem__": ((lambda d, index: d[index].count), {"index": ("item", 0)}),
    "Document.__iter__": ((lambda d: [a.count for a in d]), {}),
    "Document.accessor": ((lambda d, **a: d.accessor(**a).count), {"index": ("index", 0)}),
    "Document.attribute": ((lambda d, **a: d.attribute(**a).count), {
        "mesh": ("index", 1), "primitive": ("index", 0), "semantic": ("name or none", "POSITION"), "target": ("index or none", 0)}),
    "Document.declared_bounds": ((lambda d, **a: d.declared_bounds(**a)), {"accessor": ("index", 0)}),
    "Document.uses": ((lambda d, **a: d.uses(**a)), {"accessor": ("index", 0)}),
    "Document.mesh": ((lambda d, **a: d.mesh(**a)), {"index": ("index", 0)}),
    "Document.meshes": ((lambda d: [list(m.primitives) for m in d.meshes]), {}),
    "Document.primitive": ((lambda d, **a: d.primitive(**a)), {"mesh": ("index", 0), "primitive": ("index", 0)}),
    "Document.target": ((lambda d, **a: d.target(**a)), {"mesh": ("index", 1), "primitive": ("index", 0), "target": ("index", 0)}),
    "Document.indices": ((lambda d, **a: d.indices(**a).tolist()), {"mesh": ("index", 0), "primitive": ("index", 0)}),
    "Document.morph": ((lambda d, **a: d.morph(**a).tolist()), {
        "mesh": ("index", 1), "primitive": ("index", 0), "semantic": ("name", "POSITION"), "weights": ("weights", [0.5, 1])}),
    "Document.node": ((lambda d, **a: d.node(**a)), {"index": ("index", 0)}),
    "Document.node_weights": ((lambda d, **a: d.node_weights(**a)), {"node": ("index", 1)}),
    "Document.skin": ((lambda d, **a: d.skin(**a)), {"index": ("index", 0)}),
    "Document.animation": ((lambda d, **a: d.animation(**a)), {"index": ("index", 0)}),
    "Document.close": ((lambda d: Document(d._handle).close()), {}),
    "Document.__enter__": ((lambda d: d.__enter__().count(Object.MESH)), {}),
    "Document.__exit__": ((lambda d: Document(d._handle).__exit__(None, None, None)), {}),
    "Accessor.read": ((lambda d, **a: d[0].read(**a).tolist()), {
        "type": ("type", Type.FLOAT), "first": ("first", 1), "count": ("count", 2), "components": ("components", 3), "fill": ("fill", (0, 0, 0, 1))}),
    "Accessor.read_into": ((lambda d, **a: d[0].read_into(**a)), {
        "out": ("memory", bytearray(400)), "first": ("first", 1), "count": ("count", 2), "offset": ("offset", 4), "stride": ("stride", 16),
        "type": ("type", Type.FLOAT), "components": ("components", 3), "fill": ("fill", (0, 0, 0, 1))}),
    "Accessor.view": ((lambda d: d[PACKED].view().tolist()), {}),
    "Accessor.bounds": ((lambda d: d[0].bounds()), {}),
    "Accessor.__len__": ((lambda d: len(d[0])), {}),
    "Accessor.__repr__": ((lambda d: repr(d[0])), {}),
    "Error": ((lambda d, error: gltf.Error(error)), {"error": ("error", gltf._Error())}),
    "validate": ((lambda d, **a: gltf.validate(**a).errors), {
        "data": ("bytes", TEXT), "bring": ("function", None), "max_issues": ("limit", 0), "max_numbers": ("limit", 0), "regrade": ("names", None)}),
    "version": ((lambda d: gltf.version()), {}),
}
CHANGES = ("Document.load", "Document.set_buffer", "Document.set_view")
WITHOUT_DOCUMENT = ("Document", "Document.open", "Document.parse", "Error", "validate", "version")
METHODS = {name: call for name, (call, _) in CALLS.items() if name not in WITHOUT_DOCUMENT + ("Document.close", "Document.__exit__")}


def call(name, d, /, **changed):
    function, arguments = CALLS[name]
    return function(d, **{a: changed.get(a, normal) for a, (_, normal) in arguments.items()})


def works(d):
    return d[0].read().tolist(), d.count(Object.MESH), d.indices(0, 0).tolist()


class Attacks(unittest.TestCase):
    def test_every_public_name_is_attacked(self):
        own = {n: v for n, v in vars(gltf).items() if not n.startswith("_") and getattr(v, "__module__", None) == gltf.__name__}
        data = {n for n, v in own.items() if isinstance(v, type) and (issubclass(v, enum.Enum) or dataclasses.is_dataclass(v))}
        for name in data:
            self.assertTrue(issubclass(own[name], enum.Enum) or own[name].__dataclass_params__.frozen, name)
        names = set(own) - data
        for cls in (gltf.Document, gltf.Accessor, gltf.Error):
            names |= {"%s.%s" % (cls.__name__, n) for n, v in vars(cls).items() if callable(v) or isinstance(v, (property, classmethod, staticmethod))
                      if not n.startswith("_") or n.startswith("__")}
        elsewhere = {"Accessor", "Accessor.__init__", "Accessor.__setattr__", "Accessor.__delattr__", "Document.__init__", "Document.__repr__", "Error.__init__",
                     "Error.__reduce__", "FileNotFound"}
        self.assertEqual(names, set(CALLS) | elsewhere)
        functions = {n: gltf.__dict__[n] if "." not in n else getattr(gltf.__dict__[n.split(".")[0]], n.split(".")[1]) for n in CALLS if "__" not in n}
        flags = {"strict", "load", "triangles", "normalized", "look_at_data", "sentence"}  # what has a truth value; the text of a copy
        for name, function in functions.items():
            if not isinstance(function, property):
                wanted = set(inspect.signature(function).parameters) - flags - {"self"}
                self.assertEqual(wanted, set(CALLS[name][1]), name)

    def test_wrong_arguments_are_refused_and_nothing_changes(self):
        d = document()
        wanted, tried = works(d), 0
        for name, (_, arguments) in CALLS.items():
            for argument, (kind, _) in arguments.items():
                for value, result in KINDS[kind]:
                    with self.subTest(name=name, argument=argument, value=repr(value)[:60]):
                        tried += 1
                        self.attack(name, d, argument, value, result)
        self.assertGreater(tried, 500)
        self.assertEqual(works(d), wanted)

    def attack(self, name, d, argument, value, result):
        if result is ABSENT:
            self.assertIsNone(call(name, d, **{argument: value}))
        elif result is A_FAULT:
            self.assertEqual(call(name, d, **{argument: value}).status, Status.RANGE)
        else:
            kind = gltf.Error if isinstance(result, Refused) else result
            with self.assertRaises(kind) as caught:
                call(name, d, **{argument: value})
            self.assertIsInstance(caught.exception, kind)
            self.assertEqual(isinstance(caught.exception, gltf.Error), isinstance(result, Refused), caught.exception)
            if isinstance(result, Refused):
                self.assertEqual(caught.exception.status, result.status)

    def test_the_calls_work_and_take_numbers_of_others(self):
        d = document()
        for name in CALLS:
            if name != "Document":  # made by open and parse
                call(name, d)

        class Number:
            def __index__(self):
                return 0
        self.assertEqual(d.accessor(Number()).count, 16)
        self.assertEqual(d.accessor(False).count, 16)

    def test_flags_are_true_or_false(self):
        text = b'{"asset":{"version":"2.0"},"accessors":[{"componentType":5126,"type":"SCALAR","count":0}]}'
        self.assertEqual(Document.parse(text, strict=0).accessor(0).count, 0)
        for true in (1, 2, "no", 2 ** 40):
            self.assertRaises(gltf.Error, Document.parse(text, strict=true).accessor, 0)
        d = document()
        self.assertEqual(d.indices(0, 0, triangles=2).tolist(), d.indices(0, 0, triangles=True).tolist())
        self.assertEqual(d[0].read(Type.SHORT, normalized="yes").tolist(), d[0].read(Type.SHORT, normalized=True).tolist())

    def test_a_closed_document_refuses_every_call(self):
        for name, function in METHODS.items():
            d = document()
            accessor = d[0]
            d.close()
            d.close()
            if name == "Document.__enter__":
                self.assertIs(d.__enter__(), d)
                continue
            with self.subTest(name=name):
                with self.assertRaisesRegex(ValueError, "^the document is closed$"):
                    call(name, d)
            self.assertEqual(accessor.read(first=1, count=1).tolist(), document()[0].read(first=1, count=1).tolist())
            self.assertEqual((len(accessor), accessor.bounds()), (16, document()[0].bounds()))

    def test_stale_accessors_refuse_to_read(self):
        for change in ("Document.set_buffer", "Document.set_view"):
            d = document()
            accessor = d[0]
            call(change, d)
            for wrong in (accessor.read, accessor.view, accessor.bounds, lambda: accessor.read_into(bytearray(400))):
                self.assertRaisesRegex(ValueError, "replaced", wrong)

    def test_attributes_cannot_be_changed(self):
        accessor = document()[0]
        for name in ("index", "count", "components", "type", "shape", "normalized", "sparse", "_value", "other"):
            self.assertRaises(AttributeError, setattr, accessor, name, 5)
            self.assertRaises(AttributeError, delattr, accessor, name)
        for found in (document().mesh(0), document().node(0), document().primitive(0, 0), document().skin(0), document().animation(0), document().uses(0)[0]):
            for field in dataclasses.fields(found):
                self.assertRaises(dataclasses.FrozenInstanceError, setattr, found, field.name, 5)

    def test_copies(self):
        d = document()
        for thing in (d, d[0]):
            for wrong in (copy.deepcopy, pickle.dumps):
                self.assertRaises((TypeError, ValueError), wrong, thing)
        self.assertEqual(copy.copy(d[0]).read().tolist(), d[0].read().tolist())
        other = copy.copy(d)
        d.close()
        self.assertEqual(works(other), works(document()))

    def test_errors_can_be_copied_and_pickled(self):
        def fields(error):
            return type(error), str(error), error.args, vars(error)
        for error in (document().fault(Object.ACCESSOR, 99), self.caught(lambda: document().morph(1, 0, "NO_SUCH", [0, 0])),
                      self.caught(lambda: document()[0].read(Type.UNSIGNED_BYTE))):
            for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
                self.assertEqual(fields(pickle.loads(pickle.dumps(error, protocol))), fields(error))
            self.assertEqual(fields(copy.copy(error)), fields(error))
            self.assertEqual(fields(copy.deepcopy(error)), fields(error))

    def caught(self, wrong):
        with self.assertRaises(gltf.Error) as caught:
            wrong()
        return caught.exception

    def test_errors_name_what_was_given(self):
        d = document()
        for i in range(100):
            name = "NO_SUCH_%d_" % i + "x" * (40 + 13 * i)
            error = self.caught(lambda: d.morph(1, 0, name, [0.5, 1]))
            self.assertEqual((error.name, name in str(error)), (name, True))

    def test_errors_of_reads_name_the_accessor_and_the_types(self):
        def error_of(accessor, *arguments, **named):
            error = self.caught(lambda: accessor.read(*arguments, **named))
            self.assertEqual((error.object, error.index), (Object.ACCESSOR, accessor.index))
            into = self.caught(lambda: accessor.read_into(bytearray(4000), type=arguments[0] if arguments else Type.FLOAT, **named))
            self.assertEqual((str(into), vars(into)), (str(error), vars(error)))
            return error.status, str(error)
        text = (b'{"asset":{"version":"2.0"},"buffers":[{"byteLength":8}],"bufferViews":[{"buffer":0,"byteLength":8}],"accessors":['
                b'{"bufferView":0,"componentType":5123,"count":4,"type":"SCALAR"},'
                b'{"bufferView":0,"componentType":5122,"normalized":true,"count":4,"type":"SCALAR"},'
                b'{"bufferView":0,"componentType":5126,"count":2,"type":"SCALAR"}]}')
        d = Document.parse(text)
        d.set_buffer(0, b"\xff" * 8)
        self.assertEqual(error_of(d[0], Type.UNSIGNED_BYTE),
                         (Status.CONVERSION, "accessor 0: a value of type UNSIGNED_SHORT cannot become UNSIGNED_BYTE (GLTF_ERR_CONVERSION)"))
        self.assertEqual(error_of(d[1], Type.INT), (Status.CONVERSION, "accessor 1: normalized SHORT cannot become INT (GLTF_ERR_CONVERSION)"))
        self.assertEqual(error_of(d[2], Type.UNSIGNED_INT), (Status.CONVERSION, "accessor 2: FLOAT cannot become UNSIGNED_INT (GLTF_ERR_CONVERSION)"))
        self.assertEqual(error_of(d[0], first=2, count=3), (Status.RANGE, "accessor 0: element 4 does not exist (4 exist) (GLTF_ERR_RANGE)"))
        self.assertEqual(error_of(d[2], first=9), (Status.RANGE, "accessor 2: element 9 does not exist (2 exist) (GLTF_ERR_RANGE)"))
        small = self.caught(lambda: d[2].read_into(bytearray(7)))
        self.assertEqual((small.object, small.index, str(small)), (Object.ACCESSOR, 2, "accessor 2: the output is too small (GLTF_ERR_CAPACITY)"))

    def test_fill_must_fit_the_type(self):
        indices = document()[4]
        for wrong in ((0, 0, 0, NAN), (0, 0, 0, 0.5), (0, 0, 0, -1), (0, 0, 0, 65536), (0, INFINITY, 0, 0)):
            self.assertRaises(ValueError, indices.read, Type.UNSIGNED_SHORT, components=4, fill=wrong)
            self.assertRaises(ValueError, indices.read_into, bytearray(4000), type=Type.UNSIGNED_SHORT, components=4, fill=wrong)
        self.assertEqual(indices.read(Type.UNSIGNED_SHORT, count=1, components=2, fill=[0, 7, NAN, NAN]).tolist()[0][1], 7)

    def test_a_weight_that_is_no_number_is_named(self):
        with self.assertRaisesRegex(ValueError, r"^weights\[1\] is NaN$"):
            document().morph(1, 0, "POSITION", [0, NAN])
        d = document()
        self.assertEqual(d.morph(1, 0, "POSITION").tolist(), d.morph(1, 0, "POSITION", None).tolist())
        self.assertEqual(d.morph(1, 0, "POSITION").tolist(), d.morph(1, 0, "POSITION", d.mesh(1).weights).tolist())
        self.assertEqual(d.morph(0, 0, "POSITION", []).tolist(), d[0].read().tolist())  # no targets: 0 weights

    # -- memory --

    def test_arrays_that_do_not_hold_the_type_are_refused(self):
        if WITHOUT:
            return
        accessor = document()[0]
        wanted = accessor.read()
        for dtype in (object, "f8", ">f4", "f2", "i4", "u4", "c8", "?", "S4", "U1", "M8[s]", [("a", "f4")], [("a", object)]):
            out = numpy.zeros(48, dtype)
            before = out.tobytes()
            self.assertRaises((TypeError, ValueError, BufferError), accessor.read_into, out)
            self.assertEqual(out.tobytes(), before)
        for out in (numpy.zeros((3, 16), "f4").T, numpy.zeros((16, 6), "f4")[:, ::2]):
            self.assertRaises((TypeError, ValueError, BufferError), accessor.read_into, out)
        for out in (numpy.zeros((16, 3), "f4"), numpy.zeros(192, "u1"), numpy.zeros(193, "u1")[1:]):
            accessor.read_into(out)
            self.assertEqual(out.tobytes(), wanted.tobytes())
        halves, integers = numpy.zeros((16, 3), "f2"), numpy.zeros(18, "u4")
        accessor.read_into(halves, type=Type.HALF_FLOAT)
        self.assertEqual(halves.tolist(), accessor.read(Type.HALF_FLOAT).tolist())
        document()[4].read_into(integers, type=Type.UNSIGNED_INT)
        self.assertEqual(integers.tolist(), document()[4].read(Type.UNSIGNED_INT).tolist())

    def test_the_output_cannot_be_the_document_itself(self):
        arena = memoryview(bytearray(len(TEXT) + 2 * len(BYTES)))
        text, lent, other = arena[:len(TEXT)], arena[len(TEXT):-len(BYTES)], arena[-len(BYTES):]
        text[:], lent[:] = TEXT, BYTES
        for lend in (lambda d: d.set_buffer(0, lent), lambda d: d.load(lambda uri, size: lent)):
            d = Document.parse(text)
            lend(d)
            for out in (text, lent, arena, text[-1:], lent[:1], lent[-1:]):
                self.assertRaises(ValueError, d[0].read_into, out)
            d[0].read_into(other)
            self.assertEqual(bytes(other[:192]), d[0].read().tobytes())
            self.assertEqual((bytes(text), bytes(lent)), (TEXT, BYTES))

    def test_views_are_read_only_to_their_root(self):
        text, bytes_ = TEXT, bytes(BYTES)
        d = Document.parse(text)
        d.set_buffer(0, bytes_)
        view = d[PACKED].view()
        if WITHOUT:
            self.assertTrue(view.readonly and memoryview(view).readonly and view[1:].readonly and view.cast("B").readonly)
            self.assertRaises(TypeError, view.__setitem__, 0, 5)
            return
        root = view
        while isinstance(root, numpy.ndarray):
            self.assertFalse(root.flags.writeable)
            self.assertRaises(ValueError, setattr, root.flags, "writeable", True)
            self.assertRaises(ValueError, root.setflags, write=True)
            self.assertRaises(ValueError, root.__setitem__, 0, 5)
            self.assertTrue(memoryview(root).readonly)
            root = root.base
        self.assertRaises(TypeError, memoryview, root)
        self.assertRaises(ValueError, numpy.asarray(root).setflags, write=True)
        self.assertEqual(bytes_, BYTES)

    def test_bytes_are_let_go_when_they_are_replaced(self):
        class Block(bytearray):
            pass

        def block(size=len(BYTES)):
            made = Block(BYTES[:size])
            blocks.append(weakref.ref(made))
            return made

        def alive():
            return [ref() is not None for ref in blocks]
        blocks = []
        d = Document.parse(TEXT)
        self.assertRaises(gltf.Error, d.load, lambda uri, size: block(9))
        self.assertEqual(alive(), [False])
        d.load(lambda uri, size: block())
        self.assertEqual(alive(), [False, True])
        d.set_buffer(0, block())
        self.assertEqual(alive(), [False, False, True])
        self.assertRaises(gltf.Error, d.set_buffer, 0, block(9))
        self.assertEqual(alive(), [False, False, True, False])
        wanted = works(document())
        self.assertEqual(works(d), wanted)
        blocks.clear()
        for _ in range(3):
            d.set_view(0, block())
        self.assertEqual(alive(), [False, False, True])
        accessor = d[17]
        d.close()
        self.assertEqual(alive(), [False, False, True])
        del accessor
        self.assertEqual(alive(), [False] * 3)
        d = Document.parse(TEXT)
        d.load(lambda uri, size: block())
        view = d[PACKED].view()
        del d
        self.assertEqual(view.tolist(), document()[PACKED].read(None).tolist())
        self.assertEqual(alive(), [False] * 3 + [True])
        del view
        self.assertEqual(alive(), [False] * 4)

    def test_replacing_runs_the_destructor_of_what_was_lent_after_the_change(self):
        seen = []

        class Last(bytearray):
            def __del__(self):
                d.set_view(0, BYTES)  # the document is free for this again
                seen.append(d[0].read().tolist())
        for lend in (lambda b: d.set_buffer(0, b), lambda b: d.load(lambda uri, size: b)):
            d = Document.parse(TEXT)
            lend(Last(BYTES))
            d.set_buffer(0, bytes(len(BYTES)))
        self.assertEqual(len(seen), 2)

    # -- callbacks --

    def test_what_load_gets_must_be_bytes(self):
        async def coroutine(uri, size):
            return BYTES
        for wrong in (lambda u, n: 5, lambda u, n: n, lambda u, n: "text", lambda u, n: {}, lambda u, n: None, lambda u, n: 1.5, lambda u, n: [1, 2], coroutine):
            d = Document.parse(TEXT)
            made = []
            call = lambda u, n: made.append(wrong(u, n)) or made[0]  # noqa: E731
            self.assertRaises(TypeError, d.load, call)
            self.assertRaises(TypeError, gltf.validate, TEXT, call)
            for coroutines in made:
                getattr(coroutines, "close", lambda: None)()
            d.load(lambda u, n: BYTES)
            self.assertEqual(works(d), works(document()))

    def test_load_may_look_at_the_document_but_not_change_it(self):
        for name in METHODS:
            d, results = Document.parse(TEXT), []

            def bring(uri, size):
                try:
                    results.append(call(name, d))
                except Exception as error:
                    results.append(error)
                return BYTES
            d.load(bring)
            self.assertEqual(len(results), 1)
            needs_bytes = "Accessor" in name or name in ("Document.accessor", "Document.attribute", "Document.indices", "Document.morph",
                                                         "Document.__getitem__", "Document.__iter__")
            with self.subTest(name=name):
                if name in CHANGES:
                    self.assertIs(type(results[0]), RuntimeError)
                    self.assertRegex(str(results[0]), "only running call")
                elif needs_bytes:
                    self.assertEqual(results[0].status, Status.NOT_LOADED)
                else:
                    self.assertEqual(results[0], call(name, d))
            self.assertEqual(works(d), works(document()))

    def test_a_load_inside_a_load_is_refused(self):
        d = Document.parse(TEXT)
        asked = []

        def bring(uri, size):
            asked.append(uri)
            d.load(bring)
        self.assertRaisesRegex(RuntimeError, "only running call", d.load, bring)
        self.assertEqual(len(asked), 1)
        d.load(lambda uri, size: BYTES)
        self.assertEqual(works(d), works(document()))

    def test_load_may_close_the_document(self):
        for _ in range(20):
            d = Document.parse(TEXT)
            freed = weakref.ref(d._handle)

            def bring(uri, size):
                d.close()
                gc.collect()
                self.assertIsNotNone(freed())
                return BYTES
            self.assertIsNone(d.load(bring))
            self.assertIsNone(freed())
            self.assertRaises(ValueError, len, d)
            d = Document.parse(TEXT)
            self.assertRaises(ZeroDivisionError, d.load, lambda uri, size: (d.close(), 1 // 0))

    def test_arguments_may_close_the_document(self):
        class Closes:
            def __init__(self, number):
                self.number = number

            def __index__(self):
                d.close()
                gc.collect()
                return self.number

        class Changes:
            def __index__(self):
                d.set_buffer(0, BYTES)
                return 0
        tried = 0
        for name, (_, arguments) in CALLS.items():
            for argument, (kind, number) in arguments.items():
                if "index" in kind and name != "Document.__getitem__":
                    d = document()
                    wanted = call(name, d)
                    self.assertEqual(call(name, d, **{argument: Closes(number)}), wanted)
                    tried += 1
        self.assertGreater(tried, 20)
        d = document()
        self.assertRaises(RuntimeError, d.primitive, 0, Changes())

    def test_exceptions_do_not_keep_the_document(self):
        gc.disable()
        try:
            for wrong in (lambda d: d.load(lambda uri, size: 1 // 0), lambda d: d.accessor(99), lambda d: d.load(lambda uri, size: b"")):
                d = Document.parse(TEXT)
                freed = weakref.ref(d._handle)
                try:
                    wrong(d)
                    self.fail("no exception")
                except (ZeroDivisionError, gltf.Error):
                    pass
                d.close()
                self.assertIsNone(freed())
        finally:
            gc.enable()

    def test_validation_calls_back_what_it_likes(self):
        text = b'{"asset":{"version":"2.0"},"buffers":[{"byteLength":8,"uri":"b.bin"}]}'
        inner = []

        def bring(uri, size):
            inner.append(gltf.validate(TEXT, lambda u, n: BYTES).errors)
            inner.append(len(Document.open(GLB)))
            return b"0" * size
        self.assertEqual(gltf.validate(text, bring).errors, 0)
        self.assertEqual(inner, [gltf.validate(TEXT, lambda u, n: BYTES).errors, len(document())])
        self.assertRaises(KeyboardInterrupt, gltf.validate, text, lambda u, n: (_ for _ in ()).throw(KeyboardInterrupt()))
        data = bytearray(text)
        self.assertRaises(BufferError, gltf.validate, data, lambda u, n: data.clear())

    # -- threads --

    def test_other_threads_are_refused_while_a_load_runs(self):
        d = Document.parse(TEXT)
        d.load(lambda uri, size: BYTES)
        accessor, results = d[0], {}

        def other():
            for name in METHODS:
                try:
                    results[name] = call(name, d)
                except Exception as error:
                    results[name] = error
            for name in ("read", "view", "bounds"):
                try:
                    results[name] = getattr(accessor, name)()
                except Exception as error:
                    results[name] = error
        with d._handle.change():
            thread = threading.Thread(target=other)
            thread.start()
            thread.join()
        self.assertEqual(len(results), len(METHODS) + 3)
        for name, result in results.items():
            with self.subTest(name=name):
                self.assertIs(type(result), RuntimeError, result)
        self.assertEqual(works(d), works(document()))

    def test_no_change_while_a_call_runs(self):
        d = document()
        with d._handle:
            for name in CHANGES:
                self.assertRaisesRegex(RuntimeError, "only running call", call, name, d)
            self.assertEqual(works(d), works(document()))
        for name in CHANGES:
            call(name, d)

    def test_a_running_call_keeps_the_memory(self):
        functions = {n: getattr(gltf._c, n) for n in gltf._PROTOTYPES if n.startswith(("document_", "accessor_")) if n != "document_free"}
        for name in METHODS:
            d = document()
            wanted, handle, calls = call(name, d), weakref.ref(d._handle), []

            def closing(function):
                def called(*arguments):
                    d.close()
                    gc.collect()
                    calls.append(handle() is not None)
                    return function(*arguments)
                return called
            try:
                vars(gltf._c).update({n: closing(function) for n, function in functions.items()})
                result = call(name, d)
            except ValueError as error:  # of the second of two calls
                self.assertEqual(str(error), "the document is closed")
                result = wanted
            finally:
                vars(gltf._c).update(functions)
            with self.subTest(name=name):
                self.assertEqual(result, wanted)
                self.assertEqual(set(calls), {True})
                self.assertIsNone(handle())

    def test_closing_while_threads_read(self):
        wanted = call("Document.morph", document())
        for _ in range(40):
            d, wrong, begun = document(), [], threading.Barrier(4)

            def work():
                begun.wait()
                try:
                    for _ in range(200):
                        d.mesh(1), d.indices(0, 0), d.animation(0), d[PACKED].view(), d.json
                        if call("Document.morph", d) != wanted:
                            wrong.append("other numbers")
                except ValueError as error:
                    if str(error) != "the document is closed":
                        wrong.append(error)
                except Exception as error:
                    wrong.append(error)
            threads = [threading.Thread(target=work) for _ in range(3)]
            for thread in threads:
                thread.start()
            begun.wait()
            d.close()
            for thread in threads:
                thread.join()
            self.assertEqual(wrong, [])

    def test_replacing_while_threads_read(self):
        d, wrong = document(), []
        blocks = [bytes(BYTES), bytes(len(BYTES))]
        either = [Document.parse(TEXT), Document.parse(TEXT)]
        for one, block in zip(either, blocks):
            one.set_buffer(0, block)
        wanted = [one[PACKED].read(None).tolist() for one in either]

        def work():
            for _ in range(300):
                try:
                    if d[PACKED].read(None).tolist() not in wanted or d[PACKED].view().tolist() not in wanted:
                        wrong.append("other numbers")
                except (ValueError, RuntimeError):  # stale, or just now replaced
                    pass
                except Exception as error:
                    wrong.append(error)
        threads = [threading.Thread(target=work) for _ in range(2)]
        for thread in threads:
            thread.start()
        attempts = 0
        while any(thread.is_alive() for thread in threads):
            attempts += 1
            try:
                d.set_buffer(0, bytearray(blocks[attempts % 2]))
            except (RuntimeError, BufferError):  # a call runs, or a view lives
                pass
        d.set_buffer(0, BYTES)
        self.assertEqual((wrong, works(d)), ([], works(document())))
        self.assertEqual((d._handle.calls, d._handle.changing, len(d._handle.borrowed)), (0, None, 0))

    # -- the end --

    def test_the_process_ends_quietly_with_everything_alive(self):
        program = """if True:
            import sys
            if %r: sys.modules["numpy"] = None
            import gltf_accessor as gltf
            def load():
                d = gltf.Document.parse(open(%r, "rb").read())
                d.load(lambda uri, size: open(%r, "rb").read())
                return d
            class Cycle: pass
            document, cycle, error = load(), Cycle(), None
            accessor, view = document[%d], document[%d].view()
            cycle.all = cycle, load(), load()[%d].view(), sys.modules
            try: document.morph(0, 0, "NO_SUCH")
            except gltf.Error as e: error = e
            print(len(view))
        """ % (WITHOUT, GLTF, BIN, PACKED, PACKED, PACKED)
        environment = dict(os.environ, PYTHONPATH=os.path.dirname(gltf.__file__))
        run = subprocess.run([sys.executable, "-B", "-c", program], env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.assertEqual((run.returncode, run.stdout, run.stderr), (0, b"%d\n" % document()[PACKED].count, b""))

    # -- the test itself --

    def test_the_library_is_that_of_the_sanitizer(self):
        if SANITIZED:
            self.assertTrue(hasattr(ctypes.CDLL(None), "__asan_init") and hasattr(ctypes.CDLL(LIBRARY), "__asan_init"))


if __name__ == "__main__":
    unittest.main()
