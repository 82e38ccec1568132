// tables.js - the inspector's tables: overview, buffers and views, accessors, meshes, skins and animations.
import { cell, fault, h, named, none, number, pagedTable } from "./dom.js";
import { counted, name, size, vector, whole } from "./format.js";

const heading = (text, count) => h("h2", {}, text, count === undefined ? null : h("span", { class: "count" }, whole(count)));
const message = (text) => h("td", { class: text ? "message" : null }, fault(text));
/** Columns by their titles: ">" before one is for numbers, "?" behind it for one that may be left out. */
const titled = (...titles) =>
  titles.map((title) => ({ title: title.replace(/^>|\?$/g, ""), number: title.startsWith(">"), optional: title.endsWith("?") }));
/** A size for people; the exact one stands beside it, so small ones are not repeated. */
const sizeCell = (bytes) => cell(bytes >= 1024 ? size(bytes) : "");

/** A button that shows an accessor's values. */
function accessorLink(page, index, words = null) {
  return index === null || index === undefined
    ? "–"
    : h(
        "button",
        {
          type: "button",
          class: "link",
          "data-accessor": index,
          "aria-label": `Values of accessor ${index}`,
          onclick: () => page.showValues(index),
        },
        words,
        String(index),
      );
}

const attributesList = (page, attributes) =>
  attributes.map(([semantic, accessor]) =>
    h("span", { class: "pair" }, h("bdi", { class: "semantic" }, name(semantic)), " ", accessorLink(page, accessor)),
  );

// ---- overview ----

function factsList(rows) {
  return h(
    "dl",
    { class: "facts" },
    rows.filter(([, value]) => value !== null && value !== "").map(([key, value]) => [h("dt", {}, key), h("dd", {}, value)]),
  );
}

const tags = (names) =>
  names.length
    ? h(
        "span",
        { class: "tags" },
        names.map((n) => h("bdi", { class: "tag" }, name(n))),
      )
    : null;

function missingPanel(page, missing) {
  if (!missing.length) {
    return null;
  }
  const input = h("input", { type: "file", multiple: true, class: "hidden", id: "add", onchange: () => page.addFrom(input) });
  return h(
    "div",
    { class: "panel warn", id: "missing" },
    h("h3", {}, missing.length === 1 ? "A file is missing" : `${whole(missing.length)} files are missing`),
    h(
      "ul",
      {},
      missing
        .slice(0, 100)
        .map((m) =>
          h(
            "li",
            { "data-buffer": m.buffer, "data-uri": m.uri },
            named(m.uri),
            ` (buffer ${m.buffer}, ${size(m.byteLength)})`,
            m.message ? [": ", fault(m.message)] : null,
          ),
        ),
    ),
    h("p", {}, "Drop it anywhere on this page, or ", h("label", { class: "button" }, input, "Add files…")),
    h("p", { class: "note" }, "Everything that does not need it can be looked at."),
  );
}

function faultsPanel({ faults, faultCount }) {
  if (!faultCount) {
    return null;
  }
  return h(
    "div",
    { class: "panel bad", id: "faults", "data-count": faultCount },
    h("h3", {}, counted(faultCount, "object cannot", "objects cannot"), " be used"),
    h(
      "ul",
      {},
      faults.map((f) => h("li", { "data-object": f.object, "data-index": f.index }, fault(f.message))),
    ),
    faultCount > faults.length ? h("p", {}, `… and ${whole(faultCount - faults.length)} more.`) : null,
  );
}

