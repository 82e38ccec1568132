// mapview.js - the byte map on a canvas: views, bytes and accessors of a buffer, to be zoomed into; the same as a table below it.
import { KINDS, addAmounts, lanesOf, purposeOf, zoneIndex } from "./bytemap.js";
import { cell, fault, h, named, none, number, pagedTable } from "./dom.js";
import { counted, name, size, whole } from "./format.js";

const MOST_VIEW_LANES = 4;
const MOST_ACCESSOR_LANES = 12;
const LANE = 18,
  GAP = 2,
  TITLE = 17,
  BYTES = 44,
  RULER = 20,
  STRIP = 10;
const LEAST_BYTES = 16; // that fill the width

/** The colour of a kind; that of data changes from one accessor to the next. */
const shadeOf = (kind, accessor) => (kind === "data" && accessor % 2 === 1 ? "data-odd" : kind);
const SHADES = Object.keys(KINDS).flatMap((kind) => (kind === "data" ? ["data", "data-odd"] : [kind]));
const shadeOfPiece = ({ kind, owners }) => shadeOf(kind, owners[0]?.accessor);
const ownerText = ({ accessor, view }) => (accessor !== undefined ? `accessor ${accessor}` : `view ${view}`);
const offset = (bytes) => `${whole(bytes)} (0x${bytes.toString(16)})`;

export function mapPanel(page, s) {
  if (!s.maps.length) {
    return { nodes: [none("The file has no buffers.")], show: () => [], choose: () => {} };
  }
  const title = (m) => (m.view === null ? `buffer ${m.buffer}, ${size(m.size)}` : `view ${m.view} decompressed, ${size(m.size)}`);
  const which = h(
    "select",
    { id: "map-buffer", onchange: () => choose(Number(which.value)) },
    s.maps.map((m) => h("option", { value: m.buffer }, title(m))),
  );
  const place = h("div", { id: "map-place" });
  let asked = 0;
  let shown = null;

  async function choose(buffer = Number(which.value)) {
    const mine = ++asked;
    which.value = String(buffer);
    place.setAttribute("aria-busy", "true");
    try {
      const map = await page.call("map", buffer);
      if (mine !== asked) {
        return;
      }
      shown?.end();
      shown = map.size ? new MapView(page, buffer, map) : null;
      place.replaceChildren(...(shown ? shown.nodes : [none("The buffer is empty.")]));
      await shown?.begin();
    } catch (problem) {
      place.replaceChildren(h("p", { class: "panel bad" }, fault(problem.message)));
    }
    place.setAttribute("data-buffer", buffer);
    place.setAttribute("aria-busy", "false");
  }

  return {
    nodes: [h("h2", {}, "Byte map"), h("div", { class: "controls" }, h("label", {}, "Of ", which)), place],
    show: () => [choose()],
    choose,
  };
}

