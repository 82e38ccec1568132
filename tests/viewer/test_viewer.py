#!/usr/bin/env python3
"""The page of examples/viewer in headless Chromium: files are really dropped on it, and what it then shows is compared with what
gltf-inspect prints for the same files, and the byte map with a byte by byte account made here.

usage: test_viewer.py FOLDER-WITH-WASM GLTF-INSPECT FOLDER-FOR-OUTPUT [TEST...]

The module is that of the first folder if it is there (the test bindings.javascript builds it), else it is built.
Exit status 77 and "skipped: no X" without Chromium or the tools to build the page."""
import functools, glob, http.server, json, math, os, re, shutil, struct, subprocess, sys, tempfile, threading, unittest, urllib.request, zlib

import chromium

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
VIEWER = os.path.join(ROOT, "examples", "viewer")
DATA = os.path.join(ROOT, "examples", "data")
SECONDS = 300  # for everything together: the machine may be busy
INSPECT = SITE = OUT = None

MODES = ["POINTS", "LINES", "LINE_LOOP", "LINE_STRIP", "TRIANGLES", "TRIANGLE_STRIP", "TRIANGLE_FAN"]
COMPONENTS = {
    5120: ("i8", 1, "b"),
    5121: ("u8", 1, "B"),
    5122: ("i16", 2, "h"),
    5123: ("u16", 2, "H"),
    5125: ("u32", 4, "I"),
    5126: ("float", 4, "f"),
}
SHAPES = {"SCALAR": (1, 1), "VEC2": (1, 2), "VEC3": (1, 3), "VEC4": (1, 4), "MAT2": (2, 2), "MAT3": (3, 3), "MAT4": (4, 4)}


def setUpModule():
    """one server and one browser for all tests; every test has a page of its own"""
    global browser, asked, base, elsewhere, asked_elsewhere
    asked, asked_elsewhere = [], []
    base = serve(SITE, asked)
    elsewhere = serve(SITE, asked_elsewhere)
    browser = chromium.Browser(chromium.find(), SECONDS)
    unittest.addModuleCleanup(browser.close)


def serve(folder, log):
    class Handler(http.server.SimpleHTTPRequestHandler):
        extensions_map = dict(http.server.SimpleHTTPRequestHandler.extensions_map, **{".js": "text/javascript", ".wasm": "application/wasm"})

        def log_message(self, *_):
            log.append(self.path)

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Handler, directory=folder))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    unittest.addModuleCleanup(server.server_close)
    unittest.addModuleCleanup(server.shutdown)
    return "http://127.0.0.1:%d/" % server.server_address[1]


def inspect(*arguments):
    """what gltf-inspect writes to standard output"""
    return subprocess.run([INSPECT] + list(arguments), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE).stdout


def report_of(path, *arguments):
    return json.loads(inspect("--json", *(arguments + (path,))).decode("utf-8"))


def read(path):
    with open(path, "rb") as f:
        return f.read()


def json_of(path):
    return json.loads(read(path).decode("utf-8-sig"))


def models():
    found = glob.glob(os.path.join(glob.escape(DATA), "*.gl[tb]*")) + glob.glob(
        os.path.join(glob.escape(ROOT), "tests", "data", "models", "*.gl[tb]*")
    )
    return sorted(found)


def with_neighbours(path):
    """a model and the files that its buffers name"""
    if path.endswith(".glb"):
        return [path]
    uris = [b.get("uri", "data:") for b in json_of(path).get("buffers", [])]
    return [path] + [os.path.join(os.path.dirname(path), uri) for uri in uris if not uri.startswith("data:")]


