#!/usr/bin/env python3
"""Write descriptions of accessors with what must come out of them, and let a runner compare the library with that.

usage: oracle.py [--amount N] [--seed N] [--skip-systematic] [--skip-exhaustive] --runner PROGRAM | --out FILE

--amount N   random cases (default 1500; the systematic ones come always).  The stream's layout is described in runner.c.
The expectations come from exact.py and from the rules that include/gltf_accessor/accessor.h states.
"""
import argparse, random, struct, subprocess, sys

sys.dont_write_bytecode = True
from exact import *

OK, ARGUMENT, RANGE, CAPACITY, CONVERSION = 0, 1, 2, 3, 5
LIMIT, NOT_LOADED, PROPERTY, REFERENCE = 12, 13, 24, 25
COMPONENT_TYPE, SHAPE_ERROR, NORMALIZED, COUNT, STRIDE, ALIGNMENT, VIEW_BOUNDS, ACCESSOR_BOUNDS = range(40, 48)
SPARSE_COUNT, SPARSE_ORDER, SPARSE_INDEX = 48, 49, 50
VIEW, ACCESSOR, BUFFER = 2, 3, 1
STRICT = 1
ANY32, ANY64 = 0xFFFFFFFE, 0xFFFFFFFFFFFFFFFE
NO_DATA = 0xFFFFFFFFFFFFFFFF
READ_FLOAT, READ_DOUBLE, READ_UINT32, READ_AS, READ_STREAMS, NUMBER_COUNT, DIRECT, BOUNDS = range(1, 9)
READERS = {READ_FLOAT: FLOAT, READ_DOUBLE: DOUBLE, READ_UINT32: UINT}
KINDS = [(ct, n) for ct in STORED for n in (0, 1)]              # normalized FLOAT and UNSIGNED_INT are stored as plain
OUTPUTS = [(0, 0), (FLOAT, 0), (DOUBLE, 0), (HALF, 0)] + [(ct, n) for ct in INTEGERS for n in (0, 1)]
SHAPES = tuple(range(1, 8))
SPECIAL_FLOATS = (0x00000000, 0x80000000, 0x3F800000, 0xBF800000, 0x3F000000, 0x7F800000, 0xFF800000, 0x7FC00001, 0x7F800001,
                  0x00000001, 0x807FFFFF, 0x00800000, 0x7F7FFFFF, 0x477FE000, 0x477FF000, 0x47800000, 0xC7800000, 0x33000000, 0x33000001, 0x38801000,
                  0x3B808081, 0x3F7FFFFF, 0x4B800000, 0x4F800000, 0xCF000000, 0x3EFF0000, 0x42FE0000)
SPECIAL_WIDTH = {1: (0, 1, 0x7F, 0x80, 0x81, 0xFF), 2: (0, 1, 0x7FFF, 0x8000, 0x8001, 0xFFFF, 0x8080),
                 4: (0, 1, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF, 0x01000001, 0x01000003, 0xFFFFFF80, 0xFFFFFF7F, 0x80000080)}
FILLS = (0.0, 1.0, 1.0, -1.0, 0.5, 0.25, 2.0, -0.0, 127.0, 255.0, 300.0, -5.0, 1e30)


class Random(random.Random):
    def randbytes(self, n):                                     # Python 3.9 has it
        return self.getrandbits(8 * n).to_bytes(n, "little") if n else b""


class View:
    def __init__(self, offset, length, buffer, stride=0):
        self.offset, self.length, self.buffer, self.stride = offset, length, buffer, stride


class Desc:
    """gltf_accessor_desc, every field of it"""
    def __init__(self, ct, shape, count, normalized=0, view=NONE, byte_offset=0, stride=0, ident=0):
        self.ct, self.shape, self.count, self.normalized = ct, shape, count, normalized
        self.view, self.byte_offset, self.stride, self.id = view, byte_offset, stride, ident
        self.sparse_count = self.indices_offset = self.values_offset = 0
        self.indices_view = self.values_view = self.index_type = 0


