"""Small models for the tests of gltf-render.  The same thing is written in several ways, each of which must give the same picture."""
import base64, copy, json, math, struct

BYTE, UBYTE, SHORT, USHORT, UINT, FLOAT = 5120, 5121, 5122, 5123, 5125, 5126
CODE = {BYTE: "b", UBYTE: "B", SHORT: "h", USHORT: "H", UINT: "I", FLOAT: "f"}
MAX = {BYTE: 127, UBYTE: 255, SHORT: 32767, USHORT: 65535}
SHAPE = {1: "SCALAR", 2: "VEC2", 3: "VEC3", 4: "VEC4", 16: "MAT4"}
POINTS, LINE_STRIP, TRIANGLES, STRIP, FAN = 0, 3, 4, 5, 6


class File:
    """A .gltf in the making: `json` may be changed before it is saved."""

    def __init__(self, eye=(2.2, 2.6, 4.2), at=(0, 0, 0)):
        self.data = bytearray()
        self.json = {"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}], "bufferViews": [], "accessors": [], "meshes": [],
                     "materials": [{"pbrMetallicRoughness": {"baseColorFactor": [0.9, 0.5, 0.2, 1]}, "doubleSided": True}],
                     "cameras": [{"type": "perspective", "perspective": {"yfov": 0.6, "znear": 0.1, "zfar": 50}}],
                     "nodes": [{"camera": 0, "translation": list(eye), "rotation": looking(eye, at)}]}

    # ---- bytes ----

    def view(self, content, **facts):
        self.data.extend(bytes(-len(self.data) % 4))
        self.json["bufferViews"].append(dict(buffer=0, byteOffset=len(self.data), byteLength=len(content), **facts))
        self.data.extend(content)
        return len(self.json["bufferViews"]) - 1

    def accessor(self, component, elements, **facts):
        extremes = {"min": [min(c) for c in zip(*elements)], "max": [max(c) for c in zip(*elements)]}
        self.json["accessors"].append(dict(componentType=component, count=len(elements), type=SHAPE[len(elements[0])], **extremes, **facts))
        return len(self.json["accessors"]) - 1

    def interleaved(self, *parts, spare=0, pad=4):
        """parts (component type, real numbers) of one vertex after another, at multiples of `pad`; their accessors"""
        stored = [(c, encode(c, elements)) for c, elements in parts]
        rows, offsets = [b""] * len(parts[0][1]), []
        for component, elements in stored:
            offsets.append(len(rows[0]))
            rows = [r + pack(component, e) for r, e in zip(rows, elements)]
            rows = [r + bytes(-len(r) % pad) for r in rows]
        stride = {"byteStride": len(rows[0])} if len(parts) > 1 or pad == 4 else {}
        where = self.view(b"".join(rows) + bytes(spare), **stride)
        return [self.accessor(c, e, bufferView=where, byteOffset=o, **({} if c == FLOAT else {"normalized": True}))
                for (c, e), o in zip(stored, offsets)]

    def alone(self, component, elements, **facts):
        """stored numbers, tightly packed in a view of their own"""
        elements = [rounded(e) if component == FLOAT else e for e in elements]
        return self.accessor(component, elements, bufferView=self.view(b"".join(pack(component, e) for e in elements)), **facts)

    def floats(self, elements):
        return self.alone(FLOAT, elements)

    def sparse(self, component, elements):
        """real numbers, most of which are zero"""
        stored = encode(component, elements)
        chosen = [i for i, e in enumerate(stored) if any(e)]
        facts = {} if component == FLOAT else {"normalized": True}
        return self.accessor(component, stored, sparse={
            "count": len(chosen),
            "indices": {"bufferView": self.view(b"".join(pack(USHORT, [i]) for i in chosen)), "componentType": USHORT},
            "values": {"bufferView": self.view(b"".join(pack(component, stored[i]) for i in chosen))}}, **facts)

    # ---- objects ----

    def mesh(self, attributes, indices=None, **facts):
        """a mesh of one primitive; `weights` belongs to the mesh, all else to the primitive"""
        mesh = {"primitives": [dict(attributes=attributes, material=0, **facts)]}
        if "weights" in facts:
            mesh["weights"] = mesh["primitives"][0].pop("weights")
        if indices:
            mesh["primitives"][0]["indices"] = self.alone(USHORT, [[i] for i in indices])
        self.json["meshes"].append(mesh)
        return len(self.json["meshes"]) - 1

    def node(self, root=True, **facts):
        self.json["nodes"].append(facts)
        if root:
            self.json["scenes"][0]["nodes"].append(len(self.json["nodes"]) - 1)
        return len(self.json["nodes"]) - 1

    def track(self, node, path, times, output, interpolation="LINEAR"):
        animation = self.json.setdefault("animations", [{"samplers": [], "channels": []}])[0]
        animation["channels"].append({"sampler": len(animation["samplers"]), "target": {"node": node, "path": path}})
        animation["samplers"].append({"input": self.floats([[t] for t in times]), "output": output, "interpolation": interpolation})

    def quantized(self):
        self.json["extensionsUsed"] = self.json["extensionsRequired"] = ["KHR_mesh_quantization"]
        return self

    def save(self, path):
        out = copy.deepcopy(self.json)
        out["buffers"] = [{"byteLength": len(self.data), "uri": "data:application/octet-stream;base64," + base64.b64encode(self.data).decode()}]
        with open(path, "w", encoding="utf-8") as f:
            json.dump(out, f)
        return path


