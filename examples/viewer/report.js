// report.js - the validation report: equal codes together, the most severe first.
import { cell, h, none, pagedTable } from "./dom.js";
import { counted, name, whole } from "./format.js";

const SEVERITIES = [
  ["error", "errors"],
  ["warning", "warnings"],
  ["info", "infos"],
  ["hint", "hints"],
];

function pointerCell(page, issue) {
  const place = issue.pointer === null ? `byte ${whole(issue.offset)}` : issue.pointer || "(document)";
  const accessor = /^\/accessors\/(\d+)(\/|$)/.exec(issue.pointer ?? "");
  return cell(
    h("bdi", { class: "pointer" }, name(place)),
    accessor && page.hasModel()
      ? [" ", h("button", { type: "button", class: "link", onclick: () => page.showValues(Number(accessor[1])) }, "values")]
      : null,
  );
}

function group(page, kind, issues, total, open) {
  const table = pagedTable({
    caption: `${kind.code}: where`,
    rowsName: "issue",
    count: issues.length,
    fetch: async (first, count) => issues.slice(first, first + count),
    columns: [{ title: "where" }, { title: "what" }],
    row: (issue) =>
      h(
        "tr",
        { "data-pointer": issue.pointer, "data-offset": issue.pointer === null ? issue.offset : null },
        pointerCell(page, issue),
        h("td", { class: "wide" }, h("bdi", {}, name(issue.message))),
      ),
  });
  const [severity] = SEVERITIES[kind.severity];
  table.show(0);
  return h(
    "details",
    { class: `issue ${severity}`, open, "data-code": kind.code, "data-severity": kind.severity, "data-count": total },
    h(
      "summary",
      {},
      h("span", { class: `severity ${severity}` }, severity),
      h("code", {}, kind.code),
      total > 1 ? h("span", { class: "count" }, whole(total)) : null,
      h("span", { class: "meaning" }, kind.meaning),
    ),
    table.element,
    total > issues.length ? h("p", { class: "more" }, `… and ${whole(total - issues.length)} more.`) : null,
  );
}

export function reportNodes(page, result, kinds) {
  const byKind = new Map();
  for (const issue of result.issues) {
    if (!byKind.has(issue.kind)) {
      byKind.set(issue.kind, []);
    }
    byKind.get(issue.kind).push(issue);
  }
  const groups = [...byKind]
    .map(([kind, issues]) => ({ kind: { ...kinds[kind], severity: issues[0].severity }, issues, total: result.counts[kinds[kind].code] }))
    .sort((a, b) => a.kind.severity - b.kind.severity || b.total - a.total);
  const counts = [result.errors, result.warnings, result.informations, result.hints];
  return [
    h("h2", {}, "Validation"),
    h(
      "ul",
      { class: "tiles severities", id: "severities" },
      counts.map((count, i) =>
        h(
          "li",
          {},
          h(
            "span",
            { class: `tile ${count ? SEVERITIES[i][0] : ""}`, "data-severity": i, "data-count": count },
            h("b", {}, whole(count)),
            ` ${SEVERITIES[i][count === 1 ? 0 : 1]}`,
          ),
        ),
      ),
    ),
    result.truncated ? h("p", { class: "panel warn" }, "There was too much to look at all of it.") : null,
    groups.length
      ? groups.map(({ kind, issues, total }, i) => group(page, kind, issues, total, i < 20))
      : none("Nothing to report: buffers, views, accessors, meshes, skins and animations are as the specification wants them."),
    h(
      "p",
      { class: "note" },
      `${counted(result.numbers, "number")} looked at. Codes are those of the Khronos glTF Validator; `,
      "materials, textures, cameras and the scene are not looked at.",
    ),
  ];
}
