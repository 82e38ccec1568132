#!/usr/bin/env python3
"""Write the bundled model: pyramids.gltf with pyramids.bin, and the same as pyramids.glb.

usage: make_pyramids.py [FOLDER]          write the three files (default: the folder of this script)
       make_pyramids.py --check           exit with 1 if the committed files differ from what would be written

A small scene that uses every way in which glTF 2.0 stores accessor data: interleaved, normalized, padded matrices, sparse
with and without a base, no bytes at all, indices of three sizes, a skin, morph targets, animations, instances.
All numbers are made here.  Python standard library only.
"""
import base64, json, struct, sys

import written

BYTE, UBYTE, SHORT, USHORT, UINT, FLOAT = 5120, 5121, 5122, 5123, 5125, 5126
CODE = {BYTE: "b", UBYTE: "B", SHORT: "h", USHORT: "H", UINT: "I", FLOAT: "f"}
SIZE = {BYTE: 1, UBYTE: 1, SHORT: 2, USHORT: 2, UINT: 4, FLOAT: 4}
SHAPE = {"SCALAR": (1, 1), "VEC2": (1, 2), "VEC3": (1, 3), "VEC4": (1, 4), "MAT2": (2, 2), "MAT3": (3, 3), "MAT4": (4, 4)}
VERTICES, INDICES = 34962, 34963


def number(value):
    """the shortest decimal that reads back as this float32"""
    value = struct.unpack("<f", struct.pack("<f", value))[0]
    for digits in range(1, 18):
        text = "%.*g" % (digits, value)
        if struct.pack("<f", float(text)) == struct.pack("<f", value):
            return int(value) if value == int(value) else float(text)


def pack(component, shape, element):
    """one element; columns of matrices start at multiples of 4 bytes, padding is 0xEE so that nobody takes it for data"""
    columns, rows = SHAPE[shape]
    out = b""
    for c in range(columns):
        out += struct.pack("<%d%s" % (rows, CODE[component]), *element[c * rows:(c + 1) * rows])
        if columns > 1 and c < columns - 1:
            out += b"\xee" * (-len(out) % 4)
    return out


class Model:
    def __init__(self):
        self.buffers = [bytearray(), bytearray()]
        self.views, self.accessors = [], []

    def view(self, data, name, stride=None, target=None, buffer=0):
        store = self.buffers[buffer]
        store += bytes(-len(store) % 4)
        entry = {"name": name, "buffer": buffer, "byteOffset": len(store), "byteLength": len(data)}
        if stride:
            entry["byteStride"] = stride
        if target:
            entry["target"] = target
        store += data
        self.views.append(entry)
        return len(self.views) - 1

    def accessor(self, name, component, shape, elements, view=None, offset=0, normalized=False, bounds=False, sparse=None):
        """elements: what a reader gets, after the sparse overlay"""
        entry = {"name": name}
        if view is not None:
            entry["bufferView"] = view
            if offset:
                entry["byteOffset"] = offset
        entry["componentType"] = component
        if normalized:
            entry["normalized"] = True
        entry.update({"count": len(elements), "type": shape})
        if bounds:
            rounded = [[number(v) if component == FLOAT else v for v in e] for e in elements]
            entry["min"] = [min(column) for column in zip(*rounded)]
            entry["max"] = [max(column) for column in zip(*rounded)]
        if sparse:
            entry["sparse"] = sparse
        self.accessors.append(entry)
        return len(self.accessors) - 1


def interleave(stride, *columns):
    """columns: (component, shape, elements); the last vertex is not followed by padding"""
    out = bytearray()
    for vertex in range(len(columns[0][2])):
        out += bytes(-len(out) % stride)
        for component, shape, elements in columns:
            out += pack(component, shape, elements[vertex])
    return bytes(out)