export function overviewPanel(page, s) {
  const counts = [
    ["buffers", "buffers", "buffer"],
    ["views", "buffers", "view"],
    ["accessors", "accessors", "accessor"],
    ["meshes", "meshes", "mesh"],
    ["primitives", "meshes", "primitive"],
    ["skins", "motion", "skin"],
    ["animations", "motion", "animation"],
    ["nodes", null, "node"],
  ];
  return [
    missingPanel(page, s.missing),
    faultsPanel(s),
    h(
      "ul",
      { class: "tiles" },
      counts.map(([key, tab, one]) => {
        const words = [
          h("b", { "data-count-of": key }, whole(s.counts[key])),
          ` ${s.counts[key] === 1 ? one : one === "mesh" ? "meshes" : `${one}s`}`,
        ];
        return h(
          "li",
          {},
          tab
            ? h("button", { type: "button", class: "tile", onclick: () => page.showTab(tab) }, words)
            : h("span", { class: "tile" }, words),
        );
      }),
    ),
    heading("File"),
    factsList([
      ["file", named(s.path)],
      ["size", `${size(s.size)}${s.size >= 1024 ? ` (${whole(s.size)} bytes)` : ""}`],
      ["container", s.container === "GLB" ? "binary (GLB)" : "JSON text"],
      ["glTF version", named(s.asset.version)],
      ["needs version", named(s.asset.minVersion)],
      ["generator", named(s.asset.generator)],
      ["copyright", named(s.asset.copyright)],
      ["extensions used", tags(s.extensionsUsed)],
      ["extensions required", tags(s.extensionsRequired)],
    ]),
  ];
}

// ---- buffers and views ----

function bufferRow(page, b) {
  const origin = b.uri !== null ? named(b.uri) : b.loaded ? "embedded" : "no data";
  const lost = !b.message && !b.loaded && b.uri !== null ? "not loaded" : b.message;
  return h(
    "tr",
    { "data-index": b.index },
    h("th", { scope: "row", class: "number" }, String(b.index)),
    cell(named(b.name)),
    message(lost),
    number(b.byteLength, { "data-bytes": b.byteLength }),
    sizeCell(b.byteLength),
    cell(origin),
    cell(
      h(
        "button",
        { type: "button", class: "link", "aria-label": `Byte map of buffer ${b.index}`, onclick: () => page.showMap(b.index) },
        "byte map",
      ),
    ),
  );
}

function compressionCell(c) {
  if (!c) {
    return cell("");
  }
  const words = c.mode
    ? `${c.mode}${c.filter && c.filter !== "NONE" ? ` ${c.filter}` : ""}, ${whole(c.byteLength)} bytes at ${whole(c.byteOffset)} of buffer ${c.buffer}`
    : "";
  return h(
    "td",
    { class: "wide" },
    named(c.extension),
    words ? ` ${words}` : "",
    c.ratio ? [", ", h("b", { "data-ratio": c.ratio }, `${c.ratio.toFixed(1)} : 1`)] : null,
  );
}

function viewRow(v) {
  return h(
    "tr",
    { "data-index": v.index },
    h("th", { scope: "row", class: "number" }, String(v.index)),
    cell(named(v.name)),
    message(v.message),
    number(v.buffer),
    number(v.byteOffset),
    number(v.byteLength),
    sizeCell(v.byteLength),
    number(v.byteStride),
    compressionCell(v.compression),
    cell(v.image ? "image" : ""),
  );
}

export function buffersPanel(page, s) {
  const fetch = (table) => (first, count) => page.call("rows", table, first, count);
  const buffers = pagedTable({
    id: "buffer-table",
    caption: "Buffers",
    rowsName: "buffer",
    count: s.counts.buffers,
    fetch: fetch("buffers"),
    row: (b) => bufferRow(page, b),
    columns: titled(">#", "name?", "fault?", ">bytes", "size?", "data", "map"),
  });
  const views = pagedTable({
    id: "view-table",
    caption: "Buffer views",
    rowsName: "view",
    count: s.counts.views,
    fetch: fetch("views"),
    row: viewRow,
    columns: titled(">#", "name?", "fault?", ">buffer", ">offset", ">bytes", "size?", ">stride?", "compression?", "use?"),
  });
  return {
    nodes: [
      heading("Buffers", s.counts.buffers),
      s.counts.buffers ? buffers.element : none("The file has no buffers."),
      heading("Buffer views", s.counts.views),
      s.counts.views ? views.element : none("The file has no buffer views."),
    ],
    show: () => [s.counts.buffers ? buffers.show(0) : null, s.counts.views ? views.show(0) : null],
  };
}

// ---- accessors ----