class MapView {
  constructor(page, buffer, map) {
    Object.assign(this, { page, buffer, map, from: 0, to: map.size, cursor: null, pointers: new Map() });
    this.viewLanes = lanesOf(
      map.views.filter((v) => v.start < v.end),
      MOST_VIEW_LANES,
    );
    this.accessorLanes = lanesOf(
      map.accessors.filter((a) => a.start < a.end),
      MOST_ACCESSOR_LANES,
    );
    this.totals = {};
    map.zones.forEach((zone) => addAmounts(zone, 0, map.size, this.totals));
    const inside = `${counted(map.views.length, "view")}, ${counted(map.accessors.length, "run of elements", "runs of elements")}`;
    this.canvas = h("canvas", {
      id: "map-canvas",
      tabindex: "0",
      role: "img",
      "aria-describedby": "map-keys",
      "aria-label": `Byte map: ${inside} in ${size(map.size)}. The same stands in the table of zones below.`,
      onkeydown: (event) => this.key(event),
      onwheel: (event) => this.wheel(event),
      ondblclick: (event) => this.zoom(0.25, this.byteAt(event)),
      onpointerdown: (event) => this.down(event),
      onpointermove: (event) => this.move(event),
      onpointerup: (event) => this.up(event),
      onpointercancel: (event) => this.up(event),
      onpointerleave: () => this.cursor !== null && this.pointers.size === 0 && this.tell(this.cursor),
    });
    this.details = h("div", { id: "map-details", "aria-live": "polite" }, this.hint());
    this.range = h("output", { id: "map-range" });
    this.slider = h("input", {
      type: "range",
      min: "0",
      max: "1000",
      value: "0",
      step: "any",
      "aria-label": "Place in the buffer",
      oninput: () => this.slide(),
    });
    const button = (text, label, act) => h("button", { type: "button", "aria-label": label, title: label, onclick: act }, text);
    this.table = this.zoneTable();
    this.nodes = [
      h(
        "div",
        { class: "controls" },
        button("−", "Zoom out", () => this.zoom(2)),
        button("+", "Zoom in", () => this.zoom(0.5)),
        button("Whole buffer", "Show the whole buffer", () => this.look(0, map.size)),
        this.range,
        this.slider,
      ),
      this.canvas,
      h("div", { class: "beside" }, this.details, this.legend()),
      h(
        "p",
        { class: "note", id: "map-keys" },
        "Drag to move, pinch or Ctrl + wheel or double-click to zoom. ",
        "Keys: ← → move the mark, Page Up and Page Down go from zone to zone, + − zoom, Home and End.",
      ),
      h("h3", {}, "Zones"),
      this.table.element,
    ];
    this.redraw = () => this.schedule();
    this.sizes = new ResizeObserver(this.redraw);
    this.dark = matchMedia("(prefers-color-scheme: dark)");
  }

  async begin() {
    this.sizes.observe(this.canvas.parentElement);
    this.dark.addEventListener("change", this.redraw);
    this.look(0, this.map.size);
    await this.table.show(0);
  }

  end() {
    this.sizes.disconnect();
    this.dark.removeEventListener("change", this.redraw);
  }

  hint() {
    return h("p", { class: "dim" }, "Point at a byte, or tap it, to see what it is for.");
  }

  legend() {
    return h(
      "ul",
      { class: "legend", id: "map-legend" },
      Object.entries(KINDS)
        .filter(([kind]) => this.totals[kind])
        .map(([kind, title]) =>
          h(
            "li",
            { "data-kind": kind, "data-bytes": this.totals[kind] },
            h("span", { class: `swatch ${kind}`, "aria-hidden": "true" }),
            title,
            h("span", { class: "dim" }, ` ${size(this.totals[kind])}, ${((100 * this.totals[kind]) / this.map.size).toFixed(1)} %`),
          ),
        ),
    );
  }

  // ---- the table ----

  zoneTable() {
    const { zones, size: all } = this.map;
    const owners = (list) => list.map(ownerText).join(", ");
    const piece = (p) =>
      h(
        "div",
        { class: "piece" },
        h("span", { class: `swatch ${shadeOfPiece(p)}`, "aria-hidden": "true" }),
        h("span", { class: "digits" }, `${p.at}–${p.at + p.size - 1} `),
        p.owners.length ? owners(p.owners) : KINDS[p.kind],
        p.owners.length && p.kind !== "data" ? ` (${KINDS[p.kind]})` : "",
      );
    const what = (z) =>
      z.kind === "pattern"
        ? [h("div", { class: "dim" }, `every ${whole(z.period)} bytes:`), z.pieces.map(piece)]
        : h(
            "div",
            { class: "piece" },
            h("span", { class: `swatch ${shadeOfPiece(z)}`, "aria-hidden": "true" }),
            KINDS[z.kind],
            z.owners.length ? `: ${owners(z.owners)}` : "",
            z.approximate ? " and others" : "",
          );
    return pagedTable({
      id: "zone-table",
      caption: "Zones of the buffer",
      rowsName: "zone",
      count: zones.length,
      pageSize: 50,
      fetch: async (first, count) => zones.slice(first, first + count),
      columns: [
        { title: "from", number: true },
        { title: "to", number: true },
        { title: "bytes", number: true },
        { title: "what" },
        { title: "views" },
        { title: "map" },
      ],
      row: (z) =>
        h(
          "tr",
          {
            "data-start": z.start,
            "data-end": z.end,
            "data-kind": z.kind,
            "data-views": z.views.join(" "),
            "data-zone": JSON.stringify(z.pieces ? { period: z.period, pieces: z.pieces } : { owners: z.owners }),
          },
          number(z.start),
          number(z.end - 1),
          number(z.end - z.start),
          h("td", { class: "wide" }, what(z)),
          cell(z.views.join(", "), z.viewCount > z.views.length ? " …" : ""),
          cell(
            h(
              "button",
              {
                type: "button",
                class: "link",
                "aria-label": `Show bytes ${z.start} to ${z.end - 1} on the map`,
                onclick: () => this.showZone(z, all),
              },
              "show",
            ),
          ),
        ),
    });
  }

