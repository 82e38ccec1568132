// viewer.js - the page: takes files, asks the worker, shows panels.
//
// State, for those who look from outside (tests): body[data-state] is "starting", "empty", "loading", "ready" or "failed", and
// body[data-opened] counts the files that were opened; every panel, table and place that waits has aria-busy="true".
import { h, fault, none } from "./dom.js";
import { filesOfDrop, filesOfInput, modelsOf } from "./files.js";
import { name, whole } from "./format.js";
import { mapPanel } from "./mapview.js";
import { reportNodes } from "./report.js";
import { accessorsPanel, buffersPanel, meshesPanel, motionPanel, overviewPanel } from "./tables.js";
import { valuesPanel } from "./values.js";

const element = (id) => document.getElementById(id);
const tabs = [...element("tabs").children];
const panelIds = tabs.map((tab) => tab.getAttribute("aria-controls"));

// ---- the worker ----

let worker = null;
let module = null; // gltf_accessor.wasm, compiled
let nextId = 0;
const waiting = new Map(); // by id: what the worker still owes
// A worker of a blob: address inherits this page's Content-Security-Policy; one of its own address would have none.
const workerSource = `import ${JSON.stringify(new URL("worker.js", import.meta.url).href)};`;
const workerAddress = URL.createObjectURL(new Blob([workerSource], { type: "text/javascript" }));

function call(name, ...given) {
  return new Promise((resolve, reject) => {
    waiting.set(++nextId, { resolve, reject });
    worker.postMessage({ id: nextId, call: name, arguments: given });
  });
}

function answered({ data: { id, result, problem } }) {
  const asker = waiting.get(id);
  waiting.delete(id);
  if (problem === undefined) {
    asker?.resolve(result);
  } else {
    asker?.reject(new Error(problem));
  }
}

/** A worker in place of the one before, which ends in the middle of its work; what that one owes never comes. */
function startWorker() {
  worker?.terminate();
  waiting.clear();
  worker = new Worker(workerAddress, { type: "module" });
  worker.addEventListener("message", answered);
  worker.addEventListener("error", (event) => {
    if (event.target === worker) {
      waiting.forEach(({ reject }) => reject(new Error(event.message || "the worker does not start")));
      waiting.clear();
    }
  });
  return call("start", module);
}

async function begin() {
  const response = await fetch(new URL("gltf_accessor.wasm", import.meta.url));
  if (!response.ok) {
    throw new Error(`gltf_accessor.wasm: ${response.status} ${response.statusText}`);
  }
  module = await WebAssembly.compile(await response.arrayBuffer());
  return startWorker();
}

const starting = begin();

// ---- the page that panels see ----

let panels = {}; // by id: {nodes, show, choose?}
let kinds = [];
let files = []; // what was given together with the open model
let summary = null;
let opening = 0;

const page = {
  /** Ask the worker about the open model; the answer never comes if another one was opened meanwhile. */
  call(name, ...given) {
    const mine = opening;
    return call(name, ...given).then(
      (result) => (mine === opening ? result : new Promise(() => {})),
      (problem) => (mine === opening ? Promise.reject(problem) : new Promise(() => {})),
    );
  },
  hasModel: () => summary !== null && summary.error === null,
  showTab,
  showValues(accessor) {
    panels.values.chosen = true;
    showTab("values");
    panels.values.choose(accessor);
  },
  showMap(buffer) {
    panels.map.chosen = true;
    showTab("map");
    panels.map.choose(buffer);
  },
  addFrom: (input) => take(filesOfInput(input)),
};

// ---- tabs ----

function showTab(id, focus = false) {
  tabs.forEach((tab, i) => {
    const chosen = panelIds[i] === id;
    tab.setAttribute("aria-selected", chosen);
    tab.tabIndex = chosen ? 0 : -1;
    element(panelIds[i]).hidden = !chosen;
    if (chosen) {
      tab.scrollIntoView({ block: "nearest", inline: "nearest" });
      if (focus) {
        tab.focus();
      }
    }
  });
  fillPanel(id);
}

/** Fill a panel when it is seen for the first time. */
async function fillPanel(id) {
  const panel = panels[id];
  if (!panel || panel.filled) {
    return;
  }
  panel.filled = true;
  const place = element(id);
  place.replaceChildren(...panel.nodes.flat(Infinity).filter(Boolean));
  place.setAttribute("aria-busy", "true");
  await Promise.all(panel.chosen ? [] : panel.show());
  if (panels[id] === panel) {
    place.setAttribute("aria-busy", "false");
  }
}

function tabKey(event) {
  const shown = tabs.filter((tab) => !tab.hidden);
  const here = shown.indexOf(document.activeElement);
  const to = { ArrowLeft: here - 1, ArrowRight: here + 1, Home: 0, End: shown.length - 1 }[event.key];
  if (here >= 0 && to !== undefined) {
    event.preventDefault();
    showTab(shown[(to + shown.length) % shown.length].getAttribute("aria-controls"), true);
  }
}

// ---- opening ----

function say(text) {
  element("status").textContent = text;
}

function complain(message) {
  element("problem").hidden = !message;
  element("problem").replaceChildren(...(message ? [fault(message)] : []));
}

