import CartTestSupport
import Foundation
import Networking
import NetworkingTestSupport
import Pricing
import Sandbox
import Storage
import StorageTestSupport
import Sync
import SyncTestSupport
import Testing

@testable import Cart

@Suite("The stored record of a running cart")
struct CartRecordTests {
  private let server = CartServerDouble()
  private let record = SingleRepository<CartRecord>(inMemory: nil)

  private func running(
    _ body: (DefaultShoppingCart, SettledCity) async throws -> Void
  ) async throws {
    let city = SettledCity(.almaty, gate: Gate())
    let cart = DefaultShoppingCart(
      record: record,
      in: FeatureEnvironment(transport: server, city: city, clock: InstantClock()))
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await cart.run() }
      try await body(cart, city)
      group.cancelAll()
    }
  }

  @Test func `an acknowledged order leaves nothing in the record`() async throws {
    try await running { cart, _ in
      for number in 1...2 {
        _ = try await cart.add(.margherita, count: 1)
        await cart.settled()
        try await cart.order()
        await cart.when { $0.order == .placed("N-\(number)") }
      }
      let ids = cart.state.placedOrders.map(\.id)
      try await cart.acknowledge(ids[0])
      #expect(try await record.value()?.placed?.map(\.number) == ["N-2"])
      try await cart.acknowledge(ids[1])
      let stored = try #require(try await record.value())
      #expect(stored.placed == nil && stored.ordered == "N-2")
    }
  }

  @Test func `no carts of another user are added without an error, also during an order`()
    async throws
  {
    let key = try #require(IdempotencyKey(rawValue: "key"))
    try await running { cart, city in
      let none = try await cart.abandonedCarts()
      #expect(none.isEmpty)
      _ = try await cart.add(.margherita, count: 1)
      await cart.settled()
      city.gate.close(for: .offline)
      try await cart.order()
      _ = try await cart.addAbandonedCarts(none, key: key)
      #expect(try await record.value()?.transfer == nil)
    }
  }

  @Test func `an order is sent with the lines that the user added, and shown with all`()
    async throws
  {
    var id: String?
    try await running { cart, _ in
      _ = try await cart.add(.margherita, count: 2)
      _ = try await cart.setPromo("GIFT", isWanted: true)
      await cart.when { $0.lines.contains { $0.kind == .gift } && $0.pending.isEmpty }
      try await cart.order()
      let state = await cart.when { $0.order == .placed("N-1") }
      #expect(state.placedOrders.first?.lines.map(\.kind) == [.chosen, .gift])
      id = state.placedOrders.first?.id
    }
    let request = try #require(server.requests.last { $0.path.hasSuffix("/order") })
    guard case .post(let body) = request.method else {
      Issue.record("no order was sent")
      return
    }
    let order = try JSONDecoder().decode(OrderContent.self, from: body.bytes)
    #expect(order.lines == [.init(configuration: CartItem.margherita.configuration, quantity: 2)])
    #expect(order.due == 5_000)
    let members = try JSONSerialization.jsonObject(with: body.bytes) as? [String: Any]
    #expect(members?["operation"] as? String == id && id != nil)
  }

  @Test func `a record in a file is written when the call that changes it returns`() async throws {
    let folder = DeviceFolder()
    let file = CartRecord.repository(in: folder.launch())
    #expect(await file.write(CartRecord(id: "c", city: 1)) == .written)
    #expect(try await CartRecord.repository(in: folder.launch()).value()?.id == "c")
    #expect(await record.write(CartRecord(id: "c", city: 1)) == .inMemory)
    #expect(try await record.value()?.id == "c")
  }
}
