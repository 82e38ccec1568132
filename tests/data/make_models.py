#!/usr/bin/env python3
"""tests/data/make_models.py - write the small authored models in models/: a few hundred bytes each, so that every byte can be damaged.

usage: make_models.py [FOLDER]     Python's standard library only; the same bytes every time.
"""
import base64, json, os, struct, sys


def text(members):
    return json.dumps({"asset": {"version": "2.0"}, **members}, separators=(",", ":")).encode()


def uri(data):
    return "data:application/octet-stream;base64," + base64.b64encode(data).decode()


def floats(*values):
    return struct.pack("<%df" % len(values), *values)


def view(offset, length, **more):
    return {"buffer": 0, "byteOffset": offset, "byteLength": length, **more}


def accessor(count, shape, component=5126, **more):
    return {"componentType": component, "count": count, "type": shape, **more}


def sparse():
    """Sparse with and without a base, indices of two widths, one that decreases."""
    data = bytes([0, 2, 5, 0]) + struct.pack("<3H", 4, 1, 0) + b"\0\0" + floats(1, 2, 3) + bytes([10, 20, 30, 40, 50, 60])
    return text({
        "buffers": [{"byteLength": len(data), "uri": uri(data)}],
        "bufferViews": [view(0, 4), view(4, 6), view(12, 12), view(24, 6)],
        "accessors": [
            accessor(6, "SCALAR", sparse={"count": 3, "indices": {"bufferView": 0, "componentType": 5121}, "values": {"bufferView": 2}}),
            accessor(6, "SCALAR", 5121, bufferView=3, normalized=True,
                     sparse={"count": 2, "indices": {"bufferView": 1, "componentType": 5123}, "values": {"bufferView": 0}}),
        ]})


def morph():
    """A triangle with one dense and one sparse target, node weights, and a weights animation."""
    data = floats(0, 0, 0, 1, 0, 0, 0, 1, 0) + floats(0, 0, 1, 0, 0, 1, 0, 0, 1) + bytes([1, 0, 0, 0]) + floats(0, 1) + bytes([0, 255, 255, 0])
    return text({
        "buffers": [{"byteLength": len(data), "uri": uri(data)}],
        "bufferViews": [view(0, 36), view(36, 36), view(72, 4), view(76, 8), view(84, 4)],
        "accessors": [
            accessor(3, "VEC3", bufferView=0, min=[0, 0, 0], max=[1, 1, 0]),
            accessor(3, "VEC3", bufferView=1),
            accessor(3, "VEC3", sparse={"count": 1, "indices": {"bufferView": 2, "componentType": 5121}, "values": {"bufferView": 1}}),
            accessor(2, "SCALAR", bufferView=3, min=[0], max=[1]),
            accessor(4, "SCALAR", 5121, bufferView=4, normalized=True),
        ],
        "meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "targets": [{"POSITION": 1}, {"POSITION": 2}]}],
                    "weights": [0.5, 0]}],
        "nodes": [{"mesh": 0, "weights": [1, 0.25]}],
        "animations": [{"samplers": [{"input": 3, "output": 4}],
                        "channels": [{"sampler": 0, "target": {"node": 0, "path": "weights"}}]}],
    })


def compressed():
    """A GLB: indices compressed with EXT_meshopt_compression, beside a placeholder buffer."""
    stream = bytes([0xD1, 0x00, 0x04, 0x04, 0x00, 0x00, 0x00, 0x00])
    document = text({
        "extensionsUsed": ["EXT_meshopt_compression"], "extensionsRequired": ["EXT_meshopt_compression"],
        "buffers": [{"byteLength": len(stream)}, {"byteLength": 6, "extensions": {"EXT_meshopt_compression": {"fallback": True}}}],
        "bufferViews": [{"buffer": 1, "byteLength": 6, "extensions": {"EXT_meshopt_compression": {
            "buffer": 0, "byteLength": len(stream), "byteStride": 2, "count": 3, "mode": "INDICES"}}}],
        "accessors": [accessor(3, "SCALAR", 5123, bufferView=0), accessor(3, "VEC3")],
        "meshes": [{"primitives": [{"attributes": {"POSITION": 1}, "indices": 0}]}],
    })
    document += b" " * (-len(document) % 4)
    chunks = struct.pack("<II", len(document), 0x4E4F534A) + document + struct.pack("<II", len(stream), 0x004E4942) + stream
    return struct.pack("<III", 0x46546C67, 2, 12 + len(chunks)) + chunks


def spellings():
    """JSON in every legal spelling: escapes, exponents, duplicates, white space, percent-encoded data."""
    return (b'\xef\xbb\xbf { "\\u0061sset" :\t{"version":"2.0"} ,\r\n"buffers":[{"byteLength":1e0},{"byteLength":4.0,"uri":"data:,%00%01a\\u0062"}],'
            b'"bufferViews":[{"buffer":10e-1,"byteLength":4}],"accessors":[],"accessors":[{"bufferView":0,"componentType":51.21E+2,"count":4,'
            b'"type":"SC\\u0041LAR","name":"\\ud83d\\ude00 \xc3\xa4 \\n","extras":{"a":[[[{}]]]},"normalized":true}]}\n')


def skin():
    """Joints, weights and one inverse bind matrix of a line strip; instancing; padded matrices."""
    data = (struct.pack("<8H", 0, 0, 0, 0, 0, 0, 0, 0) + bytes([255, 0, 0, 0] * 2) + floats(*([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]))
            + bytes(range(14)))
    return text({
        "buffers": [{"byteLength": len(data), "uri": uri(data)}],
        "bufferViews": [view(0, 16), view(16, 8), view(24, 64), view(88, 14)],
        "accessors": [accessor(2, "VEC4", 5123, bufferView=0), accessor(2, "VEC4", 5121, bufferView=1, normalized=True),
                      accessor(1, "MAT4", bufferView=2), accessor(2, "MAT2", 5121, bufferView=3), accessor(2, "VEC3")],
        "meshes": [{"primitives": [{"attributes": {"POSITION": 4, "JOINTS_0": 0, "WEIGHTS_0": 1, "_M": 3}, "mode": 3}]}],
        "skins": [{"joints": [0], "inverseBindMatrices": 2}],
        "nodes": [{"mesh": 0, "skin": 0, "extensions": {"EXT_mesh_gpu_instancing": {"attributes": {"TRANSLATION": 4}}}}],
    })


MODELS = {"sparse.gltf": sparse, "morph.gltf": morph, "compressed.glb": compressed, "spellings.gltf": spellings, "skin.gltf": skin}


def main():
    folder = sys.argv[1] if len(sys.argv) > 1 else os.path.join(os.path.dirname(os.path.abspath(__file__)), "models")
    os.makedirs(folder, exist_ok=True)
    for name, make in MODELS.items():
        with open(os.path.join(folder, name), "wb") as f:
            f.write(make())


if __name__ == "__main__":
    main()
