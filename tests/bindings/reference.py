"""What the bindings are compared with, bit for bit: every accessor of the bundled models, of the small models in tests/data and,
where it is, of the data in ../shared, as gltf-inspect (the C library) decodes it.

A dump is text.  Each file begins with `file PATH`; one that cannot be loaded has `error SENTENCE`; each accessor has
`N error SENTENCE`, or `N KIND HEX` for the kinds float, double, uint32 (where there are numbers and all can be had so) and stored: the
numbers, little-endian, without padding.  Every binding has a small program that prints the same.

usage: reference.py GLTF-INSPECT"""
import glob, json, os, subprocess, sys, tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
KINDS = ("float", "double", "uint32", "stored")


def models():
    shared = os.path.join(os.path.dirname(ROOT), "shared")
    folders = [(ROOT, "examples/data/*"), (ROOT, "tests/data/*"), (shared, "corpus/*/*"), (shared, "cases/*")]
    found = [p for folder, pattern in folders for p in glob.glob(os.path.join(glob.escape(folder), pattern)) if p.endswith((".gltf", ".glb"))]
    return sorted(p for p in found if not uses_draco(p))


def uses_draco(path):
    """the inspector may have a decoder for it, which no binding here has"""
    with open(path, "rb") as f:
        return b"KHR_draco_mesh_compression" in f.read()


def dump(inspect, path):
    lines = ["file " + path]
    report = json.loads(run(inspect, "--json", path).decode("utf-8"))
    if report["error"]:
        return lines + ["error " + report["error"]["message"]]
    with tempfile.TemporaryDirectory() as folder:
        for kind in KINDS:
            run(inspect, "--dump", os.path.join(folder, kind), "--format", "raw", "--as", "raw" if kind == "stored" else kind, path)
        for accessor in report["accessors"]:
            index = accessor["index"]
            if accessor["message"]:
                lines.append("%d error %s" % (index, accessor["message"]))
                continue
            for kind in KINDS:
                name = os.path.join(folder, kind, "%d.raw" % index)
                if os.path.exists(name) and (accessor["count"] or kind != "uint32"):
                    with open(name, "rb") as f:
                        lines.append("%d %s %s" % (index, kind, f.read().hex()))
    return lines


def run(*command):
    return subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout


def reference(inspect, paths):
    return [line for path in paths for line in dump(inspect, path)]


def difference(got, wanted):
    """"" or where two dumps part"""
    for number, (a, b) in enumerate(zip(got, wanted)):
        if a != b:
            at = next(i for i in range(min(len(a), len(b)) + 1) if a[i:i + 1] != b[i:i + 1])
            return "line %d, character %d:\n got    %.200s\n wanted %.200s" % (number, at, a[max(0, at - 80):], b[max(0, at - 80):])
    return "" if len(got) == len(wanted) else "%d lines in place of %d" % (len(got), len(wanted))


def code_blocks(readme, language):
    """the ``` blocks of one language in a README"""
    with open(readme, encoding="utf-8") as f:
        parts = f.read().split("```" + language + "\n")[1:]
    return [part.split("```")[0] for part in parts]


if __name__ == "__main__":
    print("\n".join(reference(sys.argv[1], models())))
