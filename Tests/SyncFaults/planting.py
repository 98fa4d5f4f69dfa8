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

# Only what is needed, so that each flaw is built in seconds.
PARTS = [
    "Modules/Storage", "Modules/Networking", "Modules/Sync", "Tests/StorageTestSupport",
    "Tests/SyncTestSupport", "Tests/SyncTests"]

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
    .target(name: "Storage", path: "Modules/Storage", swiftSettings: strict),
    .target(name: "Networking", path: "Modules/Networking", swiftSettings: strict),
    .target(
      name: "Sync", dependencies: ["Storage", "Networking"], path: "Modules/Sync",
      swiftSettings: strict),
    .target(
      name: "StorageTestSupport", dependencies: ["Storage"], path: "Tests/StorageTestSupport",
      swiftSettings: strict),
    .target(
      name: "SyncTestSupport", dependencies: ["Sync", "Storage"], path: "Tests/SyncTestSupport",
      swiftSettings: strict),
    .testTarget(
      name: "SyncTests",
      dependencies: ["SyncTestSupport", "StorageTestSupport", "Sync", "Storage", "Networking"],
      path: "Tests/SyncTests", swiftSettings: strict),
  ], swiftLanguageModes: [.v6])
"""


class Flaw:
    """Edits, each a file with what stands there and what is put in its place."""

    def __init__(self, name, *edits, rule="", tests=None):
        self.name, self.edits, self.tests = name, edits, tests
        # The sentence that a world has to say is broken; any, where it is empty.
        self.rule = rule


class Copy:
    """The sources, in a place where they may be spoiled."""

    def __init__(self, folder, seeds, tests):
        self.folder, self.tests = folder, tests
        self.environment = {**os.environ, "OUTBOX_SEEDS": str(seeds), "SOURCE_SEEDS": str(seeds)}
        root = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
        for part in PARTS:
            shutil.copytree(os.path.join(root, part), os.path.join(folder, part))
        self.write("Package.swift", MANIFEST)

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
        worlds = sorted(set(re.findall(r"(\d+) of \d+ (flat|swarm) worlds", output)), key=lambda hit: hit[1])
        return "red " + ", ".join(f"{kind} {count}" for count, kind in worlds)

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


def plant(flaws, tests, what):
    """Plants each flaw of a list, prints a table, and ends the process with whether all were found."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--only", default="", help="the flaws whose name contains this text")
    parser.add_argument("--seeds", type=int, default=1000, help="worlds of each kind")
    options = parser.parse_args()
    flaws = [flaw for flaw in flaws if options.only in flaw.name]
    missed = 0
    with tempfile.TemporaryDirectory() as scratch:
        copy = Copy(scratch, options.seeds, tests)
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
