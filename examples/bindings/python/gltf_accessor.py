"""gltf_accessor for Python: the numbers of glTF 2.0 files, by ctypes, with numpy where it is installed.

    import gltf_accessor as gltf

    with gltf.Document.open("model.glb") as document:
        position = document.attribute(0, 0, "POSITION")
        print(position.read())              # float32, shape (vertices, 3)

Arrays are numpy arrays where numpy can be imported, else memoryviews of the same shape (one-dimensional where they are empty).
Every failure of the library is an Error whose text is the library's sentence.  Indices that a file does not have are None.
The C headers hold all contracts; README.md beside this file says how memory and errors map."""
from __future__ import annotations

import array
import collections.abc
import contextlib
import copyreg
import ctypes
import ctypes.util
import enum
import errno
import operator
import os
import sys
import threading
import weakref
from ctypes import POINTER, byref, c_char_p, c_double, c_float, c_int32, c_size_t, c_ssize_t, c_uint32, c_uint64, c_void_p
from dataclasses import dataclass
from typing import Any, Callable, ClassVar, Dict, Iterator, List, Optional, Sequence, Tuple, Union

try:
    import numpy
except ImportError:
    numpy = None  # type: ignore[assignment]

Array = Any  # numpy.ndarray, or memoryview
Bytes = Any  # whatever has the buffer protocol: bytes, bytearray, memoryview, mmap, numpy arrays
PathLike = Union[str, bytes, "os.PathLike[Any]"]
NONE = 0xFFFFFFFF


class Status(enum.IntEnum):
    OK = 0
    ARGUMENT, RANGE, CAPACITY, STRUCT_SIZE, CONVERSION = 1, 2, 3, 4, 5
    MEMORY, IO, LIMIT, NOT_LOADED = 10, 11, 12, 13
    JSON, GLB, URI, BASE64, PROPERTY, REFERENCE, ASSET_VERSION = 20, 21, 22, 23, 24, 25, 26
    EXTENSION, BUFFER_LENGTH, CODEC, CODEC_VERSION, DYNAMIC, MISMATCH = 27, 28, 29, 30, 31, 32
    COMPONENT_TYPE, SHAPE, NORMALIZED, COUNT, STRIDE, ALIGNMENT = 40, 41, 42, 43, 44, 45
    VIEW_BOUNDS, ACCESSOR_BOUNDS, SPARSE_COUNT, SPARSE_ORDER, SPARSE_INDEX = 46, 47, 48, 49, 50


class Type(enum.IntEnum):
    """Types of numbers.  The last three are for output only."""
    BYTE, UNSIGNED_BYTE, SHORT, UNSIGNED_SHORT, UNSIGNED_INT, FLOAT = 5120, 5121, 5122, 5123, 5125, 5126
    INT, DOUBLE, HALF_FLOAT = 5124, 5130, 5131


class Shape(enum.IntEnum):
    SCALAR, VEC2, VEC3, VEC4, MAT2, MAT3, MAT4 = 1, 2, 3, 4, 5, 6, 7


class Object(enum.IntEnum):
    """Kinds of objects, for count, name, find and fault, and in errors."""
    NONE, BUFFER, VIEW, ACCESSOR, MESH, SKIN, ANIMATION, NODE, EXTENSION_USED, EXTENSION_REQUIRED = range(10)


class Interpolation(enum.IntEnum):
    LINEAR, STEP, CUBICSPLINE = 1, 2, 3


class Path(enum.IntEnum):
    TRANSLATION, ROTATION, SCALE, WEIGHTS, POINTER, OTHER = 1, 2, 3, 4, 5, 6


class Role(enum.IntEnum):
    ATTRIBUTE, INDICES, TARGET, INVERSE_BIND_MATRICES, ANIMATION_INPUT, ANIMATION_OUTPUT, INSTANCE, EXTENSION = 1, 2, 3, 4, 5, 6, 7, 8


class Severity(enum.IntEnum):
    ERROR, WARNING, INFORMATION, HINT = 0, 1, 2, 3


# for each type: format character of the struct module, bytes
_FORMATS = {Type.BYTE: ("b", 1), Type.UNSIGNED_BYTE: ("B", 1), Type.SHORT: ("h", 2), Type.UNSIGNED_SHORT: ("H", 2), Type.INT: ("i", 4),
            Type.UNSIGNED_INT: ("I", 4), Type.FLOAT: ("f", 4), Type.DOUBLE: ("d", 8), Type.HALF_FLOAT: ("e", 2)}
_SIDES = {Shape.MAT2: 2, Shape.MAT3: 3, Shape.MAT4: 4}


# ---- the C side ----

class _Error(ctypes.Structure):
    _fields_ = [("status", c_int32), ("object", c_int32), ("index", c_uint32), ("part", c_uint32), ("target", c_uint32), ("reason", c_uint32),
                ("position", c_uint64), ("expected", c_uint64), ("found", c_uint64), ("field", c_char_p), ("name", c_char_p)]


class _Buffer(ctypes.Structure):
    _fields_ = [("data", c_void_p), ("size", c_uint64)]


class _Accessor(ctypes.Structure):
    _fields_ = [("data", c_void_p), ("sparse_indices", c_void_p), ("sparse_values", c_void_p), ("count", c_size_t), ("stride", c_size_t),
                ("sparse_count", c_size_t), ("component_type", c_uint32), ("shape", c_uint32), ("component_count", c_uint32),
                ("element_size", c_uint32), ("normalized", c_uint32), ("sparse_index_type", c_uint32), ("cpu", c_uint32), ("flags", c_uint32)]


class _Layout(ctypes.Structure):
    _fields_ = [("component_type", c_uint32), ("component_count", c_uint32), ("normalized", c_uint32), ("byte_stride", c_uint32),
                ("fill", c_float * 4)]


class _Allocator(ctypes.Structure):
    _fields_ = [("user", c_void_p), ("allocate", c_void_p), ("release", c_void_p)]


class _Options(ctypes.Structure):
    _fields_ = [("struct_size", c_uint32), ("flags", c_uint32), ("source_flags", c_uint32), ("cpu", c_uint32), ("allocator", _Allocator),
                ("primitive_codec", c_void_p), ("max_text", c_uint64), ("max_objects", c_uint64), ("max_zero_elements", c_uint64),
                ("max_decoded", c_uint64), ("max_loaded", c_uint64)]


