#!/usr/bin/env python3
"""The JavaScript binding in a browser: headless Chromium loads the module from a server on this machine and decodes the bundled
model; every number must be what C decodes.  usage: test_browser.py FOLDER-WITH-WASM GLTF-INSPECT

Exit status 77 and "skipped: no X" without Chromium or the module (which the test bindings.javascript builds)."""
import http.server, os, shutil, subprocess, sys, tempfile, threading

import reference

SECONDS = 300  # for a browser to start and to answer on a busy machine

# The page reports by a request of its own: a dump of the document would be of some moment, not of the one when all is done.
PAGE = """<!doctype html><meta charset="utf-8"><script type="module">
const report = (text) => fetch("report", { method: "POST", body: text });
try {
  const { load, Kind, Type } = await import("./gltf_accessor.js");
  const hex = (array) => Array.from(new Uint8Array(array.buffer), (byte) => byte.toString(16).padStart(2, "0")).join("");
  const gltf = await load();
  const model = gltf.parse(new Uint8Array(await (await fetch("model.gltf")).arrayBuffer()));
  await model.load(async (uri) => new Uint8Array(await (await fetch(uri)).arrayBuffer()));
  const lines = [];
  for (let i = 0; i < model.count(Kind.ACCESSOR); i++) {
    lines.push(`${i} float ${hex(model.accessor(i).read(Type.FLOAT))}`);
  }
  model.free();
  await report(lines.join("\\n") + "\\nend");
} catch (problem) {
  await report(`${problem} ${problem.stack}`);
}
</script>
"""


class Site(http.server.ThreadingHTTPServer):
    """Serves FOLDER; `report` holds what the page sent, once `reported` is set."""

    def __init__(self, folder):
        self.report, self.reported = "", threading.Event()
        super().__init__(("127.0.0.1", 0), lambda *arguments: Handler(*arguments, directory=folder))


class Handler(http.server.SimpleHTTPRequestHandler):
    def do_POST(self):
        self.server.report = self.rfile.read(int(self.headers["Content-Length"])).decode()
        self.send_response(204)
        self.end_headers()
        self.server.reported.set()

    def log_message(self, *_):
        pass


def main():
    folder, inspect = sys.argv[1:3]
    browser = next((b for b in ("chromium", "chromium-browser", "google-chrome") if shutil.which(b)), None)
    for missing, name in ((not browser, "chromium"), (not os.path.exists(os.path.join(folder, "gltf_accessor.wasm")), "gltf_accessor.wasm")):
        if missing:
            print("skipped: no " + name)
            return 77
    data = os.path.join(reference.ROOT, "examples", "data")
    wanted = [line for line in reference.dump(inspect, os.path.join(data, "pyramids.gltf")) if " float " in line[:20]]
    with tempfile.TemporaryDirectory() as site:
        for name in ("gltf_accessor.js", "gltf_accessor.wasm"):
            shutil.copy(os.path.join(folder, name), site)
        shutil.copy(os.path.join(data, "pyramids.gltf"), os.path.join(site, "model.gltf"))
        shutil.copy(os.path.join(data, "pyramids.bin"), site)
        with open(os.path.join(site, "index.html"), "w", encoding="utf-8") as f:
            f.write(PAGE)
        server = Site(site)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        with tempfile.TemporaryFile() as said:
            run = subprocess.Popen([browser, "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--user-data-dir=" + os.path.join(site, "profile"),
                                    "http://127.0.0.1:%d/" % server.server_address[1]], stdin=subprocess.DEVNULL, stdout=said, stderr=said)
            if not server.reported.wait(SECONDS):
                said.seek(0)
                print("no report in %d s; the browser said:" % SECONDS, said.read().decode("utf-8", "replace"), sep="\n")
            run.terminate()
            run.wait()
        server.shutdown()
    got = server.report.split("\n")
    if len(wanted) < 20 or got != wanted + ["end"]:
        print(reference.difference(got, wanted + ["end"]) or "nothing to compare with")
        return 1
    print("%d accessors are alike" % len(wanted))
    return 0


sys.exit(main())
