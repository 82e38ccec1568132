// dom.js - elements, and tables in pages.  Text of files goes into text nodes and attributes alone, never into markup.
import { counted, name, whole } from "./format.js";

/** An element.  Attributes: false and null are left out, true is empty, on... are listeners.  Children: elements, text, lists; null is left out. */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) {
      element.addEventListener(key.slice(2), value);
    } else if (value !== null && value !== undefined && value !== false) {
      element.setAttribute(key, value === true ? "" : value);
    }
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

export const named = (text) => (text === null || text === undefined ? null : h("bdi", { class: "name" }, name(text)));
export const cell = (...children) => h("td", {}, ...children);
export const number = (value, attributes = {}) =>
  h("td", { class: "number", ...attributes }, value === null || value === undefined ? "–" : whole(value));
export const fault = (message) =>
  message ? h("span", { class: "fault" }, h("span", { class: "mark", "aria-hidden": "true" }, "!"), name(message)) : null;
export const none = (text) => h("p", { class: "empty" }, text);

/**
 * A table of which one page is there at a time.
 *   columns   [{title, number?, optional?}] or a function that gives them when a page has come; an optional one is hidden where a
 *             page has nothing in it
 *   count     of all rows
 *   fetch     (first, count) => a promise of a list
 *   row       (item, place) => <tr>
 *   shown     called with the items of a page that has come
 */
export function pagedTable({ id, caption, columns, count, fetch, row, rowsName = "row", pageSize = 100, shown = () => {} }) {
  const head = h("tr");
  const body = h("tbody");
  const table = h("table", {}, h("caption", { class: "hidden" }, caption), h("thead", {}, head), body);
  const region = h("div", { class: "scroll", role: "region", tabindex: "0", "aria-label": caption }, table);
  const place = h("span", { class: "place", role: "status" });
  const goTo = h("input", {
    type: "number",
    min: "0",
    max: String(Math.max(count - 1, 0)),
    value: "0",
    inputmode: "numeric",
    "aria-label": `First ${rowsName}`,
  });
  const buttons = [
    ["First", () => 0],
    ["Previous", (at) => at - pageSize],
    ["Next", (at) => at + pageSize],
    ["Last", () => Math.floor((count - 1) / pageSize) * pageSize],
  ].map(([title, to]) => h("button", { type: "button", onclick: () => show(to(first)) }, title));
  const pager = h(
    "form",
    {
      class: "pager",
      hidden: count <= pageSize,
      onsubmit: (event) => {
        event.preventDefault();
        show(goTo.valueAsNumber || 0);
      },
    },
    buttons.slice(0, 2),
    place,
    buttons.slice(2),
    h("label", {}, `Go to ${rowsName} `, goTo),
    h("button", {}, "Go"),
  );
  const element = h("div", { class: "paged", id, "data-count": count, "aria-busy": "false" }, pager, region);
  let first = 0;
  let asked = 0;

  function fill(items) {
    const all = typeof columns === "function" ? columns() : columns;
    head.replaceChildren(...all.map(({ title, number: right }) => h("th", { scope: "col", class: right ? "number" : null }, title)));
    const rows = items.map((item, i) => row(item, first + i));
    all.forEach(({ optional }, column) => {
      const cells = optional ? rows.map((r) => r.cells[column]) : [];
      if (optional && cells.every(({ textContent }) => textContent === "" || textContent === "–")) {
        [head.cells[column], ...cells].forEach((c) => {
          c.hidden = true;
        });
      }
    });
    body.replaceChildren(...rows);
    place.textContent = count ? `${whole(first)} – ${whole(first + items.length - 1)} of ${counted(count, rowsName)}` : "";
    buttons.forEach((button, i) => {
      button.disabled = i < 2 ? first === 0 : first + pageSize >= count;
    });
    goTo.value = String(first);
    shown(items);
  }

  async function show(wanted = first) {
    const mine = ++asked;
    first = Math.min(Math.max(Math.trunc(wanted), 0), Math.max(count - 1, 0));
    element.setAttribute("aria-busy", "true");
    try {
      const items = await fetch(first, pageSize);
      if (mine !== asked) {
        return; // another page was asked for meanwhile
      }
      fill(items);
    } catch (problem) {
      if (mine !== asked) {
        return;
      }
      body.replaceChildren(h("tr", {}, h("td", { colspan: "99" }, fault(problem.message))));
    }
    element.setAttribute("data-first", first);
    element.setAttribute("aria-busy", "false");
  }

  return { element, show, first: () => first };
}