_Load = ctypes.CFUNCTYPE(c_int32, c_void_p, c_uint32, c_char_p, c_uint64, POINTER(_Buffer))
_Release = ctypes.CFUNCTYPE(None, c_void_p, POINTER(_Buffer))


class _Io(ctypes.Structure):
    _fields_ = [("user", c_void_p), ("load", _Load), ("release", _Release)]


class _Attribute(ctypes.Structure):
    _fields_ = [("semantic", c_char_p), ("accessor", c_uint32), ("reserved", c_uint32)]


class _Mesh(ctypes.Structure):
    _fields_ = [("name", c_char_p), ("weights", POINTER(c_float)), ("target_names", POINTER(c_char_p)), ("primitive_count", c_uint32),
                ("target_count", c_uint32), ("weight_count", c_uint32), ("target_name_count", c_uint32)]


class _Primitive(ctypes.Structure):
    _fields_ = [("attributes", POINTER(_Attribute)), ("attribute_count", c_uint32), ("target_count", c_uint32), ("mode", c_uint32),
                ("indices", c_uint32)]


class _Node(ctypes.Structure):
    _fields_ = [("name", c_char_p), ("weights", POINTER(c_float)), ("instance_attributes", POINTER(_Attribute)), ("weight_count", c_uint32),
                ("instance_attribute_count", c_uint32), ("mesh", c_uint32), ("skin", c_uint32)]


class _Skin(ctypes.Structure):
    _fields_ = [("name", c_char_p), ("joints", POINTER(c_uint32)), ("joint_count", c_uint32), ("inverse_bind_matrices", c_uint32)]


class _Animation(ctypes.Structure):
    _fields_ = [("name", c_char_p), ("sampler_count", c_uint32), ("channel_count", c_uint32)]


class _Sampler(ctypes.Structure):
    _fields_ = [("input", c_uint32), ("output", c_uint32), ("interpolation", c_uint32), ("reserved", c_uint32)]


class _Channel(ctypes.Structure):
    _fields_ = [("path_name", c_char_p), ("pointer", c_char_p), ("sampler", c_uint32), ("node", c_uint32), ("path", c_uint32),
                ("values_per_key", c_uint32)]


class _Use(ctypes.Structure):
    _fields_ = [("semantic", c_char_p), ("object", c_int32), ("index", c_uint32), ("part", c_uint32), ("target", c_uint32), ("role", c_uint32),
                ("reserved", c_uint32)]


class _IssueKind(ctypes.Structure):
    _fields_ = [("code", c_char_p), ("meaning", c_char_p), ("severity", c_uint32), ("reserved", c_uint32)]


class _Issue(ctypes.Structure):
    _fields_ = [("code", c_char_p), ("pointer", c_char_p), ("message", c_char_p), ("offset", c_uint64), ("severity", c_uint32), ("kind", c_uint32)]


class _Regrade(ctypes.Structure):
    _fields_ = [("code", c_char_p), ("severity", c_uint32), ("reserved", c_uint32)]


class _ValidateOptions(ctypes.Structure):
    _fields_ = [("struct_size", c_uint32), ("flags", c_uint32), ("cpu", c_uint32), ("regrade_count", c_uint32), ("max_issues", c_uint64),
                ("max_text", c_uint64), ("max_objects", c_uint64), ("max_numbers", c_uint64), ("regrades", POINTER(_Regrade)),
                ("allocator", _Allocator), ("io", _Io)]


class _Validation(ctypes.Structure):
    _fields_ = [("errors", c_uint64), ("warnings", c_uint64), ("informations", c_uint64), ("hints", c_uint64), ("numbers", c_uint64),
                ("truncated", c_uint32), ("is_glb", c_uint32)]


_Hear = ctypes.CFUNCTYPE(c_int32, c_void_p, POINTER(_Issue))

_E, _D, _A, _U, _S, _P = POINTER(_Error), c_void_p, POINTER(_Accessor), c_uint32, c_size_t, c_void_p
_PROTOTYPES: Dict[str, Tuple[Any, ...]] = {  # name: result, arguments
    "version": (_U,),
    "status_name": (c_char_p, c_int32),
    "error_format": (_S, _E, c_char_p, _S),
    "accessor_read_as": (c_int32, _A, _S, _S, POINTER(_Layout), _P, _S),
    "accessor_direct": (c_void_p, _A),
    "accessor_bounds": (c_int32, _A, POINTER(c_double), POINTER(c_double), _S),
    "document_options_init": (None, POINTER(_Options), _U),
    "document_open": (c_int32, c_char_p, POINTER(_Options), POINTER(_D), _E),
    "document_parse": (c_int32, _P, _S, POINTER(_Options), POINTER(_D), _E),
    "document_free": (None, _D),
    "document_load": (c_int32, _D, _U, POINTER(_Io), _E),
    "document_set_buffer": (c_int32, _D, _U, _P, _S, _E),
    "document_set_view": (c_int32, _D, _U, _P, _S, _E),
    "document_count": (_U, _D, c_int32),
    "document_name": (c_char_p, _D, c_int32, _U),
    "document_find": (c_int32, _D, c_int32, c_char_p, POINTER(_U)),
    "document_fault": (c_int32, _D, c_int32, _U, _E),
    "document_buffer_uri": (c_int32, _D, _U, POINTER(c_char_p), POINTER(c_uint64)),
    "document_accessor": (c_int32, _D, _U, _A, _E),
    "document_declared_bounds": (c_int32, _D, _U, POINTER(c_double), POINTER(c_double), _S, _E),
    "document_json": (c_void_p, _D, POINTER(_S)),
    "document_mesh": (c_int32, _D, _U, POINTER(_Mesh), _E),
    "document_primitive": (c_int32, _D, _U, _U, POINTER(_Primitive), _E),
    "document_target": (c_int32, _D, _U, _U, _U, POINTER(POINTER(_Attribute)), POINTER(_U), _E),
    "document_attribute": (c_int32, _D, _U, _U, _U, c_char_p, POINTER(_U), _A, _E),
    "document_indices": (c_int32, _D, _U, _U, _U, _P, _S, POINTER(_S), _E),
    "document_node": (c_int32, _D, _U, POINTER(_Node), _E),
    "document_skin": (c_int32, _D, _U, POINTER(_Skin), _E),
    "document_animation": (c_int32, _D, _U, POINTER(_Animation), _E),
    "document_sampler": (c_int32, _D, _U, _U, POINTER(_Sampler), _E),
    "document_channel": (c_int32, _D, _U, _U, POINTER(_Channel), _E),
    "document_node_weights": (c_int32, _D, _U, POINTER(c_float), _S, POINTER(_S), _E),
    "document_uses": (c_int32, _D, _U, POINTER(POINTER(_Use)), POINTER(_U)),
    "document_morph": (c_int32, _D, _U, _U, c_char_p, POINTER(c_float), _U, _S, _S, POINTER(_Layout), _P, _S, _E),
    "validate_options_init": (None, POINTER(_ValidateOptions), _U),
    "validate": (c_int32, _P, _S, POINTER(_ValidateOptions), _Hear, c_void_p, POINTER(_Validation), _E),
    "issue_kinds": (POINTER(_IssueKind), POINTER(_U)),
}


