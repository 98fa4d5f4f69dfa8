#!/usr/bin/env python3
"""Flaws planted in the cached source, one at a time: the simulation has to break the rule named for each.

    Tests/SyncFaults/planted_source.py [--only TEXT] [--seeds N]

Works on a copy of the tree, which it builds and throws away. Prints how many seeds found each flaw,
flat and swarm. A flaw that no longer fits the sources counts as not found: then the list has to
follow the sources.
"""
import argparse
import dataclasses
import os
import re
import subprocess
import sys
import tempfile

import planted

REQUESTS = "Modules/Sync/CachedSource/CachedSource+Requests.swift"
KEEPING = "Modules/Sync/CachedSource/CachedSource+Keeping.swift"
STATES = "Modules/Sync/CachedSource/SourceStates.swift"
INTEREST = "Modules/Sync/CachedSource/SourceInterest.swift"
SOURCE = "Modules/Sync/Contract/CachedSource.swift"
OVERLAY = "Tests/SyncTestSupport/Source/SourceOverlay.swift"
TEST = "CachedSourceModelTests"


@dataclasses.dataclass
class Flaw:
    name: str
    rule: str
    edits: list


FLAWS = [
    Flaw("a late fetch overwrites a local change", "An own change never vanishes",
         [(OVERLAY, "applied <= version", "applied <= .max")]),
    Flaw("the overlay is dropped on the answer", "An own change never vanishes",
         [(OVERLAY, "    for index in changes.indices where changes[index].note == note {\n"
           "      changes[index].version = version\n    }\n",
           "    changes.removeAll { $0.note == note }\n")]),
    Flaw("cancelling one cancels all", "Cancelling one never cancels the others",
         [(INTEREST, "$0.count -= 1", "$0.count = 0")]),
    Flaw("an error erases what was stored", "What is there stays",
         [(REQUESTS, "      reason = why\n", "      reason = why\n      stored?.remove(scope)\n")]),
    Flaw("changes are told from what the store has", "A change is told from what its reader has",
         [(STATES, "state.previous = before?.value", "state.previous = state.value")]),
    Flaw("'not modified' clears", "What is there stays",
         [(REQUESTS, "await keep(confirmed)", "stored?.remove(confirmed.scope)")]),
    Flaw("an old scope's answer is stored under the new", "A value is what the server had for its scope",
         [(REQUESTS, "scope: scope, value: value, version: version, time: now(), ",
           "scope: self.scope, value: value, version: version, time: now(), "),
          (REQUESTS, "requests[scope]?.isCalledOff == false && !Task.isCancelled",
           "requests[scope] != nil")]),
    Flaw("requests are not shared", "A scope has one request at a time",
         [(REQUESTS, "if isDue, gate.isOpen, requests[scope] == nil {", "if isDue, gate.isOpen {")]),
    Flaw("a request runs on when the last has left", "When the last has left no request runs",
         [(REQUESTS, "      isDue = false\n      callOff()\n", "      isDue = false\n")]),
    Flaw("what has not changed is told", "What has not changed is not told",
         [(STATES, "      if state == last { continue }\n", "")]),
    Flaw("an older version is stored", "Versions never go back",
         [(REQUESTS, "version < known { break }", "version < known, known < 0 { break }")]),
    Flaw("the network is first", "What is stored is shown at once",
         [(STATES, "if state == last { continue }",
           "if state == last || state.fetch == .fetching { continue }")]),
    Flaw("a validator is used in another scope", "A failure is the server's",
         [(REQUESTS, "let validator = stored?[id: scope]?.validator",
           "let validator = stored?.last?.validator")]),
    Flaw("the gate is ignored", "Nothing leaves through a closed gate",
         [(REQUESTS, "if isDue, gate.isOpen, requests[scope] == nil {",
           "if isDue, requests[scope] == nil {"),
          (REQUESTS, "gate.isOpen ? await fetch(scope, validator) : nil",
           "gate.reasons.count < 9 ? await fetch(scope, validator) : nil")]),
    Flaw("the gate is not looked at again", "Nothing leaves through a closed gate",
         [(REQUESTS, "gate.isOpen ? await fetch(scope, validator) : nil",
           "gate.reasons.count < 9 ? await fetch(scope, validator) : nil")]),
    Flaw("the old scope is shown on", "The scope that was taken is shown at once",
         [(SOURCE, "      takeUp()\n", "")]),
    Flaw("an old scope's answer ends the wait of the new", "A failure is the server's",
         [(REQUESTS, "if let answer, isWanted(scope) {", "if let answer {"),
          (REQUESTS, "    guard isWanted(scope) else { return }\n    isDue", "    isDue")]),
    Flaw("it is shown before it is stored", "What is shown is stored",
         [(KEEPING, "    do {\n      try await store.update",
           "    stored?.save(snapshot)\n    tell()\n    do {\n      try await store.update")]),
    Flaw("a failure is repeated in a loop", "A request has an occasion",
         [(REQUESTS, "    isDue = false\n    failure = reason\n",
           "    isDue = reason != nil\n    failure = reason\n")]),
    Flaw("the gate is not followed", "A wait has the gate's reasons",
         [(SOURCE, "      group.addTask { await self.followGate() }\n", "")]),
    Flaw("what was called off does not count", "A scope has one request at a time",
         [(REQUESTS, "    requests[scope]?.callOff()\n",
           "    requests[scope]?.callOff()\n    requests[scope] = nil\n")]),
]


