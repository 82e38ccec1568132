#!/usr/bin/env python3
"""Write field.glb, the model of the picture in the README: balls in rows that become boxes and stars while a wave runs through.
All of them share one quantized mesh; the stars are sparse morph targets.

usage: make_field.py [FOLDER]         write it (default: the folder of this script)
       make_field.py --check          exit with 1 if the committed file differs from what would be written

Python standard library only."""
import math, os, struct, sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "data"))
import written

BYTE, UBYTE, SHORT, USHORT, FLOAT = 5120, 5121, 5122, 5123, 5126
CODE = {BYTE: "b", UBYTE: "B", SHORT: "h", USHORT: "H", FLOAT: "f"}
MAX = {BYTE: 127, UBYTE: 255, SHORT: 32767, USHORT: 65535}
VERTICES, INDICES = 34962, 34963

STEPS = 12                  # of the grid on each of the six faces
RADIUS = 0.5                # of the ball; all positions stay below 1
COLUMNS, ROWS = 10, 6
SPACING = 1.72
SECONDS, KEYS = 4.0, 12     # of one wave

data = bytearray()
views, accessors = [], []


# ---- writing ----

def view(content, **facts):
    data.extend(bytes(-len(data) % 4))
    views.append(dict(buffer=0, byteOffset=len(data), byteLength=len(content), **facts))
    data.extend(content)
    return len(views) - 1


def packed(component, elements, step=None):
    """elements one after another, each padded to `step` bytes"""
    size = struct.calcsize(CODE[component]) * len(elements[0])
    return b"".join(struct.pack("<%d%s" % (len(e), CODE[component]), *e) + bytes((step or size) - size) for e in elements)


def accessor(component, elements, **facts):
    accessors.append(dict(componentType=component, count=len(elements),
                          type="SCALAR" if len(elements[0]) == 1 else "VEC%d" % len(elements[0]), **facts))
    return len(accessors) - 1


def quantized(component, elements):
    """real numbers of -1 .. 1 as normalized integers"""
    return [[max(-MAX[component], min(MAX[component], round(x * MAX[component]))) for x in e] for e in elements]


def bounds(elements):
    return {"min": [min(c) for c in zip(*elements)], "max": [max(c) for c in zip(*elements)]}


def interleaved(*parts):
    """attributes (component type, real numbers) of one vertex after another in one view: their accessors"""
    rows, offsets, stride = [b""] * len(parts[0][1]), [], 0
    for component, elements in parts:
        offsets.append(stride)
        size = struct.calcsize(CODE[component]) * len(elements[0])
        step = (size + 3) // 4 * 4
        stride += step
        rows = [r + packed(component, [e], step) for r, e in zip(rows, quantized(component, elements))]
    where = view(b"".join(rows), byteStride=stride, target=VERTICES)
    return [accessor(component, elements, bufferView=where, byteOffset=offset, normalized=True,
                     **(bounds(quantized(component, elements)) if offset == 0 else {}))
            for (component, elements), offset in zip(parts, offsets)]


def sparse(component, elements, chosen, indices):
    """deltas that are zero but for the chosen vertices, whose numbers are in the view `indices`"""
    values = quantized(component, [elements[i] for i in chosen])
    return accessor(component, elements, normalized=True, sparse={
        "count": len(chosen), "indices": {"bufferView": indices, "componentType": USHORT}, "values": {"bufferView": view(packed(component, values))},
    }, **bounds(values + [[0] * len(elements[0])]))


# ---- shapes ----

def directions():
    """a grid on the six faces of a cube, pressed onto a ball: unit vectors, and triangles"""
    points, triangles, index = [], [], {}

    def point(axis, sign, i, j):
        u, v = (math.tan((2 * k / STEPS - 1) * math.pi / 4) for k in (i, j))
        p = [0, 0, 0]
        p[axis], p[(axis + 1) % 3], p[(axis + 2) % 3] = sign, u * sign, v
        length = math.sqrt(sum(x * x for x in p))
        key = tuple(round(x / length, 6) + 0.0 for x in p)
        if key not in index:
            index[key] = len(points)
            points.append([x / length for x in p])
        return index[key]

    for axis in range(3):
        for sign in (1, -1):
            for i in range(STEPS):
                for j in range(STEPS):
                    a, b, c, d = (point(axis, sign, i + k, j + l) for k, l in ((0, 0), (1, 0), (1, 1), (0, 1)))
                    triangles += [(a, b, c), (a, c, d)]
    return points, triangles