class _Library:
    """The shared library, found when it is first needed: GLTF_ACCESSOR_LIBRARY, the folder of this file, the system."""

    def __getattr__(self, name: str) -> Any:
        if "dll" not in self.__dict__:
            self.dll = self.find()
        function = getattr(self.dll, "gltf_" + name)
        function.restype, function.argtypes = _PROTOTYPES[name][0], list(_PROTOTYPES[name][1:])
        setattr(self, name, function)
        return function

    @staticmethod
    def find() -> ctypes.CDLL:
        file = {"win32": "gltf_accessor.dll", "darwin": "libgltf_accessor.dylib"}.get(sys.platform, "libgltf_accessor.so")
        near = os.path.join(os.path.dirname(os.path.abspath(__file__)), file)
        path = os.environ.get("GLTF_ACCESSOR_LIBRARY") or (near if os.path.exists(near) else None) or ctypes.util.find_library("gltf_accessor")
        dll = ctypes.CDLL(path or file)
        dll.gltf_version.restype = c_uint32
        if dll.gltf_version() // 100 != 1:  # before 1.0 a minor version may change the structs above
            raise ImportError("%s is of version %d, not 0.1" % (path or file, dll.gltf_version()))
        return dll


_c = _Library()


class Error(Exception):
    """A failure of the library.  str(error) is its sentence; the attributes say what and where, None where they do not apply."""

    def __init__(self, error: _Error, sentence: Optional[str] = None) -> None:
        if sentence is None:
            size = _c.error_format(byref(error), None, 0) + 1
            text = ctypes.create_string_buffer(size)
            _c.error_format(byref(error), text, size)
            sentence = text.value.decode("utf-8", "replace")
        super().__init__(sentence)
        self.status: int = Status(error.status) if error.status in Status._value2member_map_ else error.status
        self.object = Object(error.object) if error.object in Object._value2member_map_ else Object.NONE
        self.index = _index(error.index)
        self.part = _index(error.part)
        self.target = _index(error.target)
        self.position: int = error.position
        self.expected: int = error.expected
        self.found: int = error.found
        self.field = _text(error.field)
        self.name = _text(error.name)

    def __reduce__(self) -> Any:  # copies and pickles
        return copyreg.__newobj__, (type(self),), dict(self.__dict__, args=self.args)  # type: ignore[attr-defined]


class FileNotFound(Error, FileNotFoundError):
    """The file that open was given is not there."""
    errno = errno.ENOENT  # type: ignore[assignment]
    strerror = os.strerror(errno)  # type: ignore[assignment]
    filename: Any = None


def _index(value: int) -> Optional[int]:
    return None if value == NONE else value


def _text(value: Optional[bytes]) -> Optional[str]:
    return None if value is None else value.decode("utf-8", "replace")


# One function for each kind of argument.  What does not fit is a mistake of the caller, and Python's own error.

def _whole(value: int, what: str = "index", most: Optional[int] = NONE - 1, kind: Any = IndexError) -> int:
    """a whole number from 0 to `most`"""
    number = operator.index(value)
    if number < 0 or (most is not None and number > most):
        raise kind("%s %d is out of range" % (what, number))
    return number


def _optional(index: Optional[int]) -> int:
    """an index; None is GLTF_NONE"""
    return NONE if index is None else _whole(index)


def _without_nul(text: bytes) -> bytes:
    if b"\0" in text:
        raise ValueError("a name or path cannot contain NUL: %r" % text)
    return text


def _name(text: str) -> bytes:
    if not isinstance(text, str):
        raise TypeError("a name must be str, not %s" % type(text).__name__)
    return _without_nul(text.encode("utf-8"))


def _floats(values: Sequence[float], what: str) -> Any:
    """numbers as an array of C"""
    if isinstance(values, (str, bytes, bytearray, collections.abc.Mapping, collections.abc.Set)):
        raise TypeError("%s must be a sequence of numbers, not %s" % (what, type(values).__name__))
    numbers = list(values)
    out = (c_float * len(numbers))(*numbers)
    for i, number in enumerate(numbers):
        if abs(out[i]) == float("inf") != abs(number):
            raise OverflowError("%s[%d] is too large for float32" % (what, i))
    return out


def _function(value: Any) -> Any:
    if value is not None and not callable(value):
        raise TypeError("bring must be a function, not %s" % type(value).__name__)
    return value


def _check(status: int, error: Optional[_Error] = None) -> None:
    if status:
        if error is None or error.status != status:
            error = _Error(status=status, index=NONE, part=NONE, target=NONE)
        raise Error(error)


# ---- memory ----

class _PyBuffer(ctypes.Structure):
    _fields_ = [("buf", c_void_p), ("obj", ctypes.py_object), ("len", c_ssize_t), ("itemsize", c_ssize_t), ("readonly", ctypes.c_int),
                ("ndim", ctypes.c_int), ("format", c_char_p), ("shape", c_void_p), ("strides", c_void_p), ("suboffsets", c_void_p),
                ("internal", c_void_p)]


