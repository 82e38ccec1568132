#!/usr/bin/env python3
"""Doxygen's input filter: the comments of a public header, or a page of the guide, as Doxygen wants them.  usage: filter.py FILE

The headers are written for people who read headers: plain C comments, above or behind what they describe, sections between
rulers, one comment above a block of prototypes that it describes together.  Nothing in them is for Doxygen; this is.  In the
pages, headings get the names that GitHub gives them, and links to them follow."""
import itertools, os, re, sys, textwrap

HEADERS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "include", "gltf_accessor")
COMMENT = re.compile(r"/\*.*?\*/", re.S)
PROTOTYPE = re.compile(r"GLTF_API\b[^;]*;\n")


def read(path):
    with open(path, encoding="utf-8") as f:
        return f.read()


# ---- Headers ----

class Names:
    """what a word in a comment may be a link to"""

    def __init__(self, folder):
        text = "".join(read(os.path.join(folder, n)) for n in sorted(os.listdir(folder)) if n.endswith(".h"))
        self.constants = set(re.findall(r"\b(GLTF_[A-Z0-9_]+) = [^,/\n]*?,? +/\*", text)) | set(re.findall(r"#define (GLTF_\w+) [^/\n]*/\*", text))
        text = COMMENT.sub(" ", text)
        self.structs = set(re.findall(r"typedef struct (\w+)", text))
        self.functions = set(re.findall(r"GLTF_API [^;(]*?\b(\w+)\(", text))
        # Lists of statuses leave the prefix out: "ARGUMENT, RANGE".  Some of these words are words of prose, too.
        prose = {"JSON", "GLB", "URI", "IO", "BASE64"}
        self.statuses = {n[9:] for n in self.constants if n.startswith("GLTF_ERR_")} - prose

    def link(self, word, before, after):
        if re.match(r"\.\w", after) or before.endswith(("#", "_", "@ref ")):
            return word
        if word in self.structs:
            return '@ref %s "%s"' % (word, word)
        if word in self.functions:
            return "%s()" % word if not after.startswith("(") else word
        if word in self.constants:
            return "#" + word
        if word in self.statuses:
            return '@ref GLTF_ERR_%s "%s"' % (word, word)
        return word


def prose(text, names):
    """one line of running text: what Markdown would take for emphasis is code, names are links"""
    out = []
    for number, part in enumerate(re.split(r"(`[^`]*`)", text)):
        if number % 2 == 0:
            part = re.sub(r"(?<![\w*])(\*\w+|\w+_\*|_[A-Z]\w*)", r"`\1`", part)
            part = "".join(p if p.startswith("`") else link_words(p, names) for p in re.split(r"(`[^`]*`)", part))
        out.append(part)
    return "".join(out)


def link_words(text, names):
    out, at = "", 0
    for found in re.finditer(r"\b[A-Za-z]\w+\b", text):
        out += text[at:found.start()]
        out += names.link(found.group(), out, text[found.end():])
        at = found.end()
    return (out + text[at:]).replace("<", "\\<").replace("->", "-\\>").replace(" .. ", " &hellip; ")


def body(comment, names):
    """the lines of a comment, without its stars; examples and tables become Markdown's code"""
    lines = [re.sub(r"^\s*\* ?" if "\n *" in comment else r"^\s*", "", line) for line in comment[2:-2].strip().split("\n")]
    out, listed = [], False
    for code, group in itertools.groupby(lines, lambda line: bool(re.match(r" {4}(?! *- )| {2,3}\S.*\S {3,}\S", line))):
        group = list(group)
        if code and not listed:                                       # an example or a table; stands apart from the text
            group = textwrap.dedent("\n".join(group)).split("\n")
            out += ["", "```c" if any(";" in line for line in group) else "```", *group, "```", ""]
        else:
            for line in group:
                if listed and not line.startswith(" "):
                    out.append("")                                    # the end of a list
                listed = bool(re.match(r" *- ", line)) or (listed and line.startswith(" "))
                out.append(prose(line, names))
    return out


def doc(lines, mark="/**"):
    """a comment for Doxygen"""
    return mark + " " + "\n * ".join(lines).replace("\n * \n", "\n *\n") + " */"


def section(lines):
    """(title, rest) of a comment that begins with ---- TITLE ----, else None"""
    found = re.match(r"---- (.*?)(?:\.  (.*?))?\.? ----\s*(.*)$", lines[0])
    if not found:
        return None
    title, more, rest = found.groups()
    return title, [p for p in (more, rest) if p] + lines[1:]


