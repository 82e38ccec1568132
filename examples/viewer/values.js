// values.js - the numbers of one accessor, a page at a time: only what is seen is decoded.
import { cell, fault, h, none, pagedTable } from "./dom.js";
import { counted, name, real, whole } from "./format.js";

const FLOAT = 5126;

/** What the components of an element are called. */
function componentNames({ columns, rows, semantic }) {
  if (columns > 1) {
    return Array.from({ length: columns * rows }, (_, i) => `column ${Math.floor(i / rows)} row ${i % rows}`);
  }
  if (rows === 1) {
    return ["value"];
  }
  return /^COLOR_\d+$/.test(semantic)
    ? [..."rgba"].slice(0, rows)
    : /^TEXCOORD_\d+$/.test(semantic)
      ? ["u", "v", "2", "3"].slice(0, rows)
      : [..."xyzw"].slice(0, rows);
}

export function valuesPanel(page, s) {
  if (!s.counts.accessors) {
    return { nodes: [none("The file has no accessors.")], show: () => [], choose: () => {} };
  }
  const which = h("input", {
    type: "number",
    id: "values-accessor",
    min: "0",
    max: String(s.counts.accessors - 1),
    value: "0",
    inputmode: "numeric",
  });
  const forms = ["float", "stored"].map((value, i) =>
    h("input", { type: "radio", name: "form", value, id: `as-${value}`, checked: i === 0 }),
  );
  const about = h("p", { class: "about" });
  const place = h("div");
  const form = h(
    "form",
    {
      class: "controls",
      onsubmit: (event) => {
        event.preventDefault();
        choose();
      },
      onchange: () => choose(),
    },
    h("label", {}, "Accessor ", which),
    h(
      "fieldset",
      {},
      h("legend", { class: "hidden" }, "Numbers"),
      h("label", {}, forms[0], "as float"),
      h("label", {}, forms[1], "as stored"),
    ),
  );
  let asked = 0;

  async function choose(index = which.valueAsNumber || 0) {
    const mine = ++asked;
    const accessor = Math.min(Math.max(Math.trunc(index), 0), s.counts.accessors - 1);
    const stored = forms[1].checked;
    which.value = String(accessor);
    place.setAttribute("aria-busy", "true");
    const [row] = await page.call("rows", "accessors", accessor, 1);
    if (mine !== asked) {
      return;
    }
    about.replaceChildren(...describe(row));
    if (row.message) {
      place.replaceChildren(h("p", { class: "panel bad" }, fault(row.message)));
    } else if (!row.count) {
      place.replaceChildren(none("The accessor has no elements."));
    } else {
      const table = tableOf(page, row, stored);
      place.replaceChildren(table.element);
      await table.show(0);
    }
    place.setAttribute("data-accessor", accessor);
    place.setAttribute("data-form", stored ? "stored" : "float");
    place.setAttribute("aria-busy", "false");
  }

  place.id = "values-place";
  return { nodes: [h("h2", {}, "Values"), form, about, place], show: () => [choose()], choose };
}

function describe(row) {
  const words = [`${row.type ?? "?"} ${row.component}${row.normalized ? " normalized" : ""}`, counted(row.count, "element")];
  if (row.sparseCount) {
    words.push(`${whole(row.sparseCount)} of them replaced (sparse)`);
  }
  if (row.view === null) {
    words.push(row.sparseCount ? "no view: the others are zero" : "no view");
  }
  return [
    row.name === null ? null : h("bdi", { class: "name" }, name(row.name)),
    ...[...words, ...row.uses].map((word) => h("bdi", { class: "fact" }, name(word))),
  ].filter(Boolean);
}

function tableOf(page, row, stored) {
  const names = componentNames(row);
  let type = FLOAT;
  return pagedTable({
    id: "value-table",
    caption: `Values of accessor ${row.index}`,
    rowsName: "element",
    count: row.count,
    pageSize: row.columns > 1 ? 25 : 100,
    columns: () => [{ title: "element", number: true }, ...names.map((title) => ({ title, number: true }))],
    async fetch(first, count) {
      const found = await page.call("values", row.index, first, count, stored);
      type = found.type;
      return Array.from({ length: found.numbers.length / found.components }, (_, i) =>
        found.numbers.subarray(i * found.components, (i + 1) * found.components),
      );
    },
    row: (numbers, element) =>
      h(
        "tr",
        { "data-element": element },
        h("th", { scope: "row", class: "number" }, whole(element)),
        Array.from(numbers, (value) => Object.assign(cell(type === FLOAT ? real(value) : String(value)), { className: "number value" })),
      ),
  });
}