class _Lent:
    """Memory of a Python object that the library may use while this lives; the object can neither move nor go."""

    def __init__(self, data: Bytes, writable: bool = False) -> None:
        self.view = _PyBuffer()
        flags = 1 | 4 | 8 if writable else 0  # PyBUF_WRITABLE, _FORMAT, _ND; 0 = bytes, whatever they are
        ctypes.pythonapi.PyObject_GetBuffer(ctypes.py_object(data), byref(self.view), flags)
        self.address, self.size = self.view.buf or 0, self.view.len
        weakref.finalize(self, _Lent.release, self.view).atexit = False

    def takes(self, kind: Type) -> bool:
        """whether numbers of this type may be written here: the memory holds bytes, or numbers of the same type in native order"""
        text, size = (self.view.format or b"B").decode("latin-1"), self.view.itemsize
        code = text.lstrip("@=" + ("<" if sys.byteorder == "little" else ">!"))
        alike = "bhilqn" if _FORMATS[kind][0] in "bhi" else "BHILQN" if _FORMATS[kind][0] in "BHI" else "efd"
        return code in ("B", "c") or (len(code) == 1 and code in alike and size == _FORMATS[kind][1])

    @staticmethod
    def release(view: _PyBuffer) -> None:
        ctypes.pythonapi.PyBuffer_Release(byref(view))


class _Handle:
    """The C document and all that it borrows.  Freed when the Document, its accessors, all borrowed arrays and all running calls
    are gone.  Every call runs inside `with handle`, or inside `with handle.change()` if it changes the document."""

    def __init__(self) -> None:
        self.pointer = c_void_p()
        self.lent: Dict[Any, _Lent] = {}  # bytes of the file, of set_buffer and of set_view
        self.loaded: List[_Lent] = []  # bytes that load's function returned
        self.unused: List[_Lent] = []  # what the library does not need any more, until the running change ends
        self.release: Any = None
        self.borrowed: Any = weakref.WeakValueDictionary()  # arrays that look into it, by id
        self.changes = 0  # how often bytes were replaced
        self.lock = threading.RLock()
        self.calls = 0  # running ones that only look
        self.changing: Optional[int] = None  # thread of a running change

    def __enter__(self) -> c_void_p:
        with self.lock:
            if self.changing not in (None, threading.get_ident()):
                raise RuntimeError("another thread is loading or replacing bytes of this document")
            self.calls += 1
        return self.pointer

    def __exit__(self, *_: object) -> None:
        with self.lock:
            self.calls -= 1

    @contextlib.contextmanager
    def change(self) -> Iterator[c_void_p]:
        with self.lock:
            if self.calls or self.changing is not None:
                raise RuntimeError("load, set_buffer and set_view must be the only running call of a document")
            self.changing = threading.get_ident()
        try:
            yield self.pointer
        finally:
            self.changing = None
            del self.unused[:]

    def overlaps(self, out: _Lent) -> bool:
        with self:
            return any(lent.address < out.address + out.size and out.address < lent.address + lent.size
                       for lent in [*self.lent.values(), *self.loaded])

    def releaser(self) -> Any:
        """a function of C that takes back what load's function returned; it must not keep this handle alive"""
        if self.release is None:
            loaded, unused = self.loaded, self.unused

            def from_c(_user: Any, buffer: Any) -> None:
                for i, lent in enumerate(loaded):
                    if lent.address == buffer[0].data:
                        return unused.append(loaded.pop(i))

            self.release = _Release(from_c)
        return self.release

    def __reduce__(self) -> Any:
        raise TypeError("documents and accessors cannot be copied deeply or pickled")

    def __del__(self) -> None:
        if self.__dict__.get("pointer"):
            _c.document_free(self.pointer)


class _Borrowed:
    """Memory of a document, read-only for numpy.  An array made of it keeps this, and this the document's memory."""

    def __init__(self, handle: _Handle, address: int, code: str, shape: Tuple[int, ...], strides: Tuple[int, ...]) -> None:
        self.handle = handle
        self.__array_interface__ = {"version": 3, "data": (address, True), "typestr": numpy.dtype(code).str, "shape": shape, "strides": strides}


def _room(kind: Type, shape: Tuple[int, ...]) -> Tuple[Array, int, int]:
    """a new array for the library to write to: itself, its address and size"""
    code, size = _FORMATS[kind]
    total = 1
    for n in shape:
        total *= n
    if numpy is not None:
        out = numpy.empty(shape, dtype=code)
        return out, out.ctypes.data, total * size
    block = array.array("B", bytes(total * size))
    flat = memoryview(block)
    return (flat.cast(code, shape) if total else flat.cast(code)), block.buffer_info()[0], total * size


# ---- accessors ----

_FILL = (0, 0, 0, 1)
_C_FILL = (c_float * 4)(*_FILL)


