#!/usr/bin/env python3
"""tests/coverage/report.py - sum up what gcov says of src/: a line for each file, the sum, then each branch never taken.

usage: report.py ROOT BUILD REASONS     Python's standard library and gcov only
Exit status 1 when a place is neither taken nor explained.  REASONS has lines of two kinds:
    FILE: TEXT  # CLASS: REASON            the source line that holds the branch, without indentation; `...` is any text
    FILE: in FUNCTION  # CLASS: REASON     every branch of a function
FILE may have * in it.  The first line that fits counts.  No line numbers: they drift.
"""
import collections, fnmatch, gzip, json, os, re, subprocess, sys, tempfile

Reason = collections.namedtuple("Reason", "line file function text why")
Miss = collections.namedtuple("Miss", "file number function what source")


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
    """file -> line -> [count, [branch counts], function].  The library is compiled once for each archive, and a function of a
    header once for each object: what one of the copies takes is taken."""
    lines = collections.defaultdict(dict)
    for data in gcov(objects(build)):
        for file in data["files"]:
            path = os.path.relpath(os.path.join(data["current_working_directory"], file["file"]), root)
            if not path.startswith("src" + os.sep):
                continue
            for line in file["lines"]:
                branches = [b["count"] for b in line["branches"]]
                count, known, function = lines[path].get(line["line_number"], (0, [], line.get("function_name", "")))
                if len(known) < len(branches):
                    known = known + [0] * (len(branches) - len(known))
                for i, b in enumerate(branches):
                    known[i] += b
                lines[path][line["line_number"]] = (count + line["count"], known, function)
    return lines


def reasons_of(path):
    with open(path) as file:
        for number, line in enumerate(file, 1):
            if not line.strip() or line.startswith("#"):
                continue
            place, mark, why = line.strip().partition("  # ")
            file_name, colon, text = place.partition(": ")
            if not (mark and colon and ": " in why):
                sys.exit("%s:%d: not FILE: TEXT  # CLASS: REASON" % (path, number))
            function = text[3:] if text.startswith("in ") else None
            pattern = re.compile(".*".join(map(re.escape, text.strip().split("..."))) + r"\Z", re.DOTALL)
            yield Reason(number, file_name, function, pattern, why)


def fits(reason, miss):
    if not fnmatch.fnmatchcase(miss.file, reason.file):
        return False
    return reason.function == miss.function if reason.function else reason.text.match(miss.source) is not None


def missed(path, text, found):
    for number in sorted(found):
        count, branches, function = found[number]
        never = sum(b == 0 for b in branches)
        if count == 0 or never:
            source = text[number - 1].strip() if number <= len(text) else ""
            yield Miss(path, number, function, "line" if count == 0 else "%d of %d branches" % (never, len(branches)), source)


def table(lines):
    rows = []
    for path in sorted(lines):
        found = lines[path].values()
        branches = [b for _, known, _ in found for b in known]
        rows.append((path, sum(f[0] > 0 for f in found), len(found), sum(b > 0 for b in branches), len(branches)))
    rows.append(("all of src/",) + tuple(sum(r[i] for r in rows) for i in range(1, 5)))
    print("%-36s %18s %20s" % ("file", "lines", "branches"))
    for name, a, b, c, d in rows:
        print("%-36s %6d/%5d %5.1f%% %6d/%5d %5.1f%%" % (name, a, b, 100 * a / b if b else 100, c, d, 100 * c / d if d else 100))


def main():
    root, build, reasons_path = map(os.path.abspath, sys.argv[1:])
    lines = collect(root, build)
    reasons = list(reasons_of(reasons_path))
    misses = []
    for path in sorted(lines):
        with open(os.path.join(root, path)) as file:
            misses += missed(path, file.read().split("\n"), lines[path])
    pairs = [(m, next((r for r in reasons if fits(r, m)), None)) for m in misses]
    used = {r.line for _, r in pairs if r}
    open_places = [m for m, r in pairs if not r]
    table(lines)
    print("never taken: %d places, %d of them without a reason" % (len(misses), len(open_places)))
    for kind, count in sorted(collections.Counter(r.why.partition(": ")[0] for _, r in pairs if r).items()):
        print("  %4d  %s" % (count, kind))
    for reason in reasons:
        if reason.line not in used:
            print("reasons.txt:%d explains nothing any more" % reason.line)
    print("\nWithout a reason (gcov counts both ends of each && and ||):")
    for m in open_places:
        print("%s:%d: in %s: %s: %s" % (m.file, m.number, m.function, m.what, m.source))
    print("\nWith a reason:")
    for m, r in pairs:
        if r:
            print("%s:%d: %s: %s   -- %s" % (m.file, m.number, m.what, m.source, r.why))
    return 1 if open_places else 0


sys.exit(main())
