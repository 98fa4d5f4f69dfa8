import CartTestSupport
import Networking
import NetworkingTestSupport
import Storage
import Sync
import SyncTestSupport
import Synchronization
import Testing

@testable import Cart

@Suite("What a tap waits for", .timeLimit(.minutes(1)))
struct CartWritingTests {
  /// Counts writes and lets them through when it is told to.
  private final class SlowDisk: OutboxStore, CartShelf {
    let writes = Mutex(0)
    let kept = Mutex<KeptCart?>(nil)

    func entries() async throws(StorageError) -> [OutboxEntry] { [] }

    func write(_ saved: [OutboxEntry], removing removed: Set<Int>) async -> Persistence {
      writes.withLock { $0 += 1 }
      return .persisted
    }

    func cart() async throws(StorageError) -> KeptCart? { kept.withLock { $0 } }

    func keep(_ cart: KeptCart) async -> Persistence {
      writes.withLock { $0 += 1 }
      kept.withLock { $0 = cart }
      return .persisted
    }
  }

  private let disk = SlowDisk()
  private let server = CartServerDouble()

  private func makeCart() -> DefaultShoppingCart {
    let ids = SyncTestSupport.SplitMix64(seed: 1)
    let random = Mutex(ids)
    return DefaultShoppingCart(
      server: CartServer(transport: server), kept: disk, journal: OutboxJournal(disk),
      gate: Gate(closedFor: [.offline]), clock: InstantClock(), random: SplitMix64(seed: 1),
      makeID: { "id-\(random.withLock { $0.next() })" })
  }

  @Test("With 200 lines and 1,000 taps, each tap is one addition to the journal and no request")
  func taps() async throws {
    let cart = makeCart()
    try await cart.enter(.almaty)
    let items = (0..<200).map { CartItem.sample("p\($0)", "Product \($0)", 100) }
    for item in items { _ = try await cart.add(item, count: 1) }
    // The id of the cart is kept once.
    #expect(disk.writes.withLock { $0 } == 201)

    for tap in 0..<1_000 {
      let item = items[tap * 7 % 200]
      let before = disk.writes.withLock { $0 }
      let persistence = try await cart.setQuantity(2 + tap % 50, of: item.line)
      #expect(persistence == .persisted)
      #expect(disk.writes.withLock { $0 } == before + 1)
      #expect(cart.state.quantity(of: item) == 2 + tap % 50)
    }

    #expect(cart.state.waiting.count == 200)
    #expect(server.requests.isEmpty)
    await #expect(throws: CartError.tooManyLines(limit: 200)) {
      try await cart.add(.sample("one-more", "One more", 100), count: 1)
    }
  }

  @Test("Additions at the same moment all count")
  func together() async throws {
    let cart = makeCart()
    try await cart.enter(.almaty)

    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<50 { group.addTask { _ = try await cart.add(.cola, count: 1) } }
      try await group.waitForAll()
    }

    #expect(cart.state.quantity(of: .cola) == 50)
    #expect(cart.state.waiting.count == 1)
  }
}
