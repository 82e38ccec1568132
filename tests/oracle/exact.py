"""The independent decoder: what glTF 2.0 accessor bytes mean, in whole numbers and exact ratios.

Written from the specification alone.  No floating point is used to compute a result: a value is a ratio of two integers, or
one of the words nan, inf, -inf, -0, and every output format rounds that ratio once.  Python standard library only.
"""
import functools, struct

BYTE, UBYTE, SHORT, USHORT, INT, UINT, FLOAT, DOUBLE, HALF = 5120, 5121, 5122, 5123, 5124, 5125, 5126, 5130, 5131
SCALAR, VEC2, VEC3, VEC4, MAT2, MAT3, MAT4 = range(1, 8)
NONE = 0xFFFFFFFF

STORED = (BYTE, UBYTE, SHORT, USHORT, UINT, FLOAT)
INTEGERS = {BYTE: (8, True), UBYTE: (8, False), SHORT: (16, True), USHORT: (16, False), INT: (32, True), UINT: (32, False)}
REALS = {HALF: (2, 11, -14, 15), FLOAT: (4, 24, -126, 127), DOUBLE: (8, 53, -1022, 1023)}       # size, precision, exponents
SIZE = {BYTE: 1, UBYTE: 1, SHORT: 2, USHORT: 2, INT: 4, UINT: 4, FLOAT: 4, HALF: 2, DOUBLE: 8}
COLUMNS_ROWS = {SCALAR: (1, 1), VEC2: (1, 2), VEC3: (1, 3), VEC4: (1, 4), MAT2: (2, 2), MAT3: (3, 3), MAT4: (4, 4)}


# ---- layout: spec 3.6.2.2 and 3.6.2.4 ----

def numbers(shape):
    columns, rows = COLUMNS_ROWS[shape]
    return columns * rows


def is_matrix(shape):
    return shape >= MAT2


def column_stride(ct, shape):
    columns, rows = COLUMNS_ROWS[shape]
    size = rows * SIZE[ct]
    return (size + 3) // 4 * 4 if columns > 1 else size


def element_size(ct, shape):
    return COLUMNS_ROWS[shape][0] * column_stride(ct, shape)


def last_size(ct, shape):
    """bytes that must exist of the last element: its trailing padding may be missing"""
    columns, rows = COLUMNS_ROWS[shape]
    return (columns - 1) * column_stride(ct, shape) + rows * SIZE[ct]


@functools.lru_cache(None)
def component_offsets(ct, shape):
    columns, rows = COLUMNS_ROWS[shape]
    return tuple(c * column_stride(ct, shape) + r * SIZE[ct] for c in range(columns) for r in range(rows))


def raw_element(data, position, ct, shape):
    """the stored bits of each component, as unsigned integers"""
    size = SIZE[ct]
    return tuple(int.from_bytes(data[position + o:position + o + size], "little") for o in component_offsets(ct, shape))


# ---- values ----

def signed(bits, width):
    return bits - (1 << width) if bits >> (width - 1) else bits


def maximum(ct):
    width, is_signed = INTEGERS[ct]
    return (1 << (width - 1)) - 1 if is_signed else (1 << width) - 1


def minimum(ct):
    width, is_signed = INTEGERS[ct]
    return -(1 << (width - 1)) if is_signed else 0


def float_value(bits):
    """the value of a float32: (numerator, denominator) or a word"""
    negative, exponent, fraction = bits >> 31, bits >> 23 & 255, bits & 0x7FFFFF
    if exponent == 255:
        return "nan" if fraction else "-inf" if negative else "inf"
    if not exponent and not fraction:
        return "-0" if negative else (0, 1)
    if exponent:
        fraction |= 0x800000
    else:
        exponent = 1
    n, d = (fraction << (exponent - 150), 1) if exponent >= 150 else (fraction, 1 << (150 - exponent))
    return (-n if negative else n, d)


def integer_of(ct, raw):
    width, is_signed = INTEGERS[ct]
    return signed(raw, width) if is_signed else raw


def value_of(ct, normalized, raw):
    if ct == FLOAT:
        return float_value(raw)
    whole = integer_of(ct, raw)
    if normalized:                                      # spec 3.11: c / max, at least -1
        top = maximum(ct)
        return (max(whole, -top), top)
    return (whole, 1)


# ---- output formats ----

def nearest(n, d, real):
    """bits of n / d (n >= 0), rounded once to nearest, ties to even"""
    _, precision, low, high = REALS[real]
    if n == 0:
        return 0
    e = n.bit_length() - d.bit_length()
    if (n < d << e) if e >= 0 else (n << -e < d):
        e -= 1
    e = max(e, low)
    shift = precision - 1 - e
    q, r = divmod(n << shift, d) if shift >= 0 else divmod(n, d << -shift)
    unit = d if shift >= 0 else d << -shift
    if 2 * r > unit or (2 * r == unit and q & 1):
        q += 1
    bits = ((e - low) << (precision - 1)) + q           # a carry out of q moves into the exponent by itself
    return min(bits, infinity(real))


