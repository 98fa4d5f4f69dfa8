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

/// The cost of a tap in writes and requests.
struct CartWritingTests {
  /// Counts writes, and records the state at the beginning of each.
  private final class WatchedDisk: OutboxStore, BaseStore {
    private struct State {
      var writes = 0
      var kept = CartBase()
      var look: (@Sendable () -> Int)?
      var seen: [Int] = []
    }

    private let state = Mutex(State())

    var writes: Int { state.withLock { $0.writes } }
    /// The result of the observed closure at the beginning of each write.
    var seen: [Int] { state.withLock { $0.seen } }

    func look(_ look: @escaping @Sendable () -> Int) {
      state.withLock { $0.look = look }
    }

    func entries() async throws(StorageError) -> [OutboxEntry] { [] }

    func create() async -> WriteStatus? { nil }

    func write(_ saved: [OutboxEntry], removing removed: Set<Int>) async -> WriteStatus {
      note()
      return .written
    }

    func load() async throws(StorageError) -> CartBase { state.withLock { $0.kept } }

    func save(_ base: CartBase) async -> WriteStatus {
      guard state.withLock({ $0.kept.carts != base.carts }) else { return .written }
      note()
      state.withLock { $0.kept = base }
      return .written
    }

    private func note() {
      let shown = state.withLock { $0.look }?()
      state.withLock { state in
        state.writes += 1
        if let shown { state.seen.append(shown) }
      }
    }
  }

  private let disk = WatchedDisk()
  private let server = CartServerDouble()

  private func makeCart(
    asking transport: (any Transport)? = nil, behind gate: Gate = Gate(closedFor: [.offline])
  ) -> LiveShoppingCart {
    let ids = SyncTestSupport.SplitMix64(seed: 1)
    let random = Mutex(ids)
    var environment = FeatureEnvironment(
      transport: transport ?? server, city: SettledCity(.almaty, gate: gate),
      clock: InstantClock(), random: SplitMix64(seed: 1),
      makeID: { "id-\(random.withLock { $0.next() })" })
    environment.makeJournal = { [disk] _ in disk }
    return LiveShoppingCart(base: disk, in: environment)
  }

  @Test
  func `Each of 30 taps on 200 lines is one append to the journal and no request`() async throws {
    let cart = makeCart()
    let items = (0..<200).map { CartItem.sample("p\($0)", "Product \($0)", 100) }
    for item in items { _ = try await cart.add(item, count: 1) }
    // The id of the cart is stored once.
    #expect(disk.writes == 201)

    for tap in 0..<30 {
      let item = items[tap * 7 % 200]
      let before = disk.writes
      try await cart.setQuantity(2 + tap % 50, of: item.line)
      #expect(cart.state.sync.isDurable)
      #expect(disk.writes == before + 1)
      #expect(cart.state.quantity(of: item) == 2 + tap % 50)
    }

    #expect(cart.state.pending.count == 200)
    // The id that a launch has loaded is not stored again.
    let writes = disk.writes
    _ = try await makeCart().add(.cola, count: 1)
    #expect(disk.writes == writes + 1)
    #expect(server.requests.isEmpty)
  }

  @Test
  func `A tap while an answer is awaited is one append to the journal and no request`() async throws
  {
    let network = StubTransport { _ throws(TransportError) in
      for await _ in AsyncStream.makeStream(of: Never.self).stream {}
      throw .cancelled
    }
    let cart = makeCart(asking: network, behind: Gate())
    let items = (0..<20).map { CartItem.sample("p\($0)", "Product \($0)", 100) }
    try await running(cart.run) {
      for item in items { _ = try await cart.add(item, count: 1) }
      for tap in 0..<60 {
        let item = items[tap * 7 % 20]
        let before = disk.writes
        _ = try await cart.add(item, count: 1)
        #expect(disk.writes == before + 1)
        #expect(cart.state.quantity(of: item) == 2 + tap / 20)
      }

      // Four lanes, and the cart itself.
      #expect(network.requests.count <= 5)
    }
  }

  @Test func `A tap is shown before it is stored`() async throws {
    let cart = makeCart()
    disk.look { cart.state.quantity(of: .cola) }

    _ = try await cart.add(.cola, count: 2)
    _ = try await cart.setQuantity(5, of: CartItem.cola.line)

    // The id of the cart, the addition, the quantity.
    #expect(disk.seen == [2, 2, 5])
  }
}
