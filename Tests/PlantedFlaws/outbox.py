#!/usr/bin/env python3
"""Flaws planted in the outbox, one at a time: the simulated worlds have to find each.

    Tests/PlantedFlaws/outbox.py [--only TEXT] [--seeds 1000]

Works on a copy of the sources, which it builds and throws away. Says in how many worlds of each kind
a flaw was found. Needs the Swift toolchain.
"""
from planting import Flaw, plant

OUTBOX = "Modules/Sync/Outbox/"
TAKING, SENDING = OUTBOX + "Outbox+Taking.swift", OUTBOX + "Outbox+Sending.swift"
DECIDING, REASONS = OUTBOX + "Outbox+Deciding.swift", OUTBOX + "Outbox+Reasons.swift"
PENDING, AHEAD = OUTBOX + "PendingChange.swift", OUTBOX + "ChangesAhead.swift"
STORE, JOURNAL = OUTBOX + "OutboxStore.swift", "Modules/Sync/Contract/OutboxJournal.swift"

FILES = "OutboxSimulationTests/files"

FLAWS = [
    Flaw("a change is next while nobody runs the queue",
         (REASONS, "    guard isRunning else { return .notRunning }\n", ""), tests="EndingTests",
         rule="A change that is made while nobody runs the queue says so"),
    Flaw("taken before it is on the disk",
         (TAKING, "    let persistence = await record([id])\n",
          "    let persistence = Persistence.persisted\n")),
    Flaw("taken before it is in the file",
         (JOURNAL, ".memoryBackedByFile(name)",
          ".memoryBackedByFile(name, coalescing: 3)"), tests=FILES),
    Flaw("a new key per attempt",
         (SENDING, "key: pending[index].entry.key,", "key: makeKey(),")),
    Flaw("the key is not kept",
         (TAKING, "      let entry = entries[place]\n",
          "      var entry = entries[place]\n      entry.key = makeKey()\n")),
    Flaw("a later change overtakes",
         (REASONS,
          "    if let head { return .behind(head) }\n", "")),
    Flaw("the server's id is not kept with the answer",
         (SENDING,
          "answered.formUnion(note(serverID, from: id, of: lane))",
          "_ = note(serverID, from: id, of: lane)")),
    Flaw("the server's id is not passed on",
         (SENDING,
          "answered.formUnion(note(serverID, from: id, of: lane))", "_ = serverID")),
    Flaw("merged into a change in flight",
         (PENDING, "&& !mayBeApplied && !isInFlight",
          "&& (!mayBeApplied || isInFlight)")),
    Flaw("merged into a change of before the restart",
         (TAKING,
          "mayBeApplied: entry.outcome == nil)", "mayBeApplied: false)")),
    Flaw("merged under the old key",
         (TAKING, "      both.entry.key = makeKey()\n", "")),
    Flaw("merged across what waits for it",
         (TAKING,
          "!pending.dependantPlaces.contains(where: { $0 > index && pending[$0].depends(on: lane) })",
          "true")),
    Flaw("the next attempt waits for something else to happen",
         (SENDING,
          "    wakeForNextAttempt(reasons, in: &group)\n", "")),
    Flaw("a closed gate counts as success",
         (SENDING,
          "      pending[index].mayBeApplied = mayHaveBeenApplied\n      gate.close(for: reason)\n",
          "      gate.close(for: reason)\n      answered = [id]\n      pending.remove([id])\n")),
    Flaw("a closed gate counts as a failure",
         (SENDING, "      gate.close(for: reason)\n",
          "      gate.close(for: reason)\n      pending[index].failures += 1\n")),
    Flaw("requests pass a closed gate",
         (REASONS,
          "    if !closed.isEmpty { return .gate(closed) }\n", "")),
    Flaw("what was refused is sent for ever",
         (SENDING,
          "      answered = [id]\n      refuse(index, reason)\n",
          "      pending[index].failures += 1\n      delay(index)\n")),
    Flaw("what was refused holds up other lanes",
         (AHEAD,
          "    if needsDecision || waitsForDecision(entry) {", "    if false {")),
    Flaw("a busy server counts as a refusal",
         (SENDING,
          "      pending[index].floor = time.now() + (retryAfter ?? .zero)\n      delay(index)\n",
          "      answered = [id]\n      refuse(index, \"busy\")\n")),
    Flaw("Retry-After is ignored",
         (SENDING,
          "      pending[index].floor = time.now() + (retryAfter ?? .zero)\n", "")),
    Flaw("an answer goes to another change",
         (SENDING,
          "    guard let index = pending.index(of: id) else { return }\n    var answered",
          "    guard let index = pending.firstIndex(where: \\.isInFlight) else { return }\n"
          "    let id = pending[index].id\n    var answered")),
    Flaw("two send at once",
         (REASONS, "    if isInFlight { return .inFlight }\n", "")),
    Flaw("dependencies are ignored",
         (AHEAD, "      case .lanes(let lanes): lanes.compactMap { heads[$0] }.min()\n",
          "      case .lanes: nil\n")),
    Flaw("an order sees what came after it",
         (AHEAD, "[awaited, waiting[entry.lane], barrier]",
          "[awaited]")),
    Flaw("uploads take all the room",
         (SENDING,
          "      && (priority != .low || !pending.inFlight.values.contains(.low))\n", "")),
    Flaw("what may be applied is given up",
         (DECIDING,
          "    guard !pending[index].mayBeApplied else { throw .mayBeApplied(id) }\n", "")),
    Flaw("what may be applied is replaced",
         (DECIDING,
          "!pending[index].mayBeApplied || pending[index].change == nil", "true")),
    Flaw("replaced under the old key",
         (DECIDING,
          "    pending[index].entry.payload = payload\n    pending[index].entry.key = makeKey()\n",
          "    pending[index].entry.payload = payload\n")),
    Flaw("what cannot be read is dropped",
         (TAKING, "      pending.append(\n        PendingChange(",
          "      if changes[place] == nil { continue }\n"
          "      pending.append(\n        PendingChange(")),
    Flaw("leaves the screen before the data has it",
         (SENDING, "version == nil ? .max :",
          "version != nil ? .max :")),
    Flaw("forgets which data came before the answer",
         (SENDING, "stored[lane] ?? .min", ".min")),
    Flaw("an answer without a version leaves those before it",
         (SENDING,
          "forgetApplied(lane, upTo: version == nil ? .max : stored[lane] ?? .min)",
          "forgetApplied(lane, upTo: version == nil ? .min : stored[lane] ?? .min)")),
]

plant(
    FLAWS, "outbox", module="Sync", worlds="OUTBOX", tests="OutboxSimulationTests/(flat|swarm)", seeds=1000)
