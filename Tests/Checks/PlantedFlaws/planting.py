"""Plants flaws in a copy of the sources, one at a time, and checks that the tests find each.

A flaw whose text no longer occurs in the sources counts as not found; its list then needs an update.
"""
import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile

# What `timeout` ends with when it had to end something.
HUNG = 124
# The seconds after which tests hang; those that end by themselves take a tenth of them.
LIMIT = 120
ROOT = os.path.realpath(os.path.join(os.path.dirname(__file__), "..", "..", ".."))


class Found:
    """A check that finds a flaw. Its outcome is green, red, skipped, or a description of a failure."""

    def __init__(self, name):
        self.name = name

    def outcome(self, copy):
        raise NotImplementedError


class Tests(Found):
    """Tests, as a `swift test --filter` pattern. With a rule, the failure has to name the rule."""

    def __init__(self, tests, rule=""):
        super().__init__(rule or tests)
        self.tests, self.rule = tests, rule

    def outcome(self, copy):
        if not copy.builds(*copy.tests):
            return "does not build"
        # Most flaws break their rule in a few worlds; all are looked at for those that do not.
        for worlds in copy.worlds:
            outcome = self.looked(copy, worlds)
            if outcome.startswith("red"):
                break
        return outcome

    def looked(self, copy, worlds):
        code, output = copy.run("swift", "test", "--skip-build", "--filter", self.tests, limit=LIMIT, **worlds)
        if code == HUNG:
            return "red (it hung)"
        if not re.search(r"Test run with [1-9]\d* test", output):
            return "red (a crash)" if code < 0 or "Fatal error" in output else "no test ran"
        if code == 0:
            return "green"
        # Tests that begin or pass name their rules too.
        broken = [line for line in output.splitlines() if not line.lstrip().startswith(("◇", "✔"))]
        if self.rule not in "\n".join(broken):
            return f"another rule is broken than {self.rule!r}"
        hits = sorted(set(re.findall(r"(\d+) of (\d+) (\w*) ?worlds", output)), key=lambda hit: hit[2])
        worlds = ", ".join(f"{kind} {count}/{of}".strip() for count, of, kind in hits)
        return f"red {worlds}".strip()


class Flaw:
    """A flaw: edits, each with a file, its present text, and the replacement, and the check to run."""

    def __init__(self, name, *edits, rule="", tests=None, found_by=None):
        self.name, self.edits, self.found_by = name, edits, found_by
        self.tests, self.rule = tests, rule


class Copy:
    """A copy of the sources that flaws may modify."""

    def __init__(self, folder, module, also, worlds):
        self.folder, self.worlds = folder, worlds
        if module:
            self.tests = ["--product", "FoodOrderingPackageTests"]
            subprocess.run([os.path.join(ROOT, "Tools", "slice"), folder, module], check=True)
        else:
            # Tests of the showcases start the programs.
            self.tests = ["--build-tests"]
            self.copy_all()
        for name in also:
            shutil.copytree(os.path.join(ROOT, name), os.path.join(folder, name), dirs_exist_ok=True)
        # A flaw may leave something unused, and that is not what it is about.
        manifest = self.read("Package.swift")
        self.write("Package.swift", manifest.replace(".treatAllWarnings(as: .error),", ""))

    def copy_all(self):
        names = subprocess.run(
            ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=ROOT,
            stdout=subprocess.PIPE, check=True, text=True).stdout
        for name in filter(None, names.split("\0")):
            if os.path.exists(os.path.join(ROOT, name)):
                place = os.path.join(self.folder, name)
                os.makedirs(os.path.dirname(place), exist_ok=True)
                shutil.copy2(os.path.join(ROOT, name), place, follow_symlinks=False)

    def read(self, name):
        with open(os.path.join(self.folder, name), encoding="utf-8") as file:
            return file.read()

    def write(self, name, text):
        with open(os.path.join(self.folder, name), "w", encoding="utf-8") as file:
            file.write(text)

    def run(self, *command, limit=900, **environment):
        limited = ["timeout", "--kill-after=10", str(limit)] if shutil.which("timeout") else []
        result = subprocess.run(
            [*limited, *command], cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            text=True, env={**os.environ, **environment}, errors="replace", check=False)
        return result.returncode, result.stdout

    def builds(self, *arguments):
        code, _ = self.run("swift", "build", *arguments)
        return code == 0

    def with_flaw(self, flaw):
        kept = {}
        try:
            for name, before, after in flaw.edits:
                source = self.read(name)
                kept.setdefault(name, source)
                if source.count(before) != 1:
                    return f"does not fit {name}"
                self.write(name, source.replace(before, after))
            return flaw.found_by.outcome(self)
        finally:
            for name, source in kept.items():
                self.write(name, source)


def plant(flaws, what, module, tests=None, worlds=None, seeds=None, also=()):
    """Plants each flaw of a list, prints a table, and exits with status 1 if a flaw was not found.

    A flaw without its own check uses the module's `tests`. For simulations, `seeds` is the number of
    worlds of each kind, and `worlds` is the prefix of the environment variable that passes it. The
    copy contains the module's sources and the folders in `also`; without a module it contains all.
    """
    parser = argparse.ArgumentParser()
    parser.add_argument("--only", default="", help="the flaws whose name contains this text")
    if worlds:
        parser.add_argument("--seeds", type=int, default=seeds, help="worlds of each kind, where a tenth is not enough")
    options = parser.parse_args()
    flaws = [flaw for flaw in flaws if options.only in flaw.name]
    unspoiled = {}
    for flaw in flaws:
        if not flaw.found_by:
            flaw.found_by = Tests(flaw.tests or tests, flaw.rule)
            unspoiled[flaw.found_by.tests] = Tests(flaw.found_by.tests)
        else:
            unspoiled[flaw.found_by.name] = flaw.found_by
    stages = [{f"{worlds}_SEEDS": str(seeds)} for seeds in (options.seeds // 10, options.seeds)
              ] if worlds else [{}]
    missed = skipped = 0
    with tempfile.TemporaryDirectory() as scratch:
        copy = Copy(os.path.realpath(scratch), module, also, stages)
        # Red means something only where it is green without the flaw.
        for found_by in unspoiled.values():
            outcome = found_by.outcome(copy)
            print(f"{'nothing planted':52} {outcome:32} {found_by.name}", flush=True)
            missed += outcome not in ("green", "skipped")
        for flaw in flaws:
            outcome = copy.with_flaw(flaw)
            print(f"{flaw.name:52} {outcome:32} {flaw.found_by.name}", flush=True)
            missed += not outcome.startswith("red") and outcome != "skipped"
            skipped += outcome == "skipped"
    tried = len(flaws) - skipped
    verdict = f"BROKEN ({missed} of {tried} runs)" if missed else f"ok ({tried} runs)"
    print(f"A flaw planted in the {what} is found: {verdict}")
    sys.exit(missed > 0)
