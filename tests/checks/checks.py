#!/usr/bin/env python3
"""Check the structure of the project; exit status 1 and one line for each fault, 77 when a check cannot run here.

usage: checks.py CHECK [FILE] [--nm PROGRAM] [--objdump PROGRAM]

    layers      a source file includes its own folder and lower layers only; text, core and codec do not see each other
    listed      src/sources.cmake names every source file and public header, and nothing else
    hidden      a source file that includes a public header includes base/visibility.h first, so that no function leaks
    circles     no files of one folder include each other in a circle
    doors       each door to the outside is one file or folder: cJSON, stdio, stdlib, string; no math, locale, errno
    duties      every source file starts with its name, its layer and its duty
    comments    every public function has a comment
    ffi         public headers keep to what any language can bind
    lines       no line of a tracked file is longer than 200 characters
    newlines    every tracked text file ends with a newline and has no carriage returns
    needs       FILE, the core archive, needs four memory functions and nothing else
    constant    FILE, an archive, has no writable data
    names       FILE, an archive, defines no shared name without the prefix
    exports     FILE, the shared library, exports what the public headers declare, and that is tests/abi/symbols.golden
"""
import argparse, os, re, subprocess, sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
SKIPPED = 77

# What each folder of src/ may include besides itself.
BELOW = {
    "base": set(),
    "core": {"base"},
    "text": {"base"},
    "codec": {"base"},
    "morph": {"base", "core"},
    "document": {"base", "core", "text", "codec", "morph"},
    "validate": {"base", "core", "text", "codec", "morph", "document"},
    "files": {"base", "core", "text", "codec", "morph", "document"},
    "draco": {"base", "core", "text", "codec", "morph", "document"},
}
LAYER = {"base": 0, "core": 1, "text": 1, "codec": 1, "morph": 2, "document": 2, "validate": 3, "files": 3,
         "draco": 3}
# The folder that a public header belongs to.
PUBLIC = {"base.h": "base", "accessor.h": "core", "morph.h": "morph", "document.h": "document", "validate.h": "validate",
          "files.h": "files", "draco.h": "draco"}
# Public headers of a library of its own.
ELSEWHERE = {"draco.h"}
MEMORY = {"memcpy", "memset", "memmove", "memcmp"}
# What hardened compilers put in their place or add by themselves.
HARDENING = {"__memcpy_chk", "__memset_chk", "__memmove_chk", "__stack_chk_fail", "__stack_chk_guard", "_GLOBAL_OFFSET_TABLE_"}

faults = []


def fault(place, why):
    faults.append("%s: %s" % (place, why))


def read(path):
    with open(os.path.join(ROOT, path), encoding="utf-8") as f:
        return f.read()


def sources():
    """every source file below src/, as paths from the root"""
    out = []
    for folder, folders, names in os.walk(os.path.join(ROOT, "src")):
        folders.sort()
        out += [os.path.relpath(os.path.join(folder, n), ROOT) for n in sorted(names) if n.endswith((".c", ".h", ".cpp", ".hpp"))]
    if not out:
        fault("src", "no source files found")
    return out


def headers():
    folder = os.path.join(ROOT, "include", "gltf_accessor")
    return [os.path.join("include", "gltf_accessor", n) for n in sorted(os.listdir(folder)) if n.endswith(".h")]


def without_comments(text):
    """comments become blanks, line ends stay"""
    return re.sub(r"/\*.*?\*/|//[^\n]*", lambda m: re.sub(r"[^\n]", " ", m.group()), text, flags=re.S)


def includes(path):
    """(line number, angle or quote, name)"""
    for number, line in enumerate(without_comments(read(path)).split("\n"), 1):
        found = re.match(r'\s*#\s*include\b\s*(.*)', line)
        if found:
            name = re.match(r'([<"])([^>"]+)[>"]', found.group(1))
            if not name:
                fault("%s:%d" % (path, number), "an include that cannot be read: " + found.group(1))
            else:
                yield number, name.group(1), name.group(2)


def owner(path, kind, name):
    """the folder that an included file belongs to; None for the system's"""
    near = os.path.normpath(os.path.join(os.path.dirname(path), name))
    if kind == '"' and os.path.isfile(os.path.join(ROOT, near)):
        parts = near.split(os.sep)
        if parts[0] == "src":
            return parts[1]
        return PUBLIC.get(parts[-1], "?") if parts[0] == "include" else "?"
    if name.startswith("gltf_accessor/"):
        return PUBLIC.get(name.split("/")[-1], "?")
    return None if kind == "<" else "?"


def layers(_):
    for path in sources():
        own = path.split(os.sep)[1]
        if own not in BELOW:
            fault(path, "a folder without a layer")
            continue
        for number, kind, name in includes(path):
            where = owner(path, kind, name)
            if kind == '"' and name == "cJSON.h":
                continue
            if where == "?":
                fault("%s:%d" % (path, number), "%s is nowhere in this project, or is no header for it" % name)
            elif where is not None and where != own and where not in BELOW[own]:
                fault("%s:%d" % (path, number), "%s (layer %d) must not see %s, which is of %s" % (own, LAYER[own], name, where))


