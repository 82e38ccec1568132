#!/usr/bin/env python3
"""The guide and its recipes: what stands there stands in programs, and these print what stands beneath.
usage: test_pages.py PROGRAM-OR-SHARED-LIBRARY...

A comment before each block says what it is:
  <!-- part of: PATH -->            lines of that file, in their order; a line "..." stands for what is left out
  <!-- output: PROGRAM ARGUMENTS --> all that the program prints, but for lines "..."; it runs in the project's folder
  <!-- shell: ... -->               run by test_by_hand.py"""
import os, re, subprocess, sys, unittest

import pages

PROGRAMS = {}


def without_dots(text):
    return [re.escape(p) for p in re.split(r"(?m)^\.\.\.\n", text)]


def places(source, text, indent):
    """whether the pieces of a block stand in the source, in this order and so indented"""
    at, source = 0, "\n" + source
    for piece in pages.pieces(text):
        found = source.find("\n" + re.sub(r"(?m)^(?=.)", indent, piece), at)
        if found < 0:
            return False
        at = found + len(piece)
    return True


class Pages(unittest.TestCase):
    def test_every_block_says_what_it_is(self):
        for page in pages.PAGES:
            found = pages.blocks(page)
            self.assertGreater(len(found), 20, page)
            self.assertEqual(pages.read("examples/guide/" + page).count("\n```"), 2 * len(found), page)
            for comment, _, text in found:
                self.assertRegex(comment, r"^(part of: |output: |shell: )", text)

    def test_code_stands_in_the_programs(self):
        for page, path, text in pages.all_blocks("part of: "):
            found = [places(pages.read(path), text, " " * indent) for indent in (0, 4, 8, 12)]
            self.assertTrue(any(found), "%s: not in %s, or not in this order:\n%s" % (page, path, text))

    # the test itself: a changed line, another order and another indentation are seen
    def test_code_that_stands_nowhere_is_found_out(self):
        source = "int f(void) {\n    one();\n    two();\n}\n"
        self.assertTrue(places(source, "one();\n...\ntwo();\n", "    "))
        for text in ("one();\n...\nthree();\n", "two();\n...\none();\n", "one();\n  two();\n", "ne();\n"):
            self.assertFalse(places(source, text, "    "), text)

    def test_programs_print_what_stands_beneath(self):
        skipped = set()
        for page, call, text in pages.all_blocks("output: "):
            name, *arguments = call.split(" ")
            command = [PROGRAMS.get(name)]
            if name.endswith(".py"):
                command = [sys.executable, "-B", os.path.join(pages.GUIDE, name), PROGRAMS.get("library")]
            if None in command:
                skipped.add(name)
                continue
            got = subprocess.run(command + arguments, cwd=pages.ROOT, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            self.assertEqual((got.returncode, got.stderr), (0, b""), call)
            self.assertRegex(got.stdout.decode().replace("\r\n", "\n"), r"\A%s\Z" % "(?:.*\n)*".join(without_dots(text)), "%s: %s" % (page, call))
        self.assertLessEqual(skipped, {"jobs", "binding.py"}, "programs that are not there")

    def test_programs_end_with_1_where_there_is_no_file(self):
        for name in sorted(PROGRAMS):
            if name not in ("library", "errors"):
                got = subprocess.run([PROGRAMS[name], "no such file", "no such file"], cwd=pages.ROOT, stdin=subprocess.DEVNULL,
                                     stdout=subprocess.PIPE, stderr=subprocess.PIPE)
                self.assertEqual(got.returncode, 1, name)
                self.assertTrue(got.stderr, name)

    def test_every_program_stands_in_the_guide(self):
        names = {n for n in os.listdir(pages.GUIDE) if n.endswith((".c", ".py"))}
        self.assertGreater(len(names), 10)
        text = "".join(pages.read("examples/guide/" + p) for p in pages.PAGES)
        self.assertEqual({n for n in names if "](%s)" % n not in text}, set())

    def test_every_answer_stands_in_the_recipes(self):
        table = pages.read("examples/guide/answers.c").split("} answers[] = {")[1].split("};")[0]
        names = set(re.findall(r'\{"(\w+)"', table))
        self.assertEqual(names, {call.split(" ")[0] for _, call, _ in pages.all_blocks("output: answers ")})

    def test_links_lead_somewhere(self):
        def anchors(path):
            titles = re.findall(r"(?m)^##* (.*)$", re.sub(r"(?ms)^```.*?^```$", "", pages.read(path)))
            return {re.sub(r"[^\w\- ]", "", t.lower()).replace(" ", "-") for t in titles}

        count = 0
        for page in pages.PAGES:
            for target in re.findall(r"\]\(([^)]*)\)", re.sub(r"(?ms)^```.*?^```$", "", pages.read("examples/guide/" + page))):
                path, _, anchor = target.partition("#")
                place = os.path.normpath(os.path.join("examples", "guide", path or page))
                self.assertTrue(os.path.exists(os.path.join(pages.ROOT, place)), target)
                if anchor:
                    self.assertIn(anchor, anchors(place), page)
                count += 1
        self.assertGreater(count, 40)

    def test_names_exist_in_the_headers(self):
        folder = os.path.join("include", "gltf_accessor")
        headers = "".join(pages.read(os.path.join(folder, n)) for n in os.listdir(os.path.join(pages.ROOT, folder)))
        known = set(re.findall(r"\w+", headers)) | {"gltf_accessor_draco", "GLTF_WITH_DRACO", "gltf_inspect"}
        for page in pages.PAGES:
            names = set(re.findall(r"\b(?:gltf_[a-z0-9_]+|GLTF_[A-Z0-9_]+|max_[a-z_]+)\b", pages.read("examples/guide/" + page)))
            self.assertGreater(len(names), 20)
            self.assertEqual(names - known, set(), page)


if __name__ == "__main__":
    for path in sys.argv[1:]:
        name = os.path.splitext(os.path.basename(path))[0]
        PROGRAMS["library" if "gltf_accessor" in name else name] = path
    del sys.argv[1:]
    unittest.main()
