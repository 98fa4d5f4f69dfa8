import CartTestSupport
import Foundation
import Networking
import NetworkingTestSupport
import Sandbox
import Storage
import Sync
import SyncTestSupport
import Synchronization
import Testing

@testable import Cart

@Suite("The versions of a cart", .serialized)
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
      let sum = 600 * quantity
      let item: String
      do { item = String(decoding: try JSONEncoder().encode(CartItem.cola), as: UTF8.self) } catch {
        throw .failed("\(error)")
      }
      let body = """
        {"id":"c","version":\(version),"city":1,"currency":"KZT","lines":[
          {"kind":"chosen","id":"","item":\(item),"quantity":\(quantity),"unitPrice":600,
           "total":\(sum),"discounts":[],"final":\(sum),"problems":[]}],
         "promos":[],"fees":[],
         "totals":{"items":\(sum),"discounts":[],"discount":0,"due":\(sum)},
         "minimum":0,"problems":[]}
        """
      return HTTPResponse(status: 200, body: Data(body.utf8))
    }
  }

  private let server = OneCart()
  private let clock = InstantClock()

  private func running(_ body: (DefaultShoppingCart) async throws -> Void) async throws {
    let file = SingleRepository(inMemory: CartRecord(id: "c", city: RequestContext.almaty.city))
    let gate = Gate()
    let cart = DefaultShoppingCart(
      record: file,
      in: FeatureEnvironment(
        transport: server, city: SettledCity(.almaty, gate: gate), clock: clock))
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await cart.run() }
      await cart.when { $0.quantity(of: .cola) > 0 }
      try await body(cart)
      group.cancelAll()
    }
  }

  @Test func `A version that was too high once is replaced a minute later`() async throws {
    server.serve(version: 1_000_000, quantity: 9)
    try await running { cart in
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

  @Test
  func `A lagging replica that answers every other request never reverts the cart`() async throws {
    server.serve(version: 8, quantity: 2)
    try await running { cart in
      for _ in 0..<8 {
        server.serve(version: 8, quantity: 2)
        try await cart.refresh()
        clock.jump(by: .seconds(50))
        server.serve(version: 7, quantity: 1)
        await #expect(throws: CartError.self) { try await cart.refresh() }
        #expect(cart.state.quantity(of: .cola) == 2)
      }
    }
  }
}
