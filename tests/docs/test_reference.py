#!/usr/bin/env python3
"""The reference, as Doxygen makes it: nothing undocumented, no dead link.  usage: test_reference.py DOXYGEN DOXYFILE"""
import html, os, re, shutil, subprocess, sys, tempfile, unittest, urllib.parse

import pages

DOXYGEN = DOXYFILE = None
HEADERS = os.path.join(pages.ROOT, "include", "gltf_accessor")


def make(folder, headers=HEADERS):
    """Run Doxygen with its output in `folder`; gives its warnings, line by line."""
    os.makedirs(folder, exist_ok=True)
    with open(DOXYFILE, encoding="utf-8") as f:
        text = f.read()
    text = text.replace('"%s"' % HEADERS, '"%s"' % headers).replace('"%s/..' % HEADERS, '"%s/..' % headers)
    text += '\nOUTPUT_DIRECTORY = "%s"\nWARN_LOGFILE = "%s/warnings.txt"\n' % (folder, folder)
    subprocess.run([DOXYGEN, "-"], input=text.encode("utf-8"), check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    with open(os.path.join(folder, "warnings.txt"), encoding="utf-8") as f:
        lines = [line for line in f.read().splitlines() if line]
    # Constants may explain themselves: older Doxygens ask for more.  Settings that newer ones no longer know are no faults of ours.
    return [line for line in lines if "(enumvalue)" not in line and "unsupported tag" not in line and "obsolete" not in line]


def words(page):
    """the text of an HTML page, without its tags"""
    return re.sub(r"\s+", " ", html.unescape(re.sub(r"<[^>]*>", "", page)).replace("\xa0", " "))


class Reference(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.temporary = tempfile.TemporaryDirectory()
        cls.warnings = make(cls.temporary.name)
        cls.pages = {}
        folder = os.path.join(cls.temporary.name, "html")
        for name in os.listdir(folder):
            if name.endswith(".html"):
                with open(os.path.join(folder, name), encoding="utf-8") as f:
                    cls.pages[name] = f.read()

    @classmethod
    def tearDownClass(cls):
        cls.temporary.cleanup()

    def test_no_warnings(self):
        self.assertEqual(self.warnings, [])

    def test_functions_structs_and_constants_are_there(self):
        functions, structs = 0, 0
        for header in sorted(os.listdir(HEADERS)):
            text = pages.read(os.path.join("include", "gltf_accessor", header))
            page = words(self.pages[header.replace("_", "__").replace(".h", "_8h.html")])
            code = re.sub(r"(?s)/\*.*?\*/", "", text)
            for name in re.findall(r"GLTF_API [^;(]*?\b(gltf_\w+)\(", code):
                self.assertTrue("\u25c6 %s()" % name in page, name + " has no description")
                functions += 1
            for name in re.findall(r"typedef struct (\w+) \{", code):
                self.assertTrue("struct %s" % name in page, name)
                structs += 1
            for name in re.findall(r"\b(GLTF_[A-Z0-9_]+) = ", code):
                self.assertTrue(name in page, name)
        self.assertGreater(functions, 40)
        self.assertGreater(structs, 20)

    # Doxygen does not ask for those of structs that it shows inside a header's page
    def test_every_field_has_a_description(self):
        count = 0
        for name, page in sorted(self.pages.items()):
            for field, described in re.findall(r'(?s)<td class="fieldname">\s*(.*?)\s*</td>\s*<td class="fielddoc">\s*(.*?)\s*</td>', page):
                self.assertTrue(described, "%s: %s" % (name, field))
                count += 1
        self.assertGreater(count, 100)

    # a comment above several prototypes without a blank line between them belongs to all of them
    def test_shared_comments_are_given_to_every_function(self):
        page = words(self.pages["document_8h.html"])
        for name in ("node", "skin", "animation", "sampler", "channel"):
            text = page.split("\u25c6 gltf_document_%s()" % name)[1].split("\u25c6")[0]
            self.assertIn("What the file says about a node, a skin, an animation", text)

    # callbacks are described in the comment of their struct
    def test_callbacks_have_their_description(self):
        self.assertIn("Bring at least byte_length bytes", words(self.pages["structgltf__io.html"]))

    def test_comments_come_out_whole(self):
        lines = 0
        for header, page in (("accessor.h", "accessor_8h.html"), ("document.h", "document_8h.html"), ("morph.h", "morph_8h.html")):
            text = words(self.pages[page])
            for comment in re.findall(r"(?s)/\* (?!----)((?:(?!\*/).)*)\*/\nGLTF_API", pages.read("include/gltf_accessor/" + header)):
                for line in comment.split("\n"):
                    longest = max(re.sub(r"\S*[^a-z\s]\S*| {2,}", "|", line).split("|"), key=len).strip()   # prose between what becomes a link or code
                    if len(longest) > 12:
                        self.assertTrue(longest in text, "%s: %s" % (header, longest))
                        lines += 1
        self.assertGreater(lines, 100)

    def test_links_lead_somewhere(self):
        places = {name: set(re.findall(r'(?:id|name)="([^"]*)"', page)) for name, page in self.pages.items()}
        count = 0
        for name, page in self.pages.items():
            for target in re.findall(r'<a [^>]*?href="([^"]*)"', page):
                path, _, anchor = urllib.parse.unquote(html.unescape(target)).partition("#")
                if "://" in path or path.startswith("javascript:"):
                    continue
                self.assertTrue(os.path.exists(os.path.join(self.temporary.name, "html", path or name)), "%s: %s" % (name, target))
                if anchor and (path or name) in places:
                    self.assertIn(anchor, places[path or name], name)
                count += 1
        self.assertGreater(count, 500)

    def test_guide_and_recipes_are_pages(self):
        self.assertIn("Custom I/O and memory", words(self.pages["readme_page.html"]))
        self.assertIn("Why is my colour missing alpha?", words(self.pages["recipes_page.html"]))
        self.assertIn('href="readme_page.html"', self.pages["index.html"])

    # the settings must see what is not documented
    def test_what_has_no_comment_is_told(self):
        for header, after, code, told in (
                ("morph.h", "/* Flags of gltf_morph_read. */\n", "GLTF_API int gltf_undocumented(void);\n\n", "gltf_undocumented"),
                ("accessor.h", "/* A buffer: bytes in memory. */\n", "typedef struct gltf_plain {\n    int x;\n} gltf_plain;\n\n", "gltf_plain"),
                ("base.h", "/* ---- Constants ---- */\n\n", "/* See gltf_nothing(). */\n#define GLTF_NEW 1\n#define GLTF_NEWER 2\n", "GLTF_NEWER")):
            with tempfile.TemporaryDirectory() as folder:
                headers = os.path.join(folder, "gltf_accessor")
                shutil.copytree(HEADERS, headers)
                path = os.path.join(headers, header)
                with open(path, encoding="utf-8") as f:
                    text = f.read()
                self.assertEqual(text.count(after), 1)
                with open(path, "w", encoding="utf-8") as f:
                    before = text.index(after) + (len(after) if after.startswith("/* ----") else 0)
                    f.write(text[:before] + code + text[before:])
                warnings = make(os.path.join(folder, "out"), headers)
                self.assertTrue([w for w in warnings if told in w and "not documented" in w], "%s: %s" % (told, warnings))


if __name__ == "__main__":
    DOXYGEN, DOXYFILE = sys.argv[1:3]
    del sys.argv[1:3]
    unittest.main()
