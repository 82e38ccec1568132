#!/usr/bin/env python3
"""Everything in README.md that can be run is run.  usage: test_readme.py PATH-OF-GLTF-INSPECT C-COMPILER CMAKE

A comment before each block of code says what is done with it:
  <!-- file: PATH -->        the block is exactly that file
  <!-- run: cc [EXAMPLE] --> the command compiles that example (default quickstart), which then runs
  <!-- run: cmake -->        the lines make a project out of quickstart, which builds and runs
  <!-- run: inspect -->      every line is a call of gltf-inspect that ends with 0
  <!-- run: output -->       every line but "..." stands in the first call's output, in this order
  <!-- run: build -->        the commands are run in a copy of the sources
  <!-- run elsewhere: ... --> is not run here
A block without such a comment is an error."""
import os, re, shutil, subprocess, sys, tempfile, unittest

import model

INSPECT = COMPILER = CMAKE = None
BLOCK = re.compile(r"(?:^<!-- ([^>]*) -->\n)?^```(\w*)\n(.*?)^```$", re.M | re.S)


def readme():
    with open(os.path.join(model.ROOT, "README.md"), encoding="utf-8") as f:
        return f.read()


def blocks(kind):
    """texts and arguments of the blocks whose comment begins with `kind`"""
    return [(text, comment[len(kind):].strip()) for comment, _, text in BLOCK.findall(readme()) if comment.startswith(kind)]


def read(path):
    with open(os.path.join(model.ROOT, path), encoding="utf-8") as f:
        return f.read()


