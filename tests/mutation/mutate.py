#!/usr/bin/env python3
"""tests/mutation/mutate.py - change the library at one place at a time and see whether a unit test notices.

usage: mutate.py [--count N] [--seed N] [--only FILE] [--work FOLDER] [--list]
  --count N   mutants to sample from all that are possible (default 300), spread evenly over the files
  --only X    one file of the list below, such as core/sparse
  --list      print the sampled mutants only

Mutants that compile to the same code are none, and are replaced by others.  Survivors are listed with their line; those that
survivors.txt names with a reason are counted apart.  Exit status 1 if others survive, 77 if a tool is missing.
"""
import argparse, collections, os, random, re, shutil, subprocess, sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
TARGETS = {
    "core/resolve": ["core_resolve", "core_sparse", "core_read", "core_bounds"],
    "core/sparse": ["core_sparse", "core_read", "core_bounds", "core_around", "core_resolve", "morph_morph", "document_morph"],
    "core/read": ["core_read", "core_sparse"],
    "text/scan": ["text_scan", "text_json", "document_parse"],
}
SWAPS = [(r"<=", ["<"]), (r">=", [">"]), (r"==", ["!="]), (r"!=", ["=="]), (r"(?<![<>\-])<(?![<=])", ["<=", ">="]),
         (r"(?<![<>\-])>(?![>=])", [">=", "<="]), (r"&&", ["||"]), (r"\|\|", ["&&"]), (r"(?<![+\w] )(?<=[\w)\]] )\+(?= [\w(])", ["-"]),
         (r"(?<=[\w)\]] )-(?= [\w(])", ["+"]), (r"(?<=[\w)\]] )\*(?= [\w(])", ["+"]), (r"<<(?!=)", [">>"]), (r">>(?!=)", ["<<"]),
         (r"(?<=[\w)\]] )&(?= [\w(~])", ["|"]), (r"(?<=[\w)\]] )\|(?= [\w(~])", ["&"]), (r"\+\+", ["--"]), (r"\+=", ["-="]), (r"-=", ["+="]), (r"\|=", ["&="]),
         (r"(?<![\w.])0(?![\w.])", ["1"]), (r"(?<![\w.])[1-9]\d*(?![\w.])", ["+1", "-1"]), (r"(?<=[( ])!(?=[\w(*])", [""]),
         (r"\bcontinue;", [";"]), (r"\bbreak;", [";"]), (r"\breturn [^;]+;", ["DELETE"])]


def mask(text):
    """The text with comments, strings and preprocessor lines blanked, everything at its place."""
    blank = lambda m: re.sub(r"[^\n]", " ", m.group(0))
    text = re.sub(r'/\*.*?\*/|"(\\.|[^"\\\n])*"|\'(\\.|[^\'\\\n])*\'', blank, text, flags=re.S)
    return re.sub(r"^[ \t]*#.*$", blank, text, flags=re.M)


def mutants_of(name):
    with open(os.path.join(ROOT, "src", name + ".c")) as file:
        text = file.read()
    masked = mask(text)
    start = masked.find("{")  # nothing before the first body
    for pattern, replacements in SWAPS:
        for match in re.finditer(pattern, masked):
            if match.start() < start:
                continue
            old = text[match.start():match.end()]
            for new in replacements:
                if new in ("+1", "-1"):
                    new = str(int(old) + int(new))
                if new == "DELETE":
                    new = ";"
                line = text.count("\n", 0, match.start()) + 1
                yield name, line, old, new, text[:match.start()] + new + text[match.end():], text.split("\n")[line - 1].strip()


def run(command, **more):
    return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, **more)