/** What was dropped or picked: a new model, or files for the open one. */
async function take(given) {
  await starting;
  const models = modelsOf(given);
  if (!given.length) {
    complain("There was no file in it.");
  } else if (!models.length && summary?.missing?.length) {
    files = [...given, ...files];
    await show(() => call("add", given));
  } else {
    await open((models[0] ?? given[0]).path, given);
  }
}

async function open(path, given) {
  files = given;
  const models = modelsOf(given);
  const select = element("models").querySelector("select");
  element("models").hidden = models.length < 2;
  select.replaceChildren(...models.map((model) => h("option", { value: model.path }, name(model.path))));
  select.value = path;
  const started = waiting.size ? startWorker() : null; // nobody needs what the old one is still at
  await show(async () => (await Promise.all([call("open", path, given), started]))[0]);
}

/** Show what the worker says of the model that `ask` opens. */
async function show(ask) {
  const mine = ++opening;
  document.body.dataset.state = "loading";
  complain(null);
  say("Reading…");
  let found = null;
  try {
    found = await ask();
  } catch (problem) {
    found = { error: problem.message };
  }
  if (mine !== opening) {
    return; // another file was opened meanwhile
  }
  summary = found;
  fill();
  document.body.dataset.opened = Number(document.body.dataset.opened ?? 0) + 1;
  document.body.dataset.state = found.error === null ? "ready" : "failed";
}

function fill() {
  const fine = summary.error === null;
  element("welcome").hidden = true;
  element("model").hidden = false;
  element("file-name").hidden = false;
  element("file-name").replaceChildren(h("bdi", {}, name(summary.path ?? "")));
  document.title = `${name(summary.path ?? "")} – glTF accessor viewer`;
  complain(summary.error);
  say(fine ? "" : "The file cannot be read. The validation below may tell more.");
  const report = { nodes: [none("Validating…")], show: () => [validate()] };
  panels = { report };
  if (fine) {
    panels = {
      overview: { nodes: [overviewPanel(page, summary)], show: () => [] },
      buffers: buffersPanel(page, summary),
      accessors: accessorsPanel(page, summary),
      values: valuesPanel(page, summary),
      map: mapPanel(page, summary),
      meshes: meshesPanel(page, summary),
      motion: motionPanel(page, summary),
      report,
    };
  }
  const { counts } = summary;
  const badges = fine
    ? { buffers: counts.buffers, accessors: counts.accessors, meshes: counts.meshes, motion: counts.skins + counts.animations }
    : {};
  tabs.forEach((tab, i) => {
    const id = panelIds[i];
    tab.hidden = !(id in panels);
    element(id).replaceChildren();
    const badge = tab.querySelector(".count");
    if (badge) {
      badge.textContent = badges[id] ? whole(badges[id]) : "";
      badge.className = "count";
    }
  });
  const before = tabs.findIndex((tab) => tab.getAttribute("aria-selected") === "true");
  showTab(fine ? (before >= 0 && !tabs[before].hidden ? panelIds[before] : "overview") : "report");
  fillPanel("report");
}

async function validate() {
  const place = element("report");
  const badge = element("tab-report").querySelector(".count");
  try {
    const result = await page.call("validate");
    place.replaceChildren(...reportNodes(page, result, kinds).flat(Infinity).filter(Boolean));
    badge.textContent = result.errors ? whole(result.errors) : result.warnings ? whole(result.warnings) : "✓";
    badge.className = `count ${result.errors ? "error" : result.warnings ? "warning" : "fine"}`;
  } catch (problem) {
    place.replaceChildren(h("p", { class: "panel bad" }, fault(problem.message)));
  }
}

// ---- wiring ----

let inside = 0; // elements that the dragged files are over

function listen() {
  const dragged = (event) => [...event.dataTransfer.types].includes("Files");
  const over = (on) => document.body.classList.toggle("dragged", on);
  addEventListener("dragenter", (event) => {
    if (dragged(event)) {
      event.preventDefault();
      inside++;
      over(true);
    }
  });
  addEventListener("dragleave", () => {
    inside = Math.max(inside - 1, 0);
    over(inside > 0);
  });
  addEventListener("dragover", (event) => {
    if (dragged(event)) {
      event.preventDefault();
      event.dataTransfer.dropEffect = "copy";
    }
  });
  addEventListener("drop", (event) => {
    event.preventDefault();
    inside = 0;
    over(false);
    filesOfDrop(event.dataTransfer)
      .then(take)
      .catch((problem) => complain(problem.message));
  });
  for (const id of ["pick", "pick-folder"]) {
    element(id).addEventListener("change", ({ target }) => {
      take(filesOfInput(target));
      target.value = ""; // the same again shall be a change too
    });
  }
  element("models").addEventListener("change", ({ target }) => open(target.value, files));
  element("tabs").addEventListener("keydown", tabKey);
  tabs.forEach((tab) => tab.addEventListener("click", () => showTab(tab.getAttribute("aria-controls"))));
  element("sample").addEventListener("click", async () => {
    try {
      const response = await fetch(new URL("pyramids.glb", import.meta.url));
      await take([{ path: "pyramids.glb", file: new File([await response.blob()], "pyramids.glb") }]);
    } catch (problem) {
      complain(problem.message);
    }
  });
}

listen(); // at once: else the browser would leave the page for a file that is dropped early
try {
  ({ kinds } = await starting);
  document.body.dataset.state = "empty";
} catch (problem) {
  complain(`The page cannot start: ${problem.message}`);
  document.body.dataset.state = "failed";
}
