@testable import Sync
import SyncTestSupport

extension OutboxWorld {
  /// Begins an attempt and checks everything that must never be sent.
  ///
  /// - Returns: `nil` if the app has no server identifier for an entity that the change needs, so
  ///   that there is nothing to send.
  mutating func begin(
    _ outgoing: OutgoingChange<SimulatedChange>, now: Duration
  ) -> (request: SimulatedServer.Request, fault: Scenario.Fault)? {
    let change = outgoing.change
    inFlight.append(change)
    expect(!isShut, "\(change.numbers) was sent through a closed gate")
    expect(
      inFlight.count { $0.lane == change.lane } == 1, "\(change.lane) has two requests in flight")
    expect(
      inFlight.count { $0.priority == .low } <= 1, "uploads take the room of everything else")
    expect(
      now >= floors[outgoing.key] ?? .zero, "\(change.numbers) was sent before the server said")
    expectOrder(of: change)

    let serverID = id(of: change.lane, outgoing)
    let references = change.awaited.map { id(of: $0, outgoing) ?? "none" }
    if change.needsServerID && !tainted.contains(change.lane) {
      let known = server.entities[change.lane]?.serverID
      // A repeated request refers to the entity that existed at the first attempt.
      let isRepeated = server.knows(outgoing.key)
      expect(
        isRepeated || known == nil || known == serverID, "\(change.numbers) has no server's id")
    }
    if change.needsServerID && serverID == nil { return nil }
    let awaited = zip(change.awaited, references).filter { lane, _ in
      !tainted.contains(lane) && hasArrived(lane, before: change)
    }
    for (lane, reference) in awaited {
      let known = server.entities[lane]?.serverID
      expect(known == nil || known == reference, "\(change.numbers) has no server's id of \(lane)")
    }

    let fault = requests < faults.count ? faults[requests] : .none
    requests += 1
    let bytes = "\(content(change)) \(change.needsServerID ? serverID ?? "" : "") \(references)"
    if fault != .unsent {
      let before = wire[outgoing.key]
      let mayDiffer =
        change.numbers.contains { operations[$0].mayRepeat }
        || !tainted.isDisjoint(with: change.awaited)
        // The entity was deleted while the change could not be read.
        || change.awaited.contains { snapshots[$0]?.entity == nil }
      expect(before == nil || before == bytes || mayDiffer, "\(outgoing.key) has two contents")
      wire[outgoing.key] = bytes
    }
    if fault != .unsent && fault != .unauthorized {
      for number in change.numbers { operations[number].wasSent = true }
    }
    note("  > \(requests) \(change.kind) \(change.lane) \(change.numbers) \(outgoing.key) \(fault)")
    return (
      SimulatedServer.Request(
        number: requests, key: outgoing.key, change: change,
        serverID: change.needsServerID ? serverID : nil, bytes: bytes),
      fault
    )
  }

  /// Delivers a request to the server.
  mutating func arrive(
    _ request: SimulatedServer.Request, isChangedElsewhere: Bool = false
  ) -> SimulatedServer.Answer {
    let answer = server.answer(request, isChangedElsewhere: isChangedElsewhere)
    note("  = \(request.number) \(answer)")
    for number in request.change.numbers where !tainted.contains(request.change.lane) {
      expect(
        server.applications[number, default: 0] <= 1 || operations[number].mayRepeat,
        "\(number) was applied twice")
    }
    return answer
  }

