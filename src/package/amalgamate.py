#!/usr/bin/env python3
"""Write the library as two files, gltf_accessor.h and gltf_accessor.c, to be dropped into any project.

usage: amalgamate.py FOLDER [--core]

Without --core: everything but Draco; cJSON stays outside (<cjson/cJSON.h>, or "cJSON.h" with -DGLTF_I_PRIVATE_CJSON).
With --core: the decoder and morph targets, which need nothing.  The .c file is C11: a C++ project compiles it as C.

Every source file keeps its text.  Only names of file scope that two files share are changed, to FILE_NAME, and macros end
with their file."""
import argparse, os, re, sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
HEADERS = ["base", "accessor", "morph", "document", "validate", "files"]
FOLDERS = ["base", "core", "morph", "text", "codec", "document", "validate", "files"]
CORE_HEADERS, CORE_FOLDERS = HEADERS[:3], FOLDERS[:3]

TOKEN = re.compile(r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'|\.?\d(?:[eEpP][+-]|[\w.])*|[A-Za-z_]\w*|##|->|\\\n|\s+|.', re.S)
NAME = re.compile(r"[A-Za-z_]\w*$")
INCLUDE = re.compile(r'\s*#\s*include\s+(["<])([^">]+)[">]')
DEFINE = re.compile(r"(?m)^\s*#\s*define\s+(\w+)")
SHARED = re.compile(r"gltf_|GLTF_")


def read(path):
    with open(os.path.join(ROOT, path), encoding="utf-8") as f:
        return f.read()


def guarded(text):
    return re.match(r"\s*(/\*.*?\*/\s*)*#\s*ifndef\s+(GLTF_\w+_H)\b", text, re.S)


class Unit:
    """one source file: pieces of text, its own (with the templates in it) and shared headers"""

    def __init__(self, path, headers):
        self.path = path
        self.stem = os.path.splitext(os.path.basename(path))[0]
        self.pieces = []                       # [own, text]
        self.top = ""                          # what must stand before the first include of all
        self.templates = set()                 # those that stand here already
        self.headers = headers                 # shared headers that are written already, of all units
        text = read(path)
        start = re.search(r"(?m)^#\s*include", text)
        if start and re.search(r"(?m)^#\s*define\s+_", text[:start.start()]):
            first = re.match(r"/\*.*?\*/\n", text, re.S).end()
            self.top, text = text[first:start.start()], text[:first] + text[start.start():]
        self.expand(path, text, True, 0)

    def expand(self, path, text, own, depth):
        """`text` of the file `path`, whose includes of ours are replaced by what they name"""
        base = depth
        for line in text.split("\n"):
            found = INCLUDE.match(line)
            near = os.path.normpath(os.path.join(os.path.dirname(path), found.group(2))) if found and found.group(1) == '"' else None
            if near and near.startswith("include" + os.sep):
                continue                       # all in gltf_accessor.h
            if near and os.path.isfile(os.path.join(ROOT, near)):
                self.include(near, own, depth)
                continue
            if re.match(r"\s*#\s*if", line):
                depth += 1
            elif re.match(r"\s*#\s*endif", line):
                depth -= 1
            self.add(own, line + "\n")
        if depth != base:
            sys.exit("%s: #if and #endif do not match" % path)

    def include(self, path, own, depth):
        text = read(path)
        guard = guarded(text)
        if not guard:
            if path in self.templates:         # say it once
                text = re.sub(r"\n(?=\n)", "", re.sub(r"/\*.*?\*/", "", text, flags=re.S)).strip("\n")
            self.templates.add(path)
            self.expand(path, text, own, depth)
        elif guard.group(2) not in self.headers:
            if depth == 0:                     # else it may be needed again, where this one is not compiled
                self.headers.add(guard.group(2))
            self.expand(path, text, False, -1 if depth == 0 else depth)

    def add(self, own, text):
        if self.pieces and self.pieces[-1][0] == own:
            self.pieces[-1][1] += text
        else:
            self.pieces.append([own, text])

    def text(self, own):
        return "".join(text for mine, text in self.pieces if mine == own)


