#!/usr/bin/env python3
"""What README "Speed" tells beside cgltf.  usage: beside.py cgltf.jsonl

cgltf.jsonl is what bench_cgltf --json wrote."""
import json, sys

GOALS = {"parse, accessors": 1.00, "data: URI, characters": 0.12}


def results(path):
    """the first line of the file, and {(work, elements): {by: result}}"""
    with open(path, encoding="utf-8") as f:
        head, *lines = map(json.loads, f)
    rows = {}
    for line in lines:
        rows.setdefault((line["work"], line["elements"]), {})[line["by"]] = line
    return head, rows


def share(ours, other, goal):
    """of the other's time; bold where that is the goal"""
    text = "%.2f" % (ours / other)
    return "**%s**" % text if float(text) <= goal else text


def line(work, elements, by):
    ours, other = by["gltf_accessor"], by["cgltf"]
    return [work, "%d" % elements, "%.1f" % ours["open_ms"], "%.1f" % other["open_ms"], "%.2f" % GOALS[work],
            share(ours["open_ms"], other["open_ms"], GOALS[work]), "%.2f" % ours["peak"], "%.2f" % other["peak"]]


def table(path):
    _, rows = results(path)
    cells = [["", "number", "ms", "cgltf: ms", "goal", "share of its time", "peak memory beyond the text, in sizes of it", "cgltf's"]]
    cells.append(["---"] * len(cells[0]))
    cells += [line(work, elements, by) for (work, elements), by in rows.items()]
    return "\n".join("| " + " | ".join(row) + " |" for row in cells)


def block(path):
    """what stands in README between its two marks"""
    head, rows = results(path)
    fresh = [by["cgltf"] for (work, _), by in rows.items() if work.startswith("data: URI")]
    return ("Beside cgltf %s (%s; %s %s), medians in one process:\n\n%s\n\nPage-faulting the output of the data: URI alone takes %.2f of "
            "cgltf's time." % (head["cgltf"], head["machine"], head["compiler"], head["flags"], table(path),
                                         fresh[0]["fresh_ms"] / fresh[0]["open_ms"]))


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    print(block(sys.argv[1]))
