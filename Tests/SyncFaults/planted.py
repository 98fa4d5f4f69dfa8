#!/usr/bin/env python3
"""Flaws planted in the outbox, one at a time: the simulated worlds have to find each.

    Tests/SyncFaults/planted.py [--only TEXT] [--seeds 1000]

Works on a copy of the sources, which it builds and throws away. Says in how many worlds of each kind
a flaw was found. A flaw that no longer fits the sources counts as not found: then the list has to
follow the sources. Needs the Swift toolchain.
"""
import argparse
import dataclasses
import os
import re
import shutil
import subprocess
import sys
import tempfile

OUTBOX = "Modules/Sync/Outbox/"
TAKING, SENDING = OUTBOX + "Outbox+Taking.swift", OUTBOX + "Outbox+Sending.swift"
DECIDING, REASONS = OUTBOX + "Outbox+Deciding.swift", OUTBOX + "Outbox+Reasons.swift"
PENDING, AHEAD = OUTBOX + "PendingChange.swift", OUTBOX + "ChangesAhead.swift"
STORE, JOURNAL = OUTBOX + "OutboxStore.swift", "Modules/Sync/Contract/OutboxJournal.swift"

WORLDS = "OutboxSimulationTests/(flat|swarm)"
FILES = "OutboxSimulationTests/files"

# Only what is needed, so that each flaw is built in seconds.
PARTS = [
    "Modules/Storage", "Modules/Networking", "Modules/Sync", "Tests/StorageTestSupport",
    "Tests/SyncTestSupport", "Tests/SyncTests"]


@dataclasses.dataclass
class Flaw:
    name: str
    file: str
    before: str
    after: str
    found_by: str = WORLDS


FLAWS = [
    Flaw("taken before it is on the disk", TAKING, "return await record([entry.id])\n",
         "return .persisted\n"),
    Flaw("taken before it is in the file", JOURNAL, ".memoryBackedByFile(name)",
         ".memoryBackedByFile(name, coalescing: 3)", FILES),
    Flaw("a new key per attempt", SENDING, "key: pending[index].entry.key,", "key: makeKey(),"),
    Flaw("the key is not kept", TAKING, "        PendingChange(entry: $0, change",
         "        var entry = $0\n        entry.key = makeKey()\n"
         "        return PendingChange(entry: entry, change"),
    Flaw("a later change overtakes", REASONS,
         "      if let head = ahead.head(of: change.lane) { return .behind(head) }\n", ""),
    Flaw("the server's id is not kept with the answer", SENDING,
         "answered.formUnion(note(serverID, from: id, of: lane))", "_ = note(serverID, from: id, of: lane)"),
    Flaw("the server's id is not passed on", SENDING,
         "answered.formUnion(note(serverID, from: id, of: lane))", "_ = serverID"),
    Flaw("merged into a change in flight", PENDING, "&& !mayBeApplied && !isInFlight",
         "&& (!mayBeApplied || isInFlight)"),
    Flaw("merged into a change of before the restart", TAKING,
         "mayBeApplied: $0.outcome == nil)", "mayBeApplied: false)"),
    Flaw("merged under the old key", TAKING, "      pending[index].entry.key = makeKey()\n", ""),
    Flaw("merged across what waits for it", TAKING,
         "!pending[(index + 1)...].contains(where: { $0.depends(on: change.lane) })", "true"),
    Flaw("the next attempt waits for something else to happen", SENDING,
         "    wakeForNextAttempt(reasons, in: &group)\n", ""),
    Flaw("a closed gate counts as success", SENDING,
         "      pending[index].mayBeApplied = mayHaveBeenApplied\n      gate.close(for: reason)\n",
         "      gate.close(for: reason)\n      answered = [id]\n      pending.remove(at: index)\n"),
    Flaw("a closed gate counts as a failure", SENDING, "      gate.close(for: reason)\n",
         "      gate.close(for: reason)\n      pending[index].failures += 1\n"),
    Flaw("requests pass a closed gate", REASONS,
         "      if !closed.isEmpty { return .gate(closed) }\n", ""),
    Flaw("what was refused is sent for ever", SENDING,
         "      answered = [id]\n      refuse(index, reason)\n",
         "      pending[index].failures += 1\n      delay(index)\n"),
    Flaw("what was refused holds up other lanes", AHEAD,
         "    if needsDecision || waitsForDecision(entry) {", "    if false {"),
    Flaw("a busy server counts as a refusal", SENDING,
         "      pending[index].floor = time.now() + (retryAfter ?? .zero)\n      delay(index)\n",
         "      answered = [id]\n      refuse(index, \"busy\")\n"),
    Flaw("Retry-After is ignored", SENDING,
         "      pending[index].floor = time.now() + (retryAfter ?? .zero)\n", ""),
    Flaw("an answer goes to another change", SENDING,
         "    guard let index = index(of: id) else { return }\n    var answered",
         "    guard let index = pending.firstIndex(where: \\.isInFlight) else { return }\n"
         "    let id = pending[index].id\n    var answered"),
    Flaw("two send at once", REASONS, "      if change.isInFlight { return .inFlight }\n", ""),
    Flaw("dependencies are ignored", AHEAD, "      case .lanes(let lanes): lanes.compactMap { heads[$0] }.min()\n",
         "      case .lanes: nil\n"),
    Flaw("an order sees what came after it", AHEAD, "[awaited, waiting[entry.lane], barrier]",
         "[awaited]"),
    Flaw("uploads take all the room", SENDING,
         "      && (priority != .low || !inFlight.contains { $0.entry.priority == .low })\n", ""),
    Flaw("what may be applied is given up", DECIDING,
         "    guard !pending[index].mayBeApplied else { throw .mayBeApplied(id) }\n", ""),
    Flaw("what may be applied is replaced", DECIDING,
         "!pending[index].mayBeApplied || pending[index].change == nil", "true"),
    Flaw("replaced under the old key", DECIDING,
         "    pending[index].entry.payload = payload\n    pending[index].entry.key = makeKey()\n",
         "    pending[index].entry.payload = payload\n"),
    Flaw("what cannot be read is dropped", TAKING, "pending = entries.sorted { $0.id < $1.id }",
         "pending = entries.filter { decoded($0.payload) != nil }.sorted { $0.id < $1.id }"),
    Flaw("leaves the screen before the data has it", SENDING, "version == nil ? .max :",
         "version != nil ? .max :"),
    Flaw("forgets which data came before the answer", SENDING, "stored[lane] ?? .min", ".min"),
    Flaw("an answer without a version leaves those before it", SENDING,
         "forgetApplied(lane, upTo: version == nil ? .max : stored[lane] ?? .min)",
         "forgetApplied(lane, upTo: version == nil ? .min : stored[lane] ?? .min)"),
]

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


