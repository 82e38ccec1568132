#!/usr/bin/env python3
"""gltf_morph_read against the reference, bit for bit: types, sparse deltas of every kind, ranges, layouts, block borders.

usage: cases.py RUNNER [SEED]
"""
import itertools, random, struct, subprocess, sys

import reference as ref

OK, ARGUMENT, RANGE, CAPACITY, CONVERSION, MISMATCH = 0, 1, 2, 3, 5, 32
CLAMP, PLAIN = 1, 0x80000000
EVERYTHING = 7                                              # bits of the CPU: SSE2, SSSE3, AVX2
random_source = random.Random(int(sys.argv[2]) if len(sys.argv) > 2 else 20)
PLAIN_LAYOUT = (0, 0, 0, 0, (0.0, 0.0, 0.0, 0.0))


def numbers(component, count):
    """bytes of so many numbers; floats of many sizes, the odd infinity, zero and tiny one"""
    if component != ref.FLOAT:
        return bytes(random_source.randrange(256) for _ in range(count * ref.size_of(component)))
    odd = [0.0, -0.0, 1e-45, -1e-39, 3e38, -3e38, float("inf"), 1.0]
    return struct.pack("<%df" % count, *[ref.f32(random_source.choice(odd) if random_source.random() < 0.02 else
                       random_source.uniform(-2, 2) * 2.0 ** random_source.randrange(-20, 4)) for _ in range(count)])


def elements(component, shape, count, stride=0):
    size = ref.element_size(component, shape)
    stride = stride or size
    if component != ref.FLOAT:
        return bytes(random_source.randrange(256) for _ in range((count - 1) * stride + size)) if count else b""
    out = bytearray(b"\xc3" * (max(count - 1, 0) * stride + (size if count else 0)))
    for i in range(count):
        out[i * stride:i * stride + size] = numbers(component, ref.numbers_of(shape))
    return bytes(out)


def dense(component, shape, count, normalized=False, gap=0):
    stride = ref.element_size(component, shape) + gap
    return ref.Accessor(component, shape, count, normalized, elements(component, shape, count, stride), stride if gap else 0)