  showZone(zone, all) {
    const margin = Math.max((zone.end - zone.start) / 8, 4);
    this.look(Math.max(zone.start - margin, 0), Math.min(zone.end + margin, all));
    this.mark(zone.start);
    this.canvas.scrollIntoView({ block: "nearest" });
  }

  // ---- moving ----

  get width() {
    return this.canvas.clientWidth;
  }

  look(from, to) {
    const all = this.map.size;
    const wide = Math.min(Math.max(to - from, Math.min(LEAST_BYTES, all)), all);
    this.from = Math.min(Math.max(from, 0), all - wide);
    this.to = this.from + wide;
    const [first, last] = [Math.floor(this.from), Math.min(Math.ceil(this.to), all) - 1];
    this.range.value = `bytes ${whole(first)} – ${whole(last)}`;
    this.canvas.dataset.from = first;
    this.canvas.dataset.to = last + 1;
    this.slider.disabled = wide >= all;
    this.slider.value = wide >= all ? 0 : (1000 * this.from) / (all - wide);
    this.schedule();
  }

  zoom(
    factor,
    around = this.cursor !== null && this.cursor >= this.from && this.cursor < this.to ? this.cursor : (this.from + this.to) / 2,
  ) {
    const share = (around - this.from) / (this.to - this.from);
    const wide = Math.min(Math.max((this.to - this.from) * factor, LEAST_BYTES), this.map.size);
    this.look(around - share * wide, around + (1 - share) * wide);
  }

  slide() {
    const wide = this.to - this.from;
    const from = (this.slider.valueAsNumber / 1000) * (this.map.size - wide);
    this.look(from, from + wide);
  }

  x(byte) {
    return ((byte - this.from) / (this.to - this.from)) * this.width;
  }

  byteAt(event) {
    const x = event.clientX - this.canvas.getBoundingClientRect().left;
    return Math.min(Math.max(Math.floor(this.from + (x / this.width) * (this.to - this.from)), 0), this.map.size - 1);
  }

  wheel(event) {
    if (event.ctrlKey || event.metaKey) {
      event.preventDefault();
      this.zoom(Math.exp(Math.min(Math.max(event.deltaY, -100), 100) / 200), this.byteAt(event));
    } else if (event.deltaX) {
      event.preventDefault();
      const by = (event.deltaX / this.width) * (this.to - this.from);
      this.look(this.from + by, this.to + by);
    }
  }

  down(event) {
    this.canvas.setPointerCapture(event.pointerId);
    this.pointers.set(event.pointerId, { x: event.clientX, moved: false });
  }

  move(event) {
    const pointer = this.pointers.get(event.pointerId);
    if (!pointer) {
      this.tell(this.byteAt(event), true);
      return;
    }
    const others = [...this.pointers.values()].filter((p) => p !== pointer);
    const dx = event.clientX - pointer.x;
    if (others.length) {
      // two fingers: the bytes between them stay between them
      const before = Math.max(Math.abs(pointer.x - others[0].x), 8);
      const after = Math.max(Math.abs(event.clientX - others[0].x), 8);
      this.zoom(before / after, this.byteAt({ clientX: (event.clientX + others[0].x) / 2 }));
      others[0].moved = true;
    } else if (Math.abs(dx) > 3 || pointer.moved) {
      const by = (dx / this.width) * (this.to - this.from);
      this.look(this.from - by, this.to - by);
    } else {
      return;
    }
    pointer.x = event.clientX;
    pointer.moved = true;
  }

