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

struct CartVersionTests {
  /// A server with one cart of one line.
  private final class OneCart: Transport {
    /// The version, and the quantity of the line.
    private let cart = Mutex((version: 1, quantity: 1))

    func serve(version: Int, quantity: Int) { cart.withLock { $0 = (version, quantity) } }

    func send(
      _ request: HTTPRequest, progress: @escaping @Sendable (TransferProgress) -> Void
    ) async throws(TransportError) -> HTTPResponse {
      let (version, quantity) = cart.withLock { $0 }
      do { return try HTTPResponse.cart(quantity, version: version) } catch {
        throw .failed("\(error)")
      }
    }
  }

  private let server = OneCart()
  private let clock = InstantClock()

  @Test func `A version that was too high once is replaced a minute later`() async throws {
    server.serve(version: 1_000_000, quantity: 9)
    try await run { cart in
      try await cart.refresh()
      server.serve(version: 5, quantity: 1)
      clock.jump(by: .seconds(60))
      await #expect(throws: CartError.self) { try await cart.refresh() }
      #expect(cart.state.quantity(of: .cola) == 9)
      clock.jump(by: .seconds(1))
      try await cart.refresh()
      await cart.when { $0.quantity(of: .cola) == 1 }
      server.serve(version: 6, quantity: 2)
      try await cart.refresh()
      await cart.when { $0.quantity(of: .cola) == 2 }
    }
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