class Accessor:
    """One accessor, checked: reading it cannot fail for what the file says.  Keeps its document's memory alive.  After
    set_buffer or set_view of the document it is stale (ValueError): ask the document for it again."""

    index: Optional[int]    #: in the file; None for data that only a compressed primitive has
    count: int              #: elements
    components: int
    type: Optional[Type]
    shape: Optional[Shape]
    normalized: bool
    sparse: bool

    def __init__(self, handle: _Handle, value: _Accessor, index: Optional[int]) -> None:
        self.__dict__.update(
            _handle=handle, _value=value, _changes=handle.changes, index=index, count=value.count, components=value.component_count,
            type=Type(value.component_type) if value.component_type else None, shape=Shape(value.shape) if value.shape else None,
            normalized=bool(value.normalized), sparse=value.sparse_count > 0)

    def __setattr__(self, name: str, value: object = None) -> None:
        raise AttributeError("an accessor cannot be changed")

    __delattr__ = __setattr__

    def __len__(self) -> int:
        return self.count

    def __repr__(self) -> str:
        return "<Accessor %s: %d %s of %s%s>" % (self.index, self.count, self.shape and self.shape.name,
                                                 "normalized " if self.normalized else "", self.type and self.type.name)

    def _c_value(self) -> Any:
        if self._changes != self._handle.changes:
            raise ValueError("the document's bytes were replaced; ask it for this accessor again")
        return byref(self._value)

    def _check(self, status: int, kind: Optional[Type] = None, **fields: Any) -> None:
        """a failure of a call that knows no document: name the accessor, and the types of a conversion"""
        if not status:
            return
        if status == Status.ARGUMENT:
            raise ValueError("stride is less than an element, or fill has a number that the type cannot hold")
        error = _Error(status=status, object=Object.ACCESSOR, index=_optional(self.index), part=NONE, target=NONE, **fields)
        if status != Status.CONVERSION or kind is None or self.type is None:
            raise Error(error)
        stored = "normalized " if self.normalized else "" if self.type == Type.FLOAT else "a value of type "
        raise Error(error, "accessor%s: %s%s cannot become %s (GLTF_ERR_CONVERSION)" % (
            "" if self.index is None else " %d" % self.index, stored, self.type.name, kind.name))

    def _array_shape(self, count: int, components: int) -> Tuple[int, ...]:
        side = _SIDES.get(self.shape) if self.shape else None
        if side:
            return (count, side, side)
        return (count, components) if components > 1 or (components == 1 and self.shape != Shape.SCALAR) else (count,)

    def _range(self, first: int, count: Optional[int]) -> Tuple[int, int]:
        first = _whole(first, "first", None)
        count = max(self.count - first, 0) if count is None else _whole(count, "count", None)
        if first > self.count or count > self.count - first:
            last = min(max(first, first + count - 1), 2 ** 64 - 1)
            self._check(Status.RANGE, field=b"element", expected=self.count, found=last)
        return first, count

    def _layout(self, type: Optional[Type], components: Optional[int], normalized: bool, stride: int,
                fill: Sequence[float]) -> Tuple[Type, _Layout]:
        kind = Type(type) if type is not None else self.type or Type.FLOAT
        number = 0 if components is None else _whole(components, "components", 4, ValueError)
        if number and self.shape in _SIDES:
            raise ValueError("a matrix is read with all its components")
        values = _C_FILL if fill is _FILL else _floats(fill, "fill")
        if len(values) != 4:
            raise ValueError("fill must have 4 numbers, not %d" % len(values))
        return kind, _Layout(kind, number, bool(normalized), _whole(stride, "stride", NONE), values)

    def read(self, type: Optional[Type] = Type.FLOAT, first: int = 0, count: Optional[int] = None, *, components: Optional[int] = None,
             normalized: Optional[bool] = None, fill: Sequence[float] = _FILL) -> Array:
        """A new array of the elements [first, first + count): shape (count,) for SCALAR, (count, n) for vectors, (count, column,
        row) for matrices.  type None = as stored; see gltf_accessor_read_as for what each conversion gives."""
        first, count = self._range(first, count)
        if normalized is None:
            normalized = type is None and self.normalized
        kind, layout = self._layout(type, components, normalized, 0, fill)
        out, address, size = _room(kind, self._array_shape(count, layout.component_count or self.components))
        self._read(first, count, kind, layout, address, size)
        return out

    def read_into(self, out: Bytes, first: int = 0, count: Optional[int] = None, *, offset: int = 0, stride: int = 0,
                  type: Optional[Type] = Type.FLOAT, components: Optional[int] = None, normalized: bool = False,
                  fill: Sequence[float] = _FILL) -> None:
        """The same into writable memory of yours, of bytes or of the type that is read, from byte `offset`, each element `stride`
        bytes (0: packed) behind the last."""
        first, count = self._range(first, count)
        kind, layout = self._layout(type, components, normalized, stride, fill)
        if type is None:
            layout.component_type = 0  # normalized as stored, too
        lent = _Lent(out, writable=True)
        if not lent.takes(kind):
            raise TypeError("numbers of type %s do not fit memory of format %r" % (kind.name, lent.view.format.decode("latin-1")))
        offset = _whole(offset, "offset", lent.size)
        if self._handle.overlaps(lent):
            raise ValueError("the output is memory of the document")
        self._read(first, count, kind, layout, lent.address + offset, lent.size - offset)

    def _read(self, first: int, count: int, kind: Type, layout: _Layout, address: int, size: int) -> None:
        with self._handle:
            status = _c.accessor_read_as(self._c_value(), first, count, byref(layout), address, size)
        self._check(status, kind)

    def view(self) -> Optional[Array]:
        """The stored numbers in place, read-only, without a copy: None where they cannot be used so (sparse, padded, misaligned,
        foreign byte order, no data; and without numpy, vectors with bytes between them).  Normalized integers are still
        undivided.  It keeps the document's memory alive; while it lives, set_buffer and set_view raise BufferError."""
        with self._handle:
            address = _c.accessor_direct(self._c_value())
            if not address or not self.count or self.type is None:
                return None
            code, size = _FORMATS[self.type]
            stride, packed = self._value.stride, size * self.components
            shape = self._array_shape(self.count, self.components)
            borrowed: Any
            if numpy is not None:
                strides = (stride, size * shape[2], size) if len(shape) == 3 else (stride, size)[:len(shape)]
                borrowed = _Borrowed(self._handle, address, code, shape, strides)
                self._handle.borrowed[id(borrowed)] = borrowed
                return numpy.asarray(borrowed)
            if stride != packed and self.components > 1:
                return None
            kind: Any = type("_Borrowed", (ctypes.Array,), {"_type_": ctypes.c_uint8, "_length_": (self.count - 1) * stride + packed})
            borrowed = kind.from_address(address)
            borrowed.handle = self._handle  # to live as long, to the very end of the process
            self._handle.borrowed[id(borrowed)] = borrowed
            flat = memoryview(borrowed).cast("B").toreadonly()
            return flat.cast(code, shape) if stride == packed else flat.cast(code)[::stride // size]

    def bounds(self) -> Tuple[List[float], List[float]]:
        """Least and greatest stored value of each component, as `min` and `max` of a file have them."""
        low, high = (c_double * 16)(), (c_double * 16)()
        with self._handle:
            status = _c.accessor_bounds(self._c_value(), low, high, 16)
        self._check(status)
        return low[:self.components], high[:self.components]


# ---- documents ----

Bring = Callable[[str, int], Bytes]


def _loader(bring: Bring, lent: List[_Lent], raised: List[BaseException]) -> Any:
    """a function of C that asks bring for bytes: what it lends and what it raises go to the lists"""

    def from_python(_user: Any, _buffer: int, uri: bytes, size: int, out: Any) -> int:
        try:
            given = _Lent(bring(uri.decode("utf-8", "replace"), size))
            lent.append(given)
            out[0].data, out[0].size = given.address, given.size
            return 0
        except BaseException as problem:  # it must not run into C
            raised.append(problem)
            return Status.IO

    return _Load(from_python)


def _raise_first(raised: List[BaseException]) -> None:
    del raised[1:]
    raise raised.pop()  # no variable holds it: an exception that its own frame holds would keep the document until a collection


class _Part:
    """What can ask its document for more.  Copies and pickles cannot."""
    _document: ClassVar[Optional["Document"]] = None
    _at: ClassVar[Tuple[int, ...]] = ()

    def _of(self, document: "Document", *at: int) -> Any:
        self.__dict__.update(_document=document, _at=at)
        return self

    def _source(self) -> "Document":
        if self._document is None:
            raise ValueError("a copy does not know its document")
        return self._document

    def __getstate__(self) -> Dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name not in ("_document", "_at")}


