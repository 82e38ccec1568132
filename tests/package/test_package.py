#!/usr/bin/env python3
"""The library taken in every way that is promised, into temporary folders with spaces in their names; every consumer's output
must be what gltf-inspect of the normal build decodes.

usage: test_package.py --cmake CMAKE --generator NAME --cc CC --cxx CXX --build FOLDER --inspect GLTF-INSPECT [TEST...]"""
import argparse, glob, os, re, shlex, shutil, struct, subprocess, sys, tempfile, unittest

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
MODEL = os.path.join(ROOT, "examples", "data", "pyramids.gltf")
CONSUMER = os.path.join(HERE, "consumer")
CORE_OUTPUT = "0 0.2 1\n"
args = None


def run(command, expect=0, **more):
    got = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, **more)
    out = got.stdout.decode("utf-8", "replace")
    if (got.returncode == 0) != (expect == 0):
        raise AssertionError("%s\nended with %d:\n%s" % (command if isinstance(command, str) else shlex.join(command), got.returncode, out[-6000:]))
    return out


def cmake(source, build, *settings, expect=0):
    return run([args.cmake, "-S", source, "-B", build, "-G", args.generator, "-DCMAKE_C_COMPILER=" + args.cc,
                "-DCMAKE_CXX_COMPILER=" + args.cxx] + list(settings), expect)


def make(build, *targets):
    run([args.cmake, "--build", build, "--parallel", "2"] + (["--target"] + list(targets) if targets else []))


def text_of(*names):
    with open(os.path.join(*names), encoding="utf-8") as f:
        return f.read()


