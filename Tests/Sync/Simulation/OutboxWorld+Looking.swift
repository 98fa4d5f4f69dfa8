@testable import Sync
import SyncTestSupport

extension OutboxWorld {
  typealias Item = OutboxItem<SimulatedChange>

  /// Compares the app's items with the expected ones.
  ///
  /// At a start the app has just read its journal. Changes whose enqueueing was never confirmed may
  /// be missing, and changes whose removal could not be written may be present again.
  mutating func look(
    at items: [Item], unknown: [Int: SimulatedChange], isStart: Bool, isBehind: Bool
  ) {
    note("  items " + items.map(Self.line).joined(separator: ", "))
    var seen: [Int: Item] = [:]
    var places: [Lane: Int] = [:]
    isUnreadable = []
    for item in items {
      expect(item.change != nil || unknown[item.id] != nil, "\(item.id) cannot be read")
      guard let change = item.change ?? unknown[item.id] else { continue }
      expect(change.lane == item.lane, "\(item.id) is of \(item.lane)")
      for number in change.numbers {
        expect(seen[number] == nil, "\(number) is there twice")
        expect(operations[number].place >= places[item.lane] ?? -1, "\(number) is out of order")
        places[item.lane] = operations[number].place
        seen[number] = item
        if item.change == nil { isUnreadable.insert(number) }
      }
    }
    for number in operations.indices {
      if let item = seen[number] {
        found(number, item, isStart)
      } else {
        missed(number, isStart, isBehind)
      }
    }
    expectTakenBack(
      Set(operations.indices.filter { operations[$0].state == .pending })
        .subtracting(seen.keys))
    if !isBehind { clearVolatile() }
    expectShown(items)
  }

  private static func line(_ item: Item) -> String {
    // The order of a set differs between runs.
    let reason =
      if case .gateClosed = item.reason { "gate" } else { "\(item.reason)" }
    return "\(item.id):\(item.change?.numbers ?? []) \(reason)"
  }

  private mutating func found(_ number: Int, _ item: Item, _ isStart: Bool) {
    var operation = operations[number]
    defer { operations[number] = operation }
    if isStart {
      if operation.state == .gone {
        expect(wasFull, "\(number) came back")
        tainted.insert(item.lane)
      }
      if operation.isConfirmed { expect(wasFull, "\(number) came back, and the server has it") }
      operation.mayRepeat = operation.mayRepeat || wasFull
      if wasFull, case .done = operation.state { tainted.insert(item.lane) }
      operation.isUnsure = false
      operation.isVolatile = false
      switch item.reason {
      case .applied: break
      case .needsDecision where item.refusal != .unreadable:
        operation.state = .refused
      default: operation.state = .pending
      }
      return
    }
    // A change that merges into a failed one inherits its failure count.
    let failures = item.change?.numbers.map { operations[$0].failures }.max()
    expect(
      item.failures == failures ?? operation.failures, "\(number) counts \(item.failures) failures")
    let isParked = if case .needsDecision = item.reason { true } else { false }
    if operation.isAtStake {
      operation.isAtStake = false
      if operation.state == .pending && isParked { operation.state = .refused }
    }
    switch operation.state {
    case .pending:
      expect(isParked == isUnreadable.contains(number), "\(number) waits, and is \(item.reason)")
    case .refused: expect(isParked, "\(number) was refused, and is \(item.reason)")
    case .gone: expect(false, "\(number) is gone, and still there")
    case .done: expect(item.reason == .applied, "\(number) is done, and \(item.reason)")
    }
  }

  private mutating func missed(_ number: Int, _ isStart: Bool, _ isBehind: Bool) {
    let operation = operations[number]
    let lane = operation.change.lane
    switch operation.state {
    case .gone: break
    case .done: operations[number].isConfirmed = !isBehind
    case .pending, .refused:
      if isStart && (operation.isUnsure || operation.isVolatile) && !mayBeTakenBack(operation) {
        operations[number].state = .gone
        if operation.wasSent { tainted.insert(lane) }
      } else {
        expect(operation.state == .pending, "\(number) was refused, and is lost")
      }
    }
    if isStart && wasFull && operation.mayRepeat { tainted.insert(lane) }
  }

