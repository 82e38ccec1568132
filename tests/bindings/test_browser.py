#!/usr/bin/env python3
"""The JavaScript binding in a browser: headless Chromium loads the module from a server on this machine and decodes the bundled
model; every number must be what C decodes.  usage: test_browser.py FOLDER-WITH-WASM GLTF-INSPECT

Exit status 77 and "skipped: no X" without Chromium or the module (which the test bindings.javascript builds)."""
import functools, html, http.server, os, re, shutil, subprocess, sys, tempfile, threading

import reference

PAGE = """<!doctype html><meta charset="utf-8"><pre id="out"></pre><script type="module">
import { load, Kind, Type } from "./gltf_accessor.js";
const out = document.getElementById("out");
const hex = (array) => Array.from(new Uint8Array(array.buffer), (byte) => byte.toString(16).padStart(2, "0")).join("");
try {
  const gltf = await load();
  const model = gltf.parse(new Uint8Array(await (await fetch("model.gltf")).arrayBuffer()));
  await model.load(async (uri) => new Uint8Array(await (await fetch(uri)).arrayBuffer()));
  const lines = [];
  for (let i = 0; i < model.count(Kind.ACCESSOR); i++) {
    lines.push(`${i} float ${hex(model.accessor(i).read(Type.FLOAT))}`);
  }
  model.free();
  out.textContent = lines.join("\\n") + "\\nend";
} catch (problem) {
  out.textContent = `${problem} ${problem.stack}`;
}
</script>
"""


class Quiet(http.server.SimpleHTTPRequestHandler):
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
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=site))
        threading.Thread(target=server.serve_forever, daemon=True).start()
        run = subprocess.run([browser, "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--user-data-dir=" + os.path.join(site, "profile"),
                              "--virtual-time-budget=60000", "--dump-dom", "http://127.0.0.1:%d/" % server.server_address[1]],
                             stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, timeout=300)
        server.shutdown()
    found = re.search(r'<pre id="out">(.*?)</pre>', run.stdout.decode("utf-8", "replace"), re.S)
    got = html.unescape(found.group(1)).split("\n") if found else []
    if len(wanted) < 20 or got != wanted + ["end"]:
        print(reference.difference(got, wanted + ["end"]) or "nothing to compare with")
        print(run.stdout.decode("utf-8", "replace")[:2000])
        return 1
    print("%d accessors are alike" % len(wanted))
    return 0


sys.exit(main())
