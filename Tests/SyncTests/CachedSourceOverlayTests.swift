import Storage
import Sync
import SyncTestSupport
import Testing

/// The quantity of a dish that the user wants.
private struct Wish: OutboxChange {
  let dish: String
  let count: Int
  var lane: Lane { Lane("dish", dish) }
}

@Suite("A cached source with an outbox beside it")
struct CachedSourceOverlayTests {
  let example = CachedSourceExample()
  private let outbox: Outbox<Wish>

  init() {
    outbox = Outbox(
      journal: OutboxJournal(), gate: example.gate, clock: VirtualClock(),
      random: SplitMix64(seed: 1), makeKey: { "key" }
    ) { _ in .applied(version: 8) }
  }

  /// Returns the displayed dishes: the snapshot with the pending changes applied.
  private func shown() async throws -> [String: Int] {
    var dishes = await example.state()?.value ?? [:]
    for item in try await outbox.items() {
      if let wish = item.change { dishes[wish.dish] = wish.count }
    }
    return dishes
  }

  /// Settles the pending changes that the stored snapshot contains, as a feature does.
  private func settle() async throws {
    guard let version = await example.state()?.snapshot?.version else { return }
    for item in try await outbox.items() { try await outbox.settle(item.lane, version: version) }
  }

  @Test("An own change is seen from the touch on, though a late answer does not have it yet")
  func neverVanishes() async throws {
    try await example.store.save(example.snapshot(["pizza": 1], version: 7, age: 700))
    try await example.running {
      // Sent before the user's change, answered after the server has applied it.
      async let late = example.source.refresh()
      let request = await example.server.next()
      _ = try await outbox.enqueue(Wish(dish: "pizza", count: 3))
      await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { try await outbox.run() }
        for await items in await outbox.updates()
        where items.map(\.reason) == [.settling(version: 8)] {
          break
        }
        group.cancelAll()
      }
      request.give(.value(["pizza": 1], version: 7))
      _ = try await late
      try await settle()
      #expect(try await shown() == ["pizza": 3])

      async let refreshed = example.source.refresh()
      await example.server.next().give(.value(["pizza": 3], version: 8))
      _ = try await refreshed
      try await settle()
      #expect(try await outbox.items().isEmpty)
      #expect(try await shown() == ["pizza": 3])

      // The answer of a lagging replica does not restore the old state.
      async let behind = Result { () async throws(SyncError) in
        try await example.source.refresh()
      }
      await example.server.next().give(.value(["pizza": 1], version: 7))
      let refused = await behind
      #expect(refused.failure != nil)
      #expect(try await shown() == ["pizza": 3])
    }
  }
}
