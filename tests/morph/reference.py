"""Morph targets blended the long way: one number at a time, float32 product, float32 sum, in target order.

Shares no code with the library.  Python's floats are doubles: the product of two float32 is exact there, and their sum rounded
to double and then to float32 is the same as rounded once (53 >= 2 * 24 + 2).
"""
import fractions, math, struct

BYTE, UBYTE, SHORT, USHORT, INT, UINT, FLOAT, DOUBLE, HALF = 5120, 5121, 5122, 5123, 5124, 5125, 5126, 5130, 5131
CODE = {BYTE: "b", UBYTE: "B", SHORT: "h", USHORT: "H", INT: "i", UINT: "I", FLOAT: "f", DOUBLE: "d", HALF: "e"}
TOP = {BYTE: 127, UBYTE: 255, SHORT: 32767, USHORT: 65535, INT: 2147483647, UINT: 4294967295}
# SCALAR .. VEC4, MAT2 .. MAT4: columns, rows
SHAPE = {1: (1, 1), 2: (1, 2), 3: (1, 3), 4: (1, 4), 5: (2, 2), 6: (3, 3), 7: (4, 4)}


def f32(x):
    """x as float32, nearest even"""
    try:
        return struct.unpack("<f", struct.pack("<f", x))[0]
    except OverflowError:
        return math.copysign(math.inf, x)


def size_of(component):
    return struct.calcsize(CODE[component])


def numbers_of(shape):
    columns, rows = SHAPE[shape]
    return columns * rows


def element_size(component, shape):
    columns, rows = SHAPE[shape]
    column = rows * size_of(component)
    return column if columns == 1 else columns * ((column + 3) // 4 * 4)


def meaning(number, component, normalized):
    if component == FLOAT:
        return number
    if normalized:
        return f32(max(number / TOP[component], -1.0))     # the quotient of two small integers, rounded once in effect, as above
    return f32(float(number))


class Accessor:
    """base: bytes or None; stride of it; sparse: None or (list of indices, their component type, bytes of values)"""

    def __init__(self, component, shape, count, normalized=False, base=None, stride=0, sparse=None):
        self.component, self.shape, self.count, self.normalized = component, shape, count, normalized
        self.base, self.stride, self.sparse = base, stride or element_size(component, shape), sparse

    def element(self, data, at):
        columns, rows = SHAPE[self.shape]
        size = size_of(self.component)
        step = rows * size if columns == 1 else (rows * size + 3) // 4 * 4
        out = []
        for column in range(columns):
            out += struct.unpack_from("<%d%s" % (rows, CODE[self.component]), data, at + column * step)
        return [meaning(n, self.component, self.normalized) for n in out]

    def overlay(self):
        """{element: numbers}; of repeated entries the last one"""
        out = {}
        if self.sparse:
            indices, _, values = self.sparse
            size = element_size(self.component, self.shape)
            for k, index in enumerate(indices):
                out[index] = self.element(values, k * size)
        return out

    def decode(self, first, count):
        over = self.overlay()
        zero = [0.0] * numbers_of(self.shape)
        return [over[i] if i in over else self.element(self.base, i * self.stride) if self.base is not None else zero
                for i in range(first, first + count)]


def blend(base, targets, weights, first, count, clamp=False):
    """lists of float32; targets may hold None; a target without base displaces what its overlay lists"""
    out = [list(e) for e in base.decode(first, count)]
    for target, weight in zip(targets, weights):
        if target is None or weight == 0:
            continue
        if target.base is None:
            moved = {i: e for i, e in target.overlay().items() if first <= i < first + count}
        else:
            moved = dict(zip(range(first, first + count), target.decode(first, count)))
        for i, delta in moved.items():
            for c, d in enumerate(delta):
                out[i - first][c] = f32(out[i - first][c] + f32(weight * d))
    if clamp:
        out = [[1.0 if n >= 1 else n if n > 0 else 0.0 for n in e] for e in out]
    return out


def encode(number, component, normalized):
    """one float32 as an output type"""
    if component in (FLOAT, DOUBLE):
        return struct.pack("<" + CODE[component], number)
    if component == HALF:
        try:
            return struct.pack("<e", number)
        except OverflowError:
            return struct.pack("<e", math.copysign(math.inf, number))
    assert normalized
    low = -1 if component in (BYTE, SHORT, INT) else 0
    if number != number:
        number = 0
    exact = fractions.Fraction(min(max(number, low), 1)) * TOP[component]
    rounded = math.floor(abs(exact) + fractions.Fraction(1, 2))
    return struct.pack("<" + CODE[component], -rounded if exact < 0 else rounded)


def store(elements, numbers, layout, out):
    """write elements to a bytearray as a layout says: (component or 0, numbers or 0, normalized, stride or 0, fill of four)"""
    component, wanted, normalized, stride, fill = layout
    component, wanted = component or FLOAT, wanted or numbers
    size = size_of(component)
    for i, element in enumerate(elements):
        row = (element + list(fill[len(element):]))[:wanted] if numbers <= 4 else element
        at = i * (stride or wanted * size)
        for c, number in enumerate(row):
            out[at + c * size:at + (c + 1) * size] = encode(f32(number), component, normalized)
