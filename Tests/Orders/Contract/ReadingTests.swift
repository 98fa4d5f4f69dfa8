import Commerce
import Foundation
import Networking
import Orders
import OrdersTestSupport
import Sandbox
import StorageTestSupport
import Sync
import SyncTestSupport
import Testing

struct ReadingTests {
  private let device = OrdersDevice()

  @Test func `The history is fetched page by page, and each order is on one page`() async throws {
    device.server.change { $0.addHistory(45, of: .snack) }
    try await device.session { orders in
      await orders.settled()
      #expect(orders.state.history == nil)
      var pages: [OrderPage] = []
      var next: OrderPage.Cursor?
      repeat {
        let page = try await orders.history(after: next)
        pages.append(page)
        next = page.next
      } while next != nil
      #expect(pages.map(\.orders.count) == [20, 20, 5])
      let ids = pages.flatMap(\.orders).map(\.id)
      #expect(ids == (1...45).reversed().map { "H-\($0)" })
      #expect(orders.state.history == pages[0])
    }
    device.gate.close(for: .offline)
    try await device.session { orders in
      #expect(orders.state.history?.orders.count == 20)
      await #expect(throws: OrdersError.sync(.closed([.offline]))) {
        try await orders.history(after: nil)
      }
    }
  }

  @Test func `A page of the history that names itself as the next one is the last one`()
    async throws
  {
    device.server.change { $0.addHistory(25, of: .snack) }
    try await device.session { orders in
      await orders.settled()
      let cursor = try #require(try await orders.history(after: nil).next)
      let same = #""next":"\#(cursor.rawValue)","now""#
      device.server.spoil([.edited(#""now""#, same)]) { $0.query["after"] != nil }
      let last = try await orders.history(after: cursor)
      #expect(last.orders.count == 5 && last.next == nil)
    }
  }

  @Test func `An order that has ended with an unknown status is in the history`() async throws {
    device.server.change { $0.addHistory(2, of: .snack) }
    try await device.sessionWithOrder { orders in
      device.server.change { $0.finish("N-1") }
      let fault = RequestFault<OrderServerModel>(reachesServer: true) { response in
        let text = String(decoding: response.body, as: UTF8.self)
          .replacing(#""fulfilled""#, with: #""refunded""#)
        return .success(HTTPResponse(status: response.status, body: Data(text.utf8)))
      }
      device.server.spoil(Array(repeating: fault, count: 20)) { $0.path == "/v1/orders" }
      try await orders.refresh()
      #expect(orders.state.finished.map(\.status) == [.unknown("refunded")])
      #expect(orders.state.active.isEmpty && orders.state.finished.first?.finishedAt != nil)
      await #expect(throws: OrdersError.tooLate("N-1")) { try await orders.cancel("N-1") }
      let page = try await orders.history(after: nil)
      #expect(page.orders.map(\.status) == [.unknown("refunded"), .unknown("refunded")])
      try await orders.acknowledge("N-1")
      #expect(orders.state.finished.isEmpty)
      #expect(orders.state.history?.orders.map(\.id) == ["N-1", "H-2", "H-1"])
    }
  }

  @Test func `The details of an order of the history are fetched`() async throws {
    device.server.change { $0.addHistory(3, of: .evening) }
    try await device.session { orders in
      let order = try await orders.order("H-2")
      #expect(order.lines.count == 4 && order.status == .fulfilled && order.totalsAddUp)
      #expect(orders.state.finished.isEmpty && orders.state.active.isEmpty)
      await #expect(throws: OrdersError.unknownOrder("H-9")) { try await orders.order("H-9") }
      for id in ["", "..", "a/b", "ж", String(repeating: "a", count: 65)] {
        await #expect(throws: OrdersError.badID(id)) { try await orders.order(id) }
      }
    }
  }

  @Test
  func `An outdated list does not make the device ask for the orders that it lacks`() async throws {
    try await device.sessionWithOrder { orders in
      device.pass(400)
      try device.place("N-2", of: .snack)
      try await orders.refresh()
      #expect(orders.state.active.count == 2)
      device.server.change { $0.replicaLag = 390 }
      try await orders.refresh()
      #expect(orders.state.active.map(\.status) == [.created, .inPreparation])
    }
    #expect(device.server.requests.allSatisfy { $0.path == "/v1/orders" })
  }

  @Test
  func `An order of the history that is fetched alone is updated, and does not go back`()
    async throws
  {
    try await device.sessionWithOrder { orders in
      device.pass(60)
      device.server.change { $0.reject("N-1", because: "The oven is broken") }
      try await orders.refresh()
      try await orders.acknowledge("N-1")
      device.server.change { $0.replicaLag = 60 }
      let known = try await orders.order("N-1")
      #expect(known.status == .rejected && known.reason == "The oven is broken")
      #expect(known.refund?.status == .pending && known.refund?.amount == known.totals.due)
      device.server.change { $0.replicaLag = 0 }
      device.pass(601)
      #expect(try await orders.order("N-1").refund?.status == .completed)
      #expect(orders.state.history?.orders.first?.refund?.status == .completed)
      device.server.change { $0.replicaLag = 600 }
      let page = try await orders.history(after: nil)
      #expect(page.orders.map(\.refund?.status) == [.completed])
      #expect(orders.state.active.isEmpty && orders.state.finished.isEmpty)
    }
  }

  @Test func `Only the service says that an order does not exist`() async throws {
    try await device.sessionWithOrder { orders in
      device.server.spoil([.problem("unknownPath", status: 404)]) { $0.path == "/v1/orders/N-1" }
      let error = await #expect(throws: OrdersError.self) { try await orders.order("N-1") }
      guard case .sync(.fetch(.refused(let problem)))? = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(problem.code == "unknownPath")
    }
  }

  @Test func `A response that the sign-in has expired closes the gate`() async throws {
    let orders = device.launch()
    for call in [
      { _ = try await $0.order("N-1") }, { _ = try await $0.history(after: nil) },
    ] as [@Sendable (any OrderTracker) async throws -> Void] {
      device.server.spoil([.problem("signedOut", status: 401)]) { _ in true }
      for _ in 0..<2 {
        await #expect(throws: OrdersError.sync(.closed([.signedOut]))) { try await call(orders) }
      }
      #expect(device.gate.reasons == [.signedOut] && device.server.queuedFaults == 0)
      device.gate.open(for: .signedOut)
    }
  }
}