def listed(_):
    named = re.findall(r"(?m)^  (\S+)$", read("src/sources.cmake"))
    there = {path.replace(os.sep, "/") for path in sources() + headers() if path.endswith(".c") or path in headers()}
    for name in sorted(there - set(named)):
        fault("src/sources.cmake", "lacks %s" % name)
    for name in sorted(set(named) - there):
        fault("src/sources.cmake", "names %s, which does not exist" % name)
    for name in sorted({name for name in named if named.count(name) > 1}):
        fault("src/sources.cmake", "names %s twice" % name)


def hidden(_):
    for path in sources():
        seen = False
        for number, kind, name in includes(path):
            seen = seen or os.path.basename(name) in ("visibility.h", "compiler.h") or path == os.path.join("src", "core", "cpu.c")
            if kind == '"' and "include/gltf_accessor/" in name and not seen:
                fault("%s:%d" % (path, number), "includes %s before base/visibility.h" % name)


def circles(_):
    near = {}                                                  # an include of a file of the same folder
    for path in sources():
        there = {os.path.normpath(os.path.join(os.path.dirname(path), name)) for _, kind, name in includes(path) if kind == '"'}
        near[path] = sorted(name for name in there if os.path.dirname(name) == os.path.dirname(path))
    done = set()

    def visit(path, above):
        if path in above:
            fault(path, "is included in a circle: " + " -> ".join(above[above.index(path):] + [path]))
        elif path not in done:
            for name in near.get(path, []):
                visit(name, above + [path])
            done.add(path)

    for path in sorted(near):
        visit(path, [])


def doors(_):
    users = {}
    for path in sources():
        for number, _kind, name in includes(path):
            users.setdefault(name.split("/")[-1] if "cJSON" in name else name, []).append((path, number))

    def only(name, allowed, most):
        paths = sorted({path for path, _ in users.get(name, [])})
        for path in paths:
            if not re.match(allowed, path.replace(os.sep, "/")):
                fault(path, "includes %s" % name)
        if len(paths) > most:
            fault(name, "is included by more than %d files: %s" % (most, ", ".join(paths)))

    only("cJSON.h", r"src/text/json_cjson\.c$", 1)
    only("stdio.h", r"src/files/", 99)
    only("stdlib.h", r"src/document/|src/base/", 1)
    only("string.h", r"src/base/memory\.h$", 1)
    for name in ("math.h", "locale.h", "errno.h"):
        only(name, r"src/(validate|files)/", 99)
    for name in ("assert.h", "setjmp.h", "signal.h", "stdarg.h", "threads.h", "pthread.h", "time.h"):
        only(name, r"$^", 0)


def duties(_):
    for path in sources():
        parts = path.split(os.sep)
        start = "/* " + "/".join(parts[1:]) + " - layer %d" % LAYER.get(parts[1], -1)
        first = read(path).split("\n", 1)[0]
        if not re.match(re.escape(start) + r"[a-z]?: \S", first):
            fault(path, "does not start with: %s: ..." % start)


def declared():
    """{function: header} of all public functions"""
    out = {}
    for path in headers():
        for name in re.findall(r"\bGLTF_API\b[^;(]*?\b(\w+)\s*\(", without_comments(re.sub(r"(?m)^\s*#.*$", "", read(path)))):
            out[name] = path
    return out


def comments(_):
    for path in headers():
        for paragraph in re.split(r"\n[ \t]*\n", read(path)):
            code = paragraph.find("GLTF_API ")
            if code < 0 or paragraph.lstrip().startswith("#") or "#define GLTF_API" in paragraph:
                continue
            if "/*" not in paragraph[:code]:
                fault(path, "no comment above: " + paragraph[code:].split("\n")[0])
    if not declared():
        fault("include", "no public functions found")


def ffi(_):
    structs = "|".join(sorted({n for p in headers() for n in re.findall(r"typedef\s+struct\s+(\w+)", read(p))}))
    for path in headers():
        text = re.sub(r"(?m)^\s*#.*(\\\n.*)*$", "", without_comments(read(path)))
        for pattern, why in ((r"\bbool\b|\b_Bool\b", "bool"), (r"\bunion\b", "a union"), (r"\blong\b", "long"),
                             (r"\.\.\.", "varargs"), (r"\binline\b", "an inline function"), (r"typedef\s+enum|\benum\s+\w", "an enum type"),
                             (r"\bstruct\s*\{[^}]*\w+\s+\w+\s*:\s*\d", "a bit-field"), (r"\bthread_local\b|_Thread_local", "thread-local data"),
                             (r"\bGLTF_API\s+extern\b|\bextern\s+(?!\"C\")", "exported data"), (r"\bunsigned\s+(int|char|short)\b", "a type without width")):
            for found in re.finditer(pattern, text):
                fault("%s:%d" % (path, text.count("\n", 0, found.start()) + 1), why)
        for found in re.finditer(r"\bGLTF_API\b([^;]*);", text):
            if re.search(r"(^|[(,])\s*(const\s+)?(%s)\s+\w+\s*[,)(]" % structs, re.sub(r"\s+", " ", found.group(1)).strip()):
                fault(path, "a struct by value: " + " ".join(found.group(1).split()))


