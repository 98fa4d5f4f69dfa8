import Cart
import CartTestSupport
import Commerce
import Networking
import NetworkingTestSupport
import Sandbox
import Sync
import SyncTestSupport
import Synchronization
import Testing

/// Tests of changes that wait for the id of their place, or for their city.
struct PlaceLookupTests {
  private let server = CartServerDouble()
  private let clock = VirtualClock()
  private let city = SettledCity(.almaty)
  private let place = Place()

  @Test func `An order waits for the fulfillment, and the fulfillment for its place`() async throws
  {
    try await run { cart in
      try await cart.add(.cola, count: 20)
      try await cart.setFulfillment(CartFulfillment(.delivery, "new"))
      try await cart.order()
      let waiting = await cart.when { state in
        state.isBackingOff
          && !state.pending.contains { if case .line = $0.subject { true } else { false } }
      }
      #expect(waiting.fulfillment?.place == "new")
      #expect(server.model.placed.isEmpty)

      place.set(.resolved("a-1"))
      let fulfillment = try #require(
        waiting.pending.first { if case .fulfillment = $0.subject { true } else { false } })
      try await cart.retry(fulfillment.id)
      await cart.when { if case .placed = $0.order { true } else { false } }
    }
    #expect(server.model.placed.map(\.cart.fulfilment?.place) == ["a-1"])
  }

  @Test func `The choice of a place that no longer exists is refused, and the order is not sent`()
    async throws
  {
    try await run { cart in
      try await cart.add(.cola, count: 20)
      try await cart.setFulfillment(CartFulfillment(.delivery, "old"))
      await cart.settled()
      city.gate.close(for: .offline)
      try await cart.setFulfillment(CartFulfillment(.delivery, "new"))
      try await cart.order()
      place.set(.unknown)
      city.gate.open(for: .offline)
      let refused = await cart.when { state in
        state.pending.contains { $0.status == .failed(.rejected(.unknownPlace)) }
      }
      #expect(refused.fulfillment?.place == "old")
      for change in refused.pending where change.status.isFailed {
        try await cart.discard(change.id)
      }
      // Without the choice, the order would go to the old address.
      await cart.when { $0.order == .refused(.rejected(.fulfillmentChanged)) }
    }
    #expect(server.model.placed.isEmpty)
  }

  @Test func `A refused choice that an earlier attempt has applied is shown before the next order`()
    async throws
  {
    place.set(.resolved("a-1"))
    try await run { cart in
      try await cart.add(.cola, count: 20)
      try await cart.setFulfillment(CartFulfillment(.delivery, "old"))
      await cart.settled()
      server.spoil(.answerLost)
      try await cart.setFulfillment(CartFulfillment(.delivery, "new"))
      let waiting = await cart.when(\.isBackingOff)
      // The user removes the address.
      place.set(.unknown)
      try await cart.retry(#require(waiting.pending.first?.id))
      let refused = await cart.when { state in
        state.pending.contains { $0.status == .failed(.rejected(.unknownPlace)) }
          && state.sync.fetch == .idle
      }
      #expect(refused.fulfillment?.place == "a-1")
      try await cart.discard(#require(refused.pending.first?.id))
      try await cart.order()
      await cart.when { if case .placed = $0.order { true } else { false } }
      #expect(cart.state.placedOrders.map(\.fulfillment?.place) == ["a-1"])
    }
    #expect(server.model.placed.map(\.cart.fulfilment?.place) == ["a-1"])
  }

  private func run(_ body: (any ShoppingCart) async throws -> Void) async throws {
    let cart = FeatureEnvironment(
      transport: server, city: city, clock: clock, random: SplitMix64(seed: 1)
    ).makeCart(
      resolving: { [place] in $0.place == "new" ? place.resolution : .resolved($0.place) })
    try await running(cart.run) { try await body(cart) }
  }
}

/// A place whose id "new" the server does not know at first.
private final class Place: Sendable {
  private let state = Mutex(PlaceResolution.pending)
  var resolution: PlaceResolution { state.withLock { $0 } }
  func set(_ resolution: PlaceResolution) { state.withLock { $0 = resolution } }
}

extension CartState {
  fileprivate var isBackingOff: Bool {
    pending.contains { if case .backoff = $0.reason { true } else { false } }
  }
}