/** Do the declared extremes of a row differ from the real ones?  Floats in a file are decimal. */
function differs(row, real) {
  const stored = row.component === "float" ? Math.fround : (value) => value;
  const other = (declared, found) => declared && declared.some((value, i) => stored(value) !== found[i] && Number.isFinite(found[i]));
  return other(row.min, real.min) || other(row.max, real.max);
}

const range = ({ min, max }) => `${min ? vector(min) : "?"} … ${max ? vector(max) : "?"}`;

function accessorRow(page, a) {
  const uses = [...a.uses, ...(a.useCount > a.uses.length ? [`and ${whole(a.useCount - a.uses.length)} more`] : [])];
  const declared = a.min || a.max ? range(a) : null;
  const line = (which, attributes, ...children) =>
    h("div", { class: "range" }, h("span", { class: "which" }, which), h("span", attributes, children));
  return h(
    "tr",
    { "data-index": a.index },
    h("th", { scope: "row", class: "number" }, accessorLink(page, a.index)),
    cell(named(a.name)),
    message(a.message),
    cell(a.type ?? "?"),
    h("td", { class: "tight" }, a.component, a.normalized ? h("span", { class: "tag" }, "normalized") : null),
    number(a.count),
    number(a.sparseCount || null),
    number(a.view),
    number(a.view === null ? null : a.byteOffset),
    number(a.byteStride),
    h(
      "td",
      { class: "wide uses" },
      uses.map((use) => h("span", { class: "use" }, h("bdi", {}, name(use)))),
    ),
    h(
      "td",
      { class: "ranges" },
      line(
        "declared",
        { class: "declared", "data-min": a.min ? JSON.stringify(a.min) : null, "data-max": a.max ? JSON.stringify(a.max) : null },
        a.malformed ? fault(a.malformed) : (declared ?? "–"),
      ),
      line("real", { class: "real", "data-pending": !a.message }, a.message ? "–" : "…"),
    ),
  );
}

export function accessorsPanel(page, s) {
  let round = 0;
  /** One after another, so that other requests come in between. */
  async function fillBounds(rows, body) {
    const mine = ++round;
    for (const row of rows) {
      const at = body.querySelector(`tr[data-index="${row.index}"] .real[data-pending]`);
      if (at) {
        const found = await page.call("bounds", row.index).catch(() => null);
        if (mine !== round || !at.isConnected) {
          return;
        }
        at.removeAttribute("data-pending");
        at.textContent = !found || found.min[0] === Infinity ? "–" : range(found);
        if (found) {
          at.dataset.min = JSON.stringify(found.min);
          at.dataset.max = JSON.stringify(found.max);
        }
        if (found && differs(row, found)) {
          at.classList.add("differs");
          at.append(" ", h("span", { class: "tag warn" }, "differs"));
        }
      }
    }
  }
  const table = pagedTable({
    id: "accessor-table",
    caption: "Accessors",
    rowsName: "accessor",
    count: s.counts.accessors,
    row: (a) => accessorRow(page, a),
    fetch: (first, count) => page.call("rows", "accessors", first, count),
    shown: (rows) => fillBounds(rows, table.element),
    columns: titled(
      ">#",
      "name?",
      "fault?",
      "type",
      "component",
      ">count",
      ">sparse?",
      ">view",
      ">offset",
      ">stride",
      "used by",
      "min … max",
    ),
  });
  return {
    nodes: [heading("Accessors", s.counts.accessors), s.counts.accessors ? table.element : none("The file has no accessors.")],
    show: () => [s.counts.accessors ? table.show(0) : null],
  };
}

// ---- meshes, skins, animations ----

function primitiveRow(page, p) {
  return h(
    "tr",
    { "data-mesh": p.mesh, "data-primitive": p.primitive },
    h("th", { scope: "row", class: "number" }, String(p.mesh)),
    cell(named(p.name)),
    message(p.message),
    number(p.primitive),
    cell(p.mode ?? ""),
    h("td", { class: "number" }, accessorLink(page, p.indices)),
    h("td", { class: "wide" }, attributesList(page, p.attributes)),
    h(
      "td",
      { class: "wide" },
      p.targets.map((t, i) =>
        h(
          "div",
          { class: "target-row" },
          h("span", { class: "dim" }, `target ${i} `),
          named(t.name),
          " ",
          attributesList(page, t.attributes),
        ),
      ),
      p.weights.length ? h("div", { class: "dim" }, `weights ${vector(p.weights)}`) : null,
    ),
  );
}