def normals(points, triangles):
    """smooth ones, of the faces around each vertex"""
    sums = [[0.0, 0.0, 0.0] for _ in points]
    for t in triangles:
        a, b, c = (points[i] for i in t)
        u, v = [b[k] - a[k] for k in range(3)], [c[k] - a[k] for k in range(3)]
        n = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]]
        for i in t:
            sums[i] = [s + x for s, x in zip(sums[i], n)]
    return [[x / math.sqrt(sum(y * y for y in s)) for x in s] for s in sums]


def box(d):
    size = 0.82 * RADIUS * 1.12 / sum(abs(x) ** 7 for x in d) ** (1 / 7)
    return [x * size for x in d]


SPIKES = [[s if k == axis else 0 for k in range(3)] for axis in range(3) for s in (1, -1)] + \
         [[a / math.sqrt(3), b / math.sqrt(3), c / math.sqrt(3)] for a in (1, -1) for b in (1, -1) for c in (1, -1)]


def spike(d):
    """0 .. 1: how near a direction is to a spike"""
    nearest = max(sum(x * y for x, y in zip(d, s)) for s in SPIKES)
    return max(0.0, (nearest - 0.88) / 0.12) ** 1.6


def star(d):
    return [x * RADIUS * (1 + 0.62 * spike(d)) for x in d]


def minus(a, b):
    return [[x - y for x, y in zip(p, q)] for p, q in zip(a, b)]


def shape():
    """attributes, indices and targets of the one primitive that all have"""
    points, triangles = directions()
    ball = [[x * RADIUS for x in d] for d in points]
    boxes, stars = [box(d) for d in points], [star(d) for d in points]
    plain = normals(ball, triangles)
    position, normal, color = interleaved((SHORT, ball), (BYTE, plain), (UBYTE, [[0.78] * 3 for _ in points]))
    box_position, box_normal = interleaved((SHORT, minus(boxes, ball)), (BYTE, minus(normals(boxes, triangles), plain)))
    turned, moved = minus(normals(stars, triangles), plain), minus(stars, ball)
    chosen = [i for i in range(len(points)) if max(map(abs, turned[i] + moved[i])) > 0.01]
    where = view(packed(USHORT, [[i] for i in chosen]))
    bright = [[0.22 * min(1, 2 * spike(d))] * 3 for d in points]
    targets = [{"POSITION": box_position, "NORMAL": box_normal},
               {"POSITION": sparse(SHORT, moved, chosen, where), "NORMAL": sparse(BYTE, turned, chosen, where),
                "COLOR_0": sparse(BYTE, bright, chosen, where)}]
    corners = [[i] for t in triangles for i in t]
    indices = accessor(USHORT, corners, bufferView=view(packed(USHORT, corners), target=INDICES))
    return {"attributes": {"POSITION": position, "NORMAL": normal, "COLOR_0": color}, "indices": indices, "targets": targets}


def linear(byte):
    s = byte / 255
    return s / 12.92 if s <= 0.04045 else ((s + 0.055) / 1.055) ** 2.4


def shadow(background):
    """a disc on the ground, dark in the middle and of the background's colour at its rim"""
    rings, around = [0, 0.2, 0.35, 0.5, 0.65, 0.8, 0.9, 1], 28
    points, colors, triangles = [], [], []
    for r in rings:
        dark = 1 - 0.5 * (0.5 + 0.5 * math.cos(math.pi * r)) ** 1.5
        for k in range(around):
            angle = 2 * math.pi * k / around
            points.append([r * math.sin(angle), 0, r * math.cos(angle)])
            colors.append([b * dark for b in background])
    for ring in range(len(rings) - 1):
        for k in range(around):
            a, b = ring * around + k, ring * around + (k + 1) % around
            triangles += [(a, a + around, b + around), (a, b + around, b)]
    position, color = interleaved((SHORT, points), (USHORT, colors))
    corners = [[i] for t in triangles for i in t]
    return {"attributes": {"POSITION": position, "COLOR_0": color}, "material": 0,
            "indices": accessor(USHORT, corners, bufferView=view(packed(USHORT, corners), target=INDICES))}


# ---- the scene ----

PALETTE = ["0b8f8c", "1277b8", "3a5bd0", "6a4fc9", "9a43b8", "c43d92", "dd4668", "e8623f", "ee8b2b", "f0b02e"]


