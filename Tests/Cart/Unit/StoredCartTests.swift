import CartTestSupport
import Commerce
import NetworkingTestSupport
import Storage
import StorageTestSupport
import Sync
import SyncTestSupport
import Testing

@testable import Cart

/// The stored record of a city's cart.
struct StoredCartTests {
  @Test func `An order ends its cart once, and the orders of 100 carts are kept`() {
    var base = CartBase(ServerCart(CartLine(.cola)))
    for number in 1...101 {
      let key = base.begin(in: .almaty, .almaty) { "\(number)" }
      let change = CartChange(cart: key, operation: "\(number)", edit: .order("\(number)"))
      for _ in 1...2 { base.place(change, as: .init(id: "\(number)", number: "N-\(number)")) }
    }
    #expect(base.almaty.placed.map(\.serverID) == (2...101).map { "\($0)" })
    #expect(base.almaty.phase == .ended && base.almaty.last?.number == "N-101")
    #expect(base.almaty.key.number == 101)
  }

  @Test func `A stored cart is read as it was written, with every kind of line`() async throws {
    let raw = JSONValue.object(["quantity": .number(2.5), "list": .list([.null, .bool(true)])])
    let line = CartLine(
      id: .init(rawValue: "x"), kind: .chosen, item: .cola, quantity: 0,
      price: .estimate(CartItem.cola.unitPrice, 0), problems: [.unreadable, .limited(to: 3)],
      status: .confirmed, raw: raw)
    var cart = CartBase(ServerCart(CartLine(.cola), CartLine(.cola, kind: .gift), line)).almaty
    cart.accepted = [CartItem.cola.line: CartItem.cola.unitPrice]
    cart.placed = [
      PlacedOrder(id: "p", city: .almaty, lines: [line], totals: nil, fulfillment: nil)
    ]
    cart.setAside([.init(item: .margherita, quantity: 2)])
    let device = CartDevice()
    func store(in directory: StorageDirectory) -> CollectionBase<CartBase, StoredCart> {
      CollectionBase(
        StoredCart.repository(in: directory), initial: CartBase(), elements: \.carts)
    }
    let directory = StorageDirectory(device.directory)
    #expect(await store(in: directory).save(CartBase(carts: [cart])) == .written)
    directory.close()
    #expect(try await store(in: StorageDirectory(device.directory)).load().carts == [cart])
  }
}
