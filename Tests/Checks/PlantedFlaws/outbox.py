#!/usr/bin/env python3
"""Flaws planted in the outbox, one at a time: the simulated worlds have to find each.

    Tests/Checks/PlantedFlaws/outbox.py [--only TEXT] [--seeds 1000]

Works on a copy of the sources, which it builds and throws away. Says in how many worlds of each kind
a flaw was found. Needs the Swift toolchain.
"""
from planting import Flaw, plant

OUTBOX = "Modules/Sync/Outbox/Outbox.swift"
STORE = "Modules/Sync/OptimisticStore/OptimisticStore.swift"
PENDING, AHEAD = "Modules/Sync/Outbox/PendingChange.swift", "Modules/Sync/Outbox/PendingChange.swift"
ENTRY, JOURNAL = "Modules/Sync/Outbox/OutboxJournal.swift", "Modules/Sync/Outbox/OutboxJournal.swift"

FILES = "OutboxSimulationTests/.The queue keeps its rules over real files that a crash tears"

FLAWS = [
    Flaw("a change is next while nobody runs the queue",
         (PENDING, "    guard isRunning else { return .notRunning }\n", ""), tests="EndingTests",
         rule="A change that is made while the queue does not run says so"),
    Flaw("taken before it is on the disk",
         (STORE, "    return queued == .written ? stored : queued\n",
          "    return .written\n")),
    Flaw("the changes of another journal are taken",
         (JOURNAL, "journal != name else { return nil }", "journal == \"\" else { return nil }"),
         tests="OutboxDamageTests/.A queue refuses the journal of another one, and sends and loses none of its changes"),
    Flaw("a change does not say which journal it is in",
         (OUTBOX, "journal: journalName,", "journal: nil,"),
         tests="OutboxDamageTests/.A queue refuses the journal of another one, and sends and loses none of its changes"),
    Flaw("a new key per attempt",
         (OUTBOX, "key: pending[index].entry.key,", "key: makeKey(),")),
    Flaw("the key is not kept",
         (OUTBOX, "      let entry = entries[place]\n",
          "      var entry = entries[place]\n      entry.key = makeKey()\n")),
    Flaw("a later change overtakes",
         (PENDING,
          "    if let head { return .blockedByEarlier(head) }\n", "")),
    Flaw("the server's id is not kept with the answer",
         (OUTBOX,
          "answered.formUnion(note(serverID, from: id, of: pending[index].lane))",
          "_ = note(serverID, from: id, of: pending[index].lane)")),
    Flaw("the server's id is not passed on",
         (OUTBOX,
          "answered.formUnion(note(serverID, from: id, of: pending[index].lane))", "_ = serverID")),
    Flaw("merged into a change in flight",
         (PENDING, "&& !mayBeApplied && !isInFlight",
          "&& (!mayBeApplied || isInFlight)")),
    Flaw("merged into a change of before the restart",
         (OUTBOX,
          "mayBeApplied: entry.outcome == nil)", "mayBeApplied: false)")),
    Flaw("merged under the old key",
         (OUTBOX,
          "      pending[index].entry.key = makeKey()\n      pending[index].entry.priority",
          "      pending[index].entry.priority")),
    Flaw("merged across what waits for it",
         (OUTBOX,
          "!pending.dependantPlaces.contains(where: { $0 > index && pending[$0].depends(on: lane) })",
          "true")),
    Flaw("the next attempt waits for something else to happen",
         (STORE, "    guard let next else { return }\n", "    guard let next, next < .zero else { return }\n")),
    Flaw("a closed gate counts as success",
         (OUTBOX, "    case .closed:\n      pending[index].mayBeApplied = attempt.mayBeApplied\n",
          "    case .closed:\n      answered = [id]\n      pending.remove([id])\n")),
    Flaw("a closed gate counts as a failure",
         (OUTBOX, "    case .closed:\n", "    case .closed:\n      pending[index].failures += 1\n")),
    Flaw("requests pass a closed gate",
         (PENDING,
          "    if !closed.isEmpty { return .gateClosed(closed) }\n", "")),
    Flaw("what was refused is sent for ever",
         (OUTBOX,
          "      answered = [id]\n      refuse(index, .rejected(rejection))\n",
          "      pending[index].failures += 1\n      delay(index)\n")),
    Flaw("what was refused holds up other lanes",
         (AHEAD,
          "    if needsDecision || waitsForDecision(entry) {", "    if false {")),
    Flaw("a busy server counts as a refusal",
         (OUTBOX,
          "      pending[index].floor = time.now() + (retryAfter ?? .zero)\n      delay(index)\n",
          "      answered = [id]\n      refuse(index, .conflict)\n")),
    Flaw("Retry-After is ignored",
         (OUTBOX,
          "      pending[index].floor = time.now() + (retryAfter ?? .zero)\n", "")),
    Flaw("an answer goes to another change",
         (OUTBOX,
          "    let id = attempt.id\n    guard let index = pending.index(of: id) else { return [] }\n",
          "    guard let index = pending.firstIndex(where: \\.isInFlight) else { return [] }\n"
          "    let id = pending[index].id\n")),
    Flaw("two send at once",
         (PENDING, "    if isInFlight { return .inFlight }\n", "")),
    Flaw("dependencies are ignored",
         (AHEAD, "      case .lanes(let lanes): lanes.compactMap { heads[$0] }.min()\n",
          "      case .lanes: nil\n")),
    Flaw("an order sees what came after it",
         (AHEAD, "[awaited, waiting[entry.lane], barrier]",
          "[awaited]")),
    Flaw("uploads take all the room",
         (OUTBOX,
          "      && (priority != .low || !pending.inFlight.values.contains(.low))\n", "")),
    Flaw("what may be applied is given up",
         (OUTBOX,
          "    guard !pending[index].mayBeApplied else { throw .mayBeApplied(id) }\n", "")),
    Flaw("what may be applied is replaced",
         (OUTBOX,
          "!pending[index].mayBeApplied || !pending[index].isReadable", "true")),
    Flaw("replaced under the old key",
         (OUTBOX,
          "payload: payload)\n    pending[index].entry.renew(makeKey())\n",
          "payload: payload)\n    pending[index].entry.renew(pending[index].entry.key)\n")),
    Flaw("what cannot be read is dropped",
         (OUTBOX, "      pending.append(\n        PendingChange(",
          "      if changes[place] == nil { continue }\n"
          "      pending.append(\n        PendingChange(")),
    Flaw("settling removes what is not applied",
         (OUTBOX, "pending.entries.filter(\\.isApplied).map(\\.id)", "pending.entries.map(\\.id)")),
    Flaw("settling leaves the journal as it was",
         (STORE, "{ _ = await write(outbox.remove(settled)) }", "{ _ = outbox.remove(settled) }")),
]

plant(
    FLAWS, "outbox", module="Sync", worlds="OUTBOX", tests="OutboxSimulationTests/.(The queue keeps its rules in every order of events|The queue keeps its rules in worlds with few kinds of events)", seeds=1000)