  /// Checks that every missing operation belongs to a create-delete pair that was never sent.
  private mutating func expectTakenBack(_ numbers: Set<Int>) {
    for number in numbers.sorted() {
      expect(mayBeTakenBack(operations[number]), "\(number) is lost")
    }
    for number in numbers { operations[number].state = .gone }
  }

  /// Returns whether an operation belongs to a create-delete pair that the server never received.
  func mayBeTakenBack(_ operation: Operation) -> Bool {
    let lane = operations.filter {
      $0.change.lane == operation.change.lane && $0.state == .pending
    }
    guard
      let first = lane.last(where: { $0.change.kind == .create && $0.place <= operation.place }),
      let last = lane.first(where: { $0.change.kind == .delete && $0.place >= operation.place })
    else { return false }
    return lane.allSatisfy { !(first.place...last.place).contains($0.place) || !$0.wasSent }
  }

  /// Checks that the stored data with the pending changes applied equals the user's intent.
  private mutating func expectShown(_ items: [Item]) {
    for lane in Self.lanes where !tainted.contains(lane) {
      let own = items.filter { $0.lane == lane }
      guard own.allSatisfy({ $0.change != nil }) else { continue }
      let shown = own.reduce(snapshots[lane]?.entity?.quantity) { shown, item in
        item.change.map { $0.result(on: shown).quantity } ?? shown
      }
      expect(
        shown == intended(lane),
        "\(lane) shows \(shown.map(String.init) ?? "nothing"), not \(intended(lane).map(String.init) ?? "nothing")"
      )
    }
  }

  /// Checks that every item that could be sent is being sent or has a timer.
  mutating func expectNothingForgotten(_ items: [Item], now: Duration, next: Duration?) {
    for item in items {
      switch item.reason {
      case .ready:
        let isCrowded =
          inFlight.count >= 4
          || item.change?.priority == .low && inFlight.contains { $0.priority == .low }
        expect(isCrowded, "\(item.id) could go, and nobody sends it")
      case .backoff(let wait):
        expect(next.map { $0 <= now + wait } ?? false, "nothing will wake \(item.id)")
      case .inFlight:
        expect(inFlight.contains { $0.numbers == item.change?.numbers }, "\(item.id) does not fly")
      default: break
      }
    }
  }

  /// Checks, after all faults are gone, that only rejected changes and their dependents remain.
  func expectQuiet() {
    let stuck = stuck
    for (number, operation) in operations.enumerated() where operation.state == .pending {
      expect(stuck.contains(number), "\(number) never arrived")
    }
  }

  /// The operations that need a decision by the user, and those that wait for them.
  var stuck: Set<Int> {
    var stuck: Set<Int> = []
    for (number, operation) in operations.enumerated().sorted(by: {
      $0.element.place < $1.element.place
    }) {
      let waits =
        operation.state == .pending
        && stuck.contains {
          operation.change.waits(for: operations[$0].change)
        }
      if waits || operation.state == .refused || isUnreadable.contains(number) {
        stuck.insert(number)
      }
    }
    return stuck
  }

  /// Checks, after the user has discarded all rejected changes, that the server applied every other
  /// change exactly once.
  func expectEqual() {
    for lane in Self.lanes where !tainted.contains(lane) {
      expect(
        server.entities[lane]?.quantity == intended(lane), "\(lane) is not what the user made it")
    }
    for (number, operation) in operations.enumerated()
    where !tainted.contains(operation.change.lane) && !operation.mayRepeat {
      let times = server.applications[number, default: 0]
      if operation.state == .gone { expect(times == 0, "\(number) was given up, and applied") }
      if case .done = operation.state {
        expect(
          times == 1 || operation.change.kind == .delete || operation.isMoot,
          "\(number) was applied \(times) times")
      }
    }
  }
}
