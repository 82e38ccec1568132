"""What the scripts that make the models share: the GLB container, and writing files or checking those that are committed."""
import json, os, struct, sys


def chunk(kind, content, filler):
    content += filler * (-len(content) % 4)
    return struct.pack("<I4s", len(content), kind) + content


def container(document, binary):
    """the bytes of a .glb file"""
    text = json.dumps(document, separators=(",", ":")).encode()
    body = chunk(b"JSON", text, b" ") + chunk(b"BIN\0", bytes(binary), b"\0")
    return struct.pack("<4sII", b"glTF", 2, 12 + len(body)) + body


def main(script, files):
    """files {name: bytes} are written beside the script or into the folder of the command line; --check compares them.
    Gives the exit status."""
    here = os.path.dirname(os.path.abspath(script))
    if sys.argv[1:] == ["--check"]:
        stale = []
        for name, content in files.items():
            with open(os.path.join(here, name), "rb") as f:
                if f.read() != content:
                    stale.append(name)
        if stale:
            print("not what %s writes: %s" % (os.path.basename(script), ", ".join(stale)))
        return 1 if stale else 0
    folder = sys.argv[1] if len(sys.argv) > 1 else here
    for name, content in files.items():
        with open(os.path.join(folder, name), "wb") as f:
            f.write(content)
    return 0