  up(event) {
    const pointer = this.pointers.get(event.pointerId);
    this.pointers.delete(event.pointerId);
    if (pointer && !pointer.moved && event.type === "pointerup") {
      this.mark(this.byteAt(event));
    }
  }

  key(event) {
    const all = this.map.size;
    const here = this.cursor ?? Math.floor(this.from);
    const step = Math.max(Math.round(((this.to - this.from) / this.width) * (event.shiftKey ? 40 : 4)), 1);
    const zone = zoneIndex(this.map.zones, here);
    const starts = (i) => this.map.zones[Math.min(Math.max(i, 0), this.map.zones.length - 1)].start;
    const moves = {
      ArrowLeft: here - step,
      ArrowRight: here + step,
      Home: 0,
      End: all - 1,
      PageUp: starts(zone - 1),
      PageDown: starts(zone + 1),
    };
    if (event.key in moves && !event.ctrlKey && !event.altKey && !event.metaKey) {
      this.mark(Math.min(Math.max(moves[event.key], 0), all - 1));
    } else if (event.key === "+" || event.key === "=") {
      this.zoom(0.5);
    } else if (event.key === "-") {
      this.zoom(2);
    } else if (event.key === "0") {
      this.look(0, all);
    } else {
      return;
    }
    event.preventDefault();
  }

  /** Put the mark on a byte, and bring it into sight. */
  mark(byte) {
    this.cursor = byte;
    const wide = this.to - this.from;
    if (byte < this.from || byte >= this.to) {
      this.look(byte - wide / 2, byte + wide / 2);
    }
    this.tell(byte);
    this.schedule();
  }

  // ---- what a byte is for ----

  async tell(byte, passing = false) {
    const about = purposeOf(this.map.zones, byte);
    const mine = (this.asked = (this.asked ?? 0) + 1);
    const rows = [
      ["byte", offset(byte)],
      ["for", [h("span", { class: `swatch ${shadeOfPiece(about)}`, "aria-hidden": "true" }), KINDS[about.kind]]],
      ["bytes alike", `${whole(about.start)} – ${whole(about.end - 1)} (${size(about.end - about.start)})`],
    ];
    const views = this.map.views.filter((v) => about.views.includes(v.index) && v.start <= byte && byte < v.end);
    views.forEach((v) => rows.push([`view ${v.index}`, [named(v.name), ` offset ${whole(byte - v.start)}`]]));
    this.map.accessors
      .filter(
        (a) =>
          about.owners.some((o) => o.accessor === a.index) && a.start <= byte && byte < a.end && (byte - a.start) % a.stride < a.element,
      )
      .forEach((a) => {
        const element = Math.floor((byte - a.start) / a.stride);
        const unit = a.kind === "data" ? "element" : a.kind === "sparse-indices" ? "sparse index" : "sparse value";
        rows.push([
          `accessor ${a.index}`,
          [h("bdi", {}, name(a.label)), ` ${unit} ${whole(element)}, byte ${(byte - a.start) % a.stride} of ${a.element}`],
        ]);
      });
    const list = h(
      "dl",
      { class: "facts", "data-byte": byte, "data-kind": about.kind },
      rows.map(([key, value]) => [h("dt", {}, key), h("dd", {}, value)]),
    );
    this.details.setAttribute("aria-live", passing ? "off" : "polite");
    this.details.replaceChildren(list);
    if (!passing) {
      const first = Math.max(byte - (byte % 16), 0);
      const bytes = await this.page.call("bytes", this.buffer, first, 16).catch(() => null);
      if (bytes && mine === this.asked) {
        list.append(
          h("dt", {}, `bytes from ${whole(first)}`),
          h(
            "dd",
            { class: "digits", id: "map-bytes" },
            Array.from(bytes, (b, i) => [h(first + i === byte ? "mark" : "span", {}, b.toString(16).padStart(2, "0")), " "]),
          ),
        );
      }
    }
  }

  // ---- drawing ----

  schedule() {
    this.frame ??= requestAnimationFrame(() => {
      this.frame = null;
      this.draw();
    });
  }