class Case:
    def __init__(self, rng, flags=0, wrap=False):
        self.rng, self.flags, self.wrap, self.max_zero = rng, flags, wrap, 0
        self.buffers, self.loaded, self.views, self.descs, self.ops = [], [], [], [], []

    # ---- building ----

    def add_view(self, data, aligned, stride=0, room=None):
        """append `data` as a view to a new or an old buffer; nothing follows it unless another view does"""
        rng = self.rng
        if self.buffers and (len(self.buffers) == 4 or rng.random() < 0.6):
            buffer = rng.randrange(len(self.buffers))
        else:
            buffer = len(self.buffers)
            self.buffers.append(bytearray())
            self.loaded.append(1)
        store = self.buffers[buffer]
        gap = rng.choice((0, 0, 1, 2, 3, 4, 5, 8)) if not aligned else rng.choice((0, 4, 8)) + -len(store) % 4
        store += rng.randbytes(gap)
        self.views.append(View(len(store), len(data), buffer, stride))
        store += data
        return len(self.views) - 1

    def numbers_into(self, data, position, ct, shape, mood):
        """overwrite the components of one element"""
        rng, size = self.rng, SIZE[ct]
        for offset in component_offsets(ct, shape):
            if mood == "random":
                bits = None
            elif mood == "small":
                bits = rng.randrange(128)
                if ct == FLOAT:
                    bits = struct.unpack("<I", struct.pack("<f", bits / 127 if rng.random() < 0.7 else bits - 64))[0]
            elif ct == FLOAT:
                bits = rng.choice(SPECIAL_FLOATS)
            else:
                bits = rng.choice(SPECIAL_WIDTH[size])
            if bits is not None:
                data[position + offset:position + offset + size] = bits.to_bytes(size, "little")

    def block(self, count, ct, shape, stride, lead, mood):
        """`lead` bytes of junk, then count elements, ending with the last byte that must exist"""
        size = lead + (stride * (count - 1) + last_size(ct, shape) if count else 0)
        data = bytearray(self.rng.randbytes(size))
        if mood != "random":
            for i in range(count):
                self.numbers_into(data, lead + i * stride, ct, shape, mood)
        return data

    def add_accessor(self, ct, normalized, shape, count, stride=0, sparse=None, base=True, aligned=None, mood=None, index_type=None,
                     order="sorted", entries=None):
        """sparse: number of entries or None; order: sorted, equal or decreasing"""
        rng = self.rng
        aligned = bool(self.flags & STRICT) if aligned is None else aligned
        mood = mood or rng.choice(("random", "random", "small", "special"))
        step = 4 if is_matrix(shape) else SIZE[ct]
        lead = rng.choice((0, 0, 0, step, 2 * step, 12)) if aligned else rng.choice((0, 0, 1, 2, 3, 4, 6, 7))
        if aligned:
            lead += -lead % step
        desc = Desc(ct, shape, count, normalized, ident=rng.randrange(1000))
        if base:
            real = stride or element_size(ct, shape)
            desc.byte_offset = lead
            own = stride and rng.random() < 0.25                # the accessor's own stride wins over the view's
            data = self.block(count, ct, shape, real, lead, mood) + rng.randbytes(rng.choice((0, 0, 0, 1, 5)))
            desc.view = self.add_view(data, aligned, (rng.choice((0, 16)) if own else stride))
            desc.stride = stride if own else 0
        if sparse is not None:
            self.add_sparse(desc, sparse, aligned, mood, index_type, order, entries)
        self.descs.append(desc)
        return desc

    def add_sparse(self, desc, sparse, aligned, mood, index_type, order, entries):
        rng = self.rng
        fits = [t for t in (UBYTE, USHORT, UINT) if desc.count <= maximum(t) + 1]
        desc.index_type = index_type if index_type in fits else rng.choice(fits)
        desc.sparse_count = sparse
        if entries is None:
            entries = sorted(rng.sample(range(desc.count), sparse))
            if order == "equal" and sparse > 1:
                for _ in range(1 + sparse // 4):
                    k = rng.randrange(1, sparse)
                    entries[k] = entries[k - 1]
                entries.sort()
            elif order == "decreasing":
                entries = [rng.randrange(desc.count) for _ in range(sparse)] if rng.random() < 0.5 else entries[::-1]
        width = SIZE[desc.index_type]
        step = 4 if is_matrix(desc.shape) else SIZE[desc.ct]
        lead = rng.choice((0, 4)) if aligned else rng.choice((0, 1, 2, 5))
        data = rng.randbytes(lead) + b"".join(i.to_bytes(width, "little") for i in entries)
        values_lead = rng.choice((0, 4)) if aligned else rng.choice((0, 1, 3, 6))
        values_lead += -values_lead % step if aligned else 0
        values = self.block(sparse, desc.ct, desc.shape, element_size(desc.ct, desc.shape), values_lead, mood)
        stray = 0 if self.flags & STRICT else rng.choice((0, 0, 0, 16))     # a stride on sparse views means nothing
        desc.indices_offset = lead
        if rng.random() < 0.4:                                              # both parts in one view
            data = data + bytes(-len(data) % 4)
            desc.indices_view = desc.values_view = self.add_view(bytes(data) + bytes(values), aligned, stray)
            desc.values_offset = len(data) + values_lead
        else:
            desc.indices_view = self.add_view(data, aligned, stray)
            desc.values_view = self.add_view(values, aligned, stray)
            desc.values_offset = values_lead

    # ---- what resolve must say ----

    def part_faults(self, view_index, offset, size, faults):
        """a view that must hold [offset, offset + size); True when it does"""
        if view_index >= len(self.views):
            faults.append((REFERENCE, ANY32, ANY32))
            return False
        view = self.views[view_index]
        if view.buffer >= len(self.buffers):
            faults.append((REFERENCE, ANY32, ANY32))
            return False
        sound = True
        if view.offset + view.length > len(self.buffers[view.buffer]):
            faults.append((VIEW_BOUNDS, VIEW, view_index))
            sound = False
        if offset + size > view.length:
            faults.append((ACCESSOR_BOUNDS, ACCESSOR, None))
            sound = False
        return sound

    def misaligned(self, view_index, offset, multiple):
        if offset % multiple:
            return True
        if view_index >= len(self.views):
            return False
        total = self.views[view_index].offset + offset
        return total % multiple != 0 or total >> 64 != 0        # past 2^64 either complaint is right

    def strict_faults(self, d, faults):
        if d.count == 0:
            faults.append((COUNT, ACCESSOR, None))
        if d.normalized and d.ct in (FLOAT, UINT):
            faults.append((NORMALIZED, ACCESSOR, None))
        if d.view == NONE:
            if d.byte_offset:
                faults.append((PROPERTY, ACCESSOR, None))
        elif self.misaligned(d.view, d.byte_offset, 4 if is_matrix(d.shape) else SIZE[d.ct]):
            faults.append((ALIGNMENT, ANY32, ANY32))
        stride = d.stride or (self.views[d.view].stride if d.view < len(self.views) else 0)
        if stride and (stride < 4 or stride > 252 or stride % 4 or stride < element_size(d.ct, d.shape)):
            faults.append((STRIDE, ANY32, ANY32))

    def sparse_faults(self, d, faults):
        """faults of the sparse part; each entry may carry (position, found)"""
        strict = self.flags & STRICT
        if d.sparse_count > d.count:
            faults.append((SPARSE_COUNT, ACCESSOR, None))
        if d.index_type not in (UBYTE, USHORT, UINT):
            faults.append((COMPONENT_TYPE, ACCESSOR, None))
            return
        if strict:
            for view in {d.indices_view, d.values_view}:
                if view < len(self.views) and self.views[view].stride:
                    faults.append((STRIDE, ANY32, ANY32))
            if self.misaligned(d.indices_view, d.indices_offset, SIZE[d.index_type]):
                faults.append((ALIGNMENT, ANY32, ANY32))
            if self.misaligned(d.values_view, d.values_offset, 4 if is_matrix(d.shape) else SIZE[d.ct]):
                faults.append((ALIGNMENT, ANY32, ANY32))
        sound = self.part_faults(d.indices_view, d.indices_offset, d.sparse_count * SIZE[d.index_type], faults)
        length = element_size(d.ct, d.shape) * (d.sparse_count - 1) + last_size(d.ct, d.shape)
        self.part_faults(d.values_view, d.values_offset, length, faults)
        if not sound or not self.loaded[self.views[d.indices_view].buffer]:
            return
        previous, out_of_range, decreasing = -1, None, None
        for k in range(d.sparse_count):
            index = self.index_at(d, k)
            if index >= d.count and out_of_range is None:
                out_of_range = (k, index)
            if index <= previous and decreasing is None:
                decreasing = (k, index)
            previous = index
        if out_of_range:
            faults.append((SPARSE_INDEX, ACCESSOR, None) + out_of_range)
        if decreasing and strict:
            faults.append((SPARSE_ORDER, ACCESSOR, None) + decreasing)

    def index_at(self, d, k):
        view = self.views[d.indices_view]
        at = view.offset + d.indices_offset + k * SIZE[d.index_type]
        return int.from_bytes(self.buffers[view.buffer][at:at + SIZE[d.index_type]], "little")

    def faults(self, d):
        out = []
        if self.wrap:
            if d.sparse_count:
                return [(ARGUMENT, ANY32, ANY32)]
            if not self.loaded[0] and d.count:
                return [(ARGUMENT, ANY32, ANY32)]
        if d.ct not in STORED:
            out.append((COMPONENT_TYPE, ACCESSOR, None))
        if d.shape not in COLUMNS_ROWS:
            out.append((SHAPE_ERROR, ACCESSOR, None))
        if out:
            return out
        if d.count * numbers(d.shape) * 8 > (1 << 63) - 1:
            out.append((COUNT, ACCESSOR, None))
        if self.flags & STRICT:
            self.strict_faults(d, out)
        stride = d.stride or (self.views[d.view].stride if d.view < len(self.views) else 0) or element_size(d.ct, d.shape)
        length = stride * (d.count - 1) + last_size(d.ct, d.shape) if d.count else 0
        if self.wrap:
            stride = d.stride or element_size(d.ct, d.shape)
            length = stride * (d.count - 1) + last_size(d.ct, d.shape) if d.count else 0
            if d.byte_offset + length > len(self.buffers[0]):
                out.append((ACCESSOR_BOUNDS, ACCESSOR, None))
            return out
        if d.view == NONE:
            if d.count > (self.max_zero or 1 << 28):
                out.append((LIMIT, ACCESSOR, None))
        else:
            self.part_faults(d.view, d.byte_offset, length, out)
        if d.sparse_count:
            self.sparse_faults(d, out)
        if not any(f[0] in (REFERENCE, VIEW_BOUNDS, ACCESSOR_BOUNDS, COMPONENT_TYPE) for f in out):
            used = [d.view] if d.view != NONE else []
            used += [d.indices_view, d.values_view] if d.sparse_count else []
            for view in used:
                if not self.loaded[self.views[view].buffer]:
                    out.append((NOT_LOADED, BUFFER, self.views[view].buffer))
        return out

    # ---- what reading must give ----

    def resolved(self, d):
        """raw elements, type and normalization of an accessor without faults"""
        view = self.views[d.view] if d.view != NONE and not self.wrap else None
        stride = d.stride or (view.stride if view else 0) or element_size(d.ct, d.shape)
        base = None
        if self.wrap:
            base = (self.buffers[0], d.byte_offset)
        elif view:
            base = (self.buffers[view.buffer], view.offset + d.byte_offset)
        entries = []
        if d.sparse_count:
            i, v = self.views[d.indices_view], self.views[d.values_view]
            entries = sparse_entries(d.sparse_count, d.ct, d.shape, (self.buffers[i.buffer], i.offset + d.indices_offset),
                                     d.index_type, (self.buffers[v.buffer], v.offset + d.values_offset))
        return elements(d.count, d.ct, d.shape, base, stride, entries)


class Reader:
    """one accessor, proved: produces operations with their expectations"""
    def __init__(self, case, index):
        self.case, self.index, self.desc, self.rng = case, index, case.descs[index], case.rng
        self.raws = case.resolved(self.desc)
        d = self.desc
        self.normalized = 1 if d.normalized and d.ct in (BYTE, UBYTE, SHORT, USHORT) else 0
        self.n = numbers(d.shape)

    def some_range(self, limit=64):
        count = self.desc.count
        first = self.rng.randrange(count + 1)
        return first, self.rng.randrange(min(limit, count - first) + 1)

    def dense(self, kind, first, count):
        """(status, bytes) of read_float, read_double or read_uint32"""
        if kind == READ_UINT32 and (self.desc.ct == FLOAT or self.normalized):
            return (CONVERSION, b"") if count else (OK, b"")
        convert = converter(self.desc.ct, self.normalized, READERS[kind], 0)
        parts = [convert(raw) for element in self.raws[first:first + count] for raw in element]
        return (CONVERSION, b"") if None in parts else (OK, b"".join(parts))

    def read(self, kind, first, count, spare=0):
        status, data = self.dense(kind, first, count)
        self.emit_read(kind, first, count, count * self.n + spare, 0, status, data)

    def emit_read(self, kind, first, count, capacity, null_out, status, data=b""):
        writable = count * self.n * SIZE[READERS[kind]] if status in (OK, CONVERSION) and not null_out else 0
        self.case.ops.append(struct.pack("<IIQQQIiIIII", kind, self.index, first, count, capacity, null_out, status, writable,
                                         SIZE[READERS[kind]], int(kind == READ_DOUBLE), len(data)) + data)

    # -- read_as --

    def layout_result(self, layout, first, count, room):
        """(status, element bytes, step, component size, packed bytes) for a layout (ct, components, normalized, stride, fill)"""
        d = self.desc
        ct, components, normalized, stride, fill = layout if layout else (0, 0, 0, 0, (0.0,) * 4)
        if ct == 0:
            ct, normalized = d.ct, self.normalized
        if ct not in SIZE or components > 4 or (components and is_matrix(d.shape)):
            return ARGUMENT, 0, 0, 1, b""
        n = components or self.n
        size = n * SIZE[ct]
        step = stride or size
        tail = [fill_bytes(fill[c], ct, normalized) for c in range(self.n, n)]
        if step < size or None in tail:
            return ARGUMENT, 0, 0, 1, b""
        if first > d.count or count > d.count - first:
            return RANGE, 0, 0, 1, b""
        if count == 0:
            return OK, size, step, SIZE[ct], b""
        if (count - 1) * step + size > room:
            return CAPACITY, 0, 0, 1, b""
        convert, parts = converter(d.ct, self.normalized, ct, normalized), []
        for element in self.raws[first:first + count]:
            parts += [convert(raw) for raw in element[:n]] + tail
        if None in parts:
            return CONVERSION, size, step, SIZE[ct], b""
        return OK, size, step, SIZE[ct], b"".join(parts)

    def convertible(self, layout):
        """whether values of this accessor can become the layout's type at all"""
        ct, normalized = layout[0] or self.desc.ct, layout[2] if layout[0] else self.normalized
        same = ct == self.desc.ct and (ct == FLOAT or bool(normalized) == bool(self.normalized))
        return same or ct in REALS or bool(normalized) or not (self.desc.ct == FLOAT or self.normalized)

    @staticmethod
    def pack_layout(layout):
        ct, components, normalized, stride, fill = layout if layout else (0, 0, 0, 0, (0.0,) * 4)
        return struct.pack("<IIII4f", ct, components, normalized, stride, *fill)

    def loose_nan(self, layout):
        """float32 NaNs may change their payload in another format"""
        return int(self.desc.ct == FLOAT and layout is not None and layout[0] in (HALF, DOUBLE))

    def read_as(self, layout, first, count, room, shift=0, null_out=0):
        status, size, step, unit, data = self.layout_result(layout, first, count, room)
        if null_out and count:
            status, data = ARGUMENT, b""
        writable = count if status in (OK, CONVERSION) else 0
        self.case.ops.append(
            struct.pack("<IIQQQIIII", READ_AS, self.index, first, count, room, shift, int(layout is None), null_out, 0)
            + self.pack_layout(layout) + struct.pack("<iIQIIII", status, size, step, writable, unit, self.loose_nan(layout), len(data))
            + data)

    def some_layout(self, output=None, components=None):
        rng, d = self.rng, self.desc
        ct, normalized = output or rng.choice(OUTPUTS)
        if components is None:
            components = 0 if is_matrix(d.shape) else rng.choice((0, 0, 1, 2, 3, 4))
        fill = tuple(rng.choice(FILLS) for _ in range(4)) if rng.random() < 0.4 else (0.0, 0.0, 0.0, 1.0)
        size = (components or self.n) * SIZE[ct or d.ct]
        stride = rng.choice((0, 0, size, size + 1, size + 3, 32, 64, size + 4 + -size % 4))
        return (ct, components, normalized, max(stride, size) if stride else 0, fill)

    def room_for(self, layout, count):
        ct, components, _, stride, _ = layout if layout else (0, 0, 0, 0, ())
        size = (components or self.n) * SIZE[ct or self.desc.ct]
        return (count - 1) * (stride or size) + size if count else 0

    def some_read_as(self, output=None, components=None, limit=64):
        layout = None if output is None and self.rng.random() < 0.05 else self.some_layout(output, components)
        first, count = self.some_range(limit)
        count = count or min(1, self.desc.count - first)
        room = self.room_for(layout, count) + self.rng.choice((0, 0, 0, 1, 9))
        if count == 0 and self.layout_result(layout, first, count, room)[0] == ARGUMENT:
            return                                              # an unusable fill for nothing: not pinned
        self.read_as(layout, first, count, room, self.rng.choice((0, 0, 1, 2, 3, 4, 7)))

    # -- looking --

    def look(self):
        d, case = self.desc, self.case
        case.ops.append(struct.pack("<IIQ", NUMBER_COUNT, self.index, d.count * self.n))
        view = case.views[d.view] if d.view != NONE and not case.wrap else None
        stride = d.stride or (view.stride if view else 0) or element_size(d.ct, d.shape)
        padded = element_size(d.ct, d.shape) != self.n * SIZE[d.ct]
        if d.count > 1:
            usable = (view is not None or case.wrap) and not d.sparse_count and not padded and stride % SIZE[d.ct] == 0
            case.ops.append(struct.pack("<III", DIRECT, self.index, int(usable)))

    def bounds(self, capacity=None, null=0):
        """null: 1 = no minima, 2 = no maxima"""
        capacity = self.n + self.rng.choice((0, 0, 3)) if capacity is None else capacity
        status = OK if capacity >= self.n else CAPACITY
        low, high = extremes(self.raws, self.desc.ct)
        low = low or [infinity(DOUBLE)] * self.n
        high = high or [infinity(DOUBLE) | 1 << 63] * self.n
        self.case.ops.append(struct.pack("<IIQIiI", BOUNDS, self.index, capacity, null, status, self.n)
                             + struct.pack("<%dQ" % (2 * self.n), *low, *high))

    # -- the caller's faults --

    def wrong_calls(self):
        rng, d, n = self.rng, self.desc, self.n
        kind = rng.choice(list(READERS))
        if d.count == 0:
            self.emit_read(kind, 0, 0, 0, 1, OK)
            self.emit_read(kind, 1, 0, 4, 0, RANGE)
            return
        which = rng.randrange(8)
        first = rng.randrange(d.count)
        if which == 0:
            self.emit_read(kind, first, d.count - first, (d.count - first) * n - 1, 0, CAPACITY)
        elif which == 1:
            self.emit_read(kind, first, d.count - first + 1, (d.count + 1) * n, 0, RANGE)
        elif which == 2:
            self.emit_read(kind, d.count + 1, 0, n, 0, RANGE)
        elif which == 3:
            self.emit_read(kind, rng.choice(((1 << 64) - 1, 1 << 63, 1 << 32)), rng.choice((1, 2)), 2 * n, 0, RANGE)
        elif which == 4:
            self.emit_read(kind, first, 1, n, 1, ARGUMENT)
        elif which == 5:
            self.emit_read(kind, d.count, 0, rng.choice((0, 5)), rng.choice((0, 1)), OK)
        elif which == 6:
            self.bounds(rng.randrange(n))
        else:
            self.wrong_layout(first)

    def wrong_layout(self, first):
        rng, d, n = self.rng, self.desc, self.n
        ct = rng.choice((BYTE, FLOAT, DOUBLE, UINT))
        size = n * SIZE[ct]
        zero = (0.0,) * 4
        which = rng.randrange(7)
        if which == 0:
            self.read_as((rng.choice((5127, 5129, 5132, 1, 0xFFFFFFFF)), 0, 0, 0, zero), first, 1, 999)
        elif which == 1:
            self.read_as((ct, rng.choice((5, 16, 0xFFFFFFFF)), 0, 64, zero), first, 1, 999)
        elif which == 2 and is_matrix(d.shape):
            self.read_as((ct, rng.choice((1, 2, 3, 4)), 0, 0, zero), first, 1, 999)
        elif which == 3 and size > 1:
            self.read_as((ct, 0, 1, rng.randrange(1, size), zero), first, 1, 999)
        elif which == 4:
            self.read_as((ct, 0, 1, 0, zero), first, 1, size - 1)
        elif which == 5 and d.count - first > 1:
            self.read_as((ct, 0, 1, 0xFFFFFFFF, zero), first, 2, 4096)
        elif which == 6 and d.shape < VEC4:
            self.read_as((UBYTE, 4, 0, 0, (0.0, rng.choice((256.0, 0.5, -1.0)), rng.choice((0.25, 1e9)), -3.0)), first, 1, 999)


def streams_op(case, readers, fault=None):
    """read_streams of several accessors into interleaved or separate outputs"""
    rng = case.rng
    count_all = min(r.desc.count for r in readers)
    first = rng.randrange(count_all + 1)
    count = rng.randrange(count_all - first + 1)
    layouts = [r.some_layout() for r in readers]
    layouts = [(ct, c, n, 0, f if c <= r.n else (0.0, 0.0, 0.0, 1.0)) for r, (ct, c, n, _, f) in zip(readers, layouts)]
    sizes = [(layout[1] or r.n) * SIZE[layout[0] or r.desc.ct] for r, layout in zip(readers, layouts)]
    if rng.random() < 0.7:                                      # one vertex after the other
        step = sum(sizes) + rng.choice((0, 0, 1, 4))
        offsets = [sum(sizes[:i]) for i in range(len(sizes))]
        layouts = [layout[:3] + (step,) + layout[4:] for layout in layouts]
        total = step * count
        rooms = [max(0, (count - 1) * step + size) if count else 0 for size in sizes]
    else:
        offsets, total, rooms = [], 0, []
        for size in sizes:
            offsets.append(total)
            rooms.append(size * count)
            total += size * count + rng.choice((0, 1, 4))
    if fault is not None and count:
        which = fault % len(readers)
        if rng.random() < 0.5:
            rooms[which] -= 1
        else:
            layouts[which] = (5127,) + layouts[which][1:]
    results = [r.layout_result(layout, first, count, room) for r, layout, room in zip(readers, layouts, rooms)]
    status, failed = OK, NONE
    faulty = [i for i, result in enumerate(results) if result[0] != OK]
    if faulty:                                                  # all are checked before any value is read
        checked = [i for i in faulty if results[i][0] != CONVERSION or not readers[i].convertible(layouts[i])]
        failed = (checked or faulty)[0]
        status = results[failed][0]
    body = struct.pack("<IIQQIIIi", READ_STREAMS, 0, first, count, len(readers), total, failed, status)
    for r, layout, offset, room, (state, size, step, unit, data) in zip(readers, layouts, offsets, rooms, results):
        written = count if status in (OK, CONVERSION) else 0
        data = data if status == OK else b""
        body += struct.pack("<IIQ", r.index, offset, room) + r.pack_layout(layout)
        body += struct.pack("<IQIIII", size, step, written, unit, r.loose_nan(layout), len(data)) + data
    case.ops.append(body)


# ---- the stream ----

def pack_expectation(case, d):
    """statuses of which one must come, where the fault is, and what the resolved value must hold"""
    faults = case.faults(d)
    statuses = sorted({f[0] for f in faults}) or [OK]
    single = faults[0] if len(faults) == 1 else (0, ANY32, ANY32)
    where = single[1]
    index = d.id if single[2] is None else single[2]
    position, found = single[3:5] if len(single) > 3 else (ANY64, ANY64)
    view = case.views[d.view] if d.view < len(case.views) and not case.wrap else None
    stride, offset, buffer = ANY64, ANY64, 0
    if not faults and d.count:
        if case.wrap or view:
            stride = d.stride or (view.stride if view else 0) or element_size(d.ct, d.shape)
            offset, buffer = (view.offset if view else 0) + d.byte_offset, view.buffer if view else 0
        else:
            offset = NO_DATA
    unsorted = 0
    if not faults and d.sparse_count:
        indices = [case.index_at(d, k) for k in range(d.sparse_count)]
        unsorted = int(any(b < a for a, b in zip(indices, indices[1:])))
    normalized = 1 if d.normalized and d.ct in (BYTE, UBYTE, SHORT, USHORT) else 0
    sizes = (numbers(d.shape), element_size(d.ct, d.shape)) if not faults else (0, 0)
    out = struct.pack("<I8i", len(statuses), *(statuses + [0] * 8)[:8]) + struct.pack("<IIQQ", where, index, position, found)
    return out + struct.pack("<QQIIIII", stride, offset, buffer, normalized, unsorted, *sizes)


def pack_case(case, number):
    out = [struct.pack("<IIIIQIIII", 0x47415343, number, case.flags, int(case.wrap), case.max_zero, len(case.buffers), len(case.views),
                       len(case.descs), len(case.ops))]
    for i, (data, loaded) in enumerate(zip(case.buffers, case.loaded)):
        out += [struct.pack("<QII", len(data), loaded, (number + 3 * i) % 8), bytes(data) if loaded else b""]
    for v in case.views:
        out.append(struct.pack("<QQII", v.offset, v.length, v.buffer, v.stride))
    for d in case.descs:
        out.append(struct.pack("<QQIIIIII", d.byte_offset, d.count, d.view, d.ct, d.shape, d.normalized, d.stride, d.id))
        out.append(struct.pack("<QQQIIII", d.sparse_count, d.indices_offset, d.values_offset, d.indices_view, d.values_view,
                               d.index_type, 0))
        out.append(pack_expectation(case, d))
    return b"".join(out + case.ops)


# ---- families of cases ----

def strides_for(rng, ct, shape, strict):
    size = element_size(ct, shape)
    if strict:
        return rng.choice([0, 0] + [s for s in (size + -size % 4, size + -size % 4 + 4, 32, 64, 100, 252) if s >= size])
    return rng.choice((0, 0, size, size + 1, size + 3, size + -size % 4, size + 4 + -size % 4, 32, 252, 256, 1, 2, 3, max(1, size - 1)))


def read_everything(case, index, as_reads=2):
    if case.faults(case.descs[index]):
        return None
    reader = Reader(case, index)
    count = reader.desc.count
    reader.read(READ_FLOAT, 0, count, case.rng.choice((0, 0, 2)))
    reader.read(READ_FLOAT, *reader.some_range())
    reader.read(READ_DOUBLE, *reader.some_range())
    reader.read(READ_UINT32, *reader.some_range())
    for _ in range(as_reads):
        reader.some_read_as()
    reader.bounds(null=case.rng.choice((0, 0, 1, 2)))
    reader.look()
    reader.wrong_calls()
    return reader


def systematic(rng):
    """component type x normalized x shape x stride x sparse x alignment"""
    for ct, normalized in KINDS:
        for shape in SHAPES:
            size = element_size(ct, shape)
            for stride in (0, size + -size % 4 + 4, size + 1):
                for sparse, base in ((False, True), (True, True), (True, False)):
                    for aligned in (True, False):
                        case = Case(rng)
                        count = rng.randrange(1, 40)
                        entries = rng.randrange(1, count + 1) if sparse else None
                        case.add_accessor(ct, normalized, shape, count, stride if base else 0, entries, base, aligned,
                                          order=rng.choice(("sorted", "sorted", "equal", "decreasing")))
                        read_everything(case, 0)
                        yield case


def tails(rng):
    """one accessor of each kind, ranges of every small length at every small start: what unrolled loops end with"""
    for ct, normalized in KINDS:
        for shape in SHAPES:
            size = element_size(ct, shape)
            for stride in (0, size + 4 + -size % 4, 3):
                case = Case(rng)
                case.add_accessor(ct, normalized, shape, 90, stride, mood="random")
                reader = Reader(case, 0)
                for _ in range(8):
                    reader.read(READ_FLOAT, rng.randrange(20), rng.randrange(71))
                reader.read(READ_UINT32, rng.randrange(20), rng.randrange(71))
                reader.read(READ_DOUBLE, rng.randrange(20), rng.randrange(71))
                yield case


def layouts(rng):
    """every stored kind to every output, components dropped and filled"""
    for ct, normalized in KINDS:
        for output in OUTPUTS:
            for components in range(5):
                case = Case(rng)
                shape = rng.choice((SCALAR, VEC2, VEC3, VEC4)) if components or rng.random() < 0.6 else rng.choice((MAT2, MAT3, MAT4))
                case.add_accessor(ct, normalized, shape, 24, strides_for(rng, ct, shape, False), rng.choice((None, None, 4)),
                                  mood=rng.choice(("small", "small", "special", "random")))
                reader = Reader(case, 0)
                for limit in (24, 6, 1):
                    reader.some_read_as(output, components, limit)
                yield case


def single_values(rng):
    """every special bit pattern alone, so that one that does not fit does not hide the others"""
    for ct, normalized in KINDS:
        values = SPECIAL_FLOATS if ct == FLOAT else SPECIAL_WIDTH[SIZE[ct]]
        case = Case(rng)
        data = b"".join(v.to_bytes(SIZE[ct], "little") for v in values)
        case.descs.append(Desc(ct, SCALAR, len(values), normalized, case.add_view(data, True)))
        reader = Reader(case, 0)
        for i in range(len(values)):
            for output in OUTPUTS:
                layout = output[:1] + (0,) + output[1:] + (0, (0.0,) * 4)
                reader.read_as(layout, i, 1, reader.room_for(layout, 1))
            for kind in READERS:
                reader.read(kind, i, 1)
        yield case


def exhaustive(rng):
    """all 2^8 and 2^16 inputs, packed and in steps, to every output that can hold them"""
    for ct in (BYTE, UBYTE, SHORT, USHORT):
        width = 8 * SIZE[ct]
        everything = b"".join(i.to_bytes(SIZE[ct], "little") for i in range(1 << width))
        for normalized in (0, 1):
            ways = [(SCALAR, 0), (VEC2, 0), (VEC3, 4 * SIZE[ct]), (VEC4, 12 * SIZE[ct])]
            for shape, stride in ways + ([(VEC4, 0), (MAT3, 0), (SCALAR, 5)] if width == 8 else []):
                n, case = numbers(shape), Case(rng)
                count = ((1 << width) + n - 1) // n
                values = everything + bytes(n * SIZE[ct])
                step = stride or element_size(ct, shape)
                data = bytearray(step * (count - 1) + last_size(ct, shape))
                for i in range(count):
                    for k, offset in enumerate(component_offsets(ct, shape)):
                        at = (i * n + k) * SIZE[ct]
                        data[i * step + offset:i * step + offset + SIZE[ct]] = values[at:at + SIZE[ct]]
                case.descs.append(Desc(ct, shape, count, normalized, case.add_view(data, True, stride)))
                reader = Reader(case, 0)
                reader.read(READ_FLOAT, 0, count)
                if stride == 0 and shape == SCALAR:
                    reader.read(READ_DOUBLE, 0, count)
                    reader.read(READ_UINT32, 0, count)
                    for output in OUTPUTS:
                        if width == 8 or output[0] == HALF or (normalized and output[1] and output[0] not in (INT, UINT)):
                            layout = output[:1] + (0,) + output[1:] + (0, (0.0,) * 4)
                            reader.read_as(layout, 0, count, reader.room_for(layout, count))
                yield case


def strict(rng):
    """every small offset and stride of a view and an accessor, in both modes"""
    for ct in STORED:
        for shape in SHAPES:
            size = element_size(ct, shape)
            for view_offset, byte_offset, stride in ([(v, b, 0) for v in (0, 1, 2, 4) for b in range(6)]
                                                     + [(0, 0, s) for s in (1, 2, 3, 4, 5, 6, 8, 12, size, 248, 252, 253, 254, 255, 256, 260)]):
                case = Case(rng, rng.choice((0, STRICT, STRICT)))
                length = byte_offset + (stride or size) * 2 + last_size(ct, shape)
                case.buffers.append(bytearray(rng.randbytes(view_offset + length)))
                case.loaded.append(1)
                where = rng.randrange(2)
                case.views.append(View(view_offset, length, 0, stride * where))
                case.descs.append(Desc(ct, shape, 3, 0, 0, byte_offset, stride * (1 - where), ident=9))
                if not case.faults(case.descs[0]):
                    Reader(case, 0).read(READ_FLOAT, 0, 3)
                yield case


def halves(rng):
    """float32 around every half and every integer step: ties, subnormals, overflow"""
    for _ in range(4):
        case, bits = Case(rng), []
        for _ in range(1500):
            exponent = rng.choice((rng.randrange(98, 120), rng.randrange(110, 145), rng.randrange(256)))
            fraction = rng.choice((0, 0x1000, 0xFFF, 0x1001, 0x2000, 0x3000, 0x7FF000, 0x7FEFFF, rng.getrandbits(23)))
            bits.append(rng.getrandbits(1) << 31 | exponent << 23 | fraction & 0x7FFFFF)
        for top in (127, 255, 32767, 65535):                    # close to k + 1/2 steps of normalized integers
            for _ in range(300):
                whole = struct.unpack("<I", struct.pack("<f", (rng.randrange(-top, top + 1) + 0.5) / top))[0]
                bits.append(whole + rng.choice((-1, 0, 0, 1)) & 0xFFFFFFFF)
        data = b"".join(b.to_bytes(4, "little") for b in bits)
        case.descs.append(Desc(FLOAT, SCALAR, len(bits), 0, case.add_view(data, True)))
        reader = Reader(case, 0)
        for output in OUTPUTS:
            if output[0] in REALS or output[1]:
                layout = output[:1] + (0,) + output[1:] + (0, (0.0,) * 4)
                reader.read_as(layout, 0, len(bits), reader.room_for(layout, len(bits)))
        yield case


def long_ones(rng):
    """more elements than any block of the readers"""
    for ct, normalized, shape, stride in ((USHORT, 1, VEC2, 0), (FLOAT, 0, VEC3, 32), (UBYTE, 0, SCALAR, 0), (BYTE, 1, VEC3, 4),
                                          (SHORT, 1, VEC3, 8), (UINT, 0, SCALAR, 0), (UBYTE, 1, MAT3, 0), (FLOAT, 0, MAT4, 0)):
        for base in (True, False):
            for order in ("sorted", "equal", "decreasing", None):
                case = Case(rng)
                count = rng.choice((1023, 1024, 1025, 2049, 3000))
                entries = rng.choice((1, 50, 700)) if order else None
                case.add_accessor(ct, normalized, shape, count, stride if base else 0, entries, base or not order, order=order)
                reader = Reader(case, 0)
                reader.read(READ_FLOAT, 0, count)
                reader.read(READ_FLOAT, 500, count - 700)
                reader.read(READ_UINT32, 1, count - 1)
                reader.some_read_as(limit=count)
                reader.some_read_as(limit=count)
                reader.bounds()
                yield case
    for count in (4096, 4097, 8193, 12000):                     # and than any window of the bounds
        for order in ("sorted", "decreasing"):
            case = Case(rng)
            case.add_accessor(SHORT, 0, SCALAR, count, sparse=rng.choice((3, 5000 if count > 5000 and order == "sorted" else 40)), order=order,
                              mood="random")
            Reader(case, 0).bounds()
            yield case


def several(rng):
    """read_streams: interleaved sources and destinations, faults in one of them"""
    for round_number in range(60):
        case = Case(rng)
        count = rng.choice((0, 1, 7, 40, 600, 1100)) if round_number % 3 == 0 else rng.randrange(1, 60)
        many = rng.randrange(1, 5)
        if rng.random() < 0.5:                                  # all of them in one view
            kinds = [(rng.choice(STORED), rng.randrange(2), rng.choice((SCALAR, VEC2, VEC3, VEC4))) for _ in range(many)]
            stride = sum(element_size(ct, shape) for ct, _, shape in kinds)
            view = case.add_view(rng.randbytes(stride * count), False, stride)
            at = 0
            for ct, normalized, shape in kinds:
                case.descs.append(Desc(ct, shape, count, normalized, view, at if count else 0))
                at += element_size(ct, shape)
        else:
            for _ in range(many):
                ct, normalized = rng.choice(KINDS)
                shape = rng.choice(SHAPES)
                sparse = rng.randrange(1, min(count, 60) + 1) if count and rng.random() < 0.5 else None
                case.add_accessor(ct, normalized, shape, count, strides_for(rng, ct, shape, False), sparse, rng.random() < 0.8,
                                  order=rng.choice(("sorted", "equal", "decreasing")))
        readers = [Reader(case, i) for i in range(many)]
        for _ in range(4):
            streams_op(case, readers)
        streams_op(case, readers, rng.randrange(4))
        yield case


def random_case(rng):
    strict = rng.random() < 0.3
    case = Case(rng, STRICT if strict else 0)
    ct, normalized = rng.choice(KINDS)
    if strict and ct in (FLOAT, UINT):
        normalized = 0
    shape = rng.choice(SHAPES)
    count = rng.choice((1, 2, 3, rng.randrange(1, 20), rng.randrange(1, 150)))
    if not strict and rng.random() < 0.05:
        count = 0
    sparse = rng.randrange(1, count + 1) if count and rng.random() < 0.45 else None
    order = "sorted" if strict else rng.choice(("sorted", "sorted", "equal", "decreasing"))
    case.add_accessor(ct, normalized, shape, count, strides_for(rng, ct, shape, strict), sparse, rng.random() < 0.8, order=order)
    if not case.wrap and not strict and case.descs[0].view == NONE and rng.random() < 0.3:
        case.descs[0].byte_offset = 12                          # without a view: ignored
    if not case.wrap:
        for data in case.buffers:
            data += rng.randbytes(rng.choice((0, 0, 3)))
    if rng.random() < 0.45:
        break_something(case, rng)
    read_everything(case, 0)
    return case


def wrap_case(rng):
    case = Case(rng, wrap=True)
    ct, normalized = rng.choice(KINDS)
    shape, count = rng.choice(SHAPES), rng.randrange(0, 60)
    stride = strides_for(rng, ct, shape, False)
    lead = rng.choice((0, 1, 4))
    data = case.block(count, ct, shape, stride or element_size(ct, shape), lead, rng.choice(("random", "small", "special")))
    case.buffers.append(data)
    case.loaded.append(1)
    d = Desc(ct, shape, count, normalized, rng.choice((NONE, 0, 7)), lead, stride, 5)
    case.descs.append(d)
    wrong = rng.randrange(10)
    if wrong == 0 and count:
        del data[-1]
    elif wrong == 1 and count:
        case.loaded[0] = 0
    elif wrong == 2 and count:
        d.sparse_count, d.index_type = 1, UBYTE
    elif wrong == 3:
        d.count = 1 << 60
    elif wrong == 4 and count:
        d.byte_offset = rng.choice(((1 << 64) - 1, (1 << 64) - 4, len(data) + 1))
    read_everything(case, 0)
    return case


def break_something(case, rng):
    """one fault of a file, or what is only a fault in strict mode"""
    d = case.descs[0]
    view = case.views[d.view] if d.view != NONE else None
    strict = case.flags & STRICT
    huge = rng.choice(((1 << 64) - 1, (1 << 64) - 4, 1 << 63, 1 << 32, (1 << 53) + 4))
    ways = ["ct", "shape", "count", "normalized", "zero_limit"]
    if view:
        ways += ["view", "buffer", "view_offset", "view_length", "short", "byte_offset", "stride", "unloaded", "align", "align_view"]
    else:
        ways += ["offset_without_view"]
    if d.sparse_count:
        ways += ["sparse_count", "sparse_index", "sparse_index", "index_type", "indices_view", "values_view", "indices_short",
                 "values_short", "order", "equal", "sparse_align", "sparse_stride", "sparse_unloaded", "indices_offset"]
    elif strict and view:
        ways += ["empty"]
    way = rng.choice(ways)
    if way == "ct":
        d.ct = rng.choice((0, INT, DOUBLE, HALF, 5127, 1, NONE))
    elif way == "shape":
        d.shape = rng.choice((0, 8, NONE))
    elif way == "count":
        d.count = rng.choice(((1 << 64) - 1, 1 << 61, (1 << 60) + 1, 1 << 40, d.count + 1000))
    elif way == "normalized":
        d.normalized ^= 1
    elif way == "zero_limit":
        case.max_zero = rng.choice((max(1, d.count - 1), d.count))
    elif way == "view":
        d.view = rng.choice((len(case.views), NONE - 1))
    elif way == "buffer":
        view.buffer = rng.choice((len(case.buffers), NONE))
    elif way == "view_offset":
        view.offset = rng.choice((huge, view.offset + 4096))
    elif way == "view_length":
        view.length = rng.choice((huge, view.length + 4096))
    elif way == "short" and d.count:
        used = d.byte_offset + (view_stride(case, d)) * (d.count - 1) + last_size(d.ct, d.shape)
        view.length = used - 1
    elif way == "byte_offset" and d.count:
        d.byte_offset = rng.choice((huge, view.length + 1, view.length))
    elif way == "stride":
        d.stride = rng.choice((1, 2, 3, 6, 253, 254, 255, 256, 65536, 0x80000000, NONE))
    elif way == "unloaded" and d.count:
        case.loaded[view.buffer] = 0
    elif way == "align" and d.byte_offset:
        d.byte_offset -= 1
    elif way == "align_view" and view.offset:
        view.offset -= 1
    elif way == "offset_without_view":
        d.byte_offset = rng.choice((4, 1 << 63))
    elif way == "sparse_count":
        d.sparse_count = rng.choice((d.count + 1, huge))
    elif way == "sparse_index":
        k = rng.randrange(d.sparse_count)
        part = case.views[d.indices_view]
        top = maximum(d.index_type)
        if d.count <= top:
            bad = rng.choice((d.count, top))
            at = part.offset + d.indices_offset + k * SIZE[d.index_type]
            case.buffers[part.buffer][at:at + SIZE[d.index_type]] = bad.to_bytes(SIZE[d.index_type], "little")
    elif way == "index_type":
        d.index_type = rng.choice((0, BYTE, SHORT, INT, FLOAT))
    elif way in ("indices_view", "values_view"):
        setattr(d, way, rng.choice((len(case.views), NONE)))
    elif way == "indices_short":
        case.views[d.indices_view].length = d.indices_offset + d.sparse_count * SIZE[d.index_type] - 1
    elif way == "values_short":
        used = element_size(d.ct, d.shape) * (d.sparse_count - 1) + last_size(d.ct, d.shape)
        case.views[d.values_view].length = d.values_offset + used - 1
    elif way in ("order", "equal") and d.sparse_count > 1:
        k = rng.randrange(1, d.sparse_count)
        part, width = case.views[d.indices_view], SIZE[d.index_type]
        at, data = part.offset + d.indices_offset, case.buffers[part.buffer]
        before = case.index_at(d, k - 1)
        wrong = before if way == "equal" else rng.randrange(before + 1)
        data[at + k * width:at + (k + 1) * width] = wrong.to_bytes(width, "little")
    elif way == "sparse_align":
        if rng.random() < 0.5 and d.indices_offset:
            d.indices_offset -= 1
        elif d.values_offset:
            d.values_offset -= 1
    elif way == "sparse_stride":
        case.views[rng.choice((d.indices_view, d.values_view))].stride = 8
    elif way == "sparse_unloaded":
        case.loaded[case.views[rng.choice((d.indices_view, d.values_view))].buffer] = 0
    elif way == "indices_offset":
        d.indices_offset = huge
    elif way == "empty":
        d.count = 0


def view_stride(case, d):
    return d.stride or case.views[d.view].stride or element_size(d.ct, d.shape)


def all_cases(args):
    rng = Random(args.seed)
    if not args.skip_systematic:
        for family in (single_values, systematic, tails, layouts, strict, halves, long_ones, several):
            yield from family(rng)
    if not args.skip_exhaustive:
        yield from exhaustive(rng)
    for i in range(args.amount):
        yield wrap_case(rng) if i % 8 == 0 else random_case(rng)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--amount", type=int, default=1500)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--skip-systematic", action="store_true")
    parser.add_argument("--skip-exhaustive", action="store_true")
    parser.add_argument("--runner")
    parser.add_argument("--out")
    args = parser.parse_args()
    runner = subprocess.Popen([args.runner, "-"], stdin=subprocess.PIPE) if args.runner else None
    out = runner.stdin if runner else open(args.out, "wb") if args.out else sys.stdout.buffer
    try:
        for number, case in enumerate(all_cases(args)):
            out.write(pack_case(case, number))
        out.close()
    except BrokenPipeError:
        pass                                                    # the runner stopped: its exit status says why
    return runner.wait() if runner else 0


if __name__ == "__main__":
    sys.exit(main())
