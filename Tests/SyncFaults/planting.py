"""Plants flaws in a copy of the sources, one at a time, and looks whether the simulated worlds find each.

A flaw that no longer fits the sources counts as not found: then its list has to follow the sources.
"""
import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile

# What each target needs; only what a test target needs is copied, so that each flaw is built in seconds.
ENGINES = ["Storage", "Networking", "Sync"]
CART = [*ENGINES, "Pricing", "Cart", "CartServerModel"]
NEEDS = {
    "Storage": [], "Networking": [], "Sync": ["Storage", "Networking"], "Pricing": [],
    "Cart": [*ENGINES, "Pricing"], "CartServerModel": ["Networking"],
    "StorageTestSupport": ["Storage"], "NetworkingTestSupport": ["Networking"],
    "SyncTestSupport": ENGINES,
    "CartTestSupport": [*CART, "StorageTestSupport", "NetworkingTestSupport", "SyncTestSupport"],
    "SyncTests": ["SyncTestSupport", "StorageTestSupport", *ENGINES],
    "CartTests": [*CART, "CartTestSupport", "SyncTestSupport", "NetworkingTestSupport"],
}

MANIFEST = """// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]
let package = Package(
  name: "Planted", platforms: [.iOS(.v18), .macOS(.v15)],
  targets: [
%s  ], swiftLanguageModes: [.v6])
"""


def needed(target):
    """The target with all that it needs, and what that needs."""
    return dict.fromkeys([name for need in NEEDS[target] for name in needed(need)] + [target])


def path(target):
    return f"Tests/{target}" if "Test" in target or "Model" in target else f"Modules/{target}"


def manifest(targets):
    """A package of these targets and nothing else."""
    lines = ""
    for name in targets:
        kind = "testTarget" if name.endswith("Tests") else "target"
        needs = ", ".join(f'"{need}"' for need in NEEDS[name])
        lines += (f'    .{kind}(name: "{name}", dependencies: [{needs}], path: "{path(name)}", '
                  'swiftSettings: strict),\n')
    return MANIFEST % lines


class Flaw:
    """Edits, each a file with what stands there and what is put in its place."""

    def __init__(self, name, *edits, rule="", tests=None):
        self.name, self.edits, self.tests = name, edits, tests
        # The sentence that a world has to say is broken; any, where it is empty.
        self.rule = rule


class Copy:
    """The sources, in a place where they may be spoiled."""

    def __init__(self, folder, seeds, tests, target):
        self.folder, self.tests = folder, tests
        counts = dict.fromkeys(["OUTBOX_SEEDS", "SOURCE_SEEDS", "CART_SEEDS"], str(seeds))
        self.environment = {**os.environ, **counts}
        root = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
        for name in needed(target):
            shutil.copytree(os.path.join(root, path(name)), os.path.join(folder, path(name)))
        self.write("Package.swift", manifest(needed(target)))

    def read(self, name):
        with open(os.path.join(self.folder, name), encoding="utf-8") as file:
            return file.read()

    def write(self, name, text):
        with open(os.path.join(self.folder, name), "w", encoding="utf-8") as file:
            file.write(text)

    def run(self, *command):
        result = subprocess.run(
            command, cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
            env=self.environment, errors="replace", check=False)
        return result.returncode, result.stdout

    def outcome(self, tests=None, rule=""):
        """Returns "green", "red" with the worlds in which it is, or what went wrong on the way."""
        code, output = self.run("swift", "build", "--build-tests")
        if code != 0:
            return "does not build"
        code, output = self.run("swift", "test", "--skip-build", "--filter", tests or self.tests)
        if not re.search(r"Test run with [1-9]\d* test", output):
            return "red (a crash)" if code < 0 or "Fatal error" in output else "no test ran"
        if code == 0:
            return "green"
        if rule not in output:
            return f"another rule is broken than {rule!r}"
        worlds = sorted(set(re.findall(r"(\d+) of \d+ (\w*) ?worlds", output)), key=lambda hit: hit[1])
        return "red " + ", ".join(f"{kind} {count}".strip() for count, kind in worlds)

    def with_flaw(self, flaw):
        kept = {}
        try:
            for name, before, after in flaw.edits:
                source = self.read(name)
                kept.setdefault(name, source)
                if source.count(before) != 1:
                    return f"does not fit {name}"
                self.write(name, source.replace(before, after))
            return self.outcome(flaw.tests, flaw.rule)
        finally:
            for name, source in kept.items():
                self.write(name, source)


def plant(flaws, tests, what, target="SyncTests", seeds=1000):
    """Plants each flaw of a list, prints a table, and ends the process with whether all were found."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--only", default="", help="the flaws whose name contains this text")
    parser.add_argument("--seeds", type=int, default=seeds, help="worlds of each kind")
    options = parser.parse_args()
    flaws = [flaw for flaw in flaws if options.only in flaw.name]
    missed = 0
    with tempfile.TemporaryDirectory() as scratch:
        copy = Copy(scratch, options.seeds, tests, target)
        # Red means something only where it is green without the flaw.
        for named in dict.fromkeys(flaw.tests for flaw in flaws):
            outcome = copy.outcome(named)
            print(f"{'nothing planted':52} {outcome}", flush=True)
            missed += outcome != "green"
        for flaw in flaws:
            outcome = copy.with_flaw(flaw)
            print(f"{flaw.name:52} {outcome:24} {flaw.rule}".rstrip(), flush=True)
            missed += not outcome.startswith("red")
    verdict = f"BROKEN ({missed} of {len(flaws)} runs)" if missed else f"ok ({len(flaws)} runs)"
    print(f"A flaw planted in the {what} is found: {verdict}")
    sys.exit(missed > 0)