def pack(component, numbers):
    return struct.pack("<%d%s" % (len(numbers), CODE[component]), *numbers)


def rounded(numbers):
    return [struct.unpack("<f", struct.pack("<f", x))[0] for x in numbers]


def encode(component, elements):
    if component == FLOAT:
        return [rounded(e) for e in elements]
    return [[max(-MAX[component] if component in (BYTE, SHORT) else 0, min(MAX[component], round(x * MAX[component]))) for x in e] for e in elements]


def looking(eye, at):
    z = [a - b for a, b in zip(eye, at)]
    yaw, pitch = math.atan2(z[0], z[2]), -math.atan2(z[1], math.hypot(z[0], z[2]))
    (a, b), (c, d) = (math.sin(yaw / 2), math.cos(yaw / 2)), (math.sin(pitch / 2), math.cos(pitch / 2))
    return [b * c, a * d, -a * c, b * d]


def about(axis, angle):
    """a rotation as quaternion"""
    return [x * math.sin(angle / 2) for x in axis] + [math.cos(angle / 2)]


def turned(q, v):
    """a vector after a rotation"""
    x, y, z, w = q
    t = [2 * (y * v[2] - z * v[1]), 2 * (z * v[0] - x * v[2]), 2 * (x * v[1] - y * v[0])]
    return [v[0] + w * t[0] + y * t[2] - z * t[1], v[1] + w * t[1] + z * t[0] - x * t[2], v[2] + w * t[2] + x * t[1] - y * t[0]]


def plus(*vectors):
    return [sum(c) for c in zip(*vectors)]


def times(s, v):
    return [s * x for x in v]


# ---- shapes ----

def box():
    """positions, normals, colours, indices of a box with a colour for each side and its edges darker"""
    positions, normals, colors, indices = [], [], [], []
    for axis in range(3):
        for sign in (1, -1):
            first = len(positions)
            for u, v in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
                p = [0.0, 0.0, 0.0]
                p[axis], p[(axis + 1) % 3], p[(axis + 2) % 3] = sign * 0.8, 0.8 * u * sign, 0.8 * v
                positions.append(p)
                normals.append([float(sign) if k == axis else 0.0 for k in range(3)])
                colors.append([(0.2 if k == axis else 0.9) * (1.0 if u == v else 0.5) for k in range(3)])
            indices += [first + k for k in (0, 1, 2, 0, 2, 3)]
    return positions, normals, colors, indices


def patch(n):
    """positions and indices of a square of n x n cells on the ground, from -1 to 1"""
    positions = [[2 * i / n - 1, 0.0, 2 * j / n - 1] for j in range(n + 1) for i in range(n + 1)]
    cells = [(j * (n + 1) + i, n + 1) for j in range(n) for i in range(n)]
    return positions, [k for a, row in cells for k in (a, a + row, a + row + 1, a, a + row + 1, a + 1)]


# ---- models ----

def quantized(way):
    """a box: quantized, interleaved; with bytes at every place that is not aligned; as floats"""
    f = File()
    positions, normals, colors, indices = box()
    if way == "floats":
        attributes = [f.floats(e) for e in (positions, normals, colors)]
    elif way == "tight":   # normals and colours of 3 bytes, which no GPU takes so
        attributes = f.interleaved((FLOAT, positions)) + f.interleaved((BYTE, normals), pad=1) + f.interleaved((UBYTE, colors), pad=1)
    else:
        attributes = f.interleaved((SHORT, positions), (BYTE, normals), (UBYTE, colors), spare=400)
    f.node(mesh=f.mesh(dict(zip(("POSITION", "NORMAL", "COLOR_0"), attributes)), indices))
    return f.quantized()


