#!/usr/bin/env python3
"""Decode every accessor of a file with the independent decoder and compare with what gltf-inspect dumps.

usage: model.py GLTF_INSPECT FILE [FILE ...]       files must be valid; --as float, double, uint32, raw are compared bit for bit
"""
import base64, json, os, struct, subprocess, sys, tempfile, urllib.parse

sys.dont_write_bytecode = True
from exact import *

SHAPES = {"SCALAR": SCALAR, "VEC2": VEC2, "VEC3": VEC3, "VEC4": VEC4, "MAT2": MAT2, "MAT3": MAT3, "MAT4": MAT4}


def load(path):
    """(document, list of buffers)"""
    with open(path, "rb") as f:
        data = f.read()
    binary = None
    if data[:4] == b"glTF":
        length, = struct.unpack_from("<I", data, 12)
        at = 20 + length
        if at < len(data):
            size, = struct.unpack_from("<I", data, at)
            binary = data[at + 8:at + 8 + size]
        data = data[20:20 + length]
    document = json.loads(data.decode("utf-8"))
    buffers = []
    for i, buffer in enumerate(document.get("buffers", [])):
        uri = buffer.get("uri")
        if uri is None:
            buffers.append(binary if i == 0 else b"")
        elif uri.startswith("data:"):
            buffers.append(base64.b64decode(uri.split(",", 1)[1]))
        else:
            with open(os.path.join(os.path.dirname(path), urllib.parse.unquote(uri)), "rb") as f:
                buffers.append(f.read())
    return document, buffers


def decode(document, buffers, index):
    """(component type, normalized, raw elements)"""
    a = document["accessors"][index]
    ct, shape = a["componentType"], SHAPES[a["type"]]

    def place(view_index, offset):
        view = document["bufferViews"][view_index]
        return buffers[view["buffer"]], view.get("byteOffset", 0) + offset

    base, stride, entries = None, element_size(ct, shape), []
    if "bufferView" in a:
        base = place(a["bufferView"], a.get("byteOffset", 0))
        stride = document["bufferViews"][a["bufferView"]].get("byteStride", stride)
    if "sparse" in a:
        s = a["sparse"]
        entries = sparse_entries(s["count"], ct, shape, place(s["indices"]["bufferView"], s["indices"].get("byteOffset", 0)),
                                 s["indices"]["componentType"], place(s["values"]["bufferView"], s["values"].get("byteOffset", 0)))
    return ct, a.get("normalized", False), elements(a["count"], ct, shape, base, stride, entries)


def expected(ct, normalized, raws, kind):
    if kind == "raw":
        return b"".join(raw.to_bytes(SIZE[ct], "little") for element in raws for raw in element)
    out = {"float": FLOAT, "double": DOUBLE, "uint32": UINT}[kind]
    if kind == "uint32" and (normalized or ct == FLOAT):
        return None
    parts = [converter(ct, normalized, out, 0)(raw) for element in raws for raw in element]
    return None if None in parts else b"".join(parts)


def dumped(inspect, path, kind):
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([inspect, "--dump", folder, "--as", kind, "--format", "raw", path], stdin=subprocess.DEVNULL,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        out = {}
        for name in os.listdir(folder):
            with open(os.path.join(folder, name), "rb") as f:
                out[int(name.split(".")[0])] = f.read()
        return out


def main():
    inspect, differences, compared = sys.argv[1], 0, 0
    for path in sys.argv[2:]:
        document, buffers = load(path)
        wanted = [decode(document, buffers, i) for i in range(len(document["accessors"]))]
        for kind in ("float", "double", "uint32", "raw"):
            have = dumped(inspect, path, kind)
            for i, accessor in enumerate(wanted):
                want = expected(*accessor, kind)
                compared += 1
                if have.get(i) != want:
                    differences += 1
                    what = "left no file" if i not in have else "should leave no file" if want is None else "differs"
                    print("%s: accessor %d as %s %s" % (path, i, kind, what))
    print("%d accessor dumps compared, %d differences" % (compared, differences))
    return 1 if differences or not compared else 0


sys.exit(main())