def wanted():
    """what full.c prints, by gltf-inspect"""
    count = run([args.inspect, "--json", MODEL]).count('"componentType"')
    lines = []
    for index in range(count):
        raw = subprocess.run([args.inspect, "--accessor", str(index), "--format", "raw", MODEL], stdout=subprocess.PIPE, check=True).stdout
        lines.append(" ".join([str(index)] + ["%08x" % n for n in struct.unpack("<%dI" % (len(raw) // 4), raw)]))
    return "\n".join(lines) + "\n"


def source_copy(folder):
    """the sources as a release has them, in a folder with a space in its name"""
    to = os.path.join(folder, "the sources")
    os.mkdir(to)
    for name in ("CMakeLists.txt", "LICENSE", "include", "src", "examples"):
        path = os.path.join(ROOT, name)
        (shutil.copytree if os.path.isdir(path) else shutil.copy)(path, os.path.join(to, name))
    return to


def cjson_source():
    """a folder with cJSON.c, "" where none can be had"""
    got = subprocess.run(["sh", os.path.join(ROOT, "examples", "bindings", "cjson.sh")], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                         stderr=subprocess.DEVNULL)
    return got.stdout.decode("utf-8").strip() if got.returncode == 0 else ""


class Package(unittest.TestCase):
    maxDiff = 2000

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.mkdtemp(prefix="gltf package ")
        cls.addClassCleanup(shutil.rmtree, cls.folder)
        cls.wanted = wanted()
        cls.prefix = os.path.join(cls.folder, "moved to", "a prefix")
        first = os.path.join(cls.folder, "first prefix")
        cls.install(args.build, first)
        os.mkdir(os.path.dirname(cls.prefix))
        os.rename(first, cls.prefix)           # whatever remembers the first place is lost from here on

    @classmethod
    def install(cls, build, prefix):
        run([args.cmake, "--install", build, "--prefix", prefix])

    def path(self, *names):
        return os.path.join(self.folder, *names)

    def lib_folder(self, prefix):
        return os.path.dirname(glob.glob(os.path.join(glob.escape(prefix), "**", "pkgconfig"), recursive=True)[0])

    def check_programs(self, build, least):
        programs = sorted(n for n in os.listdir(build) if re.match(r"c(pp)?_(core|full|draco)", n))
        self.assertTrue(set(least) <= set(programs), "%s lack some of %s" % (programs, least))
        for name in programs:
            self.check_program(os.path.join(build, name))

    def check_program(self, program, **more):
        name = os.path.basename(program)
        output = run([program, MODEL], **more)
        self.assertEqual(output, self.wanted if "full" in name else "GLTF_ERR_CODEC\n" if "draco" in name else CORE_OUTPUT, name)

    # ---- what is installed ----

    def test_the_prefix_holds_what_was_promised_and_knows_no_place(self):
        files = [os.path.relpath(os.path.join(d, n), self.prefix) for d, _, names in os.walk(self.prefix) for n in names]
        text = "\n".join(sorted(files))
        for wanted in ("bin/gltf-inspect", "include/gltf_accessor/accessor.h", "include/gltf_accessor/files.h", r"lib.*/libgltf_accessor\.a",
                       r"lib.*/libgltf_accessor_core\.a", r"lib.*/pkgconfig/gltf_accessor\.pc", r"lib.*/pkgconfig/gltf_accessor_core\.pc",
                       r"lib.*/cmake/gltf_accessor/gltf_accessor-config\.cmake", "share/licenses/gltf_accessor/LICENSE"):
            self.assertRegex(text, "(?m)^" + wanted + "$")
        self.assertEqual(self.has_draco(), "libgltf_accessor_draco.a" in text)
        for name in files:
            if name.endswith((".cmake", ".pc", ".h")):
                content = text_of(self.prefix, name)
                for place in (self.folder, ROOT, os.path.realpath(args.build)):
                    self.assertNotIn(place, content, name)

    def test_the_inspector_runs_from_the_moved_prefix(self):
        there = [os.path.join(self.prefix, "bin", "gltf-inspect"), "--json", MODEL]
        self.assertEqual(run(there), run([args.inspect, "--json", MODEL]))

    # ---- CMake, installed ----

    def found(self, build, *settings, expect=0):
        return cmake(CONSUMER, build, "-DHOW=find_package", "-DCMAKE_PREFIX_PATH=" + self.prefix, *settings, expect=expect)

    def test_find_package_gives_everything_static_and_shared_to_c_and_cpp(self):
        build = self.path("find all")
        self.found(build, "-DVERSION=%s" % self.version())
        make(build)
        self.check_programs(build, [l + k + s for l in ("c_", "cpp_") for k in ("core", "full") for s in ("", "_shared")])

    def has_draco(self):
        return os.path.exists(os.path.join(self.prefix, "include", "gltf_accessor", "draco.h"))

    def test_the_component_draco_is_there_where_it_was_built(self):
        build = self.path("find draco")
        if self.has_draco():
            self.found(build, "-DWANTED=COMPONENTS;draco")
            make(build, "c_draco")
            self.check_program(os.path.join(build, "c_draco"))
            if shutil.which("pkg-config"):
                self.check_program(self.compile("pc draco", "draco.c", "", self.flags(self.prefix, "--cflags", "--libs", "gltf_accessor_draco")),
                                   env=dict(os.environ, LD_LIBRARY_PATH=self.lib_folder(self.prefix)))
        else:
            self.assertIn('no component "draco"', self.found(build, "-DWANTED=COMPONENTS;draco", expect=1))

    def version(self):
        text = text_of(ROOT, "include", "gltf_accessor", "base.h")
        return ".".join(re.search(r"GLTF_VERSION_%s (\d+)" % n, text).group(1) for n in ("MAJOR", "MINOR", "PATCH"))

    def test_the_component_core_needs_no_cjson(self):
        build = self.path("find core")
        self.found(build, "-DWANTED=COMPONENTS;core", "-DCMAKE_FIND_ROOT_PATH=/nowhere", "-DCMAKE_FIND_ROOT_PATH_MODE_LIBRARY=ONLY")
        make(build)
        self.check_programs(build, ["c_core", "c_core_shared", "cpp_core", "cpp_core_shared"])
        self.assertFalse(os.path.exists(os.path.join(build, "c_full")))

    def test_a_component_or_version_that_is_not_there_is_said(self):
        self.assertIn('no component "half"', self.found(self.path("find half"), "-DWANTED=COMPONENTS;half", expect=1))
        self.assertIn("0.0.0", self.found(self.path("find old"), "-DVERSION=0.0.0", expect=1))

    def test_a_projects_own_cjson_comes_first(self):
        build = self.path("find own")
        self.found(build, "-DOWN_CJSON=-lno_such_cjson", "-DWANTED=COMPONENTS;full")
        for name in os.listdir(build):
            if name in ("build.ninja", "Makefile"):
                with self.assertRaisesRegex(AssertionError, "no_such_cjson"):
                    make(build, "c_full")

    # ---- CMake, from source ----

    def test_add_subdirectory_and_fetch_content(self):
        source = source_copy(tempfile.mkdtemp(dir=self.folder))
        for how, least in (("add_subdirectory", ["c_full", "c_full_shared", "cpp_full", "c_core", "cpp_core_shared"]), ("FetchContent", ["c_core", "cpp_core"])):
            build = self.path(how)
            cmake(CONSUMER, build, "-DHOW=" + how, "-DGLTF_FOLDER=" + source)
            make(build, *least)
            for name in least:
                self.check_program(os.path.join(build, name))
        self.assertIn("CMAKE_BUILD_TYPE:STRING=\n", text_of(build, "CMakeCache.txt"))

    def test_a_parent_keeps_its_flags_its_build_type_and_its_options(self):
        build = self.path("parent")
        source = source_copy(tempfile.mkdtemp(dir=self.folder))
        cmake(os.path.join(HERE, "parent"), build, "-DGLTF_FOLDER=" + source, "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON")
        line, = [l for l in text_of(build, "compile_commands.json").split("\n") if "full.cpp" in l and '"command"' in l]
        self.assertIn("-DPARENT_FLAG", line)
        flags = re.findall(r"(?<= )-(?:[WfmO]\S*|D\S+)", line)
        self.assertEqual(sorted(flags), ["-DPARENT_COMPILE_OPTION", "-DPARENT_DEFINITION", "-DPARENT_FLAG"])
        installs = [text_of(d, n) for d, _, names in os.walk(build) for n in names if n == "cmake_install.cmake"]
        self.assertNotIn("TYPE FILE", "".join(installs))        # and installs nothing

    # ---- pkg-config ----

    def flags(self, prefix, *arguments):
        env = dict(os.environ, PKG_CONFIG_PATH=os.path.join(self.lib_folder(prefix), "pkgconfig"))
        return run(["pkg-config"] + list(arguments), env=env).strip()

    def compile(self, name, source, before, after):
        compiler = args.cxx if source.endswith(".cpp") else args.cc
        program = self.path(name)
        run("%s %s %s %s -o %s" % (shlex.quote(compiler), before, shlex.quote(os.path.join(CONSUMER, source)), after, shlex.quote(program)), shell=True)
        return program

    @unittest.skipUnless(shutil.which("pkg-config"), "skipped: no pkg-config")
    def test_pkg_config_static_and_shared(self):
        self.assertEqual(self.flags(self.prefix, "--modversion", "gltf_accessor_core"), self.version())
        libraries = self.lib_folder(self.prefix)
        for package, kind in (("gltf_accessor", "full"), ("gltf_accessor_core", "core")):
            cflags = self.flags(self.prefix, "--cflags", package)
            shared = self.flags(self.prefix, "--libs", package)
            static = re.sub(r"-l%s(?!\S)" % package, "-l:lib%s.a" % package, self.flags(self.prefix, "--static", "--libs", package))
            self.assertNotIn("cjson", shared)
            self.assertEqual("cjson" in static, kind == "full")
            for language in ("c", "cpp"):
                source = "%s.%s" % (kind, language)
                self.check_program(self.compile("pc shared %s %s" % (kind, language), source, cflags, shared),
                                   env=dict(os.environ, LD_LIBRARY_PATH=libraries))
                if sys.platform.startswith("linux"):
                    self.check_program(self.compile("pc static %s %s" % (kind, language), source, cflags, static))

    # ---- by hand ----

    def test_no_build_system(self):
        source = source_copy(tempfile.mkdtemp(dir=self.folder))
        quoted = shlex.quote(source)
        include = "-I%s/include" % quoted
        self.check_program(self.compile("hand full", "full.c", "-std=c11 " + include, "%s/src/*/*.c -lcjson" % quoted))
        self.check_program(self.compile("hand core", "core.c", "-std=c11 " + include, " ".join("%s/src/%s/*.c" % (quoted, n) for n in ("base", "core"))))
        for name in sorted(os.listdir(os.path.join(source, "src"))):    # a folder for each, for some files have the same name
            if glob.glob(os.path.join(glob.escape(source), "src", name, "*.c")):
                objects = os.path.join(source, "objects", name)
                os.makedirs(objects)
                run("%s -std=c11 -c %s/src/%s/*.c" % (shlex.quote(args.cc), quoted, name), shell=True, cwd=objects)
        self.check_program(self.compile("hand full cpp", "full.cpp", include, "%s/objects/*/*.o -lcjson" % quoted))

    def test_no_build_system_on_what_is_installed(self):
        where = "-I%s" % shlex.quote(os.path.join(self.prefix, "include"))
        libraries = self.lib_folder(self.prefix)
        for source, more in (("full.c", " -lcjson"), ("full.cpp", " -lcjson"), ("core.c", "")):
            archive = shlex.quote(os.path.join(libraries, "libgltf_accessor%s.a" % ("" if more else "_core")))
            self.check_program(self.compile("installed static " + source, source, where, archive + more))

    # ---- other shapes of the build ----

    def other(self, name, targets, *settings):
        """build and install with other settings, move the prefix; gives it"""
        build, first, moved = self.path(name), self.path(name + " first"), self.path(name + " moved")
        cmake(ROOT, build, "-DCMAKE_BUILD_TYPE=Debug", "-DCMAKE_C_FLAGS_DEBUG=-O0", *settings)
        make(build, *targets)
        self.install(build, first)
        os.rename(first, moved)
        return moved

    def test_with_shared_libraries_only_the_inspector_finds_its_library(self):
        prefix = self.other("shared only", ["gltf_accessor_shared", "gltf_accessor_core_shared", "gltf_inspect"], "-DGLTF_BUILD_STATIC=OFF")
        self.assertEqual(run([os.path.join(prefix, "bin", "gltf-inspect"), "--json", MODEL]), run([args.inspect, "--json", MODEL]))
        build = self.path("find shared")
        cmake(CONSUMER, build, "-DHOW=find_package", "-DCMAKE_PREFIX_PATH=" + prefix, "-DCMAKE_FIND_ROOT_PATH=/nowhere",
              "-DCMAKE_FIND_ROOT_PATH_MODE_LIBRARY=ONLY")       # no cJSON is needed
        names = ["c_core", "c_core_shared", "c_full", "c_full_shared"]  # the names of the static libraries mean what was built
        make(build, *names)
        for name in names:
            self.check_program(os.path.join(build, name))
        self.assertFalse(glob.glob(os.path.join(glob.escape(prefix), "**", "*.a"), recursive=True))

    def test_from_source_the_names_mean_what_was_built_and_only_what_is_linked_is(self):
        source = source_copy(tempfile.mkdtemp(dir=self.folder))
        for kind, built in (("STATIC", {"libgltf_accessor_core.a"}), ("SHARED", {"libgltf_accessor_core.so"})):
            build = self.path("only " + kind)
            cmake(CONSUMER, build, "-DHOW=FetchContent", "-DGLTF_FOLDER=" + source, "-DONLY=c_core", "-DGLTF_BUILD_STATIC=%s" % (kind == "STATIC"),
                  "-DGLTF_BUILD_SHARED=%s" % (kind == "SHARED"), "-DCMAKE_C_FLAGS=-O0")
            make(build)
            self.check_program(os.path.join(build, "c_core"))
            there = {n for _, _, names in os.walk(build) for n in names if re.match(r"(lib)?gltf_accessor.*\.(a|so|dylib)$", n)}
            self.assertEqual({re.sub(r"\.dylib$", ".so", n) for n in there}, built)
            objects = [n for _, _, names in os.walk(build) for n in names if n.endswith(".o")]
            self.assertEqual(objects.count("resolve.c.o"), 1)
            self.assertNotIn("parse.c.o", objects)

    def test_a_minor_version_has_a_shared_library_of_its_own(self):
        if not sys.platform.startswith("linux") or not shutil.which("readelf"):
            self.skipTest("skipped: no readelf")
        major, minor, _ = self.version().split(".")
        for name in ("gltf_accessor", "gltf_accessor_core"):
            said = run(["readelf", "-d", os.path.join(self.lib_folder(self.prefix), "lib%s.so" % name)])
            self.assertIn("[lib%s.so.%s]" % (name, "0." + minor if major == "0" else major), said)

    def test_with_a_supplied_cjson_nothing_else_is_needed(self):
        if not cjson_source():
            self.skipTest("skipped: no source of cJSON")
        prefix = self.other("own cJSON", ["gltf_accessor", "gltf_accessor_core"], "-DGLTF_BUILD_SHARED=OFF", "-DGLTF_BUILD_EXAMPLES=OFF",
                            "-DGLTF_CJSON_SOURCE=" + cjson_source())
        if shutil.which("nm"):                                  # a program may have another cJSON
            (archive,) = glob.glob(os.path.join(glob.escape(prefix), "**", "libgltf_accessor.a"), recursive=True)
            names = [line.split()[-1] for line in run(["nm", "-g", archive]).splitlines() if line.split()]
            self.assertIn("gltf_i_cJSON_ParseWithLength", names)
            self.assertEqual([name for name in names if name.startswith("cJSON_")], [])
        build = self.path("find own cJSON")
        cmake(CONSUMER, build, "-DHOW=find_package", "-DCMAKE_PREFIX_PATH=" + prefix, "-DCMAKE_FIND_ROOT_PATH=/nowhere",
              "-DCMAKE_FIND_ROOT_PATH_MODE_LIBRARY=ONLY", "-DWANTED=COMPONENTS;full")
        make(build, "c_full", "cpp_full")
        self.check_program(os.path.join(build, "c_full"))
        self.check_program(os.path.join(build, "cpp_full"))
        if shutil.which("pkg-config"):
            both = self.flags(prefix, "--cflags", "--libs", "gltf_accessor")
            self.assertNotIn("cjson", both)
            self.check_program(self.compile("pc full", "full.c", "", both))


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    for option in ("cmake", "generator", "cc", "cxx", "build", "inspect"):
        parser.add_argument("--" + option, required=True)
    args, rest = parser.parse_known_args()
    os.environ.pop("DESTDIR", None)
    unittest.main(argv=sys.argv[:1] + rest, verbosity=2)