HILLS = ((-0.4, -0.3, 0.9), (0.5, 0.4, -0.6))       # where they are, and how high


def morph(way, weights=(0, 0)):
    """a sheet that two targets raise and lower, within 1.5 seconds: with sparse targets, with dense ones, or as it is with `weights`"""
    f = File(eye=(1.5, 1.8, 2.6))
    positions, indices = patch(10)
    deltas, tints = [], []
    for x, z, height in HILLS:
        near = [max(0.0, 1 - math.hypot(p[0] - x, p[2] - z) / 0.55) for p in positions]
        deltas.append([[0.0, height * n * n * (3 - 2 * n), 0.0] for n in near])
        tints.append([[-0.8 * n if k == (height > 0) else 0.0 for k in range(3)] for n in near])
    if way == "still":
        positions = [plus(p, *[times(w, d[i]) for w, d in zip(weights, deltas)]) for i, p in enumerate(positions)]
        colors = [[max(0, min(1, x)) for x in plus([1, 1, 1], *[times(w, t[i]) for w, t in zip(weights, tints)])] for i in range(len(positions))]
        f.node(mesh=f.mesh({"POSITION": f.floats(positions), "COLOR_0": f.floats(colors)}, indices))
        return f
    position, color = f.interleaved((SHORT, positions), (UBYTE, [[1, 1, 1]] * len(positions)))
    targets = [{"POSITION": f.sparse(SHORT, d) if way == "sparse" else f.floats(d), "COLOR_0": f.sparse(BYTE, t) if way == "sparse" else f.floats(t)}
               for d, t in zip(deltas, tints)]
    node = f.node(mesh=f.mesh({"POSITION": position, "COLOR_0": color}, indices, targets=targets, weights=[0, 0]))
    f.track(node, "weights", (0, 0.5, 1.5), f.floats([[w] for w in (0, 0, 1, 0.25, 0, 1)]))
    return f.quantized()


def skinned(way, angle=0.0):
    """a ribbon with two joints, of which the upper one turns by 2 radians within a second: as a strip, or bent by `angle` as a list"""
    f = File(eye=(0.6, 1.3, 5.5), at=(0, 1, 0))
    positions = [[x, y / 4, 0.0] for y in range(9) for x in (-0.35, 0.35)]
    bend = [max(0.0, min(1.0, (p[1] - 0.5) / 1.0)) for p in positions]    # share of the upper joint
    colors = [[0.3, 1 - b, b] for b in bend]
    list_of = [k for y in range(8) for k in (2 * y, 2 * y + 1, 2 * y + 2, 2 * y + 2, 2 * y + 1, 2 * y + 3)]
    if way == "still":
        q = about((0, 0, 1), angle)
        moved = [plus(times(1 - b, p), times(b, plus([0, 1, 0], turned(q, plus(p, [0, -1, 0]))))) for p, b in zip(positions, bend)]
        f.node(mesh=f.mesh({"POSITION": f.floats(moved), "COLOR_0": f.floats(colors)}, list_of))
        return f
    lower, upper = f.node(), f.node(root=False, translation=[0, 1, 0])
    f.json["nodes"][lower]["children"] = [upper]
    identity = [1.0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]
    inverse = f.floats([identity, identity[:13] + [-1.0] + identity[14:]])
    f.json["skins"] = [{"joints": [lower, upper], "inverseBindMatrices": inverse}]
    joints = f.alone(UBYTE, [[0, 1, 0, 0]] * len(positions))
    weights = f.alone(UBYTE, [[255 - round(255 * b), round(255 * b), 0, 0] for b in bend], normalized=True)
    mesh = f.mesh({"POSITION": f.floats(positions), "COLOR_0": f.floats(colors), "JOINTS_0": joints, "WEIGHTS_0": weights}, mode=STRIP)
    f.node(mesh=mesh, skin=0, translation=[7, 7, 7])      # which does not count
    turns = [about((0, 0, 1), a) for a in (0, 2)]
    f.track(upper, "rotation", (0, 1), f.alone(SHORT, encode(SHORT, turns), normalized=True) if way == "short" else f.floats(turns))
    return f