def color(text):
    return [round(linear(int(text[i:i + 2], 16)), 4) for i in (0, 2, 4)]


def bump(x):
    """1 at 0, falling to 0 at a third of a wave; x counts in waves"""
    away = abs((x + 0.5) % 1 - 0.5) * 3
    return 0.5 + 0.5 * math.cos(math.pi * away) if away < 1 else 0.0


def look(eye, at):
    """the rotation of a camera there, as a quaternion"""
    z = [a - b for a, b in zip(eye, at)]
    yaw, pitch = math.atan2(z[0], z[2]), -math.atan2(z[1], math.hypot(z[0], z[2]))
    (a, b), (c, d) = (math.sin(yaw / 2), math.cos(yaw / 2)), (math.sin(pitch / 2), math.cos(pitch / 2))
    return [round(x, 6) for x in (b * c, a * d, -a * c, b * d)]


def animation(shown):
    """weights of each node, a piece of the wave later in each row and column; all turn together"""
    wave = [[round(w, 4)] for k in range(2 * KEYS) for w in (bump(k / KEYS - 1 / 3), bump(k / KEYS - 2 / 3))]
    content = view(packed(BYTE, quantized(BYTE, wave)))    # two waves, so that every phase is a piece of it
    times = [[SECONDS * k / KEYS] for k in range(KEYS + 1)]
    time = accessor(FLOAT, times, bufferView=view(packed(FLOAT, times)), **bounds(times))
    turns = [[0, round(math.sin(a), 6), 0, round(math.cos(a), 6)] for a in (0, math.pi / 8, math.pi / 4)]
    ends = [[0.0], [SECONDS / 2], [SECONDS]]
    turn = accessor(SHORT, turns, bufferView=view(packed(SHORT, quantized(SHORT, turns))), normalized=True)
    end = accessor(FLOAT, ends, bufferView=view(packed(FLOAT, ends)), **bounds(ends))
    phases = [accessor(BYTE, [[0]] * (2 * (KEYS + 1)), bufferView=content, byteOffset=2 * p, normalized=True) for p in range(KEYS)]
    samplers = [{"input": end, "output": turn}] + [{"input": time, "output": p} for p in phases]
    channels = []
    for node, phase in shown:
        channels += [{"sampler": 1 + phase % len(phases), "target": {"node": node, "path": "weights"}},
                     {"sampler": 0, "target": {"node": node, "path": "rotation"}}]
    return {"name": "wave", "samplers": samplers, "channels": channels}


def build():
    background = [linear(b) for b in (0xF4, 0xF5, 0xF7)]
    primitive, disc = shape(), shadow(background)
    eye, at = [4.5, 13.0, 20.0], [-0.27, 0.0, 0.3]
    nodes = [{"name": "camera", "camera": 0, "translation": eye, "rotation": look(eye, at)}]
    shown = []
    for row in range(ROWS):
        for column in range(COLUMNS):
            x, z = (column - (COLUMNS - 1) / 2) * SPACING, (row - (ROWS - 1) / 2) * SPACING
            shown.append((len(nodes), column + 2 * row))
            nodes += [{"mesh": column, "translation": [round(x, 4), 0.52, round(z, 4)]},
                      {"mesh": COLUMNS, "translation": [round(x, 4), 0, round(z, 4)], "scale": [0.84, 1, 0.84]}]
    materials = [{"name": "shadow", "extensions": {"KHR_materials_unlit": {}}}]
    materials += [{"pbrMetallicRoughness": {"baseColorFactor": color(c) + [1]}} for c in PALETTE]
    meshes = [{"primitives": [dict(primitive, material=1 + i)], "weights": [0, 0]} for i in range(COLUMNS)] + [{"name": "shadow", "primitives": [disc]}]
    wave = animation(shown)
    return {
        "asset": {"version": "2.0", "generator": "make_field.py"},
        "extensionsUsed": ["KHR_mesh_quantization", "KHR_materials_unlit"], "extensionsRequired": ["KHR_mesh_quantization"],
        "scene": 0, "scenes": [{"nodes": list(range(len(nodes)))}], "nodes": nodes, "meshes": meshes, "materials": materials,
        "cameras": [{"type": "perspective", "perspective": {"yfov": 0.44, "znear": 1, "zfar": 60}}],
        "animations": [wave], "accessors": accessors, "bufferViews": views, "buffers": [{"byteLength": len(data)}],
    }


sys.exit(written.main(__file__, {"field.glb": written.container(build(), data)}))