class Builder:
    def __init__(self, work):
        self.work = work
        self.flags = ["-std=gnu11", "-O1", "-Wreturn-type", "-Werror", "-ffp-contract=off", "-I" + ROOT + "/include", "-I" + ROOT + "/tests",
                      '-DGLTF_TEST_DATA="%s/tests/data"' % ROOT, '-DGLTF_TEST_ROOT="%s"' % ROOT]
        self.objects = {}
        os.makedirs(work, exist_ok=True)

    def compile(self, source, out, folder=None):
        command = ["nice", "-n", "10", "gcc", *self.flags, "-c", source, "-o", out] + (["-I" + folder] if folder else [])
        return run(command).returncode == 0

    def prepare(self, tests):
        sources = []
        for folder in sorted(os.listdir(ROOT + "/src")):
            full = os.path.join(ROOT, "src", folder)
            if os.path.isdir(full):
                sources += [(folder + "/" + f[:-2], os.path.join(full, f)) for f in sorted(os.listdir(full)) if f.endswith(".c")]
        sources += [("support/" + f[:-2], ROOT + "/tests/support/" + f) for f in sorted(os.listdir(ROOT + "/tests/support")) if f.endswith(".c")]
        sources += [("unit/" + t, ROOT + "/tests/unit/%s.c" % t) for t in tests]
        for name, source in sources:
            out = os.path.join(self.work, name.replace("/", "_") + ".o")
            if not self.compile(source, out):
                sys.exit("mutate.py: %s does not compile" % source)
            self.objects[name] = out

    def link(self, test, changed, changed_object):
        out = os.path.join(self.work, "test_" + test)
        objects = [o for n, o in self.objects.items() if n != changed and not n.startswith("unit/")]
        done = run(["gcc", self.objects["unit/" + test], *objects, changed_object, "-lcmocka", "-lcjson", "-lm", "-lpthread", "-o", out])
        if done.returncode != 0:
            sys.exit("mutate.py: the test does not link: " + done.stdout.decode(errors="replace")[-500:])
        return out

    def killer(self, name, changed_object):
        """The first test that fails, or None."""
        for test in TARGETS[name]:
            program = self.link(test, name, changed_object)
            try:
                if run(["nice", "-n", "10", program], timeout=60).returncode != 0:
                    return test
            except subprocess.TimeoutExpired:
                return test + " (time)"
        return None

    def mutant(self, name, text):
        """The object of a mutant; None if it does not compile or is the same code."""
        folder = os.path.join(self.work, "mutant", os.path.dirname(name))
        source = os.path.join(folder, os.path.basename(name) + ".c")
        shutil.rmtree(os.path.join(self.work, "mutant"), ignore_errors=True)
        os.makedirs(folder)
        with open(source, "w") as file:
            file.write(text)
        out = os.path.join(self.work, "mutant.o")
        # quoted includes are looked for beside the mutant, where nothing is, then in the folder that it came from
        if not self.compile(source, out, os.path.join(ROOT, "src", os.path.dirname(name))):
            return None
        return None if self.code(out) == self.code(self.objects[name]) else out

    def code(self, path):
        return run(["objdump", "-d", "-s", "-r", "--section=.text", "--section=.rodata", "--no-show-raw-insn", path]).stdout.split(b"\n", 3)[3]


def known_survivors():
    known = {}
    path = os.path.join(HERE, "survivors.txt")
    if os.path.exists(path):
        with open(path) as file:
            for line in file:
                if line.strip() and not line.startswith("#"):
                    place, _, reason = line.rstrip("\n").partition("  # ")
                    known[place.strip()] = reason
    return known


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", choices=sorted(TARGETS))
    parser.add_argument("--work", default=os.path.join(ROOT, "build", "mutation"))
    parser.add_argument("--list", action="store_true")
    options = parser.parse_args()
    for tool in ["gcc", "objdump"]:
        if not shutil.which(tool):
            print("skipped: no " + tool)
            sys.exit(77)
    names = [options.only] if options.only else sorted(TARGETS)
    queues = {}
    for name in names:
        queues[name] = sorted(mutants_of(name))
        random.Random(options.seed).shuffle(queues[name])
    if options.list:
        for name in names:
            for m in queues[name][:options.count // len(names)]:
                print("%s:%d: %s -> %s: %s" % (m[0], m[1], m[2], m[3], m[5]))
        return
    builder = Builder(options.work)
    builder.prepare(sorted({t for name in names for t in TARGETS[name]}))
    known = known_survivors()
    killed, survived, explained, same = collections.Counter(), [], [], 0
    for name in names:
        if builder.killer(name, builder.objects[name]):
            sys.exit("mutate.py: the tests of %s fail without a mutant" % name)
        done = 0
        while done < options.count // len(names) and queues[name]:
            _, line, old, new, text, source = queues[name].pop()
            changed = builder.mutant(name, text)
            if not changed:
                same += 1
                continue
            done += 1
            killer = builder.killer(name, changed)
            if killer:
                killed[name] += 1
                continue
            key = "%s: %s -> %s: %s" % (name, old, new, source)
            (explained if key in known else survived).append("%s:%d: %s" % (name, line, key.split(": ", 1)[1]))
            if key not in known:
                print("survived: " + survived[-1], flush=True)
        print("%s: %d mutants, %d killed" % (name, done, killed[name]), flush=True)
    total = sum(killed.values()) + len(survived) + len(explained)
    print("%d mutants: %d killed, %d survived, %d of them explained; %d more were the same code or none" %
          (total, sum(killed.values()), len(survived) + len(explained), len(explained), same))
    sys.exit(1 if survived else 0)


main()
