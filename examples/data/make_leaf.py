#!/usr/bin/env python3
"""Write leaf.glb, a small model for the recipes: quantized attributes, colours without alpha, tangents, morph targets of all of
them, a skin without matrices, animations of every count of values for each key.

usage: make_leaf.py [FOLDER]          write it (default: the folder of this script)
       make_leaf.py --check           exit with 1 if the committed file differs from what would be written

All numbers are made here.  Python standard library only.
"""
import struct, sys

import written

BYTE, UBYTE, USHORT, SHORT, FLOAT = 5120, 5121, 5123, 5122, 5126
CODE = {BYTE: "b", UBYTE: "B", SHORT: "h", USHORT: "H", FLOAT: "f"}
VERTICES, INDICES = 34962, 34963

data = bytearray()
views, accessors = [], []


def add(name, component, shape, elements, normalized=False, target=VERTICES, bounds=False):
    """elements of a vertex attribute start at multiples of 4 bytes"""
    numbers = len(elements[0])
    size = struct.calcsize(CODE[component]) * numbers
    step = (size + 3) // 4 * 4 if target == VERTICES else size
    data.extend(bytes(-len(data) % 4))
    view = {"name": name, "buffer": 0, "byteOffset": len(data), "byteLength": step * len(elements)}
    if target == VERTICES:
        view["byteStride"] = step
    if target:
        view["target"] = target
    for element in elements:
        data.extend(struct.pack("<%d%s" % (numbers, CODE[component]), *element) + bytes(step - size))
    accessor = {"bufferView": len(views), "componentType": component, "count": len(elements), "type": shape}
    if normalized:
        accessor["normalized"] = True
    if bounds:
        accessor["min"], accessor["max"] = [min(c) for c in zip(*elements)], [max(c) for c in zip(*elements)]
    views.append(view)
    accessors.append(accessor)
    return len(accessors) - 1


def build():
    attributes = {
        "POSITION": add("position", USHORT, "VEC3", [(0, 0, 0), (65535, 0, 6554), (65535, 65535, 0), (0, 65535, 13107)], True, bounds=True),
        "NORMAL": add("normal", BYTE, "VEC3", [(0, 0, 127)] * 4, True),
        "TANGENT": add("tangent", BYTE, "VEC4", [(127, 0, 0, 127), (127, 0, 0, 127), (0, 127, 0, -127), (0, 127, 0, -127)], True),
        "COLOR_0": add("color", UBYTE, "VEC3", [(255, 102, 0), (204, 153, 51), (153, 204, 102), (102, 255, 153)], True),
        "JOINTS_0": add("joints", UBYTE, "VEC4", [(0, 0, 0, 0), (0, 0, 0, 0), (1, 0, 0, 0), (0, 1, 0, 0)]),
        "WEIGHTS_0": add("weights", UBYTE, "VEC4", [(255, 0, 0, 0), (255, 0, 0, 0), (255, 0, 0, 0), (102, 153, 0, 0)], True),
    }
    targets = [{
        "POSITION": add("curl position", SHORT, "VEC3", [(0, 0, 0), (0, 0, 16384), (0, 0, 32767), (0, -8192, 4096)], True, bounds=True),
        "TANGENT": add("curl tangent", BYTE, "VEC3", [(0, 0, 0), (-32, 0, 96), (0, -64, 64), (0, 0, 0)], True),
        "COLOR_0": add("curl color", BYTE, "VEC3", [(127, 0, 0), (0, 32, 0), (-64, -127, 0), (0, 0, 127)], True),
    }, {
        "POSITION": add("grow position", SHORT, "VEC3", [(-4096, -4096, 0), (4096, -4096, 0), (4096, 4096, 0), (-4096, 4096, 0)], True, bounds=True),
    }]
    indices = add("indices", USHORT, "SCALAR", [(i,) for i in (0, 1, 2, 0, 2, 3)], target=INDICES)
    times = add("times", FLOAT, "SCALAR", [(0.0,), (1.0,), (2.5,)], target=None, bounds=True)
    turns = add("turns", FLOAT, "VEC4", [(0.0, 0.0, 0.0, 1.0), (0.0, 0.0, 0.6, 0.8), (0.0, 0.0, 0.0, 1.0)], target=None)
    paths = add("path", FLOAT, "VEC3", [(0.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.5, 0.0, 0.0),        # in-tangent, value, out-tangent
                                        (0.5, 0.0, 0.0), (1.0, 1.0, 0.0), (0.0, 0.0, 0.0), (0.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 0.0)], target=None)
    sways = add("sway", FLOAT, "SCALAR", [(w,) for w in (0.0, 0.0, 1.0, 0.5, 0.25, 1.0)], target=None)
    swells = add("swell", FLOAT, "SCALAR", [(w,) for w in (0.0, 0.0, 0.0, 0.0, 1.0, 0.5, 0.25, -0.25, 1.0, 0.5, 0.25, -0.25,
                                                           0.0, 0.0, 0.5, 1.0, 0.0, 0.0)], target=None)
    return {
        "asset": {"version": "2.0", "generator": "make_leaf.py"},
        "extensionsUsed": ["KHR_mesh_quantization"], "extensionsRequired": ["KHR_mesh_quantization"],
        "scene": 0, "scenes": [{"nodes": [0, 1]}],
        "nodes": [{"name": "leaf", "mesh": 0, "skin": 0}, {"name": "stem", "children": [2]}, {"name": "tip", "translation": [0, 1, 0]}],
        "meshes": [{"name": "leaf", "weights": [0.25, 0], "extras": {"targetNames": ["curl", "grow"]},
                    "primitives": [{"attributes": attributes, "indices": indices, "targets": targets}]}],
        "skins": [{"name": "leaf", "joints": [1, 2]}],
        "animations": [{
            "name": "wind",
            "samplers": [{"input": times, "output": turns}, {"input": times, "output": paths, "interpolation": "CUBICSPLINE"},
                         {"input": times, "output": sways}],
            "channels": [{"sampler": 0, "target": {"node": 1, "path": "rotation"}},
                         {"sampler": 1, "target": {"node": 2, "path": "translation"}},
                         {"sampler": 2, "target": {"node": 0, "path": "weights"}}],
        }, {
            "name": "swell",
            "samplers": [{"input": times, "output": swells, "interpolation": "CUBICSPLINE"}],
            "channels": [{"sampler": 0, "target": {"node": 0, "path": "weights"}}],
        }],
        "accessors": accessors, "bufferViews": views,
        "buffers": [{"byteLength": len(data)}],
    }


sys.exit(written.main(__file__, {"leaf.glb": written.container(build(), data)}))
