import Commerce
import Foundation
import Networking
import NetworkingTestSupport
import Orders
import OrdersTestSupport
import Sandbox
import Sync
import SyncTestSupport
import Testing

struct RefusingTests {
  private let device = OrdersDevice()

  @Test func `An order of another account is refused, and the others are shown`() async throws {
    let owned = OrdersDevice(account: "ada")
    owned.server.change { $0.account = "bob" }
    try owned.place()
    try await owned.session { orders in
      let state = await orders.settled()
      #expect(state.active.isEmpty && state.problems == [OrderProblem("N-1", .anotherAccount)])
      owned.server.change { server in
        server.account = "ada"
        server.advance("N-1")
      }
      try await orders.refresh()
      #expect(orders.state.active.count == 1 && orders.state.problems.isEmpty)
    }
  }

  @Test func `An order that cannot be read is told, and the others are shown`() async throws {
    try device.place("N-1")
    try device.place("N-2", of: .snack)
    for (old, new) in unreadableEdits {
      try await device.session { orders in
        await orders.settled()
        let before = orders.state.active.map(\.id)
        device.server.change { $0.delay("N-1", by: 1) }
        device.server.spoil([.edited(old, new)]) { $0.path == "/v1/orders" }
        try await orders.refresh()
        #expect(orders.state.active.map(\.id) == before, "\(new)")
        guard case .unreadable? = orders.state.problems.first?.kind else {
          Issue.record("\(new): \(orders.state.problems)")
          return
        }
        try await orders.refresh()
        #expect(orders.state.problems.isEmpty)
      }
    }
  }

  @Test func `An order with an odd part advances, keeps its lines, and the part is told`()
    async throws
  {
    for (old, new) in oddEdits {
      let device = OrdersDevice()
      try await device.sessionWithOrder { orders in
        let before = try #require(orders.state.active.first)
        for status in [OrderStatus.confirmed, .inPreparation, .inTransit, .fulfilled] {
          device.server.change { $0.advance("N-1") }
          device.server.spoil([.edited(old, new)]) { $0.path == "/v1/orders" }
          try await orders.refresh()
          let order = try #require(orders.state.order("N-1"))
          #expect(order.status == status && order.revision > before.revision, "\(new)")
          #expect(order.lines.count >= 3 && order.promised == before.promised, "\(new)")
          guard case .unreadable? = orders.state.problems.first?.kind else {
            Issue.record("\(new): \(orders.state.problems)")
            return
          }
        }
        // The same revision in a readable form.
        device.server.spoil([.edited(#""number""#, #""later":1,"number""#)]) {
          $0.path == "/v1/orders/N-1"
        }
        #expect(try await orders.order("N-1").lines == before.lines)
        #expect(orders.state.finished.map(\.lines) == [before.lines])
      }
    }
  }

  @Test func `An answer that an intermediary gives changes nothing`() async throws {
    try await device.sessionWithOrder { orders in
      let before = await orders.settled()
      for answer in HostileAnswer.all {
        device.server.intercept([answer]) { _ in true }
        do { try await orders.refresh() } catch {}
        #expect(orders.state.active == before.active, "\(answer.testDescription)")
        #expect(device.gate.isOpen, "\(answer.testDescription)")
        device.server.intercept([answer]) { _ in true }
        await #expect(throws: OrdersError.self) { try await orders.history(after: nil) }
        device.server.intercept([answer]) { _ in true }
        await #expect(throws: OrdersError.self) { try await orders.order("N-1") }
      }
    }
  }

  @Test func `An order with a bad id is not taken over, and one without lines is`() async throws {
    try await device.session { orders in
      let order = try Order("../N-1", of: .snack)
      await #expect(throws: OrdersError.badID("../N-1")) { try await orders.track(order) }
      let full = try Order("N-1", of: .snack)
      let empty = Order(
        id: "N-1", city: full.city, fulfillment: full.fulfillment, lines: [],
        totals: full.totals)
      #expect(orders.state.active.isEmpty)
      try await orders.track(empty)
      #expect(orders.state.active == [empty])
    }
  }

  /// Replacements that make the order `N-1` in a list unreadable, each as a pattern and a text.
  private let unreadableEdits = [
    (#""revision":2"#, #""revision":0"#), (#""status":"created","steps""#, #""steps""#),
    (#""status":"created","steps""#, #""status":"","steps""#), (#""id":"N-1""#, #""id":"N/1""#),
  ]
  /// Replacements that make a part of the order `N-1` unreadable, each as a pattern and a text.
  private let oddEdits = [
    (#""number":"N-1","#, ""), (#""lines":\[.*\],"n"#, #""lines":[],"n"#),
    (#""contacts":\[.*?\]"#, #""contacts":null"#), (#""fulfilment":\{.*?\}"#, #""fulfilment":[]"#),
  ]
}

extension RequestFault {
  /// Returns a fault that replaces the first match of a pattern in the body of the response.
  static func edited(_ pattern: String, _ text: String) -> RequestFault {
    RequestFault(reachesServer: true) { response in
      var body = String(decoding: response.body, as: UTF8.self)
      guard let range = body.range(of: pattern, options: .regularExpression) else {
        Issue.record("\(pattern) is not in \(body)")
        return .success(response)
      }
      body.replaceSubrange(range, with: text)
      return .success(HTTPResponse(status: response.status, body: Data(body.utf8)))
    }
  }
}
