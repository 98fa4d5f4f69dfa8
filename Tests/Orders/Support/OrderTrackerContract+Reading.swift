import Foundation
import Networking
import NetworkingTestSupport
import Orders
import Pricing
import Sandbox
import StorageTestSupport
import Sync
import SyncTestSupport
import Testing

extension OrderTrackerContract {
  static let reading: [Rule<OrdersDevice>] = [
    Rule("The history is fetched page by page, and each order is on one page") { device in
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
    },
    Rule("An unchanged first page is not sent again") { device in
      device.server.change { $0.addHistory(5, of: .snack) }
      try await device.session { orders in
        await orders.settled()
        let first = try await orders.history(after: nil)
        #expect(try await orders.history(after: nil) == first)
        let asked = device.server.requests.filter { $0.query["state"] == "finished" }
        #expect(asked.map { $0.precondition != nil } == [false, true])
      }
    },
    Rule("An order that has ended and is not acknowledged is not in the history as well") {
      device in
      try device.place()
      try await device.session { orders in
        device.server.change { $0.finish("N-1") }
        try await orders.refresh()
        #expect(try await orders.history(after: nil).orders.isEmpty)
        #expect(orders.state.history?.orders.isEmpty == true)
        try await orders.acknowledge("N-1")
        #expect(orders.state.history?.orders.map(\.id) == ["N-1"])
        #expect(try await orders.history(after: nil).orders.map(\.id) == ["N-1"])
      }
    },
    Rule("A page of a lagging replica removes no acknowledged order from the history") { device in
      device.server.change { $0.addHistory(2, of: .snack) }
      try device.place()
      try await device.session { orders in
        device.pass(60)
        device.server.change { $0.finish("N-1") }
        try await orders.refresh()
        try await orders.acknowledge("N-1")
        device.server.change { $0.replicaLag = 60 }
        let page = try await orders.history(after: nil)
        #expect(page.orders.map(\.id) == ["N-1", "H-2", "H-1"])
        #expect(orders.state.history == page)
      }
    },
    Rule("The details of an order of the history are fetched") { device in
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
    },
    Rule("An unchanged list of active orders is not sent again") { device in
      try await device.sessionWithOrder { orders in
        try await orders.refresh()
        device.server.change { $0.advance("N-1") }
        try await orders.refresh()
        try await orders.refresh()
        #expect(orders.state.active.map(\.status) == [.confirmed])
      }
      let versions = device.server.requests.map(\.precondition)
      #expect(versions.count == 4 && versions[0] == nil)
      #expect(versions[1] != nil && versions[1] == versions[2] && versions[2] != versions[3])
    },
    Rule("An outdated list does not make the device ask for the orders that it lacks") { device in
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
    },
    Rule("An order that is fetched alone is updated in the state") { device in
      try await device.sessionWithOrder { orders in
        device.server.change { $0.advance("N-1") }
        let order = try await orders.order("N-1")
        #expect(order.status == .confirmed)
        #expect(orders.state.active.map(\.status) == [.confirmed])
      }
    },
    Rule("An order of the history that is fetched alone is updated, and does not go back") {
      device in
      try device.place()
      try await device.session { orders in
        device.pass(60)
        device.server.change { $0.reject("N-1", because: "The oven is broken") }
        try await orders.refresh()
        try await orders.acknowledge("N-1")
        device.server.change { $0.replicaLag = 60 }
        let known = try await orders.order("N-1")
        #expect(known.status == .rejected && known.refund?.status == .pending)
        device.server.change { $0.replicaLag = 0 }
        device.pass(601)
        #expect(try await orders.order("N-1").refund?.status == .completed)
        #expect(orders.state.history?.orders.first?.refund?.status == .completed)
        #expect(orders.state.active.isEmpty && orders.state.finished.isEmpty)
      }
    },
    Rule("Only the service says that an order does not exist") { device in
      try await device.sessionWithOrder { orders in
        device.server.spoil([.problem("unknownPath", status: 404)]) { $0.path == "/v1/orders/N-1" }
        let error = await #expect(throws: OrdersError.self) { try await orders.order("N-1") }
        guard case .sync(.fetch(.refused(let problem)))? = error else {
          Issue.record("\(String(describing: error))")
          return
        }
        #expect(problem.code == "unknownPath")
      }
    },
    Rule("A response that the sign-in has expired closes the gate") { device in
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
    },
    Rule("A snapshot has what a widget shows, and is small") { device in
      try device.place()
      try await device.session { orders in
        device.pass(1_801)
        try await orders.refresh()
        let order = try #require(orders.state.active.first)
        let snapshot = OrderSnapshot(order)
        #expect(snapshot.status == .inTransit && snapshot.courier == "Aliya")
        #expect(snapshot.promisedFrom == 1_700_002_700 && snapshot.unit == "Abay")
        let bytes = try JSONEncoder().encode(snapshot)
        #expect(bytes.count < 1_024)
        let decoded = try JSONDecoder().decode(OrderSnapshot.self, from: bytes)
        #expect(decoded == snapshot)
      }
    },
    Rule("An order is repeated through today's menu, with what is gone or dearer named") { device in
      try device.place()
      try await device.session { orders in
        let order = try #require(await orders.when { !$0.active.isEmpty }.active.first)
        let again = order.reordering { line in
          line.configuration.product == "margherita"
            ? nil
            : (
              item: line.configuration,
              unitPrice: line.name == "Lunch"
                ? Money(450_000, line.unitPrice.currency) : line.unitPrice
            )
        }
        #expect(again.lines.map(\.line.name) == ["Pepperoni", "Lunch"])
        #expect(again.lines[0].item.removed == ["onion"])
        #expect(again.gone.map(\.name) == ["Margherita"])
        #expect(again.dearer.map(\.line.name) == ["Lunch"])
      }
    },
  ]