@dataclass(frozen=True)
class Mesh(_Part):
    name: Optional[str]
    weights: List[float]
    target_names: List[Optional[str]]
    primitive_count: int
    target_count: int

    @property
    def primitives(self) -> Iterator["Primitive"]:
        document = self._source()
        return (document.primitive(*self._at, p) for p in range(self.primitive_count))


@dataclass(frozen=True)
class Primitive(_Part):
    attributes: Dict[str, int]  #: semantic: accessor
    target_count: int
    mode: int
    indices: Optional[int]

    def attribute(self, semantic: Optional[str], target: Optional[int] = None) -> Optional[Accessor]:
        """As Document.attribute."""
        return self._source().attribute(*self._at, semantic, target)

    def read_indices(self, *, triangles: bool = False) -> Array:
        """As Document.indices."""
        return self._source().indices(*self._at, triangles=triangles)

    def morph(self, semantic: str, weights: Optional[Sequence[float]] = None) -> Array:
        """As Document.morph."""
        return self._source().morph(*self._at, semantic, weights)


@dataclass(frozen=True)
class Node:
    name: Optional[str]
    mesh: Optional[int]
    skin: Optional[int]
    weights: List[float]
    instance_attributes: Dict[str, int]


@dataclass(frozen=True)
class Skin:
    name: Optional[str]
    joints: List[int]
    inverse_bind_matrices: Optional[int]


@dataclass(frozen=True)
class Sampler:
    input: int
    output: int
    interpolation: Interpolation


@dataclass(frozen=True)
class Channel:
    sampler: int
    node: Optional[int]
    path: Path
    path_name: Optional[str]
    pointer: Optional[str]
    values_per_key: int


@dataclass(frozen=True)
class Animation:
    name: Optional[str]
    samplers: List[Sampler]
    channels: List[Channel]


@dataclass(frozen=True)
class Use:
    role: Role
    semantic: Optional[str]
    object: Object
    index: int
    part: Optional[int]
    target: Optional[int]


def _attributes(list: Any, count: int) -> Dict[str, int]:
    return {_text(list[i].semantic) or "": list[i].accessor for i in range(count)}