class Copy:
    """The tree, in a place where it may be spoiled."""

    def __init__(self, root, folder, seeds):
        self.folder, self.seeds = folder, seeds
        planted.copy_sources(root, folder)

    def run(self, *command):
        result = subprocess.run(
            command, cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
            env={**os.environ, "SOURCE_SEEDS": str(self.seeds)}, errors="replace", check=False)
        return result.returncode, result.stdout

    def outcome(self):
        """Returns the exit code, or what went wrong on the way, and the output."""
        code, output = self.run("swift", "build", "--build-tests")
        if code != 0:
            return "does not build", output
        code, output = self.run("swift", "test", "--skip-build", "--filter", TEST)
        if not re.search(r"Test run with [1-9]\d* test", output):
            return "it crashed", output
        return code, output

    def with_flaw(self, flaw):
        kept = {}
        try:
            for name, before, after in flaw.edits:
                path = os.path.join(self.folder, name)
                with open(path, encoding="utf-8") as file:
                    source = file.read()
                kept.setdefault(path, source)
                if source.count(before) != 1:
                    return f"does not fit {name}", ""
                with open(path, "w", encoding="utf-8") as file:
                    file.write(source.replace(before, after))
            return self.outcome()
        finally:
            for path, source in kept.items():
                with open(path, "w", encoding="utf-8") as file:
                    file.write(source)


def hits(output, rule):
    """How many seeds broke any rule in each of the two tests, and how many this one."""
    found = {}
    for block in re.split(r'✘ Test "', output)[1:]:
        way = "swarm" if block.startswith("Keeps its promises where") else "flat"
        total = re.search(r"(\d+) of \d+ seeds broke a rule", block)
        named = re.search(rf"^\W*(\d+) {re.escape(rule)}$", block, re.MULTILINE)
        if total:
            found[way] = (int(total[1]), int(named[1]) if named else 0)
    return found.get("flat", (0, 0)), found.get("swarm", (0, 0))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", default="", help="the flaws whose name contains this text")
    parser.add_argument("--seeds", type=int, default=2000, help="of each kind, 2000 unless said")
    options = parser.parse_args()
    flaws = [flaw for flaw in FLAWS if options.only in flaw.name]
    root = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
    missed = 0
    with tempfile.TemporaryDirectory() as scratch:
        copy = Copy(root, scratch, options.seeds)
        # Red means something only where it is green without the flaw.
        code, output = copy.outcome()
        if code != 0:
            sys.exit(f"{TEST} is not green with nothing planted: {code}\n{output[-2000:]}")
        print(f"{'planted':46} {'flat':>6} {'swarm':>6}  rule (flat, swarm)")
        for flaw in flaws:
            code, output = copy.with_flaw(flaw)
            (flat, flat_named), (swarm, swarm_named) = hits(output, flaw.rule)
            is_found = flat_named + swarm_named > 0
            missed += not is_found
            note = "" if is_found else f"  NOT FOUND ({code})"
            print(f"{flaw.name:46} {flat:6} {swarm:6}  {flaw.rule} ({flat_named}, {swarm_named}){note}",
                  flush=True)
    verdict = f"BROKEN ({missed} of {len(flaws)} runs)" if missed else f"ok ({len(flaws)} runs)"
    print(f"P23 a flaw planted in the cached source is found: {verdict}")
    sys.exit(missed > 0)


if __name__ == "__main__":
    main()