class Readme(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def link(self, *names):
        for name in names:
            os.symlink(os.path.join(model.ROOT, name), os.path.join(self.folder, name))

    def shell(self, command, folder=None, **more):
        got = subprocess.run(command, shell=True, cwd=folder or self.folder, stdin=subprocess.DEVNULL,
                             stdout=subprocess.PIPE, stderr=subprocess.PIPE, **more)
        self.assertEqual(got.returncode, 0, "%s\n%s" % (command, got.stderr.decode("utf-8", "replace")))
        return got.stdout.decode("utf-8")

    def unoptimized(self):
        """a compiler that optimizes nothing, for what is tested of these lines is that they work"""
        path = os.path.join(self.folder, "bin", "cc")
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as f:
            f.write("#!/bin/sh\nexec '%s' \"$@\" -O0\n" % shutil.which(COMPILER))
        os.chmod(path, 0o755)
        return path

    def check_quickstart(self, program):
        self.assertRegex(self.shell("%s %s" % (program, model.PYRAMIDS)), r"^\d+ numbers, the first is ")

    def test_every_block_says_how_it_is_tested(self):
        found = BLOCK.findall(readme())
        self.assertEqual(readme().count("\n```"), 2 * len(found))
        for comment, _, text in found:
            self.assertRegex(comment, r"^(file: |run: (cc|cmake|inspect|output|build)\b|run elsewhere: )", text)

    def test_programs_are_those_of_the_examples(self):
        files = blocks("file: ")
        self.assertEqual({name for _, name in files}, {"examples/%s.c" % n for n in ("quickstart", "positions", "vertex_buffer", "threads", "core_only")})
        for text, name in files:
            self.assertEqual(text, read(name), name)

    def test_commands_that_compile_by_hand(self):
        commands = blocks("run: cc")
        self.assertEqual(len(commands), 2)
        self.link("include", "src")
        path = os.path.dirname(self.unoptimized()) + os.pathsep + os.environ["PATH"]
        for text, example in commands:
            shutil.copy(os.path.join(model.ROOT, "examples", (example or "quickstart") + ".c"), os.path.join(self.folder, "app.c"))
            self.shell(text, env=dict(os.environ, PATH=path))
            if example:
                self.assertIn("position: 1 0 -1", self.shell("./app"))
            else:
                self.check_quickstart("./app")
            os.remove(os.path.join(self.folder, "app"))

    def test_lines_that_embed_it_in_a_cmake_project(self):
        (lines, _), = blocks("run: cmake")
        os.symlink(model.ROOT, os.path.join(self.folder, "gltf_accessor"))
        shutil.copy(os.path.join(model.ROOT, "examples", "quickstart.c"), os.path.join(self.folder, "app.c"))
        with open(os.path.join(self.folder, "CMakeLists.txt"), "w", encoding="utf-8") as f:
            f.write("cmake_minimum_required(VERSION 3.16)\nproject(app LANGUAGES C)\nadd_executable(app app.c)\n" + lines)
        self.shell("'%s' -S . -B build -DCMAKE_C_COMPILER='%s' && '%s' --build build" % (CMAKE, COMPILER, CMAKE))
        self.check_quickstart("build/app")

    def test_commands_that_build_the_programs(self):
        (lines, _), = blocks("run: build")
        self.link(*[n for n in os.listdir(model.ROOT) if n not in ("build", ".git")])
        self.shell("set -e\n" + lines.replace("cmake --", "'%s' --" % CMAKE), env=dict(os.environ, CC=self.unoptimized()))
        out = self.shell("sh examples/run.sh --no-install")             # with what was just built
        self.assertRegex(out, r"\n\$ gltf-inspect --accessor 0 .*pyramids\.glb\n *0 +-0\.75 +0 +0\.75\n")
        out = self.shell("sh examples/run.sh --no-install examples/data/leaf.glb")
        self.assertRegex(out, r"POSITION (\d+)(?s:.*)\n\$ gltf-inspect --accessor \1 .*leaf\.glb\n")

    def test_calls_of_the_inspector(self):
        (lines, _), = blocks("run: inspect")
        self.link("examples")
        os.mkdir(os.path.join(self.folder, "bin"))
        os.symlink(INSPECT, os.path.join(self.folder, "bin", "gltf-inspect"))
        env = dict(os.environ, PATH=os.path.join(self.folder, "bin") + os.pathsep + os.environ["PATH"])
        out = [self.shell(line, env=env) for line in lines.splitlines()]
        self.assertTrue(os.path.exists(os.path.join(self.folder, "numbers", "0.npy")))
        (want, _), = blocks("run: output")
        have = iter(out[0].splitlines())
        for line in want.splitlines():
            if line.strip() != "...":
                self.assertIn(line, have)       # `in` goes on from the line before

    def test_functions_and_constants_that_it_names_exist(self):
        headers = "".join(read("include/gltf_accessor/" + n) for n in os.listdir(os.path.join(model.ROOT, "include", "gltf_accessor")))
        names = set(re.findall(r"\b(?:gltf_[a-z0-9_]+|GLTF_[A-Z0-9_]+|max_[a-z_]+)\b", re.sub(BLOCK, "", readme())))
        build = "".join(read(n) for n in ("CMakeLists.txt", "src/draco/draco.cmake", "examples/render/CMakeLists.txt"))
        for name in names - {"gltf_accessor", "gltf_accessor_core", "gltf_accessor_draco", "gltf_inspect"}:
            self.assertRegex(build if name.startswith(("GLTF_BUILD", "GLTF_INSTALL", "GLTF_CJSON", "GLTF_KERNELS", "GLTF_WITH")) else headers, r"\b%s\b" % name)
        self.assertGreater(len(names), 40)
        missing = set(re.findall(r"GLTF_API [^(;]*?\b(gltf_\w+)\(", headers)) - names
        self.assertLessEqual(missing, {"gltf_version", "gltf_component_size", "gltf_component_count", "gltf_element_size", "gltf_cpu_detect",
                                       "gltf_document_options_init", "gltf_validate_options_init"},
                             "not in the table of the API")


if __name__ == "__main__":
    INSPECT, COMPILER, CMAKE = sys.argv[1:4]
    del sys.argv[1:4]
    unittest.main()
