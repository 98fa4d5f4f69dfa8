import Cart
import CartTestSupport
import Commerce
import Networking
import NetworkingTestSupport
import Sandbox
import StorageTestSupport
import Sync
import SyncTestSupport
import Testing

struct EndingTests {
  @Test
  func `Without run(), in a canceled task, and without a city, every call ends`() async throws {
    let device = CartDevice(.memory)
    device.city.settle(in: .almaty)
    let cart = device.launch()
    for call in calls { await call.verify(.cancelled, on: cart) }
    #expect(cart.state.pending.isEmpty && device.server.requests.isEmpty)
    for call in calls.dropLast() { await call.verify(.notRunning, on: cart) }
    #expect(cart.state.sync.fetch == .notRunning)
    #expect(cart.state.pending.first?.reason == .notRunning)
    #expect(cart.state.quantity(of: .cola) == 3)
    #expect(device.server.requests.map(\.method) == [.get, .get])
    await calls[calls.count - 1].verify(.notRunning, on: cart)
    device.city.settle(in: nil)
    for call in calls { await call.verify(.cityless, on: cart) }
  }

  private typealias Call = EndingCall<any ShoppingCart, CartError>

  /// All calls of a cart except `run()`; the first one adds a line of cola.
  private var calls: [Call] {
    [
      change("add") { try await $0.add(.cola, count: 2) },
      change("setQuantity") { try await $0.setQuantity(3, of: CartItem.cola.line) },
      change("change") { try await $0.change(CartItem.cola.line, by: 0) },
      change("acceptPrice") { try await $0.acceptPrice(of: CartItem.cola.line) },
      change("setPromo") { try await $0.setPromo("TENTH", isWanted: true) },
      change("setFulfilment") { try await $0.setFulfillment(CartFulfillment(.pickup, "1")) },
      Call("adopt", cancelled: .failure(.sync(.cancelled))) {
        _ = try await $0.adopt("former", in: RequestContext.almaty.city)
      },
      Call("acknowledge", cancelled: .failure(.sync(.cancelled))) { try await $0.acknowledge("1") },
      Call("relabel", cancelled: .failure(.sync(.cancelled))) { try await $0.relabel(with: []) },
      Call("dismiss", cancelled: .failure(.sync(.cancelled))) {
        try await $0.dismiss(OtherCart(city: 1, lines: []))
      },
      Call(
        "refreshAllCarts", cityless: .failure(.sync(.closed([.noCity]))),
        cancelled: .failure(.sync(.cancelled))
      ) { try await $0.refreshAllCarts() },
      Call("importCarts", cancelled: .failure(.sync(.cancelled))) {
        try await $0.importCarts(CartDevice(.memory).launch().exported())
      },
      Call(
        "retry", notRunning: .failure(.sync(.unknownChange(99))),
        cityless: .failure(.sync(.unknownChange(99))), cancelled: .failure(.sync(.cancelled))
      ) { try await $0.retry(99) },
      Call(
        "discard", notRunning: .failure(.sync(.unknownChange(99))),
        cityless: .failure(.sync(.unknownChange(99))), cancelled: .failure(.sync(.cancelled))
      ) { try await $0.discard(99) },
      change("refresh") { try await $0.refresh() },
      change("placeOrder", notRunning: .any) { try await $0.order() },
    ]
  }

  private func change(
    _ name: String, notRunning: Call.Ending = .success,
    _ body: @escaping @Sendable (any ShoppingCart) async throws -> Void
  ) -> Call {
    Call(
      name, notRunning: notRunning, cityless: .failure(.sync(.noCity)),
      cancelled: .failure(.sync(.cancelled)), body)
  }
}