def build():
    model = Model()

    # A pyramid: four sides with the slope 3:4:5, so that the normals are short decimals, and a base.
    w, h = 0.75, 1.0
    corners = [(-w, 0.0, w), (w, 0.0, w), (w, 0.0, -w), (-w, 0.0, -w)]
    outward = [(0.0, 0.6, 0.8), (0.8, 0.6, 0.0), (0.0, 0.6, -0.8), (-0.8, 0.6, 0.0)]
    sides = [(255, 64, 32, 255), (255, 160, 0, 255), (32, 128, 255, 255), (96, 200, 64, 255)]
    positions, normals, texcoords, colors, tints, details, triangles = [], [], [], [], [], [], []
    for side in range(4):
        positions += [corners[side], corners[(side + 1) % 4], (0.0, h, 0.0)]
        normals += [outward[side]] * 3
        texcoords += [(0, 0), (65535, 0), (32768, 65535)]
        colors += [sides[side], sides[side], (255, 255, 255, 128)]
        triangles += [3 * side, 3 * side + 1, 3 * side + 2]
    positions += corners
    normals += [(0.0, -1.0, 0.0)] * 4
    texcoords += [(0, 0), (65535, 0), (65535, 65535), (0, 65535)]
    colors += [(80, 80, 80, 255)] * 4
    triangles += [14, 13, 12, 15, 14, 12]
    for vertex in range(16):
        r, g, b = colors[vertex][:3]
        tints.append((r, 0, vertex, 0, g, 16 * vertex, 255 - r, 0, b))                 # column-major colour matrix
        c, s = [(127, 0), (0, 127), (-127, 0), (0, -127)][vertex // 3 % 4]
        details.append((c, s, -s, c))                                                   # quarter turn of each face
    shape = model.view(interleave(32, (FLOAT, "VEC3", positions), (FLOAT, "VEC3", normals), (USHORT, "VEC2", texcoords),
                                  (UBYTE, "VEC4", colors)), "pyramid vertices", 32, VERTICES)
    pyramid = {
        "POSITION": model.accessor("pyramid position", FLOAT, "VEC3", positions, shape, 0, bounds=True),
        "NORMAL": model.accessor("pyramid normal", FLOAT, "VEC3", normals, shape, 12),
        "TEXCOORD_0": model.accessor("pyramid texcoord", USHORT, "VEC2", texcoords, shape, 24, True),
        "COLOR_0": model.accessor("pyramid color", UBYTE, "VEC4", colors, shape, 28, True, bounds=True),
    }
    pyramid_indices = model.accessor("pyramid indices", UBYTE, "SCALAR", [(i,) for i in triangles],
                                     model.view(bytes(triangles), "pyramid indices", target=INDICES), bounds=True)
    pyramid["_TINT"] = model.accessor("pyramid tint", UBYTE, "MAT3", tints,
                                      model.view(interleave(12, (UBYTE, "MAT3", tints)), "pyramid tint", 12, VERTICES),
                                      normalized=True, bounds=True)
    pyramid["_DETAIL"] = model.accessor("pyramid detail", BYTE, "MAT2", details,
                                        model.view(interleave(8, (BYTE, "MAT2", details)), "pyramid detail", 8, VERTICES),
                                        normalized=True, bounds=True)

    # Ground: a flat grid, three hills as a sparse overlay; two morph targets, one of them sparse without a base.
    grid = [(float(x), 0.0, float(z)) for z in range(-2, 3) for x in range(-2, 3)]
    hills = {6: 0.5, 12: 0.875, 18: 0.25}
    lifted = [(x, hills.get(i, y), z) for i, (x, y, z) in enumerate(grid)]
    ripple = {0: (0.0, 0.125, 0.0), 4: (0.0, -0.125, 0.0), 12: (0.0, 0.1, 0.0), 20: (0.0, -0.125, 0.0), 24: (0.0, 0.125, 0.0)}
    rippled = [ripple.get(i, (0.0, 0.0, 0.0)) for i in range(25)]
    sink = [(0.0, -0.25 - 0.0625 * (i % 5), 0.0) for i in range(25)]
    ground_uv = [(min(255, 64 * (i % 5)), min(255, 64 * (i // 5))) for i in range(25)]
    quads = []
    for z in range(4):
        for x in range(4):
            a = 5 * z + x
            quads += [a, a + 5, a + 1, a + 1, a + 5, a + 6]
    overlay = bytes(sorted(hills)) + b"\0"
    hill_values = len(overlay)
    overlay += b"".join(pack(FLOAT, "VEC3", lifted[i]) for i in sorted(hills))
    ripple_indices = len(overlay)
    overlay += struct.pack("<5H", *sorted(ripple)) + b"\0\0"
    ripple_values = len(overlay)
    overlay += b"".join(pack(FLOAT, "VEC3", ripple[i]) for i in sorted(ripple))
    patches = model.view(overlay, "sparse data")

    def sparse(count, component, indices, values):
        first = {"bufferView": patches, "byteOffset": indices, "componentType": component}
        return {"count": count, "indices": first, "values": {"bufferView": patches, "byteOffset": values}}

    flat = model.view(interleave(12, (FLOAT, "VEC3", grid)), "ground position", target=VERTICES)
    ground = {
        "POSITION": model.accessor("ground position", FLOAT, "VEC3", lifted, flat, bounds=True,
                                   sparse=sparse(len(hills), UBYTE, 0, hill_values)),
        "TEXCOORD_0": model.accessor("ground texcoord", UBYTE, "VEC2", ground_uv,
                                     model.view(interleave(4, (UBYTE, "VEC2", ground_uv)), "ground texcoord", 4, VERTICES),
                                     normalized=True),
    }
    ground_indices = model.accessor("ground indices", USHORT, "SCALAR", [(i,) for i in quads],
                                    model.view(struct.pack("<96H", *quads), "ground indices", target=INDICES))
    targets = [{
        "POSITION": model.accessor("ripple position", FLOAT, "VEC3", rippled, bounds=True,
                                   sparse=sparse(len(ripple), USHORT, ripple_indices, ripple_values)),
        "TEXCOORD_0": model.accessor("ripple texcoord", FLOAT, "VEC2", [(0.0, 0.0)] * 25),
    }, {
        "POSITION": model.accessor("sink position", FLOAT, "VEC3", sink,
                                   model.view(interleave(12, (FLOAT, "VEC3", sink)), "sink position", target=VERTICES),
                                   bounds=True),
    }]

    # A flag on two joints: a triangle strip with joints and weights in one view, colours of three 16-bit numbers in steps of 8.
    cloth = [(0.375 * (i // 2), 1.0 + 0.5 * (i % 2), 0.0) for i in range(8)]
    joints = [(0, 1, 0, 0) if 0 < i // 2 < 3 else (i // 2 // 3, 0, 0, 0) for i in range(8)]
    shares = [65535, 43690, 21845, 0]
    weights = [(shares[i // 2], 65535 - shares[i // 2], 0, 0) if 0 < i // 2 < 3 else (65535, 0, 0, 0) for i in range(8)]
    stripes = [(65535, 21845 * (i // 2), 13107 * (i % 2)) for i in range(8)]
    strip = model.view(interleave(24, (FLOAT, "VEC3", cloth), (UBYTE, "VEC4", joints), (USHORT, "VEC4", weights)),
                       "flag vertices", 24, VERTICES)
    flag = {
        "POSITION": model.accessor("flag position", FLOAT, "VEC3", cloth, strip, 0, bounds=True),
        "JOINTS_0": model.accessor("flag joints", UBYTE, "VEC4", joints, strip, 12),
        "WEIGHTS_0": model.accessor("flag weights", USHORT, "VEC4", weights, strip, 16, True),
        "COLOR_0": model.accessor("flag color", USHORT, "VEC3", stripes,
                                  model.view(interleave(8, (USHORT, "VEC3", stripes)), "flag color", 8, VERTICES),
                                  normalized=True),
    }
    flag_indices = model.accessor("flag indices", UINT, "SCALAR", [(i,) for i in range(8)],
                                  model.view(struct.pack("<8I", *range(8)), "flag indices", target=INDICES))

    def moved(x, y, z):
        return (1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, x, y, z, 1.0)
    binds = [moved(0.0, -1.25, 0.0), moved(-1.125, -1.25, 0.0)]
    inverse_binds = model.accessor("flag inverse bind matrices", FLOAT, "MAT4", binds,
                                   model.view(interleave(64, (FLOAT, "MAT4", binds)), "flag inverse bind matrices"))

    # Animation: keys and one quantized rotation in the second buffer, a data: URI.
    keys = [(0.0,), (0.75,), (1.5,)]
    turns = [(0, 0, 0, 32767), (0, 0, 12539, 30273), (0, 0, -12539, 30273)]
    hops = [(-1.0, 0.0, 0.0), (-1.0, 0.5, 0.0), (-1.0, 0.0, 0.0)]
    swell = [0, 0, 0, 64, 0, 0, 127, -64, 127, 32, 127, -64, 0, 0, 0, 64, 0, 0]         # in-tangents, values, out-tangents
    times = model.view(interleave(4, (FLOAT, "SCALAR", keys)), "key times", buffer=1)
    key_times = model.accessor("key times", FLOAT, "SCALAR", keys, times, bounds=True)
    rotation = model.accessor("flag rotation", SHORT, "VEC4", turns,
                              model.view(interleave(8, (SHORT, "VEC4", turns)), "flag rotation", buffer=1), normalized=True)
    motion = interleave(12, (FLOAT, "VEC3", hops)) + struct.pack("<18b", *swell)
    motion_view = model.view(motion, "motion")
    translation = model.accessor("pyramid translation", FLOAT, "VEC3", hops, motion_view)
    weights_output = model.accessor("ground weights", BYTE, "SCALAR", [(v,) for v in swell], motion_view, 36, True)

    # Instances of the pyramid.
    places = [(1.5, 0.0, -1.5), (1.5, 0.0, 1.5), (-1.5, 0.0, 1.5)]
    facing = [(0, 0, 0, 127), (0, 90, 0, 90), (0, 127, 0, 0)]
    scales = [(0.5, 0.5, 0.5), (0.25, 0.5, 0.25), (0.3, 0.2, 0.3)]
    numbers = [(7,), (300,), (65535,)]
    spread = interleave(32, (FLOAT, "VEC3", places), (FLOAT, "VEC3", scales), (BYTE, "VEC4", facing), (USHORT, "SCALAR", numbers))
    instance_view = model.view(spread, "instances", 32)
    instances = {
        "TRANSLATION": model.accessor("instance translation", FLOAT, "VEC3", places, instance_view, 0),
        "ROTATION": model.accessor("instance rotation", BYTE, "VEC4", facing, instance_view, 24, True),
        "SCALE": model.accessor("instance scale", FLOAT, "VEC3", scales, instance_view, 12),
        "_NUMBER": model.accessor("instance number", USHORT, "SCALAR", numbers, instance_view, 28),
    }

    document = {
        "asset": {"version": "2.0", "generator": "make_pyramids.py"},
        "extensionsUsed": ["EXT_mesh_gpu_instancing"],
        "scene": 0,
        "scenes": [{"nodes": [0, 1, 2, 3, 5]}],
        "nodes": [
            {"name": "pyramid", "mesh": 0, "translation": [-1, 0, 0]},
            {"name": "ground", "mesh": 1},
            {"name": "flag", "mesh": 2, "skin": 0},
            {"name": "pole", "translation": [0, 1.25, 0], "children": [4]},
            {"name": "tip", "translation": [1.125, 0, 0]},
            {"name": "small pyramids", "mesh": 0, "extensions": {"EXT_mesh_gpu_instancing": {"attributes": instances}}},
        ],
        "meshes": [
            {"name": "pyramid", "primitives": [{"attributes": pyramid, "indices": pyramid_indices}]},
            {"name": "ground", "weights": [0, 0.25], "extras": {"targetNames": ["ripple", "sink"]},
             "primitives": [{"attributes": ground, "indices": ground_indices, "targets": targets}]},
            {"name": "flag", "primitives": [{"attributes": flag, "indices": flag_indices, "mode": 5}]},
        ],
        "skins": [{"name": "flag", "joints": [3, 4], "inverseBindMatrices": inverse_binds}],
        "animations": [{
            "name": "wind",
            "samplers": [
                {"input": key_times, "output": rotation},
                {"input": key_times, "output": weights_output, "interpolation": "CUBICSPLINE"},
                {"input": key_times, "output": translation, "interpolation": "STEP"},
            ],
            "channels": [
                {"sampler": 0, "target": {"node": 4, "path": "rotation"}},
                {"sampler": 1, "target": {"node": 1, "path": "weights"}},
                {"sampler": 2, "target": {"node": 0, "path": "translation"}},
            ],
        }],
        "accessors": model.accessors,
        "bufferViews": model.views,
        "buffers": [
            {"name": "vertices", "uri": "pyramids.bin", "byteLength": len(model.buffers[0])},
            {"name": "keys", "byteLength": len(model.buffers[1]),
             "uri": "data:application/octet-stream;base64," + base64.b64encode(model.buffers[1]).decode()},
        ],
    }
    return document, model.buffers


def pretty(value, indent=0):
    """JSON with short objects on one line"""
    line = json.dumps(value)
    if len(line) + indent <= 118 or not isinstance(value, (dict, list)):
        return line
    pad = " " * (indent + 2)
    if isinstance(value, dict):
        parts = ["%s: %s" % (json.dumps(k), pretty(v, indent + 2)) for k, v in value.items()]
        return "{\n%s%s\n%s}" % (pad, (",\n" + pad).join(parts), " " * indent)
    return "[\n%s%s\n%s]" % (pad, (",\n" + pad).join(pretty(v, indent + 2) for v in value), " " * indent)


def files():
    document, (vertices, keys) = build()
    text = (pretty(document) + "\n").encode()

    # A GLB has one binary chunk: the second buffer follows the first one there.
    whole = vertices + bytes(-len(vertices) % 4)
    for view in document["bufferViews"]:
        view["byteOffset"] += len(whole) if view["buffer"] else 0
        view["buffer"] = 0
    whole += keys
    document["buffers"] = [{"name": "everything", "byteLength": len(whole)}]
    return {"pyramids.gltf": text, "pyramids.bin": bytes(vertices), "pyramids.glb": written.container(document, whole)}


sys.exit(written.main(__file__, files()))
