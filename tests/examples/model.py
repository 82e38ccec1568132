"""A small decoder of glTF accessors in Python, independent of the library, for the tests in this folder."""
import base64, fractions, json, os, struct, urllib.parse

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PYRAMIDS = os.path.join(ROOT, "examples", "data", "pyramids.glb")
PYRAMIDS_TEXT = os.path.join(ROOT, "examples", "data", "pyramids.gltf")

BYTE, UBYTE, SHORT, USHORT, INT, UINT, FLOAT = 5120, 5121, 5122, 5123, 5124, 5125, 5126
CODE = {BYTE: "b", UBYTE: "B", SHORT: "h", USHORT: "H", UINT: "I", FLOAT: "f"}
MAX = {BYTE: 127, UBYTE: 255, SHORT: 32767, USHORT: 65535}
SHAPE = {"SCALAR": (1, 1), "VEC2": (1, 2), "VEC3": (1, 3), "VEC4": (1, 4), "MAT2": (2, 2), "MAT3": (3, 3), "MAT4": (4, 4)}


class Model:
    """The words of a file and its buffers."""

    def __init__(self, path):
        with open(path, "rb") as f:
            data = f.read()
        binary = b""
        if data[:4] == b"glTF":
            length = struct.unpack_from("<I", data, 12)[0]
            text, rest = data[20:20 + length], data[20 + length:]
            if rest:
                binary = rest[8:8 + struct.unpack_from("<I", rest)[0]]
        else:
            text = data
        self.json = json.loads(text.decode("utf-8"))
        self.buffers = []
        for b in self.json.get("buffers", []):
            uri = b.get("uri")
            if uri is None:
                self.buffers.append(binary)
            elif uri.startswith("data:"):
                self.buffers.append(base64.b64decode(uri.split(",", 1)[1]))
            else:
                with open(os.path.join(os.path.dirname(path), urllib.parse.unquote(uri)), "rb") as f:
                    self.buffers.append(f.read())

    def view(self, index, offset):
        """(bytes from an offset inside a view on, its stride or None)"""
        v = self.json["bufferViews"][index]
        start = v.get("byteOffset", 0)
        return self.buffers[v["buffer"]][start + offset:start + v["byteLength"]], v.get("byteStride")

    def stored(self, index):
        """elements of one accessor as the numbers that the file holds, after the sparse overlay"""
        a = self.json["accessors"][index]
        columns, rows = SHAPE[a["type"]]
        code, size = CODE[a["componentType"]], struct.calcsize(CODE[a["componentType"]])
        column = rows * size if columns == 1 else (rows * size + 3) // 4 * 4

        def element(data, at):
            return [n for c in range(columns) for n in struct.unpack_from("<%d%s" % (rows, code), data, at + c * column)]

        out = [[0] * (columns * rows) for _ in range(a["count"])]
        if "bufferView" in a:
            data, stride = self.view(a["bufferView"], a.get("byteOffset", 0))
            out = [element(data, i * (stride or column * columns)) for i in range(a["count"])]
        if "sparse" in a:
            s = a["sparse"]
            kind = CODE[s["indices"]["componentType"]]
            where, _ = self.view(s["indices"]["bufferView"], s["indices"].get("byteOffset", 0))
            data, _ = self.view(s["values"]["bufferView"], s["values"].get("byteOffset", 0))
            for k in range(s["count"]):
                i = struct.unpack_from("<" + kind, where, k * struct.calcsize(kind))[0]
                out[i] = element(data, k * column * columns)
        return out

    def exact(self, index):
        """elements of one accessor by their meaning: normalized integers are fractions, clamped at -1"""
        a = self.json["accessors"][index]
        if not a.get("normalized"):
            return self.stored(index)
        return [[max(fractions.Fraction(n, MAX[a["componentType"]]), -1) for n in e] for e in self.stored(index)]

    def flat(self, index, exact=True):
        return [n for e in (self.exact(index) if exact else self.stored(index)) for n in e]

    def uses(self):
        """{accessor: {(object, index, part, target, role, semantic)}}, part and target None where there is none"""
        out = {i: set() for i in range(len(self.json.get("accessors", [])))}
        for m, mesh in enumerate(self.json.get("meshes", [])):
            for p, primitive in enumerate(mesh["primitives"]):
                for semantic, i in primitive["attributes"].items():
                    out[i].add(("mesh", m, p, None, "attribute", semantic))
                if "indices" in primitive:
                    out[primitive["indices"]].add(("mesh", m, p, None, "indices", None))
                for t, target in enumerate(primitive.get("targets", [])):
                    for semantic, i in target.items():
                        out[i].add(("mesh", m, p, t, "target", semantic))
        for s, skin in enumerate(self.json.get("skins", [])):
            if "inverseBindMatrices" in skin:
                out[skin["inverseBindMatrices"]].add(("skin", s, None, None, "inverseBindMatrices", None))
        for a, animation in enumerate(self.json.get("animations", [])):
            for s, sampler in enumerate(animation["samplers"]):
                out[sampler["input"]].add(("animation", a, s, None, "animation input", None))
                out[sampler["output"]].add(("animation", a, s, None, "animation output", None))
        for n, node in enumerate(self.json.get("nodes", [])):
            instancing = node.get("extensions", {}).get("EXT_mesh_gpu_instancing", {})
            for semantic, i in instancing.get("attributes", {}).items():
                out[i].add(("node", n, None, None, "instance", semantic))
        return out


def as_float(numbers):
    """float32 bytes; a double on the way is exact enough, as 53 bits are more than twice 24"""
    return struct.pack("<%df" % len(numbers), *[float(n) for n in numbers])