class Document:
    """A .gltf or .glb file.  Make one with open or parse; close it, or use it as a context manager."""

    def __init__(self, handle: _Handle) -> None:
        if not isinstance(handle, _Handle):
            raise TypeError("Document.open and Document.parse make documents")
        self._open: Optional[_Handle] = handle

    @property
    def _handle(self) -> _Handle:
        handle = self._open
        if handle is None:
            raise ValueError("the document is closed")
        return handle

    @property
    def _d(self) -> c_void_p:
        """for calls of C that are not here; the document must stay open meanwhile"""
        return self._handle.pointer

    @staticmethod
    def _options(strict: bool) -> _Options:
        options = _Options()
        _c.document_options_init(byref(options), ctypes.sizeof(options))
        options.source_flags = bool(strict)
        return options

    @classmethod
    def open(cls, path: PathLike, *, strict: bool = False) -> "Document":
        """Read a file and its buffers from the folder of the file."""
        handle, error = _Handle(), _Error()
        name = _without_nul(os.fsencode(path))
        status = _c.document_open(name, byref(cls._options(strict)), byref(handle.pointer), byref(error))
        if status == error.status == Status.IO and not os.path.exists(path):
            missing = FileNotFound(error)
            missing.filename = path
            raise missing
        _check(status, error)
        return cls(handle)

    @classmethod
    def parse(cls, data: Bytes, *, strict: bool = False, load: bool = True) -> "Document":
        """Parse the bytes of a file without copying them, and load what is embedded in them.  They must stay as they are."""
        handle, error = _Handle(), _Error()
        lent = handle.lent[Object.NONE] = _Lent(data)
        _check(_c.document_parse(lent.address, lent.size, byref(cls._options(strict)), byref(handle.pointer), byref(error)), error)
        document = cls(handle)
        if load:
            _c.document_load(handle.pointer, NONE, None, None)  # what fails is told by whoever needs it
        return document

    def __repr__(self) -> str:
        if self._open is None:
            return "<Document, closed>"
        return "<Document: %d accessors, %d meshes, %d nodes>" % tuple(self.count(kind) for kind in (Object.ACCESSOR, Object.MESH, Object.NODE))

    def close(self) -> None:
        """Let go.  The memory is freed as soon as no running call, no accessor and no borrowed array of this document is left."""
        self._open = None

    def __enter__(self) -> "Document":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # -- bytes --

    def load(self, bring: Optional[Bring] = None, accessor: Optional[int] = None) -> None:
        """Load what `accessor` (None: everything) needs and is still missing.  bring(uri, byte_length) gives the bytes of an
        external buffer, which are borrowed; what it raises is raised here.  It may look at the document, and close it."""
        raised: List[BaseException] = []
        error, handle, index = _Error(), self._handle, _optional(accessor)
        io = byref(_Io(None, _loader(bring, handle.loaded, raised), handle.releaser())) if _function(bring) is not None else None
        with handle.change() as d:
            status = _c.document_load(d, index, io, byref(error))
            if not raised:
                _check(status, error)
        if raised:
            _raise_first(raised)

    def buffer_uri(self, buffer: int) -> Tuple[Optional[str], int]:
        """Path (None: embedded) and byteLength of a buffer."""
        uri, size = c_char_p(), c_uint64()
        with self._handle as d:
            _check(_c.document_buffer_uri(d, _whole(buffer), byref(uri), byref(size)))
            return _text(uri.value), size.value

    def set_buffer(self, buffer: int, data: Bytes) -> None:
        """Lend the bytes of a buffer; they are not copied.  Accessors made before are stale from here on."""
        self._set(_c.document_set_buffer, Object.BUFFER, buffer, data)

    def set_view(self, view: int, data: Bytes) -> None:
        """Lend the decompressed bytes of a buffer view, likewise."""
        self._set(_c.document_set_view, Object.VIEW, view, data)

    def _set(self, function: Any, kind: Object, index: int, data: Bytes) -> None:
        error, handle, index, lent = _Error(), self._handle, _whole(index), _Lent(data)
        with handle.change() as d:
            if handle.borrowed:
                raise BufferError("arrays borrowed from this document are still in use")
            _check(function(d, index, lent.address, lent.size, byref(error)), error)
            handle.changes += 1
            if (kind, index) in handle.lent:
                handle.unused.append(handle.lent[kind, index])
            handle.lent[kind, index] = lent

    # -- looking --

    def count(self, kind: Object) -> int:
        with self._handle as d:
            return int(_c.document_count(d, Object(kind)))

    def name(self, kind: Object, index: int) -> Optional[str]:
        with self._handle as d:
            return _text(_c.document_name(d, Object(kind), _whole(index)))

    def find(self, kind: Object, name: str) -> Optional[int]:
        index = c_uint32()
        with self._handle as d:
            _check(_c.document_find(d, Object(kind), _name(name), byref(index)))
        return _index(index.value)

    def fault(self, kind: Object, index: int) -> Optional[Error]:
        """The first fault of an object, None for a sound one."""
        error = _Error()
        with self._handle as d:
            return Error(error) if _c.document_fault(d, Object(kind), _whole(index), byref(error)) else None

    @property
    def json(self) -> bytes:
        size = c_size_t()
        with self._handle as d:
            text = _c.document_json(d, byref(size))
            return ctypes.string_at(text, size.value)

    def __len__(self) -> int:
        return self.count(Object.ACCESSOR)

    def __getitem__(self, index: int) -> Accessor:
        if _whole(index) >= len(self):
            raise IndexError("there are %d accessors, numbered from 0" % len(self))
        return self.accessor(index)

    def __iter__(self) -> Iterator[Accessor]:
        return (self.accessor(i) for i in range(len(self)))

    def accessor(self, index: int) -> Accessor:
        value, error, handle, index = _Accessor(), _Error(), self._handle, _whole(index)
        with handle as d:
            _check(_c.document_accessor(d, index, byref(value), byref(error)), error)
            return Accessor(handle, value, index)

    def attribute(self, mesh: int, primitive: int, semantic: Optional[str], target: Optional[int] = None) -> Optional[Accessor]:
        """An attribute of a primitive, or of one of its morph targets; semantic None: its indices.  None if it is absent."""
        value, index, error, handle = _Accessor(), c_uint32(), _Error(), self._handle
        name = None if semantic is None else _name(semantic)
        with handle as d:
            _check(_c.document_attribute(d, _whole(mesh), _whole(primitive), _optional(target), name, byref(index), byref(value), byref(error)), error)
            return None if index.value == NONE and not value.shape else Accessor(handle, value, _index(index.value))

    def declared_bounds(self, accessor: int) -> Tuple[Optional[List[float]], Optional[List[float]]]:
        """`min` and `max` as the file declares them; None where it does not."""
        error, low, high = _Error(), (c_double * 16)(), (c_double * 16)()
        with self._handle as d:
            index = _whole(accessor)
            for n in (1, 2, 3, 4, 9, 16):  # the first capacity that is enough is the number of components, also of what is not loaded
                status = _c.document_declared_bounds(d, index, low, high, n, byref(error))
                if status != Status.CAPACITY:
                    break
            _check(status, error)
        return tuple(None if side[0] != side[0] else side[:n] for side in (low, high))  # type: ignore[return-value]

    def uses(self, accessor: int) -> List[Use]:
        """Every place that names an accessor."""
        list, n = POINTER(_Use)(), c_uint32()
        with self._handle as d:
            _check(_c.document_uses(d, _whole(accessor), byref(list), byref(n)))
            return [Use(Role(u.role), _text(u.semantic), Object(u.object), u.index, _index(u.part), _index(u.target)) for u in list[:n.value]]

    # -- meshes --

    def mesh(self, index: int) -> Mesh:
        with self._handle as d:
            m = self._get(d, _c.document_mesh, _Mesh(), index)
            return Mesh(_text(m.name), m.weights[:m.weight_count], [_text(n) for n in m.target_names[:m.target_name_count]], m.primitive_count,
                        m.target_count)._of(self, index)

    @property
    def meshes(self) -> Iterator[Mesh]:
        return (self.mesh(m) for m in range(self.count(Object.MESH)))

    def primitive(self, mesh: int, primitive: int) -> Primitive:
        with self._handle as d:
            p = self._get(d, _c.document_primitive, _Primitive(), mesh, primitive)
            return Primitive(_attributes(p.attributes, p.attribute_count), p.target_count, p.mode, _index(p.indices))._of(self, mesh, primitive)

    def target(self, mesh: int, primitive: int, target: int) -> Dict[str, int]:
        """Attributes of a morph target."""
        list, n, error = POINTER(_Attribute)(), c_uint32(), _Error()
        with self._handle as d:
            _check(_c.document_target(d, _whole(mesh), _whole(primitive), _whole(target), byref(list), byref(n), byref(error)), error)
            return _attributes(list, n.value)

    def indices(self, mesh: int, primitive: int, *, triangles: bool = False) -> Array:
        """Vertices of a primitive in drawing order; with triangles, strips and fans as a list of them too."""
        n, error = c_size_t(), _Error()
        with self._handle as d:
            call = (d, _whole(mesh), _whole(primitive), bool(triangles))
            _check(_c.document_indices(*call, None, 0, byref(n), byref(error)), error)
            out, address, _ = _room(Type.UNSIGNED_INT, (n.value,))
            _check(_c.document_indices(*call, address, n.value, byref(n), byref(error)), error)
        return out

    def morph(self, mesh: int, primitive: int, semantic: str, weights: Optional[Sequence[float]] = None) -> Array:
        """An attribute with its morph targets blended in; weights: one for each target, None: those of the mesh."""
        name, error, given = _name(semantic), _Error(), None if weights is None else _floats(weights, "weights")
        for i, weight in enumerate(given or ()):
            if weight != weight:
                raise ValueError("weights[%d] is NaN" % i)
        with self._handle as d:
            base = self.attribute(mesh, primitive, semantic)
            count, components = (base.count, base.components) if base else (0, 1)
            out, address, size = _room(Type.FLOAT, (count, components))
            _check(_c.document_morph(d, _whole(mesh), _whole(primitive), name, given, 0 if given is None else len(given), 0, count, None,
                                     address, size, byref(error)), error)
        return out

    # -- nodes, skins, animations --

    def node(self, index: int) -> Node:
        with self._handle as d:
            n = self._get(d, _c.document_node, _Node(), index)
            return Node(_text(n.name), _index(n.mesh), _index(n.skin), n.weights[:n.weight_count],
                        _attributes(n.instance_attributes, n.instance_attribute_count))

    def node_weights(self, node: int) -> List[float]:
        """Morph weights of a node as they apply: its own, else its mesh's, else zeros."""
        n, error = c_size_t(), _Error()
        with self._handle as d:
            index = _whole(node)
            _check(_c.document_node_weights(d, index, None, 0, byref(n), byref(error)), error)
            out = (c_float * n.value)()
            _check(_c.document_node_weights(d, index, out, n.value, None, byref(error)), error)
        return out[:]

    def skin(self, index: int) -> Skin:
        with self._handle as d:
            s = self._get(d, _c.document_skin, _Skin(), index)
            return Skin(_text(s.name), s.joints[:s.joint_count], _index(s.inverse_bind_matrices))

    def animation(self, index: int) -> Animation:
        with self._handle as d:
            a = self._get(d, _c.document_animation, _Animation(), index)
            samplers = [self._get(d, _c.document_sampler, _Sampler(), index, i) for i in range(a.sampler_count)]
            channels = [self._get(d, _c.document_channel, _Channel(), index, i) for i in range(a.channel_count)]
            return Animation(_text(a.name), [Sampler(s.input, s.output, Interpolation(s.interpolation)) for s in samplers],
                             [Channel(c.sampler, _index(c.node), Path(c.path), _text(c.path_name), _text(c.pointer), c.values_per_key)
                              for c in channels])

    @staticmethod
    def _get(d: c_void_p, function: Any, out: Any, *indices: int) -> Any:
        error = _Error()
        _check(function(d, *[_whole(i) for i in indices], byref(out), byref(error)), error)
        return out