def callbacks(lines, text, at):
    """Callbacks are described in the comment of their struct, in lines that begin with their names: these go to the members.
    Gives the lines that remain, and the text with the others where Doxygen wants them."""
    struct = re.match(r"\ntypedef struct \w+ \{.*?^\}", text[at:], re.S | re.M)
    members = re.findall(r"^ +.*\(GLTF_CALL \*(\w+)\)", struct.group(), re.M) if struct else []
    if not members:
        return lines, text
    remain, of, member = [], {}, None
    for line in lines:
        found = re.match(r"(\w+)( \([^)]*\))?: (.*)", line)
        if found and found.group(1) in members:
            member = found.group(1)
            line = (found.group(2) or "").strip(" ()") + (": " if found.group(2) else "") + found.group(3)
            line = line[0].upper() + line[1:]
        (of.setdefault(member, []) if member else remain).append(line)
    new = struct.group()
    for member, described in of.items():
        new = re.sub(r"^(?= +.*\(GLTF_CALL \*%s\))" % member, lambda m: doc(described) + "\n", new, flags=re.M)
    return remain, text[:at] + new + text[at + struct.end():]


def header(text, names):
    # Behind a short enum, what is said is said of its constant.
    text = re.sub(r"^(enum \{ \w+ = \w+) \}; (/\*.*\*/)$", r"\1 \2 };", text, flags=re.M)
    out, at, opened = [], 0, False
    while True:
        found = COMMENT.search(text, at)
        if not found:
            break
        before = text[text.rfind("\n", 0, found.start()) + 1:found.start()]
        code = text[at:found.start()]
        at = found.end()
        out.append(code)
        lines = body(found.group(), names)
        follows = text[at:at + 1] == "\n"
        if before.strip():                                            # behind what it describes
            describes = not before.lstrip().startswith("#") or "#define" in before
            out.append(doc(lines, "/**<") if describes else found.group())
        elif found.start() == 0:
            name, _, duty = lines[0].partition(" - ")
            duty = re.sub(r"^layer \d[^:]*: ", "", duty)
            out.append(doc(["@file", duty[0].upper() + duty[1:]] + lines[1:]))
        elif section(lines):
            title, rest = section(lines)
            out.append(("/** @} */\n" if opened else "") + doc(["@name " + title] + rest) + "\n/** @{ */")
            opened = True
        elif before and follows and re.search(r"enum \{[^}]*$", text[:found.start()]):
            out.append(found.group())                                 # a heading among constants
        else:
            lines, text = callbacks(lines, text, at)
            comment = doc(lines)
            out.append(comment)
            block = re.match(r"\n(?:%s){2,}" % PROTOTYPE.pattern, text[at:])
            if block:                                                 # it describes all of them
                out.append("\n" + (comment + "\n").join(PROTOTYPE.findall(block.group())))
                at += block.end()
    tail = text[at:]
    if opened:
        end = tail.rfind("#ifdef __cplusplus")
        tail = tail[:end] + "/** @} */\n" + tail[end:]
    return "".join(out) + tail


# ---- Pages ----

def slug(title):
    """as GitHub names a heading"""
    return re.sub(r"[^\w\- ]", "", title.strip().lower()).replace(" ", "-")


def code_span(span, names):
    """a link, if it is the name of something that the reference describes"""
    word = span.strip("`")
    known = word in names.functions or word in names.structs or word in names.constants
    return '<code>@ref %s "%s"</code>' % (word, word) if known else span


def page(text, path):
    """headings get GitHub's names, with the page's in front; links follow; programs lie beside the pages; folders are not there"""
    folder, name = os.path.split(os.path.abspath(path))
    own = os.path.splitext(name)[0].lower()
    names = Names(HEADERS)

    def link(found):
        words, target, anchor = found.groups()
        where = os.path.join(folder, target)
        if "://" in target or target.startswith("@"):
            return found.group()
        if anchor:
            return "[%s](#%s_%s)" % (words, os.path.splitext(target)[0].lower() or own, anchor)
        if target.endswith(".md"):
            return "[%s](@ref %s_page)" % (words, os.path.splitext(os.path.basename(target))[0].lower())
        return words if os.path.isdir(where) else '<a href="%s">%s</a>' % (os.path.basename(target), words)

    out, code = [], False
    for line in re.sub(r"^<!--.*?-->\n", "", text, flags=re.M | re.S).split("\n"):
        if line.startswith("```"):
            code = not code
        elif not code:
            if own != "mainpage":
                line = re.sub(r"^# .*$", lambda m: "%s {#%s_page}" % (m.group(), own), line)
            line = re.sub(r"^##+ .*$", lambda m: "%s {#%s_%s}" % (m.group(), own, slug(m.group().lstrip("# "))), line)
            line = re.sub(r"\[([^]]*)\]\(([^)#]*)(?:#([\w-]+))?\)", link, line)
            line = "".join(code_span(p, names) if p.startswith("`") else re.sub(r"(?<![\w/<>\"(])gltf_accessor(?!\w)", "%gltf_accessor", p)
                           for p in re.split(r"(`[^`]*`)", line))           # without its mark, the library is a struct
        out.append(line)
    return "\n".join(out)


if __name__ == "__main__":
    path = sys.argv[1]
    source = read(path)
    result = page(source, path) if path.endswith(".md") else header(source, Names(os.path.dirname(os.path.abspath(path))))
    sys.stdout.buffer.write(result.encode("utf-8"))