class Viewer(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.page = browser.page(base)
        self.addCleanup(self.page.close)
        self.page.size(1280, 800)
        self.page.wait("document.body.dataset.state !== undefined && document.body.dataset.state !== 'starting'")
        self.assertEqual(self.run_("document.body.dataset.state"), "empty", self.run_("document.getElementById('problem').textContent"))
        self.opened = 0

    def tearDown(self):
        self.assertEqual(self.page.complaints, [])

    def run_(self, expression):
        return self.page.run(expression)

    def drop(self, *paths):
        """drop files, and wait for the page to have opened them; gives its state"""
        self.page.drop([os.path.abspath(p) for p in paths])
        return self.after_opening()

    def after_opening(self):
        self.opened += 1
        self.page.wait("document.body.dataset.opened === '%d'" % self.opened)
        return self.run_("document.body.dataset.state")

    def tab(self, name):
        self.run_("document.getElementById('tab-%s').click()" % name)
        self.settle(name)

    def settle(self, name):
        self.page.wait("!document.querySelector('#{0}[aria-busy=true], #{0} [aria-busy=true], #{0} [data-pending]')".format(name))

    def rows(self, table):
        """every row of the shown page of a table: its data attributes and the texts of its cells"""
        return self.run_(
            """[...document.querySelectorAll('#%s tbody tr')].map((row) => ({ data: { ...row.dataset }, cells: [...row.cells].map((cell) => cell.textContent),
          names: [...row.querySelectorAll('.name')].map((n) => n.textContent), titles: [...row.closest('table').tHead.rows[0].cells].map((c) => c.textContent) }))"""
            % table
        )

    def table(self, table):
        """rows as dictionaries by the titles of the columns"""
        return [dict(zip(row["titles"], row["cells"])) for row in self.rows(table)]

    def write(self, name, content):
        path = os.path.join(self.folder, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as f:
            f.write(content if isinstance(content, bytes) else json.dumps(content).encode("utf-8"))
        return path

    def text(self, selector):
        return self.run_("document.querySelector(%s)?.textContent ?? null" % json.dumps(selector))


def number(value):
    """a whole number as tables have it"""
    return "–" if value is None else format(value, ",")


def shown(name):
    """a name as the page writes it: control characters as \\uXXXX"""
    return "".join("\\u%04x" % ord(c) if ord(c) < 32 else c for c in name or "")


def single(text):
    """the float32 that a text means"""
    return struct.unpack("<f", struct.pack("<f", float(text)))[0]


def vector(values):
    return json.loads(values) if values else None


class Tables(Viewer):
    """every model of the repository: the tables say what gltf-inspect --json says"""

    def check_buffers(self, said):
        self.tab("buffers")
        got = self.table("buffer-table")
        self.assertEqual(
            [(r["#"], r["name"], r["bytes"], r["data"]) for r in got],
            [
                (str(b["index"]), shown(b["name"]), number(b["byteLength"]), b["uri"] or ("embedded" if b["loaded"] else "no data"))
                for b in said["buffers"]
            ],
        )
        got = self.table("view-table")
        self.assertEqual(
            [(r["#"], r["name"], r["buffer"], r["offset"], r["bytes"], r["stride"]) for r in got],
            [
                (str(v["index"]), shown(v["name"]), number(v["buffer"]), number(v["byteOffset"]), number(v["byteLength"]), number(v["byteStride"]))
                for v in said["bufferViews"]
            ],
        )
        for row, view in zip(got, said["bufferViews"]):
            c = view.get("compression")
            self.assertEqual(bool(row["compression"]), bool(c))
            if c:
                words = "%s %s%s, %s bytes at %s of buffer %d, %.1f : 1" % (
                    c["extension"],
                    c["mode"],
                    "" if c["filter"] == "NONE" else " " + c["filter"],
                    number(c["byteLength"]),
                    number(c["byteOffset"]),
                    c["buffer"],
                    c["ratio"],
                )
                self.assertEqual(row["compression"], words)

    def check_accessors(self, said):
        self.tab("accessors")
        got = self.table("accessor-table")
        self.assertEqual(len(got), len(said["accessors"]))
        bounds = self.run_(
            "[...document.querySelectorAll('#accessor-table tbody tr')].map((row) => [...row.querySelectorAll('.declared, .real')]"
            ".map((cell) => [cell.dataset.min ?? null, cell.dataset.max ?? null]))"
        )
        for row, a, (declared, real) in zip(got, said["accessors"], bounds):
            component = COMPONENTS[a["componentType"]][0] + ("normalized" if a["normalized"] else "")
            wanted = (
                str(a["index"]),
                shown(a["name"]),
                a["type"],
                component,
                number(a["count"]),
                number(a["sparseCount"] or None),
                number(a["bufferView"]),
                number(None if a["bufferView"] is None else a["byteOffset"]),
            )
            self.assertEqual(tuple(row[k] for k in ("#", "name", "type", "component", "count", "sparse", "view", "offset")), wanted)
            if a["message"] is None and a["bufferView"] is not None:
                self.assertEqual(row["stride"], number(a["byteStride"]))
            self.assertEqual(row["fault"], "!" + a["message"] if a["message"] else "")
            self.assertEqual([vector(v) for v in declared], [a["min"], a["max"]])
            if a["message"] is None and a["count"]:
                stored = stored_values(self.path, a)
                columns = list(zip(*stored))
                self.assertEqual([vector(v) for v in real], [[min(c) for c in columns], [max(c) for c in columns]])
            for use in a["uses"][:6]:
                self.assertIn("%s %d" % (use["object"], use["index"]), row["used by"])
                self.assertIn(use["semantic"] or "", row["used by"])
            self.assertEqual(bool(row["used by"]), bool(a["uses"]))

    def check_meshes(self, said):
        self.tab("meshes")
        got = self.table("primitive-table")
        primitives = [(m, p) for m in said["meshes"] for p in m["primitives"]]
        self.assertEqual(len(got), len(primitives))
        for row, (m, p) in zip(got, primitives):
            self.assertEqual((row["mesh"], row["name"], row["primitive"]), (str(m["index"]), shown(m["name"]), str(p["index"])))
            self.assertEqual((row["mode"], row["indices"]), (MODES[p["mode"]], number(p["indices"])))
            self.assertEqual(row["attributes"], "".join("%s %d" % pair for pair in p["attributes"].items()))
            for target in p["targets"]:
                self.assertIn("".join("%s %d" % pair for pair in target.items()), row["morph targets"])

    def check_motion(self, said):
        self.tab("motion")
        got = self.table("skin-table")
        self.assertEqual(
            [(r["#"], r["name"], r["joints"], r["nodes"], r["inverse bind matrices"]) for r in got],
            [
                (
                    str(s["index"]),
                    shown(s["name"]),
                    number(len(s["joints"])),
                    " ".join(map(str, s["joints"])),
                    "none (identity)" if s["inverseBindMatrices"] is None else "accessor %d" % s["inverseBindMatrices"],
                )
                for s in said["skins"]
            ],
        )
        got = self.table("channel-table")
        channels = [(a, c, a["samplers"][c["sampler"]]) for a in said["animations"] for c in a["channels"]]
        self.assertEqual(
            [(r["animation"], r["channel"], r["path"], r["sampler"], r["interpolation"], r["input"], r["output"], r["values per key"]) for r in got],
            [
                (
                    str(a["index"]),
                    str(c["index"]),
                    c["path"],
                    str(c["sampler"]),
                    s["interpolation"],
                    str(s["input"]),
                    str(s["output"]),
                    number(c["valuesPerKey"] or None),
                )
                for a, c, s in channels
            ],
        )

    def check_validation(self, path):
        check_validation(self, path)

    def test_tables_and_report_are_those_of_the_inspector(self):
        checked = 0
        for path in models():
            with self.subTest(os.path.basename(path)):
                self.path = path
                said = report_of(path)
                self.assertEqual(self.drop(*with_neighbours(path)), "ready")
                self.assertEqual(self.text("#file-name"), os.path.basename(path))
                self.assertTrue(self.run_("document.title").startswith(os.path.basename(path)))
                self.check_buffers(said)
                self.check_accessors(said)
                self.check_meshes(said)
                self.check_motion(said)
                self.check_validation(path)
                checked += len(said["accessors"])
        self.assertGreater(checked, 50)

    def test_the_overview_tells_of_the_asset(self):
        self.drop(os.path.join(DATA, "pyramids.glb"))
        self.tab("overview")
        said = report_of(os.path.join(DATA, "pyramids.glb"))
        counts = self.run_("Object.fromEntries([...document.querySelectorAll('[data-count-of]')].map((e) => [e.dataset.countOf, e.textContent]))")
        self.assertEqual(
            counts,
            {
                "buffers": str(len(said["buffers"])),
                "views": str(len(said["bufferViews"])),
                "accessors": str(len(said["accessors"])),
                "meshes": str(len(said["meshes"])),
                "primitives": str(sum(len(m["primitives"]) for m in said["meshes"])),
                "skins": str(len(said["skins"])),
                "animations": str(len(said["animations"])),
                "nodes": str(len(said["nodes"])),
            },
        )
        facts = self.run_(
            "Object.fromEntries([...document.querySelectorAll('#overview dt')].map((dt) => [dt.textContent, dt.nextElementSibling.textContent]))"
        )
        self.assertEqual((facts["glTF version"], facts["generator"], facts["container"]), ("2.0", "make_pyramids.py", "binary (GLB)"))
        self.assertEqual(facts["extensions used"], "".join(said["extensionsUsed"]))
        self.assertIn(format(os.path.getsize(os.path.join(DATA, "pyramids.glb")), ","), facts["size"])


def stored_values(path, accessor, first=0, count=None):
    """elements as gltf-inspect decodes them with --as raw"""
    columns, rows = SHAPES[accessor["type"]]
    size = columns * rows
    _, bytes_, code = COMPONENTS[accessor["componentType"]]
    data = inspect(
        "--accessor",
        str(accessor["index"]),
        "--as",
        "raw",
        "--format",
        "raw",
        "--first",
        str(first),
        "--count",
        str(accessor["count"] - first if count is None else count),
        path,
    )
    numbers = struct.unpack("<%d%s" % (len(data) // bytes_, code), data)
    return [list(numbers[i : i + size]) for i in range(0, len(numbers), size)]


def check_validation(self, path):
    said = report_of(path, "--validate")
    self.tab("report")
    counts = self.run_(
        "Object.fromEntries([...document.querySelectorAll('#severities [data-severity]')].map((e) => [e.dataset.severity, Number(e.dataset.count)]))"
    )
    self.assertEqual(counts, {"0": said["errors"], "1": said["warnings"], "2": said["informations"], "3": said["hints"]})
    got = self.run_(
        """[...document.querySelectorAll('#report details.issue')].flatMap((d) => [...d.querySelectorAll('tbody tr')].map((row) =>
      [d.dataset.code, Number(d.dataset.severity), row.dataset.pointer ?? null,
       row.dataset.offset === undefined ? null : Number(row.dataset.offset), row.cells[1].textContent]))"""
    )
    wanted = [[i["code"], i["severity"], i.get("pointer"), i.get("offset"), i["message"]] for i in said["issues"]]
    self.assertEqual(sorted(got, key=str), sorted(wanted, key=str))
    severities = self.run_("[...document.querySelectorAll('#report details.issue')].map((d) => Number(d.dataset.severity))")
    self.assertEqual(severities, sorted(severities))
    return wanted


class Values(Viewer):
    def shown(self):
        """(first element, numbers as texts by element) of the page of values"""
        rows = self.rows("value-table")
        return [int(r["data"]["element"]) for r in rows], [r["cells"][1:] for r in rows]

    def choose(self, accessor, form):
        self.run_(
            """(() => { document.getElementById('as-%s').checked = true; const which = document.getElementById('values-accessor'); which.value = '%d';
          which.dispatchEvent(new Event('change', { bubbles: true })); })()"""
            % (form, accessor)
        )
        self.page.wait("document.querySelector('#values-place[aria-busy=false][data-accessor=\"%d\"][data-form=%s]')" % (accessor, form))
        self.settle("values")

    def check_floats(self, got, path, accessor, first):
        data = inspect("--accessor", str(accessor), "--as", "float", "--format", "raw", "--first", str(first), "--count", str(len(got)), path)
        wanted = struct.unpack("<%df" % (len(data) // 4), data)
        flat = [n for row in got for n in row]
        self.assertEqual(len(flat), len(wanted))
        self.assertTrue(flat)
        for text, value in zip(flat, wanted):
            self.assertTrue(
                struct.pack("<f", float(text)) == struct.pack("<f", value) or (text == "nan" and math.isnan(value)), "%s is not %r" % (text, value)
            )

    def test_values_are_those_that_the_inspector_decodes(self):
        compared = 0
        for path in (
            os.path.join(DATA, "pyramids.gltf"),
            os.path.join(ROOT, "tests", "data", "models", "sparse.gltf"),
            os.path.join(ROOT, "tests", "data", "models", "compressed.glb"),
        ):
            self.drop(*with_neighbours(path))
            self.tab("values")
            for a in report_of(path)["accessors"]:
                if a["message"] or not a["count"]:
                    continue
                with self.subTest(path=os.path.basename(path), accessor=a["index"]):
                    self.choose(a["index"], "float")
                    elements, got = self.shown()
                    self.assertEqual(elements, list(range(min(a["count"], 25 if a["type"].startswith("MAT") else 100))))
                    self.check_floats(got, path, a["index"], 0)
                    self.choose(a["index"], "stored")
                    _, got = self.shown()
                    number_of = single if a["componentType"] == 5126 else int
                    self.assertEqual([[number_of(n) for n in row] for row in got], stored_values(path, a, 0, len(got)))
                    compared += len(got)
        self.assertGreater(compared, 300)

    def test_special_floats_are_told_apart(self):
        data = struct.pack("<8I", 0x7F800000, 0xFF800000, 0x80000000, 1, 0x7FC00001, 0x3DCCCCCD, 0x00000000, 0x7F7FFFFF)
        path = self.write("special.gltf", one_accessor({"componentType": 5126, "count": 8, "type": "SCALAR"}, "special.bin", len(data)))
        self.drop(path, self.write("special.bin", data))
        self.tab("values")
        self.assertEqual([row[0] for row in self.shown()[1]], ["inf", "-inf", "-0", "1e-45", "nan", "0.1", "0", "3.4028235e+38"])

    def test_ten_million_elements_are_read_where_they_are_looked_at(self):
        count = 10000000
        data = bytes(range(251)) * (count // 251 + 1)
        path = self.write("big.gltf", one_accessor({"componentType": 5121, "count": count, "type": "SCALAR"}, "big.bin", count))
        self.assertEqual(self.drop(path, self.write("big.bin", data[:count])), "ready")
        self.tab("values")
        self.assertEqual([row[0] for row in self.shown()[1]][:3], ["0", "1", "2"])
        for first in (4567890, count - 7):
            self.run_(
                """(() => { const form = document.querySelector('#value-table .pager'); form.querySelector('input').value = '%d'; form.requestSubmit(); })()"""
                % first
            )
            self.page.wait("document.querySelector('#value-table[data-first=\"%d\"][aria-busy=false]')" % first)
            elements, got = self.shown()
            self.assertEqual(elements, list(range(first, min(first + 100, count))))
            self.check_floats(got, path, 0, first)
        self.run_("[...document.querySelectorAll('#value-table .pager button')].find((b) => b.textContent === 'Previous').click()")
        self.page.wait("document.querySelector('#value-table[data-first=\"%d\"][aria-busy=false]')" % (count - 107))
        self.assertEqual(len(self.shown()[0]), 100)
        self.tab("accessors")  # its real extremes take reading all of it
        self.assertEqual(self.run_("[document.querySelector('.real').dataset.min, document.querySelector('.real').dataset.max]"), ["[0]", "[250]"])
        self.tab("map")
        self.assertEqual([r["data"]["kind"] for r in self.rows("zone-table")], ["data"])

    def test_declared_extremes_that_are_wrong_are_marked(self):
        data = struct.pack("<3f", 0.1, 5, -2)
        for wrong, (low, high) in ((False, (-2, 5)), (True, (-2, 4)), (True, (-1.9999, 5))):
            path = self.write(
                "extremes.gltf", one_accessor({"componentType": 5126, "count": 3, "type": "SCALAR", "min": [low], "max": [high]}, "extremes.bin", 12)
            )
            self.drop(path, self.write("extremes.bin", data))
            self.tab("accessors")
            self.assertEqual(self.run_("!!document.querySelector('.real.differs')"), wrong)


def one_accessor(accessor, uri, size):
    return {
        "asset": {"version": "2.0"},
        "buffers": [{"uri": uri, "byteLength": size}],
        "bufferViews": [{"buffer": 0, "byteLength": size}],
        "accessors": [dict(accessor, bufferView=0)],
    }


# ---- the byte map ----


CROWDED = 722  # bytes


def crowded_model():
    """views and accessors in many ways upon each other; (JSON, bytes)"""
    views = [
        {"buffer": 0, "byteOffset": 0, "byteLength": 32 * 5, "byteStride": 32},  # 0: vertices with holes
        {"buffer": 0, "byteOffset": 160, "byteLength": 7},  # 1: then a byte up to the next
        {"buffer": 0, "byteOffset": 168, "byteLength": 12 * 4},  # 2: padded matrices
        {"buffer": 0, "byteOffset": 232, "byteLength": 40},  # 3: after a hole; sparse parts, and a rest
        {"buffer": 0, "byteOffset": 272, "byteLength": 10},  # 4: an image
        {"buffer": 0, "byteOffset": 288, "byteLength": 48},  # 5: read by two, in part
        {"buffer": 0, "byteOffset": 300, "byteLength": 60},  # 6: lies over 5
        {"buffer": 0, "byteOffset": 360, "byteLength": 120, "byteStride": 24},  # 7: two strides in one place, with 8
        {"buffer": 0, "byteOffset": 360, "byteLength": 120, "byteStride": 16},  # 8
        {"buffer": 0, "byteOffset": 484, "byteLength": 20},  # 9: read by nobody
        {"buffer": 0, "byteOffset": 504, "byteLength": 96, "byteStride": 12},  # 10: one vertex of another count
        {"buffer": 0, "byteOffset": 612, "byteLength": 104, "byteStride": 12},  # 11: another run as that in 10; its elements reach into the next
        {"buffer": 0, "byteOffset": 6, "byteLength": 70},  # 12: begins and ends within vertices of 0
    ]
    f, u8, u16 = 5126, 5121, 5123
    accessors = [
        {"bufferView": 0, "byteOffset": 0, "componentType": f, "type": "VEC3", "count": 5},
        {"bufferView": 0, "byteOffset": 16, "componentType": u8, "type": "VEC3", "count": 5},
        {"bufferView": 0, "byteOffset": 20, "componentType": u16, "type": "VEC2", "count": 5},
        {"bufferView": 1, "componentType": u8, "type": "SCALAR", "count": 7},
        {"bufferView": 2, "componentType": u8, "type": "MAT3", "count": 4},
        {
            "componentType": f,
            "type": "SCALAR",
            "count": 20,
            "sparse": {"count": 3, "indices": {"bufferView": 3, "byteOffset": 0, "componentType": u8}, "values": {"bufferView": 3, "byteOffset": 4}},
        },
        {"bufferView": 5, "byteOffset": 0, "componentType": f, "type": "SCALAR", "count": 8},
        {"bufferView": 6, "byteOffset": 0, "componentType": f, "type": "SCALAR", "count": 10},
        {"bufferView": 7, "byteOffset": 0, "componentType": f, "type": "SCALAR", "count": 5},
        {"bufferView": 8, "byteOffset": 8, "componentType": u16, "type": "VEC2", "count": 7},
        {"bufferView": 10, "byteOffset": 0, "componentType": f, "type": "SCALAR", "count": 8},
        {"bufferView": 10, "byteOffset": 4, "componentType": f, "type": "SCALAR", "count": 3},
        {"bufferView": 11, "byteOffset": 0, "componentType": f, "type": "SCALAR", "count": 8},
        {"bufferView": 11, "byteOffset": 8, "componentType": f, "type": "VEC2", "count": 8},
    ]
    size = CROWDED
    model = {
        "asset": {"version": "2.0"},
        "buffers": [{"uri": "crowded.bin", "byteLength": size}],
        "bufferViews": views,
        "accessors": accessors,
        "images": [{"bufferView": 4, "mimeType": "image/png"}],
    }
    data = bytearray(size)
    data[232:235] = bytes([1, 5, 9])
    return model, bytes(data)


def account(model, buffer, strides):
    """for each byte of a buffer: (kind, set of owners, set of views), from the JSON alone"""
    size = model["buffers"][buffer]["byteLength"]
    owners = [{} for _ in range(size)]  # owner -> kind
    inside = [set() for _ in range(size)]  # "element": between the columns of one; "extent": between elements
    views = [set() for _ in range(size)]
    for index, view in enumerate(model.get("bufferViews", [])):
        if view["buffer"] == buffer:
            for at in range(view.get("byteOffset", 0), view.get("byteOffset", 0) + view["byteLength"]):
                views[at].add(index)
    for image in model.get("images", []):
        if "bufferView" in image:
            view = model["bufferViews"][image["bufferView"]]
            if view["buffer"] == buffer:
                for at in range(view.get("byteOffset", 0), view.get("byteOffset", 0) + view["byteLength"]):
                    owners[at][("view", image["bufferView"])] = "image"

    def part(kind, owner, view, offset, count, stride, columns, column, rows_bytes):
        if model["bufferViews"][view]["buffer"] != buffer or not count:
            return
        start = model["bufferViews"][view].get("byteOffset", 0) + offset
        end = start + (count - 1) * stride + (columns - 1) * column + rows_bytes
        for at in range(start, end):
            distance = (at - start) % stride
            if distance < columns * column:
                if distance % column < rows_bytes:
                    owners[at][owner] = kind
                else:
                    inside[at].add("element")
            else:
                inside[at].add("extent")

    for index, a in enumerate(model.get("accessors", [])):
        columns, rows = SHAPES[a["type"]]
        _, bytes_, _ = COMPONENTS[a["componentType"]]
        column = rows * bytes_ if columns == 1 else (rows * bytes_ + 3) // 4 * 4
        owner = ("accessor", index)
        if "bufferView" in a:
            part(
                "data", owner, a["bufferView"], a.get("byteOffset", 0), a["count"], strides[index] or columns * column, columns, column, rows * bytes_
            )
        if "sparse" in a:
            s = a["sparse"]
            wide = COMPONENTS[s["indices"]["componentType"]][1]
            part("sparse-indices", owner, s["indices"]["bufferView"], s["indices"].get("byteOffset", 0), s["count"], wide, 1, wide, wide)
            part(
                "sparse-values",
                owner,
                s["values"]["bufferView"],
                s["values"].get("byteOffset", 0),
                s["count"],
                columns * column,
                columns,
                column,
                rows * bytes_,
            )
    kinds = []
    for at in range(size):
        if len(owners[at]) > 1:
            kinds.append("overlap")
        elif owners[at]:
            kinds.append(next(iter(owners[at].values())))
        elif inside[at]:
            kinds.append("padding" if "element" in inside[at] else "gap")
        else:
            kinds.append(None)
    at = 0
    while at < size:  # what nobody reads, run by run
        end = at
        while end < size and kinds[end] is None and views[end] == views[at]:
            end += 1
        for i in range(at, end):
            kinds[i] = "padding" if end - at < 4 and (end % 4 == 0 or end == size) else "view" if views[i] else "unused"
        at = max(end, at + 1)
    return [(kind, frozenset(o), frozenset(v)) for kind, o, v in zip(kinds, owners, views)]


class Map(Viewer):
    def zones(self):
        """all zones, from every page of their table"""
        zones = []
        while True:
            self.settle("map")
            zones += [r["data"] for r in self.rows("zone-table")]
            if not self.run_(
                "(() => { const next = [...document.querySelectorAll('#zone-table .pager button')].find((b) => b.textContent === 'Next');"
                "const more = !next.disabled; next.click(); return more; })()"
            ):
                return zones

    def expand(self, zones, size):
        """for each byte (kind, set of owners, set of views)"""
        owner = lambda o: ("accessor", o["accessor"]) if "accessor" in o else ("view", o["view"])
        out = []
        for zone in zones:
            start, end, detail = int(zone["start"]), int(zone["end"]), json.loads(zone["zone"])
            self.assertEqual(start, len(out), "zones follow each other")
            views = frozenset(map(int, zone["views"].split()))
            for at in range(end - start):
                piece = {"kind": zone["kind"], "owners": detail.get("owners")}
                if zone["kind"] == "pattern":
                    piece = next(p for p in detail["pieces"] if p["at"] <= at % detail["period"] < p["at"] + p["size"])
                out.append((piece["kind"], frozenset(map(owner, piece["owners"])), views))
        self.assertEqual(len(out), size)
        return out

    def check_map(self, model, buffer, strides):
        self.tab("map")
        self.run_("(() => { const s = document.getElementById('map-buffer'); s.value = '%d'; s.dispatchEvent(new Event('change')); })()" % buffer)
        self.page.wait("document.querySelector('#map-place[data-buffer=\"%d\"][aria-busy=false]')" % buffer)
        wanted = account(model, buffer, strides)
        got = self.expand(self.zones(), len(wanted))
        for at, (a, b) in enumerate(zip(got, wanted)):
            self.assertEqual(a, b, "byte %d of buffer %d" % (at, buffer))
        legend = self.run_(
            "Object.fromEntries([...document.querySelectorAll('#map-legend li')].map((e) => [e.dataset.kind, Number(e.dataset.bytes)]))"
        )
        kinds = [kind for kind, _, _ in wanted]
        self.assertEqual(legend, {kind: kinds.count(kind) for kind in set(kinds)})
        return wanted

    def test_every_byte_is_accounted_for(self):
        model, data = crowded_model()
        path = self.write("crowded.gltf", model)
        self.drop(path, self.write("crowded.bin", data))
        wanted = self.check_map(model, 0, [a["byteStride"] for a in report_of(path)["accessors"]])
        self.assertEqual(
            {kind for kind, _, _ in wanted}, {"data", "sparse-indices", "sparse-values", "image", "overlap", "gap", "padding", "view", "unused"}
        )

    def test_more_overlaps_than_can_be_told_apart_come_to_an_end(self):
        count, size = 1500, 1 << 16
        model = {"asset": {"version": "2.0"}, "buffers": [{"uri": "hostile.bin", "byteLength": size}]}
        model["bufferViews"] = [{"buffer": 0, "byteOffset": 4 * i, "byteLength": 252 * 40, "byteStride": 4 + 4 * (i * 7 % 63)} for i in range(count)]
        model["accessors"] = [{"bufferView": i, "componentType": 5121, "type": "SCALAR", "count": 1 + i % 40} for i in range(count)]
        self.drop(self.write("hostile.gltf", model), self.write("hostile.bin", bytes(size)))
        self.tab("map")
        zones = self.zones()
        self.assertEqual([int(z["start"]) for z in zones], [0] + [int(z["end"]) for z in zones[:-1]])
        self.assertEqual(int(zones[-1]["end"]), size)
        self.assertIn("overlap", {z["kind"] for z in zones})
        self.assertEqual(sum(self.run_("[...document.querySelectorAll('#map-legend li')].map((e) => Number(e.dataset.bytes))")), size)

    def test_the_bundled_models_are_accounted_for(self):
        for path in (
            os.path.join(DATA, "pyramids.gltf"),
            os.path.join(ROOT, "tests", "data", "models", "skin.gltf"),
            os.path.join(ROOT, "tests", "data", "models", "sparse.gltf"),
            os.path.join(ROOT, "tests", "data", "models", "morph.gltf"),
        ):
            with self.subTest(os.path.basename(path)):
                model = json_of(path)
                self.drop(*with_neighbours(path))
                for buffer in range(len(model["buffers"])):
                    self.check_map(model, buffer, [a["byteStride"] for a in report_of(path)["accessors"]])

    def test_compressed_views_and_what_they_become(self):
        path = os.path.join(ROOT, "tests", "data", "models", "compressed.glb")
        self.drop(path)
        self.tab("map")
        compression = report_of(path)["bufferViews"][0]["compression"]
        zones = [(z["kind"], int(z["start"]), int(z["end"])) for z in self.zones()]
        self.assertIn(("compressed", compression["byteOffset"], compression["byteOffset"] + compression["byteLength"]), zones)
        options = self.run_("[...document.getElementById('map-buffer').options].map((o) => o.textContent)")
        self.assertTrue(any(o.startswith("view 0 decompressed") for o in options), options)
        self.run_(
            "(() => { const s = document.getElementById('map-buffer'); s.selectedIndex = s.options.length - 1; s.dispatchEvent(new Event('change')); })()"
        )
        self.page.wait("Number(document.querySelector('#map-place[aria-busy=false]')?.dataset.buffer) >= 2")
        self.assertIn("data", [z["kind"] for z in self.zones()])

    def test_pointing_zooming_and_keys(self):
        model, data = crowded_model()
        self.drop(self.write("crowded.gltf", model), self.write("crowded.bin", data))
        wanted = account(
            model,
            0,
            [v.get("byteStride", 0) if "bufferView" in a else 0 for a in model["accessors"] for v in [model["bufferViews"][a.get("bufferView", 0)]]],
        )
        self.tab("map")
        self.page.wait("document.getElementById('map-canvas').dataset.drawn")
        seen = lambda: tuple(
            self.run_("[document.getElementById('map-canvas').dataset.from, document.getElementById('map-canvas').dataset.to].map(Number)")
        )
        place = lambda: self.run_(
            "(() => { const c = document.getElementById('map-canvas'); c.scrollIntoView({ block: 'center' });"
            "const r = c.getBoundingClientRect(); return [r.left, r.top, r.width, r.height]; })()"
        )
        told = lambda: self.run_(
            "(() => { const d = document.querySelector('#map-details dl'); return [Number(d.dataset.byte), d.dataset.kind]; })()"
        )
        self.assertEqual(seen(), (0, CROWDED))
        left, top, width, height = place()
        for byte in (5, 13, 170, 171, 240, 305, 500, CROWDED - 1):  # tapped
            self.page.click(left + (byte + 0.5) * width / CROWDED, top + height / 2)
            self.assertEqual(told(), [byte, wanted[byte][0]])
        self.page.wait("document.getElementById('map-bytes')")
        self.page.mouse("mouseMoved", left + 233.5 * width / CROWDED, top + height / 2)  # hovered
        self.assertEqual(told(), [233, "sparse-indices"])
        self.page.click(left + 233.5 * width / CROWDED, top + height / 2)
        self.page.wait("document.querySelector('#map-bytes mark')")
        self.assertEqual((self.text("#map-bytes mark"), len(self.text("#map-bytes").split())), ("05", 16))
        self.page.mouse("mouseWheel", left + width / 2, top + height / 2, deltaX=0, deltaY=-240, modifiers=2)
        self.page.wait("document.getElementById('map-canvas').dataset.from !== '0'")
        first, last = seen()
        self.assertTrue(0 < first < CROWDED / 2 < last < CROWDED)
        for _ in range(12):
            self.run_("document.querySelector('[aria-label=\"Zoom in\"]').click()")
        first, last = seen()
        self.assertTrue(16 <= last - first <= 17, (first, last))  # the bytes under the mark stay in sight
        self.assertTrue(first <= 233 < last)
        self.run_("document.getElementById('map-canvas').focus()")
        self.page.press("ArrowRight")
        self.assertEqual(told(), [234, "sparse-indices"])
        self.page.press("PageDown")
        self.assertEqual(told()[1], wanted[told()[0]][0])
        self.assertNotEqual(told()[1], "sparse-indices")
        self.page.press("End")
        self.assertEqual(told()[0], CROWDED - 1)
        self.assertEqual(seen()[1], CROWDED)
        self.page.press("0")
        self.assertEqual(seen(), (0, CROWDED))
        self.page.mouse("mousePressed", left + 100, top + height / 2, button="left", clickCount=1)  # all of it is seen: a drag moves nothing
        self.page.mouse("mouseMoved", left + 300, top + height / 2, button="left", buttons=1)
        self.page.mouse("mouseReleased", left + 300, top + height / 2, button="left", clickCount=1)
        self.assertEqual(seen(), (0, CROWDED))


class Faults(Viewer):
    def test_a_broken_file_is_told_of_with_the_sentence_of_the_library(self):
        glb = read(os.path.join(DATA, "pyramids.glb"))
        broken = {
            "text.gltf": b'{"asset": {"version": "2.0"}, "accessors": [}',
            "cut.glb": glb[:50],
            "old.gltf": b'{"asset": {"version": "1.0"}}',
            "empty.gltf": b"",
            "list.gltf": b"[]",
        }
        for name, content in broken.items():
            with self.subTest(name):
                path = self.write(name, content)
                said = report_of(path)
                self.assertEqual(self.drop(path), "failed")
                if content:  # of an empty file, gltf-inspect judges by its name
                    self.assertEqual(self.text("#problem"), "!" + said["error"]["message"])
                self.assertRegex(self.text("#problem"), r"\(GLTF_ERR_\w+\)$")
                self.assertEqual(self.run_("[...document.querySelectorAll('#tabs button:not([hidden])')].map((t) => t.id)"), ["tab-report"])
                check_validation(self, path)
        self.assertEqual(self.drop(os.path.join(DATA, "pyramids.glb")), "ready")  # and on we go
        self.assertTrue(self.run_("document.getElementById('problem').hidden"))

    def test_a_fault_costs_only_its_object(self):
        model = json_of(os.path.join(DATA, "pyramids.gltf"))
        model["accessors"][1]["count"] = 99999
        model["accessors"][2]["componentType"] = 1
        model["bufferViews"][7]["buffer"] = 77
        model["meshes"][2] = "no mesh"
        path = self.write("faults.gltf", model)
        shutil.copy(os.path.join(DATA, "pyramids.bin"), self.folder)
        said = report_of(path)
        self.assertEqual(self.drop(path, os.path.join(self.folder, "pyramids.bin")), "ready")
        self.tab("accessors")
        messages = {int(r["#"]): r["fault"][1:] for r in self.table("accessor-table")}
        self.assertEqual(messages, {a["index"]: a["message"] or "" for a in said["accessors"]})
        self.assertGreater(sum(1 for m in messages.values() if m), 2)
        self.tab("overview")
        self.assertIn(said["accessors"][1]["message"], self.text("#faults"))
        self.tab("meshes")
        got = {int(r["mesh"]): r["fault"][1:] for r in self.table("primitive-table")}
        self.assertEqual(got[2], said["meshes"][2]["message"])
        self.run_("document.querySelector('#tab-values').click()")
        self.settle("values")
        self.assertEqual(len(self.rows("value-table")), said["accessors"][0]["count"])  # a sound one
        self.tab("map")
        self.assertGreater(len(self.rows("zone-table")), 5)
        check_validation(self, path)
        self.run_("document.querySelector('#report [data-pointer^=\"/accessors/1\"] button').click()")  # from an issue to its accessor
        self.settle("values")
        self.assertEqual(self.text("#values-place"), "!" + said["accessors"][1]["message"])

    def test_more_issues_of_a_kind_than_anybody_reads_are_counted(self):
        for count, truncated in ((2500, False), (1200000, True)):
            model = one_accessor({"componentType": 5126, "count": count, "type": "VEC3"}, "zeros.bin", 12 * count)
            model["accessors"].append({"bufferView": 0, "componentType": 5126, "count": count, "type": "VEC3", "min": [0, 0, 0], "max": [0, 0, 0]})
            model["meshes"] = [{"primitives": [{"attributes": {"POSITION": 1, "NORMAL": 0}}]}]
            self.drop(self.write("zeros.gltf", model), self.write("zeros.bin", bytes(12 * count)))
            self.tab("report")
            group = "document.querySelector('[data-code=ACCESSOR_VECTOR3_NON_UNIT]')"
            shown = self.run_(
                "[Number(%s.dataset.count), %s.querySelector('.paged').dataset.count, %s.querySelector('.more').textContent]" % (group, group, group)
            )
            if truncated:
                self.assertTrue(900000 < shown[0] <= 1000000, shown)
                self.assertIn("too much", self.text("#report .panel.warn"))
            else:
                self.assertEqual(shown, [2500, "1000", "… and 1,500 more."])
                self.assertIsNone(self.text("#report .panel.warn"))

    def test_missing_buffers_are_named_and_can_be_added(self):
        model = json_of(os.path.join(DATA, "pyramids.gltf"))
        path, binary = self.write("alone/pyramids.gltf", model), os.path.join(DATA, "pyramids.bin")
        said = report_of(path)
        self.assertEqual(self.drop(path), "ready")
        self.assertEqual(self.run_("[...document.querySelectorAll('#missing li')].map((li) => li.dataset.uri)"), ["pyramids.bin"])
        self.tab("accessors")
        messages = [r["fault"][1:] for r in self.table("accessor-table")]
        self.assertEqual([bool(m) for m in messages], [bool(a["message"]) for a in said["accessors"]])
        self.assertTrue(all(m == "" or m.endswith("(GLTF_ERR_NOT_LOADED)") for m in messages), messages)
        self.tab("map")  # what lies where is known without the bytes
        self.assertGreater(len(self.rows("zone-table")), 5)
        check_validation(self, path)
        self.tab("overview")
        short = self.write("short/pyramids.bin", read(binary)[:100])
        self.drop(short)
        self.assertRegex(self.text("#missing"), r"\(GLTF_ERR_BUFFER_LENGTH\)")
        self.page.choose("#add", [binary])
        self.after_opening()
        self.assertIsNone(self.text("#missing"))
        self.tab("accessors")
        self.assertEqual([r["fault"] for r in self.table("accessor-table") if r["fault"]], [])
        check_validation(self, os.path.join(DATA, "pyramids.gltf"))

    def test_files_from_elsewhere_are_named_and_never_fetched(self):
        model = one_accessor({"componentType": 5121, "count": 4, "type": "SCALAR"}, elsewhere + "pyramids.glb", 4)
        model["buffers"].append({"uri": "../../etc/hostname", "byteLength": 1})
        self.drop(self.write("far.gltf", model))
        self.assertEqual(
            self.run_("[...document.querySelectorAll('#missing li')].map((li) => li.dataset.uri)"), [elsewhere + "pyramids.glb", "../../etc/hostname"]
        )
        self.assertEqual(asked_elsewhere, [])


class Names(Viewer):
    def test_hostile_names_stay_text(self):
        evil = "<img src=x onerror=\"window.hacked=1\"><script>window.hacked=1</script>"
        model = json_of(os.path.join(DATA, "pyramids.gltf"))
        for kind in ("buffers", "bufferViews", "accessors", "meshes", "nodes", "skins", "animations"):
            for o in model[kind]:
                o["name"] = evil + "\u202e\u0007 turned" + "x" * 3000
        model["asset"].update(generator=evil, copyright="javascript:alert(1)")
        model["extensionsUsed"] = [evil]
        attributes = model["meshes"][0]["primitives"][0]["attributes"]
        attributes["_" + evil] = attributes.pop("_TINT")
        model["buffers"].append({"uri": evil + ".bin", "byteLength": 4})
        model["accessors"].append({"componentType": 5126, "type": evil, "count": 1})
        model["meshes"].append({"name": "W" * 5000, "primitives": [{"attributes": {"POSITION": 0}}]})
        path = self.write("<img src=x onerror='hacked=1'>.gltf", model)
        shutil.copy(os.path.join(DATA, "pyramids.bin"), self.folder)
        self.page.size(360, 740, mobile=True)
        self.assertEqual(self.drop(path, os.path.join(self.folder, "pyramids.bin")), "ready")
        for tab in ("overview", "buffers", "accessors", "values", "map", "meshes", "motion", "report"):
            self.tab(tab)
            self.assertLessEqual(self.run_("document.scrollingElement.scrollWidth"), 360, tab)  # long names do not widen the page
            self.assertEqual(self.run_("document.querySelectorAll('main img, main script, main iframe, main a[href]').length"), 0)
        self.assertEqual(self.run_("window.hacked ?? null"), None)
        self.tab("meshes")
        name = self.rows("primitive-table")[0]["names"][0]
        self.assertTrue(name.startswith(evil + "\\u202e\\u0007 turned"), name)
        self.assertLess(len(name), 300)
        self.assertIn(evil, self.text("#primitive-table"))
        self.assertIn("onerror", self.text("#file-name"))

    def test_the_sources_never_make_markup_of_text(self):
        for path in glob.glob(os.path.join(glob.escape(VIEWER), "*.js")):
            self.assertNotRegex(
                read(path).decode("utf-8"),
                r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|createContextualFragment|DOMParser|\beval\b|new Function|setTimeout",
            )


class Files(Viewer):
    def test_a_folder_with_its_buffers_in_other_folders(self):
        model = json_of(os.path.join(DATA, "pyramids.gltf"))
        model["buffers"][0]["uri"] = "../some%20data/./pyr%C3%A4mids.bin"
        self.write("top/models/a/../model.gltf", model)
        self.write("top/other/pyrämids.bin", b"another one of that name")
        os.makedirs(os.path.join(self.folder, "top", "some data"))
        shutil.copy(os.path.join(DATA, "pyramids.bin"), os.path.join(self.folder, "top", "some data", "pyrämids.bin"))
        self.write("top/zzz/deep/second.gltf", {"asset": {"version": "2.0"}})
        self.assertEqual(self.drop(os.path.join(self.folder, "top")), "ready")
        self.assertEqual(self.text("#file-name"), "top/models/model.gltf")
        self.assertIsNone(self.text("#missing"))
        self.assertIsNone(self.text("#faults"))
        self.assertEqual(
            self.run_("[...document.querySelectorAll('#models option')].map((o) => o.value)"), ["top/models/model.gltf", "top/zzz/deep/second.gltf"]
        )
        self.run_(
            "(() => { const s = document.querySelector('#models select'); s.selectedIndex = 1; s.dispatchEvent(new Event('change', { bubbles: true })); })()"
        )
        self.assertEqual(self.after_opening(), "ready")
        self.assertEqual(self.text("#file-name"), "top/zzz/deep/second.gltf")

    def test_files_by_the_input_and_the_sample(self):
        self.page.choose("#pick", [os.path.join(DATA, "pyramids.bin"), os.path.join(DATA, "pyramids.gltf")])
        self.assertEqual(self.after_opening(), "ready")
        self.assertEqual(self.text("#file-name"), "pyramids.gltf")
        self.assertIsNone(self.text("#missing"))
        self.page.choose("#pick", [os.path.join(DATA, "leaf.glb")])
        self.after_opening()
        self.assertEqual(self.text("#file-name"), "leaf.glb")

    def test_the_last_of_two_files_dropped_at_once_is_shown(self):
        first, second = os.path.join(DATA, "pyramids.glb"), os.path.join(DATA, "leaf.glb")
        self.page.drop([first])
        self.page.drop([second])
        self.page.wait("document.body.dataset.state === 'ready' && document.getElementById('file-name').textContent === 'leaf.glb'")
        self.tab("accessors")
        self.assertEqual(len(self.rows("accessor-table")), len(report_of(second)["accessors"]))

    def test_a_newer_file_ends_the_work_on_the_one_before(self):
        picked = """(() => { const pick = document.getElementById('pick');
          window.ended = 0;
          const terminate = Worker.prototype.terminate;
          Worker.prototype.terminate = function () { window.ended++; terminate.call(this); };
          for (const name of ['first.gltf', 'second.gltf', 'third.gltf']) {
            const files = new DataTransfer();
            files.items.add(new File(['{"asset": {"version": "2.0", "generator": "' + name + '"}}'], name));
            pick.files = files.files;
            pick.dispatchEvent(new Event('change'));
          } })()"""
        self.run_(picked)  # the answer for one file cannot arrive before the next one is picked
        self.assertEqual(self.after_opening(), "ready")
        self.assertEqual(self.text("#file-name"), "third.gltf")
        self.assertEqual(self.run_("window.ended"), 2)
        self.settle("report")
        self.assertIn("third.gltf", self.text("#overview"))
        self.assertEqual(self.drop(os.path.join(DATA, "pyramids.glb")), "ready")  # a worker without work is kept
        self.assertEqual(self.run_("window.ended"), 2)

    def test_an_empty_model_has_nothing_in_its_tabs(self):
        path = self.write("nothing.gltf", {"asset": {"version": "2.0"}})
        self.assertEqual(self.drop(path), "ready")
        for tab in ("overview", "buffers", "accessors", "values", "map", "meshes", "motion"):
            self.tab(tab)
            self.assertTrue(self.text("#" + tab))
        check_validation(self, path)


class Privacy(Viewer):
    def test_nothing_leaves_the_browser(self):
        self.drop(os.path.join(DATA, "pyramids.gltf"), os.path.join(DATA, "pyramids.bin"))
        for tab in ("overview", "buffers", "accessors", "values", "map", "meshes", "motion", "report"):
            self.tab(tab)
        own = {base + name for name in os.listdir(SITE)} | {base}
        strangers = [url for url in self.page.requests if url not in own and not url.startswith(("blob:" + base, "data:"))]
        self.assertEqual(strangers, [])
        self.assertGreater(len(self.page.requests), 10)
        self.assertLessEqual({path.lstrip("/") for path in asked}, set(os.listdir(SITE)) | {""})

    def test_the_policy_forbids_connections_of_page_and_worker(self):
        self.assertEqual(len(self.page.workers), 1)
        for session in (self.page.session, *self.page.workers):
            for attempt in ("fetch('%s?x')", "fetch('%s', { mode: 'no-cors', method: 'POST', body: 'x' })"):
                self.assertEqual(self.page.run((attempt % elsewhere) + ".then(() => 'connected', (problem) => problem.name)", session), "TypeError")
        self.assertEqual(
            self.run_(
                "new Promise((resolve) => { const image = new Image(); image.onload = () => resolve('loaded');"
                "image.onerror = () => resolve('refused'); image.src = '%spicture.png'; })" % elsewhere
            ),
            "refused",
        )
        self.assertEqual(asked_elsewhere, [])
        self.assertTrue(self.page.complaints)  # the browser says that it refused; that was asked for
        self.page.complaints.clear()


CONTRAST = """(() => {
  const rgba = (text) => { const n = text.match(/[\\d.]+/g).map(Number);
    return /^color\\(/.test(text) ? [...n.slice(0, 3).map((v) => v * 255), n[3] ?? 1] : [n[0], n[1], n[2], n[3] ?? 1]; };
  const over = (top, under) => [0, 1, 2].map((i) => top[i] * top[3] + under[i] * (1 - top[3])).concat(1);
  const linear = (v) => (v / 255 <= 0.04045 ? v / 255 / 12.92 : ((v / 255 + 0.055) / 1.055) ** 2.4);
  const light = (c) => { const [r, g, b] = c.slice(0, 3).map(linear); return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
  const back = (e) => { const own = rgba(getComputedStyle(e).backgroundColor);
    return own[3] >= 1 || !e.parentElement ? (own[3] ? own : [255, 255, 255, 1]) : over(own, back(e.parentElement)); };
  const bad = [];
  let looked = 0;
  for (const e of document.querySelectorAll('body *')) {
    const text = [...e.childNodes].filter((n) => n.nodeType === 3).map((n) => n.data.trim()).join('');
    const style = getComputedStyle(e);
    if (!text || !e.checkVisibility() || e.closest('button:disabled, .hidden, noscript, #drop-here, .skip')) continue;
    looked++;
    const [a, b] = [light(over(rgba(style.color), back(e))), light(back(e))].sort((x, y) => y - x);
    if ((a + 0.05) / (b + 0.05) < 4.5) bad.push([e.tagName, e.className, text.slice(0, 30), ((a + 0.05) / (b + 0.05)).toFixed(2)]);
  }
  return { bad, looked };
})()"""

NAMELESS = """[...document.querySelectorAll('button, input, select, [role=region], [role=tabpanel], canvas, table')].filter((e) => e.checkVisibility()).filter((e) =>
  !(e.getAttribute('aria-label') || e.getAttribute('aria-labelledby') || e.textContent.trim() || e.labels?.length || e.caption)).map((e) => e.outerHTML.slice(0, 100))"""


class Access(Viewer):
    def test_contrast_and_names_in_light_and_dark(self):
        model = json_of(os.path.join(DATA, "pyramids.gltf"))
        model["accessors"][1]["count"] = 99999
        model["accessors"][0]["max"] = [9, 9, 9]
        model["accessors"][0]["min"] = [-9, 0, 0]
        model["buffers"].append({"uri": "not there.bin", "byteLength": 4})
        path = self.write("colours.gltf", model)
        shutil.copy(os.path.join(DATA, "pyramids.bin"), self.folder)
        for scheme in ("light", "dark"):
            self.page.call(
                "Emulation.setEmulatedMedia",
                features=[{"name": "prefers-color-scheme", "value": scheme}, {"name": "prefers-reduced-motion", "value": "reduce"}],
            )
            self.drop(path, os.path.join(self.folder, "pyramids.bin"))
            looked = 0
            for tab in ("overview", "buffers", "accessors", "values", "map", "meshes", "motion", "report"):
                self.tab(tab)
                found = self.run_(CONTRAST)
                self.assertEqual(found["bad"], [], (scheme, tab))
                self.assertEqual(self.run_(NAMELESS), [], tab)
                looked += found["looked"]
            self.assertGreater(looked, 300)
            dark = self.run_("getComputedStyle(document.documentElement).backgroundColor")
            self.assertEqual(sum(map(int, re.findall(r"\d+", dark)[:3])) < 200, scheme == "dark")

    def test_tabs_by_the_keyboard(self):
        self.drop(os.path.join(DATA, "pyramids.glb"))
        self.run_("document.getElementById('tab-overview').focus()")
        chosen = lambda: self.run_(
            "[document.activeElement.id, document.querySelector('[role=tab][aria-selected=true]').id,"
            "[...document.querySelectorAll('[role=tabpanel]')].filter((p) => !p.hidden).map((p) => p.id).join()]"
        )
        for key, wanted in (
            ("ArrowRight", "buffers"),
            ("ArrowRight", "accessors"),
            ("End", "report"),
            ("ArrowRight", "overview"),
            ("ArrowLeft", "report"),
            ("Home", "overview"),
        ):
            self.page.press(key)
            self.assertEqual(chosen(), ["tab-" + wanted, "tab-" + wanted, wanted])


def pixels(png):
    """the colours of a PNG without interlace, as a list of rows of (r, g, b)"""
    width, height, _, kind = struct.unpack(">IIBB", png[16:26])
    channels = {2: 3, 6: 4}[kind]
    data, at = b"", 8
    while at < len(png):
        size, name = struct.unpack_from(">I4s", png, at)
        data += png[at + 8 : at + 8 + size] if name == b"IDAT" else b""
        at += 12 + size
    raw, rows, above = zlib.decompress(data), [], bytearray(width * channels)
    for y in range(height):
        line = raw[y * (width * channels + 1) : (y + 1) * (width * channels + 1)]
        row = bytearray(line[1:])
        for i in range(len(row)):
            left = row[i - channels] if i >= channels else 0
            corner = above[i - channels] if i >= channels else 0
            if line[0] == 1:
                row[i] = row[i] + left & 255
            elif line[0] == 2:
                row[i] = row[i] + above[i] & 255
            elif line[0] == 3:
                row[i] = row[i] + (left + above[i]) // 2 & 255
            elif line[0] == 4:
                p = left + above[i] - corner
                row[i] = row[i] + min((left, above[i], corner), key=lambda v: abs(p - v)) & 255
        rows.append([tuple(row[i : i + 3]) for i in range(0, len(row), channels)])
        above = row
    return rows


class Picture(Viewer):
    def test_the_byte_map_can_be_seen(self):
        self.page.size(1180, 720)
        self.drop(os.path.join(DATA, "pyramids.glb"))
        self.tab("map")
        self.page.wait("document.getElementById('map-canvas').dataset.drawn")
        left, top, width, height = self.run_(
            "(() => { const r = document.getElementById('map-canvas').getBoundingClientRect(); return [r.left, r.top, r.width, r.height]; })()"
        )
        self.page.click(left + width * 616.5 / 2460, top + height / 2)
        self.page.wait("document.getElementById('map-bytes')")
        self.run_("document.querySelector('[aria-label=\"Zoom in\"]').click()")
        self.run_("new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))")
        png = self.page.screenshot()
        os.makedirs(OUT, exist_ok=True)
        with open(os.path.join(OUT, "viewer.png"), "wb") as f:
            f.write(png)
        self.assertLess(len(png), 150000)
        rows = pixels(png)
        self.assertEqual((len(rows), len(rows[0])), (720, 1180))
        counts, everywhere = {}, {}
        for y, row in enumerate(rows):
            for colour in row:
                everywhere[colour] = everywhere.get(colour, 0) + 1
                if top <= y < top + height:  # on the canvas
                    counts[colour] = counts.get(colour, 0) + 1
        hexed = lambda name: tuple(
            bytes.fromhex(self.run_("getComputedStyle(document.documentElement).getPropertyValue('--map-%s').trim().slice(1)" % name))
        )
        for kind, least in (
            ("data", 8000),
            ("data-odd", 20000),
            ("sparse-indices", 500),
            ("sparse-values", 3000),
            ("padding", 4000),
            ("gap", 1500),
            ("viewbar", 15000),
        ):
            self.assertGreater(counts.get(hexed(kind), 0), least, kind)
        self.assertLess(max(everywhere.values()), 0.95 * 720 * 1180)


class Build(unittest.TestCase):
    def test_what_to_install_is_said_where_the_compiler_is_missing(self):
        with tempfile.TemporaryDirectory() as folder:
            env = {k: v for k, v in os.environ.items() if k != "WASI_SDK_PATH"}
            got = subprocess.run(
                ["sh", os.path.join(VIEWER, "build.sh"), os.path.join(folder, "out")],
                env=dict(env, CLANG="no-such-clang"),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
            )
        self.assertEqual(got.returncode, 77)
        self.assertRegex(got.stdout.decode(), r"^skipped: no ")
        self.assertIn("apt-get install clang lld wasi-libc", got.stderr.decode())


class Readme(unittest.TestCase):
    def test_its_lines_build_the_page_and_serve_it(self):
        part = read(os.path.join(ROOT, "README.md")).decode("utf-8").split("## A page to look into files")[1]
        build, serve_ = [line.split("      #")[0] for line in part.split("```sh\n")[1].split("```")[0].splitlines()]
        with tempfile.TemporaryDirectory() as folder:
            shutil.copyfile(os.path.join(SITE, "gltf_accessor.wasm"), os.path.join(folder, "gltf_accessor.wasm"))
            got = subprocess.run(build.replace("build/viewer", folder).split(), cwd=ROOT, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE)
            self.assertEqual(got.returncode, 0)
            self.assertIn("python3 -m http.server", got.stdout.decode())
            self.assertEqual(sorted(os.listdir(folder)), sorted(os.listdir(SITE)))
            command = [sys.executable, "-u"] + serve_.replace("build/viewer", folder).replace(" 8000", " 0").split()[1:]
            server = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
            try:
                address = re.search(r"http://127\.0\.0\.1:\d+/", server.stdout.readline().decode()).group()
                with urllib.request.urlopen(address) as answer:
                    self.assertIn(b"viewer.js", answer.read())
            finally:
                server.terminate()
                server.wait()
                server.stdout.close()


def main():
    global SITE, INSPECT, OUT
    wasm, INSPECT, OUT = map(os.path.abspath, sys.argv[1:4])
    del sys.argv[1:4]
    if not chromium.find():
        print("skipped: no chromium")
        return 77
    SITE = os.path.join(OUT, "page")
    shutil.rmtree(SITE, ignore_errors=True)
    os.makedirs(SITE)
    module = os.path.join(wasm, "gltf_accessor.wasm")
    if os.path.exists(module):
        shutil.copyfile(module, os.path.join(SITE, "gltf_accessor.wasm"))  # newer than its sources, so it is not built again
    built = subprocess.run(["sh", os.path.join(VIEWER, "build.sh"), SITE], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE)
    if built.returncode:
        sys.stdout.buffer.write(built.stdout)
        return built.returncode
    return 0 if unittest.main(exit=False).result.wasSuccessful() else 1


if __name__ == "__main__":
    sys.exit(main())
