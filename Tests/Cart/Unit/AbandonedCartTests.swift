import CartTestSupport
import Networking
import NetworkingTestSupport
import Sandbox
import Storage
import Sync
import SyncTestSupport
import Synchronization
import Testing

@testable import Cart

@Suite("Abandoned carts")
struct AbandonedCartTests {
  /// A journal in which removed entries remain, as after a kill before each removal.
  private final class KeptJournal: OutboxStore {
    private let saved = Mutex<[Int: OutboxEntry]>([:])

    func entries() async throws(StorageError) -> [OutboxEntry] {
      saved.withLock { saved in saved.values.sorted { $0.id < $1.id } }
    }

    func write(_ entries: [OutboxEntry], removing removed: Set<Int>) async -> WriteStatus {
      saved.withLock { saved in for entry in entries { saved[entry.id] = entry } }
      return .written
    }
  }

  private let server = CartServerDouble()
  private let journal = KeptJournal()
  private let record = SingleRepository<CartRecord>(inMemory: nil)

  /// Launches an app with a cart in Almaty, and runs the cart during `body`.
  private func launch(
    closedFor reasons: Set<Gate.Reason> = [],
    _ body: (DefaultShoppingCart, SettledCity) async throws -> Void
  ) async throws {
    let city = SettledCity(.almaty, gate: Gate(closedFor: reasons))
    var environment = FeatureEnvironment(transport: server, city: city, clock: InstantClock())
    environment.makeJournal = { [journal] _ in OutboxJournal(journal) }
    let cart = DefaultShoppingCart(record: record, in: environment)
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await cart.run() }
      try await body(cart, city)
      group.cancelAll()
    }
  }

  @Test
  func `An addition that the server has applied counts once in a cart that was never fetched`()
    async throws
  {
    try await launch { cart, _ in
      _ = try await cart.add(.margherita, count: 2)
      await cart.settled()
    }
    try await launch(closedFor: [.offline]) { cart, city in
      await cart.when { $0.sync.isLoaded }
      city.settle(in: .belgrade)
      await cart.when { $0.city == RequestContext.belgrade.city }
      city.gate.open(for: .offline)
      city.settle(in: .almaty)
      await cart.when { $0.city == RequestContext.almaty.city }
      try await cart.refresh()
      #expect(cart.state.abandoned.flatMap(\.lines).map(\.quantity) == [2])
    }
  }

  @Test func `A cart with pending changes stays abandoned however many follow`() {
    var base = CartBase()
    for number in 1...25 {
      let id = base.cart(in: RequestContext.almaty.city) { "cart-\(number)" }
      base.abandon(id)
      base.forgetAbandoned(except: ["cart-2"])
    }
    #expect(base.isAbandoned("cart-2"))
    #expect(!base.isAbandoned("cart-1"))
    #expect(base.isAbandoned("cart-6") && base.isAbandoned("cart-25"))
  }

  @Test func `A stored cart without lines is not offered`() {
    var record = CartRecord(city: 1)
    record.abandoned = [AbandonedCart(reason: .closed, lines: [])]
    #expect(record.abandoned.isEmpty)
  }
}