def infinity(real):
    size, precision, low, high = REALS[real]
    return (high - low + 2) << (precision - 1)


def real_bits(value, real):
    size, precision, _, _ = REALS[real]
    sign = 1 << (8 * size - 1)
    if value == "nan":
        return infinity(real) | 1 << (precision - 2)
    if value in ("inf", "-inf"):
        return infinity(real) | (sign if value == "-inf" else 0)
    if value == "-0":
        return sign
    n, d = value
    return sign | nearest(-n, d, real) if n < 0 else nearest(n, d, real)


def encode(value, ct):
    """the normalized integer of a real: NaN gives 0; clamp; round half away from zero"""
    top = maximum(ct)
    low = -top if INTEGERS[ct][1] else 0
    if value in ("nan", "-0"):
        return 0
    if value in ("inf", "-inf"):
        return top if value == "inf" else low
    n, d = value
    scaled = (2 * abs(n) * top + d) // (2 * d)
    return max(low, min(top, -scaled if n < 0 else scaled))


def to_bytes(whole, ct):
    return (whole & ((1 << (8 * SIZE[ct])) - 1)).to_bytes(SIZE[ct], "little")


def plain(value, ct):
    """the same number as a plain integer, or None"""
    if value == "-0":
        value = (0, 1)
    if isinstance(value, str) or value[0] % value[1]:
        return None
    whole = value[0] // value[1]
    return whole if minimum(ct) <= whole <= maximum(ct) else None


_cache = {}


def converter(ct, normalized, out, out_normalized):
    """a function from stored bits to output bytes, or to None where the number does not fit"""
    key = (ct, bool(normalized), out, bool(out_normalized))
    if key not in _cache:
        _cache[key] = _converter(*key)
    return _cache[key]


def _converter(ct, normalized, out, out_normalized):
    memo = {}

    def convert(raw):
        got = memo.get(raw, memo)
        if got is memo:
            if out == ct and (out_normalized == normalized or ct == FLOAT):
                got = raw.to_bytes(SIZE[ct], "little")
            elif out in REALS:
                got = real_bits(value_of(ct, normalized, raw), out).to_bytes(SIZE[out], "little")
            elif out_normalized:
                got = to_bytes(encode(value_of(ct, normalized, raw), out), out)
            elif ct == FLOAT or normalized:
                got = None
            else:
                whole = plain(value_of(ct, False, raw), out)
                got = None if whole is None else to_bytes(whole, out)
            memo[raw] = got
        return got
    return convert


def fill_bytes(value, out, out_normalized):
    """a fill value (a Python float that is a float32), encoded like the data; None where a plain integer cannot hold it"""
    exact = float_value(struct.unpack("<I", struct.pack("<f", value))[0])
    if out in REALS:
        return real_bits(exact, out).to_bytes(SIZE[out], "little")
    if out_normalized:
        return to_bytes(encode(exact, out), out)
    whole = plain(exact, out)
    return None if whole is None else to_bytes(whole, out)


# ---- accessors: spec 3.6.2 and 3.6.2.3 ----

def elements(count, ct, shape, base, stride, sparse):
    """raw elements.  base: (data, position) or None; sparse: list of (index, raw element), applied in order"""
    if base is None:
        out = [(0,) * numbers(shape)] * count
    else:
        data, position = base
        out = [raw_element(data, position + i * stride, ct, shape) for i in range(count)]
    for index, raw in sparse:
        out[index] = raw
    return out


def sparse_entries(count, ct, shape, indices, index_type, values):
    """indices and values: (data, position).  Values are tightly packed whatever the base's stride is."""
    step, entries = element_size(ct, shape), []
    for k in range(count):
        at = indices[1] + k * SIZE[index_type]
        index = int.from_bytes(indices[0][at:at + SIZE[index_type]], "little")
        entries.append((index, raw_element(values[0], values[1] + k * step, ct, shape)))
    return entries


def extremes(raws, ct):
    """(min, max) of each component as double bits, of the stored values; NaN skipped"""
    low, high = [], []
    for component in zip(*raws) if raws else []:
        best = None
        for raw in set(component):
            value = float_value(raw) if ct == FLOAT else (integer_of(ct, raw), 1)
            if value == "nan":
                continue
            key = sort_key(value)
            if best is None:
                best = [key, key]
            best = [min(best[0], key), max(best[1], key)]
        low.append(key_bits(best[0]) if best else infinity(DOUBLE))
        high.append(key_bits(best[1]) if best else infinity(DOUBLE) | 1 << 63)
    return low, high


def sort_key(value):
    """an ordered exact stand-in: float32 values times 2^149 are whole"""
    if value in ("inf", "-inf"):
        return (1 if value == "inf" else -1) << 400
    if value == "-0":
        return 0
    return (value[0] << 149) // value[1]


def key_bits(key):
    if abs(key) == 1 << 400:
        return real_bits("inf" if key > 0 else "-inf", DOUBLE)
    return real_bits((key, 1 << 149), DOUBLE)