def nodes(way):
    """boxes in a hierarchy: by matrix, by translation, rotation and scale, one of them mirrored; or all of it in one mesh"""
    f = File(eye=(3.0, 3.5, 6.0))
    positions, normals, colors, indices = box()
    f.json["materials"][0]["doubleSided"] = False          # so that a triangle of the wrong winding is missed
    half, mirror, turn = [0.5] * 3, [-0.4, 0.6, 0.4], about((0, 1, 0), 0.7)
    if way == "flat":
        rows = []
        for scale, move in ((half, [0, 0.9, 0]), (mirror, [1.5, 0, 0.4])):
            rows += [(turned(turn, plus([a * s for a, s in zip(p, scale)], move)), turned(turn, [a / s for a, s in zip(n, scale)])) for p, n in zip(positions, normals)]
        rows += [(plus(p, [-1.5, 0, 0]), n) for p, n in zip(positions, normals)]
        rows = [(plus(p, [0.3, 0, 0]), times(1 / math.sqrt(sum(x * x for x in n)), n)) for p, n in rows]
        count = len(positions)
        swapped = [k for a, b, c in zip(*[iter(indices)] * 3) for k in (a, c, b)]
        every = indices + [count + k for k in swapped] + [2 * count + k for k in indices]
        f.node(mesh=f.mesh({"POSITION": f.floats([r[0] for r in rows]), "NORMAL": f.floats([r[1] for r in rows]), "COLOR_0": f.floats(colors * 3)}, every))
        return f
    mesh = f.mesh(dict(zip(("POSITION", "NORMAL", "COLOR_0"), (f.floats(e) for e in (positions, normals, colors)))), indices)
    top = f.node(translation=[0.3, 0, 0])
    turning = f.node(root=False, rotation=turn)
    a = f.node(root=False, mesh=mesh, scale=half, translation=[0, 0.9, 0])
    b = f.node(root=False, mesh=mesh, scale=mirror, translation=[1.5, 0, 0.4])
    c = f.node(root=False, mesh=mesh, matrix=[1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, -1.5, 0, 0, 1])
    f.json["nodes"][top]["children"], f.json["nodes"][turning]["children"] = [turning, c], [a, b]
    if way == "circle":                                    # not a tree, which is not legal: still each node comes once
        f.json["nodes"][a]["children"] = [top, a]
    return f


def modes(way):
    """a fan, a strip, lines and points, with indices and without"""
    f = File(eye=(0, 0, 5))
    ring = [[0.8 * math.cos(a * math.pi / 6) - 0.9, 0.8 * math.sin(a * math.pi / 6) + 0.3, 0.0] for a in range(12)]
    zigzag = [[0.25 * i + 0.2, 0.2 + 0.7 * (i % 2), 0.0] for i in range(6)]
    wave = [[i / 8 - 1.5, -0.9 + 0.3 * math.sin(i / 2), 0.0] for i in range(25)]
    if way == "lists":
        f.node(mesh=f.mesh({"POSITION": f.floats(ring)}, [k for i in range(1, 11) for k in (0, i, i + 1)]))
        f.node(mesh=f.mesh({"POSITION": f.floats(zigzag)}, [k for i in range(4) for k in ((i, i + 1, i + 2) if i % 2 == 0 else (i + 1, i, i + 2))]))
    else:
        f.node(mesh=f.mesh({"POSITION": f.floats(ring)}, mode=FAN))
        f.node(mesh=f.mesh({"POSITION": f.floats(zigzag)}, [0, 1, 2, 3, 4, 5], mode=STRIP))
    f.node(mesh=f.mesh({"POSITION": f.floats(wave)}, mode=LINE_STRIP))
    f.node(mesh=f.mesh({"POSITION": f.floats([plus(p, [0, -0.3, 0]) for p in wave])}, mode=POINTS))
    return f


def spline(way, place=(0, 0, 0)):
    """a box that flies along a cubic spline; or stands at `place`"""
    f = File(eye=(0, 2.5, 7))
    positions, normals, _, indices = box()
    node = f.node(mesh=f.mesh({"POSITION": f.floats(positions), "NORMAL": f.floats(normals)}, indices), translation=list(place), scale=[0.6] * 3)
    if way == "moving":
        f.track(node, "translation", (0, 2), f.floats([v for key in SPLINE for v in key]), "CUBICSPLINE")
    return f


SPLINE = (([0.0] * 3, [-1.5, 0, 0], [0, 1.5, 0]), ([0, 1.0, 1], [1.5, 0, 0], [0.0] * 3))   # in-tangent, value, out-tangent of two keys


def on_spline(t):
    """after t of its 2 seconds"""
    (_, a, out), (into, b, _), s = SPLINE[0], SPLINE[1], t / 2
    return plus(times(2 * s ** 3 - 3 * s ** 2 + 1, a), times(2 * (s ** 3 - 2 * s ** 2 + s), out), times(3 * s ** 2 - 2 * s ** 3, b), times(2 * (s ** 3 - s ** 2), into))
