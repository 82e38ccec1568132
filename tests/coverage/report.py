#!/usr/bin/env python3
"""tests/coverage/report.py - sum up what gcov says of src/: a line for each file, the sum, then each branch never taken.

usage: report.py ROOT BUILD REASONS     Python's standard library and gcov only
REASONS has lines `FILE: TEXT  # REASON`: the source line that holds the branch (without indentation), and why no test takes it.
"""
import collections, gzip, json, os, subprocess, sys, tempfile


def objects(build):
    for folder, _, names in os.walk(build):
        for name in names:
            if name.endswith(".gcda"):
                yield os.path.join(folder, name)


def gcov(paths):
    """The JSON objects that gcov gives for these data files."""
    with tempfile.TemporaryDirectory() as folder:
        for path in paths:
            subprocess.run(["gcov", "--json-format", "--branch-probabilities", path], cwd=folder, stdout=subprocess.DEVNULL,
                           stderr=subprocess.DEVNULL, check=False)
            for name in os.listdir(folder):
                with gzip.open(os.path.join(folder, name)) as file:
                    yield json.load(file)
                os.unlink(os.path.join(folder, name))


def collect(root, build):
    """file -> line -> [count, [branch counts]]; the library is compiled once for each archive, so counts add up."""
    lines = collections.defaultdict(dict)
    for data in gcov(objects(build)):
        for file in data["files"]:
            path = os.path.relpath(os.path.join(data["current_working_directory"], file["file"]), root)
            if not path.startswith("src" + os.sep):
                continue
            for line in file["lines"]:
                branches = [b["count"] for b in line["branches"]]
                # a header has one copy in each object: what one of them takes is taken
                count, known = lines[path].get(line["line_number"], (0, []))
                if len(known) < len(branches):
                    known = known + [0] * (len(branches) - len(known))
                for i, b in enumerate(branches):
                    known[i] += b
                lines[path][line["line_number"]] = (count + line["count"], known)
    return lines


def reasons_of(path):
    known = {}
    if os.path.exists(path):
        with open(path) as file:
            for line in file:
                if line.strip() and not line.startswith("#"):
                    place, _, reason = line.partition("  # ")
                    known[place.strip()] = reason.strip()
    return known


def main():
    root, build, reasons_path = map(os.path.abspath, sys.argv[1:])
    lines = collect(root, build)
    reasons = reasons_of(reasons_path)
    rows, misses = [], []
    for path in sorted(lines):
        with open(os.path.join(root, path)) as file:
            text = file.read().split("\n")
        found = lines[path]
        branches = [b for _, known in found.values() for b in known]
        rows.append((path, sum(c > 0 for c, _ in found.values()), len(found), sum(b > 0 for b in branches), len(branches)))
        for number in sorted(found):
            count, known = found[number]
            missed = sum(b == 0 for b in known)
            if count == 0 or missed:
                source = text[number - 1].strip() if number <= len(text) else ""
                what = "line" if count == 0 else "%d of %d branches" % (missed, len(known))
                misses.append((path, number, what, source, reasons.get("%s: %s" % (path, source))))
    rows.append(("all of src/",) + tuple(sum(r[i] for r in rows) for i in range(1, 5)))
    print("%-36s %18s %20s" % ("file", "lines", "branches"))
    for name, a, b, c, d in rows:
        print("%-36s %6d/%5d %5.1f%% %6d/%5d %5.1f%%" % (name, a, b, 100 * a / b if b else 100, c, d, 100 * c / d if d else 100))
    without = [m for m in misses if not m[4]]
    print("never taken: %d places, %d of them with a reason" % (len(misses), len(misses) - len(without)))
    print("\nNever taken (gcov counts both ends of each && and ||):")
    for path, number, what, source, reason in misses:
        print("%s:%d: %s: %s%s" % (path, number, what, source, "   -- " + reason if reason else ""))


main()