def code(text):
    """without comments and preprocessor lines"""
    text = re.sub(r"/\*.*?\*/", " ", text, flags=re.S)
    return re.sub(r"(?m)^[ \t]*#(?:[^\n]*\\\n)*[^\n]*$", "", text)


def definitions(text):
    """names that file scope gets from `text`: static functions and variables, types, tags, constants"""
    names, tokens = set(), [t for t in TOKEN.findall(code(text)) if not t.isspace() and not t.startswith("//")]
    declaration, depth, body = [], 0, []
    for token in tokens:
        if token == "{":
            if depth == 0:
                body = []
                tag = re.search(r"(?:struct|union|enum) (\w+)$", " ".join(declaration))
                if tag:
                    names.add(tag.group(1))
            depth += 1
        elif token == "}":
            depth -= 1
            if depth == 0:
                words = " ".join(declaration)
                if "enum" in declaration:
                    names |= set(re.findall(r"(?:^|, )(\w+)", " ".join(body)))
                elif "(" in declaration and "=" not in declaration and "typedef" not in declaration:
                    names |= declared(words)
                    declaration = []           # a function ends with its body
        elif depth:
            body.append(token)
        elif token == ";":
            names |= declared(" ".join(declaration))
            declaration = []
        else:
            declaration.append(token)
    return {n for n in names if not SHARED.match(n)}


def declared(words):
    """the name that a declaration makes, where it is a type or static"""
    if words.startswith("typedef ") or " typedef " in words:
        words = words[words.index("typedef"):]
        found = re.search(r"\( \* (\w+) \)", words) or re.match(r".*?(\w+) \(", words) or re.match(r".*?(\w+)(?: \[.*)?$", words)
        return {found.group(1)} if found else set()
    if not re.search(r"\bstatic\b", words):
        return set()
    words = re.sub(r"__attribute__ \( \( .*? \) \)|\b[A-Z_]+ \( [^()]*\)(?= \w)", "", words[words.rindex("static") + 7:])
    found = re.match(r".*?(\w+) (?:\(|=|\[)|.*?(\w+)$", words)
    name = found and (found.group(1) or found.group(2))
    return {name} if name and not name.isupper() else set()


def prefixes(text):
    """beginnings of names that macros paste together: the first part where it is written out"""
    out = set(re.findall(r"(?<![#\w])(?<!## )\b([a-z]\w*_) ?##", text))
    joins = [m for m in re.findall(r"#\s*define\s+(\w+)\([^)]*\)\s+\w+##", text)]
    joins += re.findall(r"#\s*define\s+(\w+)\([^)]*\)\s+(?:%s)\(" % "|".join(joins or ["-"]), text)
    for join in joins:
        out |= set(re.findall(r"\b%s\(([a-z]\w*_)," % join, text))
    return {p for p in out if not SHARED.match(p)}


def rename(text, names, starts, prefix):
    """`text` with names, and names with these beginnings, under a prefix; members of structs keep theirs"""
    out, before, structs, opening = [], "", [], ""
    tokens = TOKEN.findall(text)
    for i, token in enumerate(tokens):
        if NAME.match(token):
            after = next((t for t in tokens[i + 1:i + 4] if not t.isspace()), "")
            member = before in (".", "->") or (structs and structs[-1] and after in (";", ",", "[", ":"))
            if not member and (token in names or any(token.startswith(s) for s in starts)):
                token = prefix + token
            opening = "struct" if token in ("struct", "union") else "name" if opening == "struct" else ""
        elif token == "{":
            structs.append(bool(opening))
        elif token == "}" and structs:
            structs.pop()
        if not token.isspace() and not token.startswith(("/*", "//")):
            if not NAME.match(token):
                opening = ""
            before = token
        out.append(token)
    return "".join(out)


