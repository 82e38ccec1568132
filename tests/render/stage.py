"""A display for the tests of gltf-render: starts Xvfb, runs the program on it with OpenGL in software, and compares pictures."""
import atexit, os, shutil, subprocess, sys, tempfile, threading, unittest

import png

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
FOLDER = os.path.dirname(os.path.abspath(__file__))
SECONDS = 240       # for a server or a program on a busy machine
SIZE = "160x120"

# Another version of OpenGL may round edges of triangles otherwise: of 19200 pixels so many may differ.  The smallest fault that
# the tests plant is several times larger.
EDGES = 100

program = inspect = None
_display = None


class Test(unittest.TestCase):
    """A test with a folder of its own."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def path(self, name):
        return os.path.join(self.folder, name)


def skip(what):
    print("skipped: no " + what)
    sys.exit(77)


def _stop(server):
    server.terminate()
    server.wait()


def start():
    """begin: program and inspector from the command line, a display, and a first look whether there is OpenGL"""
    global program, inspect, _display
    program, inspect = sys.argv[1:3]
    del sys.argv[1:3]
    if not shutil.which("Xvfb"):
        skip("Xvfb")
    reader, writer = os.pipe()
    server = subprocess.Popen(["Xvfb", "-displayfd", str(writer), "-screen", "0", "640x480x24", "-nolisten", "tcp", "-noreset"],
                              pass_fds=(writer,), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    atexit.register(_stop, server)
    os.close(writer)
    watch = threading.Timer(SECONDS, server.kill)       # a server that does not come up ends, and the pipe with it
    watch.start()
    with os.fdopen(reader) as f:
        number = f.readline().strip()                   # to its end: the server does not outlive a pipe closed too early
    watch.cancel()
    if not number:
        skip("display by Xvfb")
    _display = ":" + number
    with tempfile.TemporaryDirectory() as folder:
        got = run(os.path.join(ROOT, "examples", "data", "pyramids.glb"), "--out", os.path.join(folder, "a.png"))
    if got.returncode == 3:
        skip("OpenGL 3.3 on Xvfb")


def environment():
    settings = dict(os.environ, DISPLAY=_display, LIBGL_ALWAYS_SOFTWARE="1", LP_NUM_THREADS="1")
    settings.pop("WAYLAND_DISPLAY", None)
    settings["ASAN_OPTIONS"] = "exitcode=99:detect_leaks=0"     # the libraries of OpenGL lose some; see test_program.py for ours
    settings["UBSAN_OPTIONS"] = "exitcode=99:print_stacktrace=1"
    return settings


def run(*arguments, before=(), **settings):
    return subprocess.run([*before, program, *arguments], env=dict(environment(), **settings), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, universal_newlines=True, timeout=SECONDS)


def picture(path, out, *arguments, expect=0, size=SIZE):
    """the picture of a model: (width, height, pixels)"""
    got = run(path, "--size", size, "--out", out, *arguments)
    if got.returncode != expect:
        raise AssertionError("%s %s: status %d\n%s" % (path, " ".join(arguments), got.returncode, got.stderr))
    return png.read(out)


def drawn(image):
    """how many pixels are not the background"""
    p, ground = image[2], image[2][:3]
    return sum(p[i:i + 3] != ground for i in range(0, len(p), 3))
