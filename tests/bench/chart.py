#!/usr/bin/env python3
"""Make README's chart and tables of what bench measured.  usage: bench --json FILE...; chart.py FILE... [--svg CHART]

Prints the tables; with --svg the chart is written too.  Of a row that was measured several times the middle one counts."""
import json, sys
from html import escape

SIZES = ((65536, "64K elements"), (16777216, "16M elements, out of cache"))
SMALLER = {4194304: 16777216}  # matrices are large: fewer of them are out of cache as well
ROW, BAR, LEFT, WIDTH, TOP, MOST = 31, 12, 226, 250, 84, 1.35
BOLD, END = ' font-weight="bold"', ' text-anchor="end"'
PAPER, EDGE, INK, PALE, OURS, SCALAR, LINE = "#ffffff", "#d0d7de", "#1f2328", "#d8dee4", "#0969da", "#afb8c1", "#cf222e"


class Measured:
    """head: the machine; rows: {work: {elements: result}} in the order of the files; combinations: how many are slow"""

    def __init__(self, paths):
        self.head, self.rows, self.combinations = {}, {}, {}
        found = {}
        for path in paths:
            with open(path, encoding="utf-8") as f:
                for line in f:
                    self.add(json.loads(line), found)
        for (work, elements), results in found.items():
            results.sort(key=lambda r: r["ns"] / r.get("limit_ns", 1))
            self.rows.setdefault(work, {})[elements] = results[len(results) // 2]

    def add(self, result, found):
        if "machine" in result:
            self.head = result
        elif "combinations" in result:
            self.combinations = result
        else:
            elements = SMALLER.get(result["elements"], result["elements"])
            found.setdefault((result["work"], elements), []).append(result)

    def at_sizes(self):
        """rows that were measured at the sizes of the chart"""
        return {work: row for work, row in self.rows.items() if any(e in row for e, _ in SIZES)}

    def at_others(self):
        """results of rows that have a size of their own: the largest of each"""
        return [row[max(row)] for work, row in self.rows.items() if work not in self.at_sizes() and "limit_ns" in row[max(row)]]

    def documents(self):
        return [result for row in self.rows.values() for result in row.values() if "ms" in result]


def reached(result):
    return result["limit_ns"] / result["ns"]


def most(result):
    """what writing alone leaves of the limit, which may write fewer bytes"""
    return min(1.0, result["limit_ns"] / result["writes_ns"]) if result["writes_ns"] else 1.0


def scalar(result):
    return result["limit_ns"] / result["scalar_ns"] if result["scalar_ns"] else 0.0


# ---- The chart


def text(x, y, content, more="", size=12, colour=INK):
    return '<text x="%g" y="%g" font-size="%d" fill="%s"%s>%s</text>' % (x, y, size, colour, more, escape(content))


def bar(x, y, fraction, colour, height=BAR):
    return '<rect x="%g" y="%g" width="%.1f" height="%d" fill="%s"/>' % (x, y, min(fraction, MOST) * WIDTH / MOST, height, colour)


def line(x1, y1, x2, y2, colour, width=1):
    return '<line x1="%.1f" y1="%g" x2="%.1f" y2="%g" stroke="%s" stroke-width="%d"/>' % (x1, y1, x2, y2, colour, width)


def draw_row(measured, x, y, result):
    out = [bar(x, y, reached(result), OURS), bar(x, y + BAR + 1, scalar(result), SCALAR, BAR - 6)]
    out.append(text(x + 5, y + 10, "%.2f" % reached(result), BOLD, 10, PAPER))
    if most(result) < 0.995:
        at = x + most(result) * WIDTH / MOST
        out.append(line(at, y - 2, at, y + BAR + 2, INK, 2))
    return out


def legend(y):
    x, out = LEFT, []
    for colour, name in ((OURS, "this library"), (SCALAR, "a plain loop")):
        out += ['<rect x="%g" y="%g" width="12" height="9" fill="%s"/>' % (x, y - 8, colour), text(x + 18, y, name)]
        x += 112
    for colour, width, name in ((LINE, 1, "the limit"), (INK, 2, "what writing alone leaves of it")):
        out += [line(x + 5, y - 10, x + 5, y + 2, colour, width), text(x + 14, y, name)]
        x += 86
    return out


def draw(measured):
    rows = measured.at_sizes()
    columns = [LEFT + i * (WIDTH + 36) for i in range(len(SIZES))]
    wide, high = columns[-1] + WIDTH + 34, TOP + ROW * len(rows) + 34
    out = ['<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%d" height="%d" font-family="sans-serif">'
           % (wide, high, wide, high),
           '<rect x="0.5" y="0.5" width="%d" height="%d" rx="8" fill="%s" stroke="%s"/>' % (wide - 1, high - 1, PAPER, EDGE),
           text(16, 26, "How near to the limit of the memory numbers are read", BOLD, 15)] + legend(47)
    for x, (_, name) in zip(columns, SIZES):
        out.append(text(x, TOP - 14, name, BOLD))
    for i, (work, sizes) in enumerate(rows.items()):
        y = TOP + i * ROW
        out += [text(LEFT - 10, y + 14, work, END), line(16, y - 6, wide - 16, y - 6, PALE)]
        for x, (elements, _) in zip(columns, SIZES):
            out += draw_row(measured, x, y, sizes[elements]) if elements in sizes else []
    for x in columns:
        out.append(line(x + WIDTH / MOST, TOP - 6, x + WIDTH / MOST, high - 32, LINE))
    out.append(text(16, high - 13, machine(measured), size=11))
    return "\n".join(out + ["</svg>"]) + "\n"


# ---- The tables


def machine(measured):
    head = measured.head
    sizes = [int(n) for n in head["caches_kib"].split(" / ")]
    caches = ", ".join("%d %s" % ((n, "KiB") if n < 1024 else (n // 1024, "MiB")) for n in sizes)
    return ("%s, caches of %s, %.0f GiB of memory; %s %s, kernels: %s; one thread"
            % (head["machine"], caches, head["memory_mib"] / 1024, head["compiler"], head["flags"], head["kernels"]))


def goal(result):
    """reached, bold where that is the goal"""
    fraction = "%.2f" % reached(result)
    return "**%s**" % fraction if result["goal"] and float(fraction) >= result["goal"] else fraction


def cells(result):
    if not result:
        return ["", "", "", ""]
    return ["%.2f" % result["goal"] if result["goal"] else "", "%.2f" % most(result), goal(result), "%.2f" % scalar(result)]


def table(head, lines):
    return "\n".join("| " + " | ".join(cells) + " |" for cells in [head, ["---"] * len(head)] + lines) + "\n"


def readings(measured):
    head = ["", "kernel"] + ["goal", "64K: most", "reached", "plain loop"] + ["goal", "16M: most", "reached", "plain loop"]
    lines = []
    for work, sizes in measured.at_sizes().items():
        results = [sizes.get(elements) for elements, _ in SIZES]
        lines.append([work, next(r["kernel"] for r in results if r)] + [cell for r in results for cell in cells(r)])
    return table(head, lines)


def others(measured):
    return table(["", "elements", "kernel", "goal", "most", "reached", "plain loop"],
                 [[r["work"], "%d" % r["elements"], r["kernel"]] + cells(r) for r in measured.at_others()])


def documents(measured):
    return table(["", "number", "ms", "MB/s", "µs each", "peak memory beyond the text, in sizes of it"],
                 [[r["work"], "%d" % r["elements"], "%.1f" % r["ms"], "%.0f" % r["mb_per_s"], "%.3g" % (r["ns"] / 1e3), "%.2f" % r["peak"]]
                  for r in measured.documents()])


def combinations(found):
    parts = ", ".join("%d to %s" % (n, name) for name, n in sorted(found["far_to"].items(), key=lambda item: -item[1]))
    return ("Of %d ways to store 64K elements and to ask for them %d stay below a quarter of the limit%s\n"
            % (found["combinations"], found["far"], ":\n" + parts + "." if parts else "."))


def tables(measured):
    """what stands in README between its two marks"""
    out = ["Measured on %s." % machine(measured)] + [make(measured) for make in (readings, others, documents)]
    if measured.combinations:
        out.append(combinations(measured.combinations))
    return "\n".join(out).replace(" one thread.", " one thread.\n")


if __name__ == "__main__":
    arguments = sys.argv[1:]
    svg = arguments[arguments.index("--svg") + 1] if "--svg" in arguments[:-1] else None
    files = [a for a in arguments if a not in ("--svg", svg)]
    if not files:
        sys.exit(__doc__)
    found = Measured(files)
    if svg:
        with open(svg, "w", encoding="utf-8") as f:
            f.write(draw(found))
    sys.stdout.write(tables(found))
