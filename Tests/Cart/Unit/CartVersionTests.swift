import CartTestSupport
import Networking
import NetworkingTestSupport
import Sandbox
import Storage
import Sync
import SyncTestSupport
import Testing

@testable import Cart

struct CartVersionTests {
  private let server = StubTransport()
  private let clock = InstantClock()

  @Test func `A version that was too high once is replaced a minute later`() async throws {
    try serve(version: 1_000_000, quantity: 9)
    try await run { cart in
      try await cart.refresh()
      try serve(version: 5, quantity: 1)
      clock.jump(by: .seconds(60))
      await #expect(throws: CartError.self) { try await cart.refresh() }
      #expect(cart.state.quantity(of: .cola) == 9)
      clock.jump(by: .seconds(1))
      try await cart.refresh()
      await cart.when { $0.quantity(of: .cola) == 1 }
      try serve(version: 6, quantity: 2)
      try await cart.refresh()
      await cart.when { $0.quantity(of: .cola) == 2 }
    }
  }

  /// Serves one cart of one line.
  private func serve(version: Int, quantity: Int) throws {
    let cart = try HTTPResponse.cart(quantity, version: version)
    server.answer { _ in cart }
  }

  private func run(_ body: (LiveShoppingCart) async throws -> Void) async throws {
    let cart = LiveShoppingCart(
      base: UnstoredBase(CartBase(nil)),
      in: FeatureEnvironment(transport: server, city: SettledCity(.almaty), clock: clock))
    try await running(cart.run) {
      await cart.when { $0.quantity(of: .cola) > 0 }
      try await body(cart)
    }
  }
}