  draw() {
    const { canvas, width } = this;
    if (!width) {
      return; // not in sight
    }
    const lanes = (l) => TITLE + Math.max(l.lanes.length, 1) * (LANE + GAP);
    const height = STRIP + RULER + lanes(this.viewLanes) + TITLE + BYTES + lanes(this.accessorLanes) + 4;
    const scale = devicePixelRatio || 1;
    canvas.style.height = `${height}px`;
    canvas.width = Math.round(width * scale);
    canvas.height = Math.round(height * scale);
    const style = getComputedStyle(canvas);
    this.colour = (kind) => style.getPropertyValue(`--map-${kind}`).trim() || "#888";
    this.text = style.color;
    const ink = canvas.getContext("2d");
    this.ink = ink;
    ink.scale(scale, scale);
    ink.font = `12px ${style.fontFamily}`;
    ink.textBaseline = "middle";
    let y = this.drawStrip(0);
    y = this.drawRuler(y);
    y = this.drawTitle(y, "views", this.viewLanes.left);
    y = this.drawLanes(y, this.viewLanes.lanes, (bar) => [
      this.colour(bar.fallback ? "fallback" : "viewbar"),
      `view ${bar.index}${bar.name === null ? "" : ` ${name(bar.name)}`}`,
    ]);
    y = this.drawTitle(y, "bytes", 0);
    y = this.drawBytes(y);
    y = this.drawTitle(y, "accessors", this.accessorLanes.left);
    this.drawLanes(
      y,
      this.accessorLanes.lanes,
      (bar) => [
        this.colour(shadeOf(bar.kind, bar.index)),
        `${bar.index} ${name(bar.label)}${bar.kind === "data" ? "" : ` ${KINDS[bar.kind]}`}`,
      ],
      true,
    );
    this.drawMark(height);
    canvas.dataset.drawn = "true";
  }

  /** The whole buffer, and which part of it is seen. */
  drawStrip(y) {
    const { ink, width, map } = this;
    ink.fillStyle = this.colour("unused");
    ink.fillRect(0, y, width, STRIP - 4);
    ink.fillStyle = this.colour("window");
    ink.fillRect((this.from / map.size) * width, y, Math.max(((this.to - this.from) / map.size) * width, 3), STRIP - 4);
    return y + STRIP;
  }

  drawRuler(y) {
    const { ink, width } = this;
    const least = ((this.to - this.from) / width) * 90; // pixels between two numbers
    let step = 1;
    for (let i = 0; step < least; i++) {
      step = [1, 2, 4, 8][i % 4] * 16 ** Math.floor(i / 4); // round in hexadecimal, as strides are
    }
    ink.fillStyle = this.text;
    ink.strokeStyle = this.colour("line");
    ink.beginPath();
    for (let at = Math.ceil(this.from / step) * step; at < this.to; at += step) {
      const x = Math.round(this.x(at)) + 0.5;
      ink.moveTo(x, y + 2);
      ink.lineTo(x, y + RULER);
      if (x + 4 + ink.measureText(whole(at)).width < width) {
        ink.fillText(whole(at), x + 4, y + RULER / 2);
      }
    }
    ink.stroke();
    return y + RULER;
  }

  drawTitle(y, text, left) {
    this.ink.fillStyle = this.colour("dim");
    this.ink.fillText(left ? `${text} (${whole(left)} more overlap)` : text, 0, y + TITLE / 2 + 1);
    return y + TITLE;
  }

  drawLanes(y, lanes, look, elements = false) {
    for (const lane of lanes) {
      let done = -1;
      for (let i = zoneIndex(lane, this.from); i < lane.length && lane[i].start < this.to; i++) {
        const bar = lane[i];
        const [left, right] = [Math.max(this.x(bar.start), 0), Math.min(this.x(bar.end), this.width)];
        if (right <= done) {
          continue; // nothing new in this pixel
        }
        done = Math.max(Math.ceil(right), left + 1);
        const [colour, text] = look(bar);
        this.drawBar(bar, left, Math.max(right - left, 1), y, colour, elements);
        this.drawLabel(text, left, right - left, y, colour);
      }
      y += LANE + GAP;
    }
    return y + (lanes.length ? 0 : LANE + GAP);
  }

