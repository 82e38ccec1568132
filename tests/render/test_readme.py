#!/usr/bin/env python3
"""The commands of the README that build gltf-render and draw its picture.  usage: test_readme.py GLTF-RENDER GLTF-INSPECT CMAKE COMPILER"""
import os, re, subprocess, sys, tempfile, unittest

import png, stage

CMAKE = COMPILER = None


class Readme(unittest.TestCase):
    def test_commands_build_it_and_draw_the_picture(self):
        with open(os.path.join(stage.ROOT, "README.md"), encoding="utf-8") as f:
            section = f.read().split("\n## In an engine\n")[1].split("\n## ")[0]
        commands, = re.findall(r"^```sh\n(.*?)^```$", section, re.M | re.S)
        for file in re.findall(r"\]\((.*?)\)", section):
            self.assertTrue(os.path.exists(os.path.join(stage.ROOT, file)), file)
        with tempfile.TemporaryDirectory() as folder:
            for name in os.listdir(stage.ROOT):
                if name not in ("build", ".git"):
                    os.symlink(os.path.join(stage.ROOT, name), os.path.join(folder, name))
            got = subprocess.run("set -e\n" + commands.replace("cmake --", "'%s' --" % CMAKE), shell=True, cwd=folder, stdin=subprocess.DEVNULL,
                                 env=dict(stage.environment(), CC=COMPILER), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, universal_newlines=True)
            self.assertEqual(got.returncode, 0, got.stdout[-3000:])
            drawn = png.read(os.path.join(folder, "field.png"))
        want = png.read(os.path.join(stage.ROOT, "examples", "render", "field.png"))
        self.assertLessEqual(png.differing(want, drawn), 25 * stage.EDGES)


if __name__ == "__main__":
    stage.start()
    CMAKE, COMPILER = sys.argv[1:3]
    del sys.argv[1:3]
    unittest.main()
