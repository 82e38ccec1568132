#!/usr/bin/env python3
"""A plugin with the static library in it, in a program whose functions have the same names: each calls its own, and nothing of the
library leaves the plugin.  The shared library calls its own functions, too.

usage: test_plugin.py --cc CC --nm NM --core ARCHIVE --all ARCHIVE [--shared LIBRARY] [--cjson LIBRARY]"""
import argparse, glob, os, re, subprocess, sys, tempfile, unittest

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
args = None

PLUGIN = r"""
#include <gltf_accessor/accessor.h>
__attribute__((visibility("default"))) unsigned plugin_answer(void) {
    static const unsigned char bytes[4] = {0, 51, 102, 255};
    gltf_accessor_desc desc = {0, 4, GLTF_NONE, GLTF_UNSIGNED_BYTE, GLTF_SCALAR, 1, 0, 0, {0, 0, 0, 0, 0, 0, 0}};
    gltf_accessor accessor;
    float out[4];
    if (gltf_accessor_wrap(bytes, 4, &desc, 0, &accessor, 0) || gltf_accessor_read_float(&accessor, 0, 4, out, 4)) {
        return 0;
    }
    return gltf_element_size(GLTF_FLOAT, GLTF_MAT3) + (out[1] == 0.2f && out[3] == 1.0f);
}
"""
# names that the library has, with other answers
HOST = r"""
#include <dlfcn.h>
#include <stdio.h>
unsigned gltf_component_size(unsigned type) { (void)type; return 99; }
int gltf_accessor_wrap(void) { return 1; }
int gltf_accessor_read_float(void) { return 1; }
unsigned gltf_cpu_detect(void) { return 4; }
int main(int count, char **names) {
    void *plugin = dlopen(count > 1 ? names[1] : "", RTLD_NOW | RTLD_GLOBAL);
    unsigned (*answer)(void) = plugin ? (unsigned (*)(void))dlsym(plugin, "plugin_answer") : 0;
    if (!answer) {
        puts(dlerror());
        return 1;
    }
    printf("%u %u\n", answer(), gltf_component_size(5126));
    return 0;
}
"""
# linked with the shared library, in front of which it stands
SHARED = r"""
#include <stdio.h>
unsigned gltf_component_size(unsigned type) { (void)type; return 99; }
unsigned gltf_element_size(unsigned type, unsigned shape);
int main(void) {
    printf("%u %u\n", gltf_element_size(5126, 6), gltf_component_size(5126));
    return 0;
}
"""


def run(command, **more):
    got = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, **more)
    out = got.stdout.decode("utf-8", "replace")
    if got.returncode:
        raise AssertionError("%s\nended with %d:\n%s" % (" ".join(command), got.returncode, out[:4000]))
    return out


class Plugin(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        temporary = tempfile.TemporaryDirectory()
        cls.addClassCleanup(temporary.cleanup)
        cls.folder = temporary.name
        for name, text in (("plugin.c", PLUGIN), ("host.c", HOST), ("shared.c", SHARED)):
            with open(cls.path(name), "w", encoding="utf-8") as f:
                f.write(text)
        run([args.cc, "-rdynamic", cls.path("host.c"), "-ldl", "-o", cls.path("host")])

    @classmethod
    def path(cls, name):
        return os.path.join(cls.folder, name)

    def check(self, *library):
        """the plugin with these sources, archives and flags"""
        plugin = self.path("plugin.so")
        run([args.cc, "-O1", "-shared", "-fPIC", self.path("plugin.c")] + list(library) + ["-o", plugin])
        self.assertEqual(run([self.path("host"), plugin]), "37 99\n")
        names = re.findall(r"\b[A-TV-Z] (\w+)$", run([args.nm, "-D", plugin]), re.M)
        self.assertIn("plugin_answer", names)
        self.assertEqual([n for n in names if n.startswith("gltf_")], [])

    def include(self):
        return "-I" + os.path.join(ROOT, "include")

    def test_the_archives_of_cmake(self):
        self.check(self.include(), args.core)
        self.check(self.include(), "-Wl,--whole-archive", args.all, "-Wl,--no-whole-archive", *([args.cjson] if args.cjson else []))

    def test_sources_by_hand(self):
        self.check(self.include(), *[f for folder in ("base", "core", "morph") for f in glob.glob(os.path.join(ROOT, "src", folder, "*.c"))])

    def test_the_single_file(self):
        run([sys.executable, "-B", os.path.join(ROOT, "src", "package", "amalgamate.py"), self.folder, "--core"])
        os.makedirs(self.path("gltf_accessor"), exist_ok=True)
        with open(os.path.join(self.path("gltf_accessor"), "accessor.h"), "w", encoding="utf-8") as f:
            f.write('#include "../gltf_accessor.h"\n')
        self.check("-I" + self.folder, "-std=c11", self.path("gltf_accessor.c"))

    def test_the_shared_library_calls_its_own_functions(self):
        if not args.shared:
            self.skipTest("no shared library is built")
        program = self.path("shared")
        run([args.cc, "-rdynamic", self.path("shared.c"), args.shared, "-Wl,-rpath," + os.path.dirname(args.shared), "-o", program])
        self.assertEqual(run([program]), "36 99\n")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(usage=__doc__.split("usage: ")[1])
    for name in ("--cc", "--nm", "--core", "--all", "--shared", "--cjson"):
        parser.add_argument(name)
    args, rest = parser.parse_known_args()
    unittest.main(argv=[sys.argv[0]] + rest)