  static let refusing: [Rule<OrdersDevice>] = [
    Rule("An order of another account is refused, and the others are shown") { device in
      let owned = OrdersDevice(hasFiles: device.directory != nil, account: "ada")
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
    },
    Rule("An order that cannot be read is told, and the others are shown") { device in
      try device.place("N-1")
      try device.place("N-2", of: .snack)
      for (old, new) in hostileEdits {
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
    },
    Rule("Sums that do not add up are shown as charged, and that is told") { device in
      try device.place()
      device.server.spoil([.edited(#""due":\d+"#, #""due":1"#)]) { $0.path == "/v1/orders" }
      try await device.session { orders in
        let order = try #require(await orders.when { !$0.active.isEmpty }.active.first)
        #expect(order.totals.due.minorUnits == 1 && !order.totalsAddUp)
      }
    },
    Rule("An answer as large as a photo is refused, and nothing else is harmed") { device in
      let order = try device.place()
      try await device.session { orders in
        await orders.settled()
        let large = HTTPResponse(status: 200, body: Data(count: 5 << 20))
        device.server.spoil([RequestFault(reachesServer: true) { _ in .success(large) }]) { _ in
          true
        }
        await #expect(throws: OrdersError.self) { try await orders.refresh() }
        #expect(orders.state.active.map(\.id) == [order.id])
        try await orders.refresh()
        #expect(orders.state.sync.fetch == .idle)
        // The transport refuses a longer one before it is in memory.
        #expect(device.server.requests.allSatisfy { $0.sizeLimit <= 4 << 20 })
      }
    },
    Rule("An answer that an intermediary gives changes nothing") { device in
      try device.place()
      try await device.session { orders in
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
    },
    Rule("An order without lines or with a bad id is not taken over") { device in
      try await device.session { orders in
        let order = try Order("../N-1", of: .snack)
        await #expect(throws: OrdersError.badID("../N-1")) { try await orders.track(order) }
        let full = try Order("N-1", of: .snack)
        let empty = Order(
          id: "N-1", city: full.city, fulfillment: full.fulfillment, lines: [],
          totals: full.totals)
        await #expect(throws: OrdersError.badOrder("N-1")) { try await orders.track(empty) }
        #expect(orders.state.active.isEmpty)
      }
    },
  ]

  static let ending: [Rule<OrdersDevice>] = [
    Rule("Without run(), without a city, and in a canceled task, every call ends") { device in
      typealias Call = EndingCall<any OrderTracker, OrdersError>
      let cancelled = Call.Ending.failure(.sync(.cancelled))
      let unknown = Call.Ending.failure(.sync(.unknownChange(99)))
      let noCity = Call.Ending.failure(.sync(.noCity))
      let order = try device.place()
      let calls = [
        Call("track", cancelled: cancelled) { _ = try await $0.track(order) },
        Call("receive") { await $0.receive(OrderEvent("N-1", revision: 9)) },
        Call("refresh", cityless: noCity, cancelled: cancelled) { try await $0.refresh() },
        Call("order", cityless: noCity, cancelled: cancelled) { _ = try await $0.order("N-1") },
        Call("history", cityless: noCity, cancelled: cancelled) {
          _ = try await $0.history(after: nil)
        },
        Call(
          "acknowledge", notRunning: .failure(.notFinished("N-1")),
          cityless: .failure(.notFinished("N-1")), cancelled: cancelled
        ) { try await $0.acknowledge("N-1") },
        Call("cancel", cancelled: cancelled) { try await $0.cancel("N-1") },
        Call("retry", notRunning: unknown, cityless: unknown, cancelled: cancelled) {
          try await $0.retry(99)
        },
        Call("discard", notRunning: unknown, cityless: unknown, cancelled: cancelled) {
          try await $0.discard(99)
        },
      ]
      let orders = device.launch()
      for call in calls { await call.verify(.cancelled, on: orders) }
      #expect(orders.state.active.isEmpty && orders.state.cancellations.isEmpty)
      #expect(device.server.requests.isEmpty)
      for call in calls { await call.verify(.notRunning, on: orders) }
      device.city.settle(in: nil)
      for call in calls { await call.verify(.cityless, on: orders) }
    },
    Rule("A request whose task is canceled says so") { device in
      typealias Call = EndingCall<any OrderTracker, OrdersError>
      let calls = [
        Call("order") { _ = try await $0.order("N-1") },
        Call("history") { _ = try await $0.history(after: nil) },
      ]
      let orders = device.launch()
      device.server.fault = .silent
      for call in calls {
        let failure = await call.failureWhenCancelled(on: orders) {
          await device.server.holdsRequest()
        }
        #expect(failure == .sync(.cancelled))
      }
    },
    Rule("run() can be called again after it was canceled") { device in
      let orders = device.launch()
      for _ in 0..<3 {
        try await withThrowingTaskGroup(of: Void.self) { group in
          group.addTask {
            try await orders.run()
            if !Task.isCancelled { Issue.record("run() has returned") }
          }
          await orders.when { $0.sync.isLoaded && $0.sync.fetch != .notRunning }
          group.cancelAll()
          try await group.waitForAll()
        }
        #expect(orders.state.sync.fetch == .notRunning)
      }
    },
    Rule("run() ends when it is canceled, and a second one returns at once") { device in
      try await device.session { orders in
        try await orders.run()
        #expect(orders.state.sync.fetch != .notRunning)
      }
    },
  ]

  /// Replacements that make the order `N-1` in a list unreadable, each as a pattern and a text.
  private static let hostileEdits = [
    (#""revision":2"#, #""revision":0"#), (#""createdAt":\d+"#, #""createdAt":-1"#),
    (#""createdAt":\d+"#, #""createdAt":999999999999"#),
    (#""currency":"KZT","ful"#, #""currency":"tenge","ful"#),
    (#""quantity":2"#, #""quantity":0"#), (#""quantity":2"#, #""quantity":"2""#),
    (#""due":\d+"#, #""due":9000000000000000"#), (#""status":"created","steps""#, #""steps""#),
    (
      #""status":"created","steps""#,
      "\"status\":\"\(String(repeating: "x", count: 2_000))\",\"steps\""
    ),
    (#""id":"2","item""#, #""id":"1","item""#), (#""id":"N-1""#, #""id":"N/1""#),
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