def choose(count, how):
    """sparse indices below count"""
    if how == "none" or count == 0:
        return []
    if how == "random":
        return sorted(random_source.sample(range(count), max(1, count // 10)))
    if how == "all":
        return list(range(count))
    if how == "runs":                                       # of many lengths, with many gaps
        out, at = [], random_source.randrange(3)
        while at < count:
            length = random_source.choice([1, 2, 3, 7, 8, 9, 15, 16, 17, 30])
            out += range(at, min(at + length, count))
            at += length + random_source.choice([1, 1, 2, 5, 40])
        return out
    if how == "repeated":                                   # as often as the accessor has elements, at most
        out = sorted(random_source.choice(range(count)) for _ in range(max(1, count // 3)))
        return sorted(out + [i for i in range(count // 2, count) if random_source.random() < 0.4])[:count]
    if how == "unordered":
        out = [random_source.randrange(count) for _ in range(max(2, count // 8))][:count]
        return out
    raise ValueError(how)


def sparse(component, shape, count, how, normalized=False, over=False, index_type=None, gap=0):
    indices = choose(count, how)
    kinds = [k for k, top in ((ref.UBYTE, 256), (ref.USHORT, 65536), (ref.UINT, 1 << 32)) if count <= top]
    index_type = index_type if index_type in kinds else random_source.choice(kinds)
    values = elements(component, shape, len(indices))
    out = dense(component, shape, count, normalized, gap) if over else ref.Accessor(component, shape, count, normalized)
    out.sparse = (indices, index_type, values) if indices else None
    return out


class Case:
    def __init__(self, title, base, targets, weights, first=0, count=None, layout=None, flags=0, cpu=0, shift=0, room=None):
        self.title, self.base, self.targets, self.weights = title, base, targets, weights
        self.first, self.count = first, base.count - first if count is None else count
        self.layout, self.flags, self.cpu, self.shift = layout, flags, cpu, shift
        self.room = self.needed() if room is None else room

    def needed(self):
        component, wanted, _, stride, _ = self.layout or PLAIN_LAYOUT
        size = (wanted or ref.numbers_of(self.base.shape)) * ref.size_of(component or ref.FLOAT)
        return (self.count - 1) * (stride or size) + size if self.count else 0

    def pack(self):
        layout = self.layout or PLAIN_LAYOUT
        out = struct.pack("<8I4f3QI", self.flags, len(self.targets), self.cpu, self.layout is not None, *layout[:4], *layout[4],
                          self.first, self.count, self.room, self.shift)
        for a in [self.base] + self.targets:
            absent = a is None
            a = a or ref.Accessor(ref.FLOAT, 3, 0)
            indices, index_type, values = a.sparse or ([], ref.UBYTE, b"")
            packed = struct.pack("<%d%s" % (len(indices), ref.CODE[index_type]), *indices)
            stride = 0 if a.stride == ref.element_size(a.component, a.shape) else a.stride
            out += struct.pack("<7I2Q3I", absent, a.component, a.shape, a.normalized, a.base is not None, stride, index_type,
                               a.count, len(indices), len(a.base or b""), len(packed), len(values))
            out += (a.base or b"") + packed + values
        return out + struct.pack("<%df" % len(self.weights), *self.weights)

    def expected(self):
        out = bytearray(b"\xee" * self.room)
        results = ref.blend(self.base, self.targets, self.weights, self.first, self.count, bool(self.flags & CLAMP))
        ref.store(results, ref.numbers_of(self.base.shape), self.layout or PLAIN_LAYOUT, out)
        return bytes(out)

    def judge(self, status, out):
        """None, or what is wrong; all NaNs are equal"""
        if status != OK:
            return "status %d" % status
        want = self.expected()
        if want == out:
            return None
        component = (self.layout or PLAIN_LAYOUT)[0] or ref.FLOAT
        size = ref.size_of(component)
        stride = (self.layout or PLAIN_LAYOUT)[3] or size
        for at in range(0, len(want)):
            if want[at] != out[at]:
                at -= at % stride % size if stride != size else at % size
                a, b = (struct.unpack_from("<" + ref.CODE[component], x, at)[0] for x in (want, out))
                if component in (ref.FLOAT, ref.DOUBLE, ref.HALF) and a != a and b != b:
                    continue
                return "byte %d: %r, not %r" % (at, b, a)
        return None


def weight():
    return ref.f32(random_source.choice([0.0, -0.0, 1.0, -1.0, 0.25, 2.0]) if random_source.random() < 0.3 else
                   random_source.uniform(-1.5, 1.5))


def weights(count):
    return [weight() for _ in range(count)]


# ---- What is tried ----

KINDS = [(ref.FLOAT, False), (ref.BYTE, True), (ref.SHORT, True), (ref.USHORT, True), (ref.UBYTE, True), (ref.BYTE, False),
         (ref.SHORT, False), (ref.USHORT, False), (ref.UBYTE, False), (ref.UINT, False)]
HOWS = ["none", "random", "all", "runs", "repeated", "unordered"]


def every_type():
    """every stored type on both sides, dense, sparse and both, strided too"""
    for (bt, bn), (dt, dn) in itertools.product(KINDS, KINDS):
        count = random_source.choice([1, 5, 67])
        shape = random_source.choice([1, 2, 3, 4])
        targets = [dense(dt, shape, count, dn), sparse(dt, shape, count, "random", dn), dense(dt, shape, count, dn, 4),
                   sparse(dt, shape, count, "runs", dn, over=True, gap=random_source.choice([0, 3]))]
        random_source.shuffle(targets)
        yield Case("types", dense(bt, shape, count, bn, random_source.choice([0, 8])), targets, weights(4))


def every_shape():
    """matrices of application attributes, and every vector; deltas with one number less"""
    for component, normalized in KINDS:
        for shape in range(1, 8):
            for how in ("random", "runs", "unordered"):
                count = random_source.choice([30, 90])
                targets = [dense(component, shape, count, normalized), sparse(component, shape, count, how, normalized)]
                if 2 <= shape <= 4:
                    targets += [dense(component, shape - 1, count, normalized), sparse(component, shape - 1, count, how, normalized),
                                sparse(component, shape - 1, count, how, normalized, over=True), dense(component, shape - 1, count, normalized, 4)]
                    random_source.shuffle(targets)
                yield Case("shapes", dense(component, shape, count, normalized), targets, weights(len(targets)))


def every_overlay():
    """indices of each type in each order, beside others, on ranges"""
    for how, index_type, over in itertools.product(HOWS, [ref.UBYTE, ref.USHORT, ref.UINT], [False, True]):
        for component, normalized in ((ref.FLOAT, False), (ref.SHORT, True)):
            count = 250
            targets = [sparse(component, 3, count, how, normalized, over, index_type), dense(ref.FLOAT, 3, count), None,
                       sparse(component, 3, count, how, normalized, over, index_type)]
            for first, n in ((0, count), (17, 100), (249, 1), (250, 0), (0, 1), (100, 64)):
                yield Case("overlay " + how, sparse(ref.FLOAT, 3, count, "random", over=True), targets, weights(4), first, n)


def every_border():
    """counts about the sizes of blocks and batches, for results that stay and results that are converted"""
    for shape in (1, 3, 4, 7):
        per = ref.numbers_of(shape)
        for border in (1024 // per, 6144 // per):
            for count in (border - 1, border, border + 1, 2 * border + 3):
                if count * per > 8000:
                    continue
                targets = [sparse(ref.FLOAT, shape, count, "runs"), dense(ref.FLOAT, shape, count), sparse(ref.SHORT, shape, count, "random", True),
                           dense(ref.BYTE, shape, count, True)]
                layout = random_source.choice([None, (ref.DOUBLE, 0, 0, 0, (0.0,) * 4)])
                yield Case("border", dense(ref.FLOAT, shape, count), targets, weights(4), layout=layout)
    for how in ("repeated", "unordered", "runs"):
        for layout in (None, (ref.FLOAT, 3, 0, 16, (0.0,) * 4)):
            count = 5000
            yield Case("long " + how, dense(ref.FLOAT, 3, count), [sparse(ref.FLOAT, 3, count, how), sparse(ref.SHORT, 3, count, how, True)],
                       weights(2), 13, 4900, layout)


def every_layout():
    """output types, strides, fewer and more numbers, any alignment"""
    fill = (0.25, 0.5, 0.75, 1.0)
    for component, normalized in ((0, 0), (ref.FLOAT, 0), (ref.DOUBLE, 0), (ref.HALF, 0), (ref.BYTE, 1), (ref.UBYTE, 1), (ref.SHORT, 1),
                                  (ref.USHORT, 1), (ref.INT, 1), (ref.UINT, 1)):
        for wanted, gap, shift in itertools.product((0, 1, 2, 3, 4), (0, 1, 20), (0, 1, 4)):
            shape = random_source.choice([1, 2, 3, 4])
            count = random_source.choice([3, 40, 400])
            size = (wanted or shape) * ref.size_of(component or ref.FLOAT)
            targets = [dense(ref.FLOAT, shape, count), sparse(ref.SHORT, shape, count, "runs", True)]
            yield Case("layout", dense(ref.FLOAT, shape, count), targets, weights(2), layout=(component, wanted, normalized, size + gap if gap else 0, fill),
                       shift=shift, flags=random_source.choice([0, CLAMP]))


def every_clamp():
    """COLOR: bases with and without alpha, deltas likewise; NaN and infinities"""
    special = struct.pack("<12f", float("nan"), float("inf"), -float("inf"), -0.0, 0.0, 1.0, 1.0000001, -1e-45, 1e-45, 2.0, 0.5, -3.0)
    for layout in (None, (ref.UBYTE, 0, 1, 0, (0.0,) * 4), (ref.FLOAT, 0, 0, 32, (0.0,) * 4)):
        yield Case("clamp", ref.Accessor(ref.FLOAT, 3, 4, base=special), [], [], layout=layout, flags=CLAMP)
        for (bt, bn), (dt, dn) in itertools.product(KINDS[:5], KINDS[:5]):
            for base_shape, delta_shape in ((4, 3), (3, 3), (4, 4)):
                targets = [dense(dt, delta_shape, 50, dn), sparse(dt, delta_shape, 50, "random", dn)]
                more = (0, 4, 0, 0, (0.0, 0.0, 0.0, 1.0)) if layout is None and base_shape == 3 else layout
                yield Case("color", dense(bt, base_shape, 50, bn), targets, weights(2), layout=more, flags=CLAMP)


def many_targets():
    """more than fit one list of terms; groups of dense ones of every length between sparse ones"""
    for targets in (1, 2, 3, 4, 5, 63, 64, 65, 130, 300):
        count = 70
        kinds = [lambda: dense(ref.FLOAT, 3, count), lambda: sparse(ref.FLOAT, 3, count, "random"), lambda: dense(ref.SHORT, 3, count, True),
                 lambda: sparse(ref.BYTE, 3, count, "unordered", True), lambda: None, lambda: dense(ref.FLOAT, 2, count),
                 lambda: ref.Accessor(ref.FLOAT, 3, count)]
        for odds in ((1, 0, 0, 0, 0, 0, 0), (8, 1, 1, 0, 0, 1, 0), (1, 1, 1, 1, 1, 1, 1), (0, 1, 0, 0, 0, 0, 0)):
            list_ = [random_source.choices(kinds, odds)[0]() for _ in range(targets)]
            for layout in (None, (ref.HALF, 0, 0, 0, (0.0,) * 4)):
                yield Case("%d targets" % targets, sparse(ref.FLOAT, 3, count, "random"), list_, weights(targets), 3, 60, layout)
    count = 2500                                            # several blocks with several lists each
    list_ = [sparse(ref.FLOAT, 3, count, random_source.choice(["random", "runs"])) for _ in range(100)]
    yield Case("long lists", dense(ref.FLOAT, 3, count), list_, [ref.f32(0.01 * (i + 1)) for i in range(100)])


def no_base():
    """a base without data, sparse or not"""
    for how in HOWS:
        base = sparse(ref.SHORT, 3, 100, how, True)
        yield Case("no base", base, [sparse(ref.FLOAT, 3, 100, "random"), dense(ref.FLOAT, 3, 100)], weights(2))


def sound():
    for part in (every_type, every_shape, every_overlay, every_border, every_layout, every_clamp, many_targets, no_base):
        for case in part():
            yield case, None


def broken():
    """(case, (status, target, expected, found)): nothing is written"""
    def deltas(*more):
        return [dense(ref.FLOAT, 3, 20), sparse(ref.FLOAT, 3, 20, "random"), *more]

    def case(targets, weight_list=None, **more):
        return Case("broken", dense(ref.FLOAT, 3, 20), targets, weight_list or [0.5] * len(targets), **more)

    nan, none = float("nan"), 0xffffffff
    anywhere = (0.0,) * 4
    yield case(deltas(), [0.5, nan]), (ARGUMENT, 1, 0, 0)
    yield case(deltas(None), [0.5, 0.5, nan]), (ARGUMENT, 2, 0, 0)
    for count in (0, 19, 21, 40):
        for w in (1.0, 0.0):
            yield case(deltas(dense(ref.FLOAT, 3, count)), [1.0, 1.0, w]), (MISMATCH, 2, 20, count)
    yield case([sparse(ref.BYTE, 3, 19, "random", True)]), (MISMATCH, 0, 20, 19)
    for shape in (1, 4, 5, 6, 7):
        yield case(deltas(dense(ref.FLOAT, shape, 20))), (MISMATCH, 2, 3, ref.numbers_of(shape))
    for base, delta in ((4, 5), (5, 4), (5, 3), (6, 5), (7, 6), (1, 2), (2, 4)):        # a matrix takes its own type only
        one = Case("broken", dense(ref.FLOAT, base, 20), [dense(ref.FLOAT, delta, 20)], [1.0])
        yield one, (MISMATCH, 0, ref.numbers_of(base), ref.numbers_of(delta))
    for first, count, expected, found in ((21, 0, 20, 21), (0, 21, 20, 20), (5, 16, 20, 20), (30, 5, 20, 34), (1 << 63, (1 << 63) + 5, 20, (1 << 64) - 1)):
        yield case(deltas(), first=first, count=count, room=1000), (RANGE, none, expected, found)
    yield case(deltas(), room=239), (CAPACITY, none, 240, 239)
    yield case(deltas(), room=0), (CAPACITY, none, 240, 0)
    yield case(deltas(), layout=(ref.FLOAT, 3, 0, 32, anywhere), room=619), (CAPACITY, none, 620, 619)
    for component in (ref.BYTE, ref.UBYTE, ref.SHORT, ref.USHORT, ref.INT, ref.UINT):
        yield case(deltas(), layout=(component, 0, 0, 0, anywhere), room=1000), (CONVERSION, none, 0, 0)
    for layout in ((7, 0, 0, 0, anywhere), (0, 5, 0, 0, anywhere), (0, 0, 0, 11, anywhere)):
        yield case(deltas(), layout=layout, room=1000), (ARGUMENT, none, 0, 0)
    yield case(deltas(), flags=2), (ARGUMENT, none, 0, 0)
    yield case(deltas(), [nan, 0.5], first=21, count=0, room=0), (ARGUMENT, 0, 0, 0)          # the caller's faults come first
    yield case(deltas(dense(ref.FLOAT, 3, 3)), room=239), (CAPACITY, none, 240, 239)


def main():
    cases = [(case, want) for case, want in itertools.chain(sound(), broken())]
    for number, (case, _) in enumerate(cases):
        case.cpu = (0, PLAIN, EVERYTHING)[number % 3]       # bits that were not compiled, or that the build assumes, are dropped
    got = subprocess.run([sys.argv[1]], input=b"".join(case.pack() for case, _ in cases), stdout=subprocess.PIPE, check=True).stdout
    at, faults = 0, 0
    for number, (case, want) in enumerate(cases):
        status, target, expected, found = struct.unpack_from("<iIQQ", got, at)
        out = got[at + 24:at + 24 + case.room]
        at += 24 + case.room
        if want is None:
            wrong = case.judge(status, out)
        elif (status, target, expected, found) != want:
            wrong = "%s, not %s" % ((status, target, expected, found), want)
        else:
            wrong = None if out == b"\xee" * case.room else "something was written"
        if wrong:
            faults += 1
            if faults <= 20:
                print("case %d (%s): %s" % (number, case.title, wrong))
    assert at == len(got), "%d bytes came back, not %d" % (len(got), at)
    print("%d cases, %d wrong" % (len(cases), faults))
    return 1 if faults else 0


sys.exit(main())
