"""A binding in eighty lines, with Python's ctypes.  usage: binding.py LIBRARY FILE"""
import ctypes, sys
from ctypes import POINTER, Structure, byref, c_char_p, c_float, c_int32, c_size_t, c_uint32, c_uint64, c_void_p

NONE = 0xFFFFFFFF                                          # GLTF_NONE


# Structs field by field, as in the headers: fixed widths, natural alignment, no bit-fields, no unions.
class Error(Structure):
    _fields_ = [("status", c_int32), ("object", c_int32), ("index", c_uint32), ("part", c_uint32), ("target", c_uint32),
                ("reason", c_uint32), ("position", c_uint64), ("expected", c_uint64), ("found", c_uint64),
                ("field", c_char_p), ("name", c_char_p)]


class Accessor(Structure):
    _fields_ = [("data", c_void_p), ("sparse_indices", c_void_p), ("sparse_values", c_void_p), ("count", c_size_t),
                ("stride", c_size_t), ("sparse_count", c_size_t), ("component_type", c_uint32), ("shape", c_uint32),
                ("component_count", c_uint32), ("element_size", c_uint32), ("normalized", c_uint32),
                ("sparse_index_type", c_uint32), ("cpu", c_uint32), ("flags", c_uint32)]


class Options(Structure):                                  # grows at its end: struct_size says how much of it we know
    _fields_ = [("struct_size", c_uint32), ("flags", c_uint32), ("source_flags", c_uint32), ("cpu", c_uint32),
                ("user", c_void_p), ("allocate", c_void_p), ("release", c_void_p),      # gltf_allocator; zero = malloc and free
                ("primitive_codec", c_void_p), ("max_text", c_uint64), ("max_objects", c_uint64),
                ("max_zero_elements", c_uint64), ("max_decoded", c_uint64),
                ("max_loaded", c_uint64)]


class Gltf:
    """The library, with the type of every argument said once."""

    def __init__(self, path):
        self.functions = ctypes.CDLL(path)
        for name, result, arguments in (
                ("gltf_version", c_uint32, []),
                ("gltf_status_name", c_char_p, [c_int32]),
                ("gltf_error_format", c_size_t, [POINTER(Error), c_char_p, c_size_t]),
                ("gltf_document_options_init", None, [POINTER(Options), c_uint32]),
                ("gltf_document_open", c_int32, [c_char_p, POINTER(Options), POINTER(c_void_p), POINTER(Error)]),
                ("gltf_document_free", None, [c_void_p]),
                ("gltf_document_attribute", c_int32, [c_void_p, c_uint32, c_uint32, c_uint32, c_char_p, POINTER(c_uint32),
                                                      POINTER(Accessor), POINTER(Error)]),
                ("gltf_accessor_read_float", c_int32, [POINTER(Accessor), c_size_t, c_size_t, POINTER(c_float), c_size_t])):
            function = getattr(self.functions, name)
            function.restype, function.argtypes = result, arguments
            setattr(self, name, function)
        self.version = self.gltf_version()
        if self.version // 10000 != 0:                     # structs may differ from those above
            raise ImportError("unknown version %d" % self.version)

    def check(self, status, error):
        """a status becomes an exception with the library's sentence"""
        if status != 0:
            line = ctypes.create_string_buffer(256)
            self.gltf_error_format(byref(error), line, len(line))
            raise ValueError(line.value.decode())

    def positions(self, path):
        """POSITION of the first primitive"""
        document, error, accessor, options = c_void_p(), Error(), Accessor(), Options()
        self.gltf_document_options_init(byref(options), ctypes.sizeof(options))
        options.max_text = 1 << 24                         # files from strangers
        self.check(self.gltf_document_open(path.encode(), byref(options), byref(document), byref(error)), error)
        try:
            self.check(self.gltf_document_attribute(document, 0, 0, NONE, b"POSITION", None, byref(accessor), byref(error)), error)
            numbers = (c_float * (accessor.count * accessor.component_count))()          # our memory, which we free
            error.status = self.gltf_accessor_read_float(byref(accessor), 0, accessor.count, numbers, len(numbers))
            self.check(error.status, error)
            return [tuple(numbers[i:i + accessor.component_count]) for i in range(0, len(numbers), accessor.component_count)]
        finally:
            self.gltf_document_free(document)              # now `accessor` points nowhere: it must not outlive this


if __name__ == "__main__":
    gltf = Gltf(sys.argv[1])
    try:
        vertices = gltf.positions(sys.argv[2])
        print("%d vertices, the first is %s" % (len(vertices), vertices[0] if vertices else "nowhere"))
    except ValueError as error:
        print(error)
