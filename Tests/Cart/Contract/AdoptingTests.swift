import Cart
import CartTestSupport
import Foundation
import Networking
import NetworkingTestSupport
import Sandbox
import Storage
import StorageTestSupport
import Sync
import SyncTestSupport
import Testing

struct AdoptingTests {
  private let device = CartDevice()

  @Test func `A former app's cart is continued, also after a restart and offline`() async throws {
    var request = HTTPRequest(
      .put(HTTPRequest.Body(Data(#"{"operation":"o","code":"","isWanted":false}"#.utf8), .json)),
      "/v1/carts/former/promos", in: .almaty)
    request.idempotencyKey = IdempotencyKey(rawValue: "former")
    #expect(try await device.server.send(request) { _ in }.status == 200)
    let item = CartView.Item(.cola)
    device.server.change { $0.setElsewhere(2, of: item, in: "former") }
    device.gate.close(for: .offline)
    try await device.session(in: nil) { cart in
      try await cart.adopt("former", in: RequestContext.almaty.city)
      #expect(cart.state.sync.isDurable)
      await device.settle(in: .almaty, cart)
      #expect(cart.state.id == "former" && !cart.state.isComplete)
    }
    device.gate.open(for: .offline)
    try await device.session { cart in
      await cart.when { $0.quantity(of: .cola) == 2 }
      try await cart.adopt("former", in: RequestContext.almaty.city)
      try await cart.add(.cola, count: 1)
      await cart.settled()
      #expect(cart.state.id == "former")
    }
    #expect(device.server.model.ids == ["former"])
    #expect(device.server.model.cart("former")?.lines.map(\.quantity) == [3])
  }

  @Test
  func `An id of 1 to 64 ASCII letters, digits, dashes and underscores is accepted`() async throws {
    for id in ["a", "7", "-", "_", "aZ-09_", String(repeating: "a", count: 64)] {
      let cart = CartDevice(.memory).launch()
      _ = try await cart.adopt(id, in: RequestContext.almaty.city)
      #expect(cart.state.sync.isDurable)
    }
    let cart = CartDevice(.memory).launch()
    for id in ["", "..", "a/b", "a b", "a?b", "ä", String(repeating: "a", count: 65)] {
      await #expect(throws: CartError.badCartID) {
        _ = try await cart.adopt(id, in: RequestContext.almaty.city)
      }
    }
  }
}