  /// Ends an attempt and converts the server's response into the app's outcome.
  mutating func end(
    _ change: SimulatedChange, _ key: String, _ answer: SimulatedServer.Answer, isHopeless: Bool,
    now: Duration
  ) -> SendOutcome<SimulatedChange, Int> {
    inFlight.removeAll { $0.numbers == change.numbers }
    switch answer {
    case .applied(let serverID, let revision):
      store(change.lane, revision)
      set(change, .done)
      return .applied(ServerUpdate(serverID: serverID))
    case .refused:
      set(change, .refused)
      return .rejected("the server refuses it")
    case .conflict(let revision):
      // The app does not offer a rebased change if the number of earlier rebases is unknown.
      let isHopeless = isHopeless || tainted.contains(change.lane)
      guard change.numbers.allSatisfy({ change.base <= operations[$0].base }), !isHopeless else {
        set(change, .refused)
        return .conflict(rebased: isHopeless ? nil : change, ServerUpdate())
      }
      var rebased = change
      rebased.base = revision
      // A crash would forget the new key, although the change may be applied under it.
      if wasFull { tainted.insert(change.lane) }
      for number in change.numbers { operations[number].wasSent = false }
      return .conflict(rebased: rebased, ServerUpdate())
    case .unauthorized:
      obstacles.insert(.signedOut)
      return .closed(.signedOut)
    case .busy(let retryAfter):
      countFailure(of: change)
      if let retryAfter { floors[key] = now + retryAfter }
      return .tryLater(after: retryAfter)
    case .unsent:
      return .notSent
    case .nothing:
      countFailure(of: change)
      return .unknown
    }
  }

  /// Ends an attempt without a request, because the app knows that the server has no such entity.
  mutating func endUnsent(_ change: SimulatedChange) -> SendOutcome<SimulatedChange, Int> {
    inFlight.removeAll { $0.numbers == change.numbers }
    set(change, change.kind == .delete ? .done : .refused)
    for number in change.numbers { operations[number].isMoot = true }
    return change.kind == .delete ? .applied(ServerUpdate()) : .rejected("there is no such line")
  }

  /// Stores a lane's data as of a revision, unless newer data is stored already.
  mutating func store(_ lane: Lane, _ revision: Int) {
    guard revision > snapshots[lane]?.revision ?? 0 else { return }
    snapshots[lane] = Snapshot(revision: revision, entity: server.history[revision][lane])
  }

  /// Whether the app has received responses for earlier operations in a lane, and for no later
  /// ones.
  private func hasArrived(_ lane: Lane, before change: SimulatedChange) -> Bool {
    let places = operations.filter { $0.state == .done && $0.change.lane == lane }.map(\.place)
    let place = change.numbers.map { operations[$0].place }.min() ?? 0
    return !places.isEmpty && places.allSatisfy { $0 < place }
  }

  private func id(of lane: Lane, _ outgoing: OutgoingChange<SimulatedChange>) -> String? {
    outgoing.serverID(of: lane) ?? snapshots[lane]?.entity?.serverID
  }

  private mutating func set(_ change: SimulatedChange, _ state: State) {
    for number in change.numbers { operations[number].state = state }
  }

  private mutating func countFailure(of change: SimulatedChange) {
    for number in change.numbers { operations[number].failures += 1 }
  }

  /// Checks that a change does not overtake an earlier change that it depends on or that must not
  /// see its effect.
  private func expectOrder(of change: SimulatedChange) {
    let place = change.numbers.map { operations[$0].place }.min() ?? 0
    let last = change.numbers.map { operations[$0].place }.max() ?? 0
    for earlier in operations where !change.numbers.contains(earlier.change.numbers[0]) {
      let isOpen = earlier.state == .refused || earlier.state == .pending
      if isOpen && earlier.place < place && !earlier.isAtStake {
        expect(
          !change.waits(for: earlier.change) || mayBeTakenBack(earlier),
          "\(change.numbers) overtook \(earlier.change.numbers), for which it waits")
        expect(
          !earlier.change.awaits(change.lane) || mayBeTakenBack(earlier)
            || stuck.union(wasStuck).contains(earlier.change.numbers[0]),
          "\(change.numbers) overtook \(earlier.change.numbers), which is not to see it")
      }
      if earlier.place > place && earlier.place < last && earlier.state != .gone {
        expect(
          !earlier.change.awaits(change.lane) || mayBeTakenBack(earlier),
          "\(change.numbers) became one across \(earlier.change.numbers)")
      }
    }
    for number in change.numbers {
      expect(
        operations[number].state == .pending || operations[number].isAtStake,
        "\(number) was sent, and is \(operations[number].state)")
    }
  }

  private func content(_ change: SimulatedChange) -> String {
    "\(change.kind) \(change.lane) \(change.quantity) \(change.awaited) \(change.numbers) \(change.base)"
  }
}