# ---- validation ----

@dataclass(frozen=True)
class Issue:
    code: str               #: as the official validator names it, such as "ACCESSOR_MIN_MISMATCH"
    severity: Severity
    message: str
    pointer: Optional[str]  #: JSON pointer to the object; None: about the container
    offset: Optional[int]   #: byte of the container; None: has a pointer
    meaning: str            #: one sentence on the code


@dataclass(frozen=True)
class Validation:
    issues: List[Issue]     #: in the order of the file
    errors: int
    warnings: int
    informations: int
    hints: int
    truncated: bool         #: not all was looked at
    is_glb: bool


def validate(data: Bytes, bring: Optional[Bring] = None, *, look_at_data: bool = True, max_issues: int = 0, max_numbers: int = 0,
             regrade: Optional[Dict[str, Optional[Severity]]] = None) -> Validation:
    """Say everything that the specification forbids in the bytes of a .gltf or .glb file.  bring(uri, byte_length) gives the bytes
    of an external buffer; a file or key that is not there (OSError, LookupError) is a buffer to do without, what else it
    raises is raised here.  Limits of 0 are the library's own; regrade gives codes another severity, None = to be ignored."""
    codes = {_name(code): 4 if severity is None else Severity(severity) for code, severity in dict(regrade or {}).items()}
    regrades = (_Regrade * len(codes))(*[_Regrade(code, severity, 0) for code, severity in codes.items()])
    options, result, error = _ValidateOptions(), _Validation(), _Error()
    issues: List[Issue] = []
    lent: List[_Lent] = [_Lent(data)]
    raised: List[BaseException] = []
    kinds = _c.issue_kinds(None)

    def hear(_user: Any, told: Any) -> int:
        try:
            i = told[0]
            issues.append(Issue(i.code.decode(), Severity(i.severity), i.message.decode("utf-8", "replace"), _text(i.pointer),
                                i.offset if i.pointer is None else None, kinds[i.kind].meaning.decode()))
            return Status.OK
        except BaseException as problem:  # it must not run into C
            raised.append(problem)
            return Status.ARGUMENT

    _c.validate_options_init(byref(options), ctypes.sizeof(options))
    options.flags = 0 if look_at_data else 1
    options.max_issues = _whole(max_issues, "max_issues", 2 ** 64 - 1, ValueError)
    options.max_numbers = _whole(max_numbers, "max_numbers", 2 ** 64 - 1, ValueError)
    options.regrades, options.regrade_count = regrades, len(codes)
    if _function(bring) is not None:
        options.io = _Io(None, _loader(bring, lent, raised), _Release())
    status = _c.validate(lent[0].address, lent[0].size, byref(options), _Hear(hear), None, byref(result), byref(error))
    raised[:] = [problem for problem in raised if not isinstance(problem, (OSError, LookupError))]
    if raised:
        _raise_first(raised)
    _check(status, error)
    return Validation(issues, result.errors, result.warnings, result.informations, result.hints, bool(result.truncated), bool(result.is_glb))


def version() -> Tuple[int, int, int]:
    n = int(_c.version())
    return n // 10000, n // 100 % 100, n % 100