def settle(units):
    """rename in every unit what it shares with another one, or with a header"""
    words = set(re.findall(r"\w+", "".join(u.text(True) + u.text(False) for u in units)))
    common = set()
    for unit in units:
        common |= definitions(unit.text(False))
    own = [(u, definitions(u.text(True)), prefixes(u.text(True))) for u in units]
    stems = [u.stem for u in units]
    for unit, names, starts in own:
        others = set().union(common, *[n for u, n, _ in own if u is not unit])
        begun = {s for s in starts if any(s in t for u, _, t in own if u is not unit)}
        shared = names & others
        prefix = unit.stem + "_"
        if stems.count(unit.stem) > 1 or any(prefix + n in words for n in shared):
            prefix = os.path.basename(os.path.dirname(unit.path)) + "_" + prefix
        if shared or begun:
            unit.pieces = [[mine, rename(text, shared, begun, prefix) if mine else text] for mine, text in unit.pieces]


def sources(folders):
    for folder in folders:
        path = os.path.join("src", folder)
        if os.path.isdir(os.path.join(ROOT, path)):
            for name in sorted(os.listdir(os.path.join(ROOT, path))):
                if name.endswith(".c"):
                    yield os.path.join(path, name)


def banner(what):
    version = ".".join(re.search(r"GLTF_VERSION_%s (\d+)" % n, read("include/gltf_accessor/base.h")).group(1) for n in ("MAJOR", "MINOR", "PATCH"))
    licence = "".join(" * %s\n" % line if line else " *\n" for line in read("LICENSE").strip().split("\n"))
    return "/* %s of gltf_accessor %s, written by src/package/amalgamate.py: change the sources instead.\n *\n%s */\n" % (what, version, licence)


def header(names):
    out = [banner("The header"), "#ifndef GLTF_ACCESSOR_SINGLE_H\n#define GLTF_ACCESSOR_SINGLE_H\n"]
    for name in names:
        path = "include/gltf_accessor/%s.h" % name
        if os.path.exists(os.path.join(ROOT, path)):
            out.append(re.sub(r'(?m)^#include "\w+\.h"\n', "", read(path)))
    return "\n".join(out + ["#endif\n"])


def source(folders):
    headers = set()
    units = [Unit(path, headers) for path in sources(folders)]
    settle(units)
    out = [banner("The source")]
    out.append('#if defined(__cplusplus)\n#error "gltf_accessor.c is C11: compile it as C, and include gltf_accessor.h from C++"\n#endif\n')
    out += [u.top for u in units if u.top]
    out.append('#if !defined(GLTF_API) && defined(__GNUC__) && !defined(_WIN32) && !defined(GLTF_SHARED_BUILD) /* as in base/compiler.h */\n'
               '#define GLTF_API __attribute__((visibility("hidden")))\n#endif\n#include "gltf_accessor.h"\n')
    out.append('#if defined(__clang__) /* which takes inline functions of headers for forgotten ones here */\n'
               '#pragma clang diagnostic ignored "-Wunused-function"\n#endif\n')
    for unit in units:
        text = "".join(text for _, text in unit.pieces)
        macros = sorted({n for n in DEFINE.findall(unit.text(True)) if not n.startswith("_")})
        out.append("/* ======== %s ======== */\n\n" % unit.path.replace(os.sep, "/") + text.strip("\n") + "\n")
        if macros:
            out.append("".join("#undef %s\n" % n for n in macros))
    return "\n".join(out)


def main():
    parser = argparse.ArgumentParser(usage="amalgamate.py FOLDER [--core]")
    parser.add_argument("folder")
    parser.add_argument("--core", action="store_true")
    args = parser.parse_args()
    os.makedirs(args.folder, exist_ok=True)
    for name, text in (("gltf_accessor.h", header(CORE_HEADERS if args.core else HEADERS)),
                       ("gltf_accessor.c", source(CORE_FOLDERS if args.core else FOLDERS))):
        with open(os.path.join(args.folder, name), "w", encoding="utf-8", newline="\n") as f:
            f.write(re.sub(r"\n{3,}", "\n\n", text))


if __name__ == "__main__":
    main()
