import Storage
@testable import Sync
import SyncTestSupport
import Synchronization

// The user's decisions about pending changes.
extension OutboxSimulation {
  /// Returns the current items after all calls in progress have returned.
  func items() -> [OutboxItem<SimulatedChange>] {
    finishCalls()
    let items = answer { [outbox] () async -> [OutboxItem<SimulatedChange>]? in
      do { return try await outbox.items() } catch { return nil }
    }
    expect(items.map { $0 != nil } ?? false, "the items cannot be read")
    return items.flatMap(\.self) ?? []
  }

  func retry(_ number: Int) {
    let items = items()
    guard !items.isEmpty else { return }
    let item = items[number % items.count]
    let sent = item.change ?? disk.unknown[item.id]
    let numbers = sent?.numbers ?? []
    decide(item) { outbox throws(SyncError) in
      try await outbox.retry(item.id)
    } then: { world in
      for number in numbers where world.operations[number].state == .refused {
        // The server may have rejected the change before or after the user's decision; the model
        // cannot know yet.
        world.operations[number].isAtStake = true
        world.operations[number].state = .pending
        world.operations[number].base = sent?.base ?? 0
      }
    }
  }

  func replace(_ number: Int, _ quantity: Int) {
    let items = items().filter { item in
      guard let change = item.change else { return false }
      return network.world.withLock { $0.operations[change.numbers[0]].change.kind != .order }
    }
    guard !items.isEmpty else { return }
    let item = items[number % items.count]
    guard let change = item.change else { return }
    let replacement = network.world.withLock { world in
      world.add(
        change.kind == .refused ? .set : change.kind, item.lane, quantity: quantity,
        awaited: change.awaited, place: world.operations[change.numbers[0]].place)
    }
    let number = replacement.numbers[0]
    let isBehind = disk.isFull
    let isTaken = decide(item, by: replacement) { outbox throws(SyncError) in
      try await outbox.replace(item.id, with: replacement)
    } then: { world in
      world.expect(
        change.numbers.allSatisfy {
          world.operations[$0].state == .refused || !world.operations[$0].wasSent
        },
        "\(change.numbers) was replaced, and may be applied")
      for number in change.numbers { world.operations[number].state = .gone }
      world.operations[number].failures = item.failures
      world.operations[number].isUnsure = false
      world.operations[number].isVolatile = isBehind
    }
    if !isTaken { network.world.withLock { $0.operations[number].state = .gone } }
  }

  /// Discards one of the items and returns whether the outbox accepted the decision.
  ///
  /// Returns `false` if there are no items or `choice` returns `nil`.
  @discardableResult
  func discard(_ choice: ([OutboxItem<SimulatedChange>]) -> OutboxItem<SimulatedChange>?) -> Bool {
    let items = items()
    guard !items.isEmpty, let item = choice(items) else { return false }
    let numbers = (item.change ?? disk.unknown[item.id])?.numbers ?? []
    return decide(item) { outbox throws(SyncError) in
      try await outbox.discard(item.id)
    } then: { world in
      for number in numbers {
        world.expect(
          world.operations[number].state == .refused || !world.operations[number].wasSent,
          "\(number) was given up, and may be applied")
        world.operations[number].state = .gone
      }
    }
  }

  /// Performs a decision, updates the world's model, and returns whether the outbox accepted it.
  @discardableResult
  private func decide(
    _ item: OutboxItem<SimulatedChange>, by replacement: SimulatedChange? = nil,
    _ decision: @escaping @Sendable (Queue<SimulatedChange>) async throws(SyncError) -> Void,
    then note: (inout OutboxWorld) -> Void
  ) -> Bool {
    let outbox = outbox
    let numbers = (item.change ?? disk.unknown[item.id])?.numbers ?? []
    let own = replacement.map { numbers + $0.numbers } ?? numbers
    let isRefused = item.refusal.map { $0 != .unreadable } ?? false
    network.world.withLock { world in
      world.wasStuck.formUnion(world.stuck)
      for number in own {
        let operation = world.operations[number]
        // A rejected change was not applied; a retry sends it under a new key. The answer to an
        // earlier retry may be a rejection, too.
        if isRefused || operation.state == .refused || operation.isAtStake {
          world.operations[number].wasSent = false
        }
        world.operations[number].isAtStake = true
      }
    }
    let refusal = answer { () async -> SyncError? in
      do throws(SyncError) {
        try await decision(outbox)
        return nil
      } catch { return error }
    }
    let isBehind = disk.isFull
    return network.world.withLock { world in
      for number in own { world.operations[number].isAtStake = false }
      guard case .some(nil) = refusal else {
        world.note("  refused: \(String(describing: refusal))")
        return false
      }
      // A crash undoes a decision that only memory holds, whether or not the change was sent.
      if isBehind { world.tainted.insert(item.lane) }
      note(&world)
      return true
    }
  }
}
