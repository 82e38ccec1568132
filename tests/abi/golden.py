#!/usr/bin/env python3
"""Write the golden files of this folder anew from the public headers, after a change that is meant.

usage: golden.py          layout_rows.h and symbols.golden; with clang also the three layout-*.golden

Look at the difference before committing it: a line that changes or goes breaks every program that was built before.
"""
import os, re, subprocess, sys

HERE = os.path.dirname(os.path.abspath(__file__))
INCLUDE = os.path.join(os.path.dirname(os.path.dirname(HERE)), "include")
HEADERS = ("base.h", "accessor.h", "morph.h", "document.h", "validate.h", "files.h")
TARGETS = (("pointer8-align8", "x86_64-linux-gnu"), ("pointer4-align8", "wasm32"), ("pointer4-align4", "i386-linux-gnu"))


def header_text():
    text = ""
    for name in HEADERS:
        path = os.path.join(INCLUDE, "gltf_accessor", name)
        if os.path.exists(path):
            with open(path, encoding="utf-8") as f:
                text += f.read()
    return re.sub(r"/\*.*?\*/", "", text, flags=re.S)


def fields(body):
    body = re.sub(r"(?ms)^\s*#if.*?^\s*#endif", "", body)      # filling that only some machines need
    for declaration in body.split(";"):
        callback = re.search(r"\(GLTF_CALL \*\s*(\w+)\)", declaration)
        if callback:
            yield callback.group(1)
        elif declaration.strip():
            for part in declaration.split(","):
                yield re.search(r"(\w+)\s*(\[\w+\])?\s*$", part).group(1)


def write(name, text):
    with open(os.path.join(HERE, name), "w") as f:
        f.write(text)


def evaluate(rows, target):
    """sizes and offsets as clang sees them for another machine"""
    body = rows.replace("SIZE(", "GLTF_SIZE(").replace("FIELD(", "GLTF_FIELD(")
    source = ("#include <gltf_accessor/gltf_accessor.h>\n#include <gltf_accessor/validate.h>\n"
              "#define GLTF_SIZE(type) sizeof(type),\n#define GLTF_FIELD(type, field) offsetof(type, field),\n"
              "const unsigned rows[] = {\n%s};\n" % body)
    run = subprocess.run(["clang", "--target=" + target, "-ffreestanding", "-x", "c", "-S", "-emit-llvm", "-o", "-", "-I" + INCLUDE, "-"],
                         input=source, stdout=subprocess.PIPE, check=True, universal_newlines=True)
    line = re.search(r"@rows = [^\n]*\] \[([^\n]*)\]", run.stdout).group(1)
    return [int(value) for value in re.findall(r"i32 (\d+)", line)]


def main():
    text, rows, names = header_text(), "", []
    for struct, body in re.findall(r"typedef struct (\w+) \{(.*?)\} \w+;", text, flags=re.S):
        rows += "SIZE(%s)\n" % struct
        names.append("sizeof " + struct)
        for field in fields(body):
            rows += "FIELD(%s, %s)\n" % (struct, field)
            names.append("%s.%s" % (struct, field))
    write("layout_rows.h", "/* tests/abi/layout_rows.h - outside the layers: every field of the public structs; written by golden.py. */\n" + rows)
    text = re.sub(r"(?m)^\s*#.*$", "", text)
    functions = sorted(set(re.findall(r"\bGLTF_API\b[^;(]*?\b(\w+)\s*\(", text)))
    write("symbols.golden", "# What the shared library exports; written by golden.py.\n" + "\n".join(functions) + "\n")
    try:
        for name, target in TARGETS:
            lines = ["%s %d\n" % pair for pair in zip(names, evaluate(rows, target))]
            write("layout-%s.golden" % name, "".join(lines))
    except OSError:
        print("no clang: the layouts are as they were")
    return 0


sys.exit(main())
