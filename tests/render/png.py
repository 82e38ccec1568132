"""Reads and writes PNG files of 8-bit red, green, blue, without interlacing, and compares pictures; standard library only."""
import struct, zlib

SIGNATURE = b"\x89PNG\r\n\x1a\n"


def paeth(a, b, c):
    near_a, near_b, near_c = abs(b - c), abs(a - c), abs(a + b - 2 * c)
    return a if near_a <= near_b and near_a <= near_c else b if near_b <= near_c else c


def unfilter(kind, line, above):
    """one row of bytes, three for each pixel, changed in place  [PNG, 9 Filtering]"""
    for i in range(len(line)):
        left, corner = (line[i - 3], above[i - 3]) if i >= 3 else (0, 0)
        add = (0, left, above[i], (left + above[i]) // 2, paeth(left, above[i], corner))[kind]
        line[i] = (line[i] + add) & 255


def read(path):
    """(width, height, bytes of all rows)"""
    with open(path, "rb") as f:
        data = f.read()
    if data[:8] != SIGNATURE:
        raise ValueError("%s is no PNG" % path)
    at, body, size = 8, b"", None
    while at < len(data):
        length, kind = struct.unpack_from(">I4s", data, at)
        chunk = data[at + 8:at + 8 + length]
        if kind == b"IHDR":
            width, height, depth, color, _, _, interlace = struct.unpack(">IIBBBBB", chunk)
            if (depth, color, interlace) != (8, 2, 0):
                raise ValueError("%s is not 8-bit RGB" % path)
            size = width, height
        elif kind == b"IDAT":
            body += chunk
        at += 12 + length
    width, height = size
    raw, rows, above = zlib.decompress(body), [], bytes(3 * width)
    for y in range(height):
        start = y * (3 * width + 1)
        line = bytearray(raw[start + 1:start + 1 + 3 * width])
        unfilter(raw[start], line, above)
        rows.append(bytes(line))
        above = line
    return width, height, b"".join(rows)


def filtered(line, above):
    """a row as the filter leaves it whose bytes are nearest to zero"""
    ways = []
    for kind in range(5):
        out = bytearray()
        for i, value in enumerate(line):
            left, corner = (line[i - 3], above[i - 3]) if i >= 3 else (0, 0)
            out.append(value - (0, left, above[i], (left + above[i]) // 2, paeth(left, above[i], corner))[kind] & 255)
        ways.append((sum(min(x, 256 - x) for x in out), bytes([kind]) + out))
    return min(ways)[1]


def write(path, width, height, pixels):
    def chunk(kind, content):
        return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))

    lines = [bytes(3 * width)] + [pixels[y * 3 * width:(y + 1) * 3 * width] for y in range(height)]
    rows = b"".join(filtered(line, above) for above, line in zip(lines, lines[1:]))
    with open(path, "wb") as f:
        f.write(SIGNATURE + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)) +
                chunk(b"IDAT", zlib.compress(rows, 9)) + chunk(b"IEND", b""))


def differing(a, b, step=24):
    """how many pixels of two pictures differ by more than `step` in red, green or blue; all of them if the sizes differ"""
    if a[:2] != b[:2]:
        return max(a[0] * a[1], b[0] * b[1])
    p, q = a[2], b[2]
    return sum(max(abs(p[i] - q[i]), abs(p[i + 1] - q[i + 1]), abs(p[i + 2] - q[i + 2])) > step for i in range(0, len(p), 3))


def difference(a, b):
    """mean difference of two pictures of one size, in steps of 1/255"""
    return sum(abs(x - y) for x, y in zip(a[2], b[2])) / len(a[2])
