"""Builds the C library, and a wheel of it and gltf_accessor.py; what pip calls by PEP 517.  The standard library is enough.

CC and CFLAGS of the environment name the compiler (gcc or clang) and more flags.  cJSON is compiled in from the folder GLTF_CJSON_SOURCE
where that is set (a source package has a copy); else the system's library is linked."""
import base64
import concurrent.futures
import hashlib
import io
import os
import platform
import re
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import tempfile
import zipfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = HERE if os.path.isdir(os.path.join(HERE, "src")) else os.path.dirname(os.path.dirname(os.path.dirname(HERE)))
LIBRARY = {"win32": "gltf_accessor.dll", "darwin": "libgltf_accessor.dylib"}.get(sys.platform, "libgltf_accessor.so")
FOLDERS = ("base", "core", "morph", "text", "codec", "document", "validate", "files")


def _read(*path):
    with open(os.path.join(*path), "rb") as f:
        return f.read()


def _version():
    text = _read(ROOT, "include", "gltf_accessor", "base.h").decode("utf-8")
    return ".".join(re.search(r"#define GLTF_VERSION_%s (\d+)" % part, text).group(1) for part in ("MAJOR", "MINOR", "PATCH"))


def _sources():
    for folder in FOLDERS:
        for name in sorted(os.listdir(os.path.join(ROOT, "src", folder))):
            if name.endswith(".c"):
                yield os.path.join(ROOT, "src", folder, name)


def _cjson():
    """the folder with cJSON.c to compile in; None: the system's library"""
    for folder in (os.environ.get("GLTF_CJSON_SOURCE"), os.path.join(HERE, "cjson")):
        if folder and os.path.exists(os.path.join(folder, "cJSON.c")):
            return folder
    return None


def _compiler():
    for name in (os.environ.get("CC"), "cc", "gcc", "clang"):
        if name and shutil.which(shlex.split(name)[0]):
            return shlex.split(name)
    raise SystemExit("gltf_accessor: no C compiler found; install gcc or clang, or name one in CC")


def _run(command):
    got = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if got.returncode:
        text = got.stdout.decode("utf-8", "replace")
        missing = "cJSON.h" in text or "cjson" in text
        raise SystemExit("%s\n%s%s" % (" ".join(command), text, missing and "gltf_accessor: cJSON not found; install it (Debian, Ubuntu: "
                                       "libcjson-dev), or set GLTF_CJSON_SOURCE to a folder with cJSON.c\n" or ""))


def _library(folder):
    """the bytes of the shared library, built in `folder`"""
    compiler, cjson = _compiler(), _cjson()
    flags = ["-O2", "-ffp-contract=off", "-fPIC", "-fvisibility=hidden", "-DGLTF_SHARED_BUILD", "-I" + os.path.join(ROOT, "include")]
    sources, libraries = list(_sources()), ["-lcjson"]
    if cjson:
        flags += ["-DGLTF_I_PRIVATE_CJSON", "-DCJSON_HIDE_SYMBOLS", "-DENABLE_LOCALES", "-I" + cjson]
        sources, libraries = sources + [os.path.join(cjson, "cJSON.c")], []
    if sys.platform == "win32":
        flags.remove("-fPIC")
    if sys.maxsize < 2 ** 32 and platform.machine().lower() in ("i386", "i586", "i686", "x86", "x86_64", "amd64"):
        flags += ["-msse2", "-mfpmath=sse"]     # x87 rounds twice
    flags += shlex.split(os.environ.get("CFLAGS", ""))
    objects = [os.path.join(folder, "%d.o" % i) for i in range(len(sources))]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        list(pool.map(_run, [compiler + flags + ["-c", source, "-o", to] for source, to in zip(sources, objects)]))
    library = os.path.join(folder, LIBRARY)
    _run(compiler + ["-shared"] + objects + libraries + ["-o", library] + shlex.split(os.environ.get("LDFLAGS", "")))
    return _read(library)


def _metadata():
    return ("Metadata-Version: 2.1\nName: gltf_accessor\nVersion: %s\nSummary: The numbers of glTF 2.0 files: accessors, morph targets, "
            "validation\nLicense: MIT\nRequires-Python: >=3.8\nProvides-Extra: numpy\nRequires-Dist: numpy; extra == 'numpy'\n"
            "Description-Content-Type: text/markdown\n\n" % _version()).encode("utf-8") + _read(HERE, "README.md")


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    tag = "py3-none-" + re.sub(r"[-.]", "_", sysconfig.get_platform())
    info = "gltf_accessor-%s.dist-info/" % _version()
    with tempfile.TemporaryDirectory() as folder:
        library = _library(folder)
    files = {
        "gltf_accessor/__init__.py": _read(HERE, "gltf_accessor.py"),
        "gltf_accessor/py.typed": b"",
        "gltf_accessor/" + LIBRARY: library,
        info + "LICENSE": _read(ROOT, "LICENSE"),
        info + "METADATA": _metadata(),
        info + "WHEEL": ("Wheel-Version: 1.0\nGenerator: gltf_accessor\nRoot-Is-Purelib: false\nTag: %s\n" % tag).encode("utf-8"),
    }
    cjson = _cjson()
    if cjson and os.path.exists(os.path.join(cjson, "LICENSE")):
        files[info + "LICENSE.cJSON"] = _read(cjson, "LICENSE")
    record = ["%s,sha256=%s,%d" % (name, base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode(), len(data))
              for name, data in files.items()]
    files[info + "RECORD"] = "\n".join(record + [info + "RECORD,,", ""]).encode("utf-8")
    name = "gltf_accessor-%s-%s.whl" % (_version(), tag)
    with zipfile.ZipFile(os.path.join(wheel_directory, name), "w", zipfile.ZIP_DEFLATED) as wheel:
        for path, data in files.items():
            entry = zipfile.ZipInfo(path)       # of 1980: the same sources give the same wheel
            entry.external_attr = (0o755 if path.endswith(LIBRARY) else 0o644) << 16
            wheel.writestr(entry, data, zipfile.ZIP_DEFLATED)
    return name


def build_sdist(sdist_directory, config_settings=None):
    """the sources of the library inside, and cJSON's where they are at hand: nothing else is needed to build it"""
    top, cjson = "gltf_accessor-" + _version(), _cjson()
    files = {name: os.path.join(HERE, name) for name in ("README.md", "build_wheel.py", "gltf_accessor.py", "pyproject.toml")}
    files["LICENSE"] = os.path.join(ROOT, "LICENSE")
    for folder in [os.path.join("include", "gltf_accessor")] + [os.path.join("src", name) for name in FOLDERS]:
        for name in sorted(os.listdir(os.path.join(ROOT, folder))):
            files["%s/%s" % (folder.replace(os.sep, "/"), name)] = os.path.join(ROOT, folder, name)
    for name in ("cJSON.c", "cJSON.h", "LICENSE") if cjson else ():
        if os.path.exists(os.path.join(cjson, name)):
            files["cjson/" + name] = os.path.join(cjson, name)
    with tarfile.open(os.path.join(sdist_directory, top + ".tar.gz"), "w:gz", format=tarfile.PAX_FORMAT) as archive:
        for name, path in [("PKG-INFO", None)] + sorted(files.items()):
            data = _metadata() if path is None else _read(path)
            entry = tarfile.TarInfo("%s/%s" % (top, name))
            entry.size, entry.mode = len(data), 0o644
            archive.addfile(entry, io.BytesIO(data))
    return top + ".tar.gz"