  /** A bar; its elements one by one where they are wide enough. */
  drawBar(bar, left, wide, y, colour, elements) {
    const { ink } = this;
    const pixels = this.width / (this.to - this.from);
    ink.fillStyle = colour;
    if (!elements || bar.stride * pixels < 5) {
      ink.globalAlpha = elements && bar.element < bar.stride ? 0.55 : 1; // with gaps that are too small to be seen
      ink.fillRect(left, y, Math.max(wide - (wide > 3 ? 1 : 0), 1), LANE);
      ink.globalAlpha = 1;
      return;
    }
    const first = Math.max(Math.floor((this.from - bar.start) / bar.stride), 0);
    for (let at = bar.start + first * bar.stride; at < Math.min(bar.end, this.to); at += bar.stride) {
      ink.fillRect(this.x(at), y, Math.max(Math.min(bar.element, bar.end - at) * pixels - 1, 1), LANE);
    }
  }

  drawLabel(text, left, wide, y, colour) {
    const { ink } = this;
    if (wide < 24) {
      return;
    }
    ink.save();
    ink.beginPath();
    ink.rect(left, y, wide - 3, LANE);
    ink.clip();
    const length = ink.measureText(text).width;
    ink.fillStyle = colour; // behind the text, so that gaps between elements do not cross it
    ink.fillRect(left, y, Math.min(length + 8, wide), LANE);
    ink.fillStyle = this.colour("text");
    ink.fillText(text, left + 4, y + LANE / 2 + 1);
    ink.restore();
  }

  /** Each column of pixels shows the kinds of its bytes by their share. */
  drawBytes(y) {
    const { ink, width, map } = this;
    const scale = devicePixelRatio || 1;
    const column = 1 / scale;
    const bytes = (this.to - this.from) / (width * scale);
    if (bytes < 1 / 4) {
      return this.drawPieces(y);
    }
    for (let i = 0; i < width * scale; i++) {
      const [from, to] = [this.from + i * bytes, this.from + (i + 1) * bytes];
      const amounts = {};
      let total = 0;
      for (let z = zoneIndex(map.zones, from); z < map.zones.length && map.zones[z].start < to; z++) {
        addAmounts(map.zones[z], from, to, amounts, { column: bytes, key: shadeOfPiece });
      }
      Object.values(amounts).forEach((amount) => {
        total += amount;
      });
      let at = y;
      for (const shade of SHADES) {
        if (amounts[shade]) {
          const high = (amounts[shade] / total) * BYTES;
          ink.fillStyle = this.colour(shade);
          ink.fillRect(i * column, at, column, high);
          at += high;
        }
      }
    }
    return y + BYTES;
  }

  /** Near: every piece a box. */
  drawPieces(y) {
    const { ink } = this;
    for (let at = Math.floor(this.from); at < this.to;) {
      const about = purposeOf(this.map.zones, Math.min(at, this.map.size - 1));
      const [left, right] = [Math.max(this.x(about.start), 0), Math.min(this.x(about.end), this.width)];
      ink.fillStyle = this.colour(shadeOfPiece(about));
      ink.fillRect(left, y, Math.max(right - left - 1, 1), BYTES);
      if (about.owners.length && right - left > 18) {
        ink.fillStyle = this.colour("text");
        ink.fillText(about.owners.map((o) => o.accessor ?? `v${o.view}`).join(" "), left + 4, y + BYTES / 2, right - left - 6);
      }
      at = Math.max(about.end, at + 1);
    }
    return y + BYTES;
  }

  drawMark(height) {
    if (this.cursor !== null && this.cursor >= this.from && this.cursor < this.to) {
      const [left, right] = [this.x(this.cursor), this.x(this.cursor + 1)];
      this.ink.strokeStyle = this.text;
      this.ink.lineWidth = 1.5;
      this.ink.strokeRect(left, STRIP, Math.max(right - left, 1), height - STRIP - 2);
      this.ink.lineWidth = 1;
    }
  }
}