export function meshesPanel(page, s) {
  const fetch = (table) => (first, count) => page.call("rows", table, first, count);
  const primitives = pagedTable({
    id: "primitive-table",
    caption: "Meshes and their primitives",
    rowsName: "primitive",
    count: s.counts.primitives,
    fetch: fetch("primitives"),
    row: (p) => primitiveRow(page, p),
    columns: titled(">mesh", "name?", "fault?", ">primitive", "mode", ">indices", "attributes", "morph targets?"),
  });
  const instances = pagedTable({
    id: "instance-table",
    caption: "Nodes with instances or faults",
    rowsName: "node",
    count: s.counts.instances,
    fetch: fetch("instances"),
    columns: titled(">node", "name?", "fault?", "attributes"),
    row: (n) =>
      h(
        "tr",
        { "data-index": n.index },
        h("th", { scope: "row", class: "number" }, String(n.index)),
        cell(named(n.name)),
        message(n.message),
        h("td", { class: "wide" }, attributesList(page, n.attributes)),
      ),
  });
  return {
    nodes: [
      heading("Meshes", s.counts.meshes),
      s.counts.primitives ? primitives.element : none("The file has no meshes."),
      s.counts.instances ? [heading("Nodes with instances or faults", s.counts.instances), instances.element] : null,
    ],
    show: () => [s.counts.primitives ? primitives.show(0) : null, s.counts.instances ? instances.show(0) : null],
  };
}

function channelRow(page, c) {
  const target = c.pointer ? named(c.pointer) : c.node === null ? (c.path ? "no node" : "") : [`node ${c.node} `, named(c.nodeName)];
  return h(
    "tr",
    { "data-animation": c.animation, "data-channel": c.channel },
    h("th", { scope: "row", class: "number" }, String(c.animation)),
    cell(named(c.name)),
    message(c.message),
    number(c.channel),
    cell(target),
    cell(named(c.path)),
    number(c.sampler),
    cell(c.interpolation ?? ""),
    h("td", { class: "number" }, accessorLink(page, c.input)),
    h("td", { class: "number" }, accessorLink(page, c.output)),
    number(c.valuesPerKey || null),
  );
}

export function motionPanel(page, s) {
  const fetch = (table) => (first, count) => page.call("rows", table, first, count);
  const skins = pagedTable({
    id: "skin-table",
    caption: "Skins",
    rowsName: "skin",
    count: s.counts.skins,
    fetch: fetch("skins"),
    columns: titled(">#", "name?", "fault?", ">joints", "nodes", "inverse bind matrices"),
    row: (k) =>
      h(
        "tr",
        { "data-index": k.index },
        h("th", { scope: "row", class: "number" }, String(k.index)),
        cell(named(k.name)),
        message(k.message),
        number(k.jointCount),
        h("td", { class: "wide" }, k.joints.join(" "), k.jointCount > k.joints.length ? " …" : ""),
        cell(
          k.inverseBindMatrices === null ? (k.message ? "" : "none (identity)") : ["accessor ", accessorLink(page, k.inverseBindMatrices)],
        ),
      ),
  });
  const channels = pagedTable({
    id: "channel-table",
    caption: "Animations and their channels",
    rowsName: "channel",
    count: s.counts.channels,
    fetch: fetch("channels"),
    row: (c) => channelRow(page, c),
    columns: titled(
      ">animation",
      "name?",
      "fault?",
      ">channel",
      "target",
      "path",
      ">sampler",
      "interpolation",
      ">input",
      ">output",
      ">values per key",
    ),
  });
  return {
    nodes: [
      heading("Skins", s.counts.skins),
      s.counts.skins ? skins.element : none("The file has no skins."),
      heading("Animations", s.counts.animations),
      s.counts.channels ? channels.element : none("The file has no animations."),
    ],
    show: () => [s.counts.skins ? skins.show(0) : null, s.counts.channels ? channels.show(0) : null],
  };
}
