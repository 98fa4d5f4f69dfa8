#!/usr/bin/env python3
"""Flaws planted in the cached source, one at a time: the simulated worlds have to find each.

    Tests/PlantedFlaws/source.py [--only TEXT] [--seeds 1000]

Works on a copy of the sources, which it builds and throws away. Says in how many worlds of each kind
a flaw was found, and which rule they say it breaks. Needs the Swift toolchain.
"""
from planting import Flaw, plant

REQUESTS = "Modules/Sync/CachedSource/CachedSource+Requests.swift"
KEEPING = "Modules/Sync/CachedSource/CachedSource+Keeping.swift"
STATES = "Modules/Sync/CachedSource/SourceStates.swift"
INTEREST = "Modules/Sync/CachedSource/SourceInterest.swift"
SOURCE = "Modules/Sync/Contract/CachedSource.swift"
OVERLAY = "Tests/SyncTestSupport/Source/SourceOverlay.swift"

FLAWS = [
    Flaw("a source that nobody runs is fetching",
         (KEEPING, "    guard isRunning else { return .notRunning }\n", ""), tests="EndingTests",
         rule="A source that nobody runs says so, and so does a refresh of it"),
    Flaw("a run that has ended is not told",
         (SOURCE, "      isRunning = false\n      tell()\n", "      isRunning = false\n"), tests="EndingTests",
         rule="Time limit was exceeded"),
    Flaw("a late fetch overwrites a local change",
         (OVERLAY, "applied <= version", "applied <= .max"),
         rule="An own change never vanishes"),
    Flaw("the overlay is dropped on the answer",
         (OVERLAY, "    for index in changes.indices where changes[index].note == note {\n"
          "      changes[index].version = version\n    }\n",
          "    changes.removeAll { $0.note == note }\n"),
         rule="An own change never vanishes"),
    Flaw("cancelling one cancels all",
         (INTEREST, "$0.count -= 1", "$0.count = 0"),
         rule="Cancelling one never cancels the others"),
    Flaw("an error erases what was stored",
         (REQUESTS, "      reason = why\n", "      reason = why\n      stored?.remove(scope)\n"),
         rule="What is there stays"),
    Flaw("changes are told from what the store has",
         (STATES, "state.previous = before?.value", "state.previous = state.value"),
         rule="A change is told from what its reader has"),
    Flaw("'not modified' clears",
         (REQUESTS, "await keep(confirmed)", "stored?.remove(confirmed.scope)"),
         rule="What is there stays"),
    Flaw("an old scope's answer is stored under the new",
         (REQUESTS, "scope: scope, value: value, version: version, time: now(), ",
          "scope: self.scope, value: value, version: version, time: now(), "),
         (REQUESTS, "requests[scope]?.isCalledOff == false && !Task.isCancelled",
          "requests[scope] != nil"),
         rule="A value is what the server had for its scope"),
    Flaw("requests are not shared",
         (REQUESTS, "if isDue, gate.isOpen, requests[scope] == nil {", "if isDue, gate.isOpen {"),
         rule="A scope has one request at a time"),
    Flaw("a request runs on when the last has left",
         (REQUESTS, "      isDue = false\n      callOff()\n", "      isDue = false\n"),
         rule="When the last has left no request runs"),
    Flaw("what has not changed is told",
         (STATES, "      if state == last { continue }\n", ""),
         rule="What has not changed is not told"),
    Flaw("an older version is stored",
         (REQUESTS, "version < known { break }", "version < known, known < 0 { break }"),
         rule="Versions never go back"),
    Flaw("the network is first",
         (STATES, "if state == last { continue }",
          "if state == last || state.fetch == .fetching { continue }"),
         rule="What is stored is shown at once"),
    Flaw("a validator is used in another scope",
         (REQUESTS, "let validator = stored?[id: scope]?.validator",
          "let validator = stored?.last?.validator"),
         rule="A failure is the server's"),
    Flaw("the gate is ignored",
         (REQUESTS, "if isDue, gate.isOpen, requests[scope] == nil {",
          "if isDue, requests[scope] == nil {"),
         (REQUESTS, "gate.isOpen ? await fetch(scope, validator) : nil",
          "gate.reasons.count < 9 ? await fetch(scope, validator) : nil"),
         rule="Nothing leaves through a closed gate"),
    Flaw("the gate is not looked at again",
         (REQUESTS, "gate.isOpen ? await fetch(scope, validator) : nil",
          "gate.reasons.count < 9 ? await fetch(scope, validator) : nil"),
         rule="Nothing leaves through a closed gate"),
    Flaw("the old scope is shown on",
         (SOURCE, "      takeUp()\n", ""),
         rule="The scope that was taken is shown at once"),
    Flaw("an old scope's answer ends the wait of the new",
         (REQUESTS, "if let answer, isWanted(scope) {", "if let answer {"),
         (REQUESTS, "    guard isWanted(scope) else { return }\n    isDue", "    isDue"),
         rule="A failure is the server's"),
    Flaw("it is shown before it is stored",
         (KEEPING, "    do {\n      try await store.update",
          "    stored?.save(snapshot)\n    tell()\n    do {\n      try await store.update"),
         rule="What is shown is stored"),
    Flaw("a failure is repeated in a loop",
         (REQUESTS, "    isDue = false\n    failure = reason\n",
          "    isDue = reason != nil\n    failure = reason\n"),
         rule="A request has an occasion"),
    Flaw("the gate is not followed",
         (SOURCE, "      group.addTask { await self.followGate() }\n", ""),
         rule="A wait has the gate's reasons"),
    Flaw("what was called off does not count",
         (REQUESTS, "    requests[scope]?.callOff()\n",
          "    requests[scope]?.callOff()\n    requests[scope] = nil\n"),
         rule="A scope has one request at a time"),
]

plant(FLAWS, "cached source", module="Sync", worlds="SOURCE", tests="CachedSourceModelTests", seeds=1000)