def tracked():
    try:
        run = subprocess.run(["git", "-C", ROOT, "ls-files", "-z"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        names = [n for n in run.stdout.decode("utf-8").split("\0") if n] if run.returncode == 0 else []
    except OSError:
        names = []
    if not names:                                              # a release without git
        for folder, folders, files in os.walk(ROOT):
            folders[:] = [d for d in folders if not d.startswith(("build", ".git", "__pycache__", "node_modules")) or d == ".github"]
            names += [os.path.relpath(os.path.join(folder, n), ROOT) for n in files]
    for name in sorted(names):
        path = os.path.join(ROOT, name)
        if os.path.isfile(path):
            with open(path, "rb") as f:
                data = f.read()
            inputs = name.startswith("tests/data/") and not name.endswith(".py") or "/corpus/" in name   # of tests: they are what they have to be
            if b"\0" not in data and not name.endswith((".bin", ".glb")) and not inputs:
                yield name, data


def lines(_):
    for name, data in tracked():
        for number, line in enumerate(data.decode("utf-8", "replace").split("\n"), 1):
            if len(line) > 200:
                fault("%s:%d" % (name, number), "%d characters" % len(line))


def newlines(_):
    for name, data in tracked():
        if data and not data.endswith(b"\n"):
            fault(name, "does not end with a newline")
        if b"\r" in data:
            fault(name, "has carriage returns")


# ---- what was built ----

def run_tool(program, *arguments):
    try:
        run = subprocess.run([program] + list(arguments), stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    except OSError as problem:
        print("skipped: %s" % problem)
        sys.exit(SKIPPED)
    if run.returncode:
        fault(program, run.stderr.decode("utf-8", "replace").strip())
    return run.stdout.decode("utf-8", "replace").split("\n")


def symbols(args):
    """(member, kind, name) of an archive"""
    member = ""
    for line in run_tool(args.nm, args.file):
        if line.endswith(":"):
            member = line[:-1]
        found = re.match(r"[0-9a-fA-F]*\s+(\S)\s+(\S+)$", line)
        if found:
            yield member, found.group(1), found.group(2)


def needs(args):
    seen = list(symbols(args))
    defined = {name for _, kind, name in seen if kind not in "Uuw"}
    if not defined:
        fault(args.file, "defines nothing")
    for member, kind, name in seen:
        if kind in "Uw" and name not in defined | MEMORY | HARDENING:
            fault(member, "needs " + name)


def constant(args):
    member, sections = "", 0
    for line in run_tool(args.objdump, "-h", args.file):
        found = re.match(r"(\S+):\s+file format", line)
        if found:
            member = found.group(1)
        found = re.match(r"\s*\d+\s+(\S+)\s+([0-9a-fA-F]+)\s", line)
        if not found:
            continue
        sections += 1
        name, size = found.group(1), int(found.group(2), 16)
        writable = re.match(r"\.(data|bss|tdata|tbss|ldata|lbss|sdata|sbss|init_array|fini_array|ctors|dtors)(\.|$)", name)
        if writable and size and not name.startswith(".data.rel.ro") and not member.startswith("cJSON"):
            fault(member, "%d bytes of writable data in %s" % (size, name))
    if not sections:
        fault(args.file, "no sections found")


def names(args):
    for member, kind, name in symbols(args):
        if kind.isupper() and kind != "U" and not name.startswith("gltf_") and not member.startswith("cJSON"):
            fault(member, "defines %s" % name)


def exports(args):
    have = set()
    for line in run_tool(args.nm, "-D", "--defined-only", args.file):
        if line.split():
            have.add(line.split()[-1].split("@")[0])
    if faults:
        return
    wanted = {name: path for name, path in declared().items() if os.path.basename(path) not in ELSEWHERE}
    golden = [line for line in read("tests/abi/symbols.golden").split("\n") if line and not line.startswith("#")]
    for name in sorted(have - set(wanted)):
        fault(args.file, "exports %s, which no public header declares" % name)
    for name in sorted(set(wanted) - have):
        fault(wanted[name], "declares %s, which is not exported" % name)
    for name in sorted(set(golden) ^ set(wanted)):
        fault("tests/abi/symbols.golden", ("has %s, which is gone" if name in golden else "lacks %s") % name)
    if golden != sorted(golden):
        fault("tests/abi/symbols.golden", "is not sorted")


CHECKS = {f.__name__: f for f in (layers, listed, hidden, circles, doors, duties, comments, ffi, lines, newlines, needs, constant, names, exports)}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("check", choices=sorted(CHECKS))
    parser.add_argument("--nm", default="nm")
    parser.add_argument("--objdump", default="objdump")
    parser.add_argument("file", nargs="?")
    args = parser.parse_args()
    CHECKS[args.check](args)
    for line in faults:
        print(line)
    return 1 if faults else 0


sys.exit(main())