def copy_sources(root, folder):
    """Puts the sources where they may be spoiled."""
    for part in PARTS:
        shutil.copytree(os.path.join(root, part), os.path.join(folder, part))
    with open(os.path.join(folder, "Package.swift"), "w", encoding="utf-8") as file:
        file.write(MANIFEST)


class Copy:
    """The sources, in a place where they may be spoiled."""

    def __init__(self, root, folder, seeds):
        self.folder, self.seeds = folder, seeds
        copy_sources(root, folder)

    def run(self, *command):
        result = subprocess.run(
            command, cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
            env={**os.environ, "OUTBOX_SEEDS": str(self.seeds)}, errors="replace", check=False)
        return result.returncode, result.stdout

    def outcome(self, found_by):
        """Returns "green", "red" with the worlds in which it is, or what went wrong on the way."""
        code, output = self.run("swift", "build", "--build-tests")
        if code != 0:
            return "does not build"
        code, output = self.run("swift", "test", "--skip-build", "--filter", found_by)
        if not re.search(r"Test run with [1-9]\d* test", output):
            return "red" if code < 0 or "Fatal error" in output else "no test ran"
        if code == 0:
            return "green"
        hits = sorted(set(re.findall(r"(\d+) of \d+ (flat|swarm) worlds", output)), key=lambda hit: hit[1])
        return "red " + ", ".join(f"{kind} {count}" for count, kind in hits)

    def with_flaw(self, flaw):
        path = os.path.join(self.folder, flaw.file)
        with open(path, encoding="utf-8") as file:
            source = file.read()
        if source.count(flaw.before) != 1:
            return "does not fit the sources"
        try:
            with open(path, "w", encoding="utf-8") as file:
                file.write(source.replace(flaw.before, flaw.after))
            return self.outcome(flaw.found_by)
        finally:
            with open(path, "w", encoding="utf-8") as file:
                file.write(source)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", default="", help="the flaws whose name contains this text")
    parser.add_argument("--seeds", type=int, default=1000, help="worlds of each kind")
    options = parser.parse_args()
    flaws = [flaw for flaw in FLAWS if options.only in flaw.name]
    root = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
    missed = 0
    with tempfile.TemporaryDirectory() as scratch:
        copy = Copy(root, scratch, options.seeds)
        # Red means something only where it is green without the flaw.
        for found_by in dict.fromkeys(flaw.found_by for flaw in flaws):
            outcome = copy.outcome(found_by)
            print(f"{'nothing planted':52} {found_by:38} {outcome}", flush=True)
            missed += outcome != "green"
        for flaw in flaws:
            outcome = copy.with_flaw(flaw)
            print(f"{flaw.name:52} {flaw.found_by:38} {outcome}", flush=True)
            missed += not outcome.startswith("red")
    verdict = f"BROKEN ({missed} of {len(flaws)} runs)" if missed else f"ok ({len(flaws)} runs)"
    print(f"A flaw planted in the outbox is found: {verdict}")
    sys.exit(missed > 0)


if __name__ == "__main__":
    main()
