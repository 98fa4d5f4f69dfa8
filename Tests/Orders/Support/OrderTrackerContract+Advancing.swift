import Foundation
import Networking
import NetworkingTestSupport
import Orders
import Sandbox
import Storage
import StorageTestSupport
import Sync
import SyncTestSupport
import Testing

extension OrderTrackerContract {
  static let advancing: [Rule<OrdersDevice>] = [
    Rule("An order goes through its statuses and ends as finished") { device in
      try device.place()
      try await device.session { orders in
        var seen: [OrderStatus] = []
        for seconds in [0, 61, 200, 1_600, 1_300] {
          device.pass(seconds)
          try await orders.refresh()
          let state = orders.state
          seen.append(contentsOf: (state.active + state.finished).map(\.status))
        }
        #expect(seen == [.created, .confirmed, .inPreparation, .inTransit, .fulfilled])
        let order = try #require(orders.state.finished.first)
        #expect(orders.state.active.isEmpty && order.courier?.name == "Aliya")
        #expect(order.steps.map(\.status) == seen)
        #expect(order.finishedAt == Date(timeIntervalSince1970: 1_700_003_000))
      }
    },
    Rule("A finished order is handed over once, and is in the history then") { device in
      try device.place()
      try await device.session { orders in
        device.server.change { $0.finish("N-1") }
        try await orders.refresh()
        #expect(orders.state.finished.map(\.id) == ["N-1"])
      }
      try await device.session { orders in
        #expect(orders.state.finished.map(\.id) == ["N-1"])
        expectWritten(try await orders.acknowledge("N-1"))
        #expect(orders.state.finished.isEmpty)
        #expect(orders.state.history?.orders.map(\.id) == ["N-1"])
        try await orders.refresh()
        #expect(orders.state.finished.isEmpty)
        // The second call of an app that does not know of the first one.
        expectWritten(try await orders.acknowledge("N-1"))
      }
      try await device.session { orders in
        await orders.settled()
        #expect(orders.state.finished.isEmpty && orders.state.active.isEmpty)
      }
    },
    Rule("An order that has not ended cannot be acknowledged") { device in
      try device.place()
      try await device.session { orders in
        await orders.when { !$0.active.isEmpty }
        await #expect(throws: OrdersError.notFinished("N-1")) {
          try await orders.acknowledge("N-1")
        }
        await #expect(throws: OrdersError.unknownOrder("N-2")) {
          try await orders.acknowledge("N-2")
        }
      }
    },
    Rule("A rejected order is told with its reason and its refund") { device in
      try device.place()
      try await device.session { orders in
        device.server.change { $0.reject("N-1", because: "The oven is broken") }
        try await orders.refresh()
        let order = try #require(orders.state.finished.first)
        #expect(order.status == .rejected && order.reason == "The oven is broken")
        #expect(order.refund?.status == .pending && order.refund?.amount == order.totals.due)
        device.pass(601)
        try await orders.refresh()
        #expect(orders.state.finished.first?.refund?.status == .completed)
      }
    },
    Rule("A status of a later service is kept and shown") { device in
      try device.place()
      try await device.session { orders in
        device.server.change { $0.setStatus("beingPhotographed", of: "N-1") }
        try await orders.refresh()
        #expect(orders.state.active.first?.status == .unknown("beingPhotographed"))
      }
      try await device.session { orders in
        #expect(orders.state.active.first?.status == .unknown("beingPhotographed"))
        device.pass(61)
        try await orders.refresh()
        #expect(orders.state.active.first?.status == .confirmed)
      }
    },
    Rule("An answer with a lower revision changes nothing") { device in
      try device.place()
      try await device.session { orders in
        device.pass(400)
        try await orders.refresh()
        #expect(orders.state.active.map(\.status) == [.inPreparation])
        device.server.change { $0.replicaLag = 390 }
        try await orders.refresh()
        #expect(orders.state.active.map(\.status) == [.inPreparation])
        #expect(try await orders.order("N-1").status == .inPreparation)
        device.server.change { $0.replicaLag = 10_000 }
        try await orders.refresh()
        #expect(orders.state.active.map(\.status) == [.inPreparation])
      }
    },
    Rule("A status never goes back, and a final one stays, and that is told") { device in
      try device.place()
      try await device.session { orders in
        device.pass(400)
        try await orders.refresh()
        device.server.change { $0.setStatus("confirmed", of: "N-1") }
        try await orders.refresh()
        #expect(orders.state.active.map(\.status) == [.inPreparation])
        #expect(orders.state.problems == [OrderProblem("N-1", .wentBack(to: .confirmed))])
        device.server.change { $0.finish("N-1") }
        try await orders.refresh()
        device.server.change { $0.setStatus("inTransit", of: "N-1") }
        try await orders.refresh()
        #expect(orders.state.finished.map(\.status) == [.fulfilled] && orders.state.active.isEmpty)
        #expect(orders.state.finished[0].finishedAt == orders.serverTime)
      }
    },
    Rule("A delay moves the promised interval") { device in
      try device.place()
      try await device.session { orders in
        let before = await orders.when { !$0.active.isEmpty }.active.first?.promised
        device.server.change { $0.delay("N-1", by: 900) }
        try await orders.refresh()
        let after = try #require(orders.state.active.first?.promised)
        #expect(after.from == before?.from.addingTimeInterval(900))
        #expect(after.to == before?.to.addingTimeInterval(900))
      }
    },
    Rule("An event makes it ask once, and an event about a known revision does not") { device in
      try await device.sessionWithOrder { orders in
        let polls = device.polls
        await orders.receive(OrderEvent("N-1", revision: 1))
        device.server.change { $0.advance("N-1") }
        for _ in 0..<5 { await orders.receive(OrderEvent("N-1", revision: 2)) }
        await orders.when { $0.active.first?.status == .confirmed }
        #expect(device.polls == polls + 1)
        await orders.receive(OrderEvent("N-1", revision: 2))
        await orders.receive(OrderEvent("N-1", revision: 0))
        await orders.receive(OrderEvent("../N-1", revision: 9))
        await orders.settled()
        #expect(device.polls == polls + 1)
      }
    },
    Rule("An order that the server does not know is removed when it is acknowledged") { device in
      try await device.session { orders in
        await orders.settled()
        _ = try await orders.track(try Order("N-9", key: "key", of: .snack))
        let state = await orders.when { !$0.problems.isEmpty }
        #expect(state.problems == [OrderProblem("N-9", .unknownToServer)])
        expectWritten(try await orders.acknowledge("N-9"))
        #expect(orders.state.active.isEmpty && orders.state.problems.isEmpty)
        #expect(orders.state.finished.isEmpty && orders.state.history == nil)
      }
      try await device.session { orders in
        #expect(orders.state.active.isEmpty && orders.state.finished.isEmpty)
      }
    },
    Rule("An order that was acknowledged as unknown is shown again when the server knows it") {
      device in
      device.server.change { $0.replicaLag = 30 }
      let order = try device.place()
      try await device.session { orders in
        await orders.settled()
        for _ in 0..<2 {
          // The second time, the cart hands the order over again.
          expectWritten(try await orders.track(order))
          #expect(orders.state.active.map(\.id) == ["N-1"])
          try await orders.refresh()
          expectWritten(try await orders.acknowledge("N-1"))
          #expect(orders.state.active.isEmpty)
          await #expect(throws: OrdersError.unknownOrder("N-1")) {
            try await orders.acknowledge("N-1")
          }
        }
        device.server.change { $0.replicaLag = 0 }
        try await orders.refresh()
        #expect(orders.state.active.map(\.id) == ["N-1"])
      }
    },
    Rule("A problem other than an unknown order does not let an active order be acknowledged") {
      device in
      try await device.sessionWithOrder { orders in
        device.pass(400)
        try await orders.refresh()
        device.server.change { $0.setStatus("confirmed", of: "N-1") }
        try await orders.refresh()
        #expect(orders.state.problems.count == 1)
        await #expect(throws: OrdersError.notFinished("N-1")) {
          try await orders.acknowledge("N-1")
        }
      }
    },
    Rule("An event about an order that the device does not have makes it ask") { device in
      try await device.session { orders in
        await orders.settled()
        let polls = device.polls
        try device.place("N-7", of: .snack)
        await orders.receive(OrderEvent("N-7", revision: 1))
        await orders.when { $0.active.map(\.id) == ["N-7"] }
        #expect(device.polls == polls + 1)
      }
    },
    Rule("The server's time is told, whatever the device's clock says") { device in
      try await device.session { orders in
        await orders.settled()
        #expect(orders.serverTime == Date(timeIntervalSince1970: 1_700_000_000))
        device.pass(100)
        #expect(orders.serverTime == Date(timeIntervalSince1970: 1_700_000_100))
      }
      #expect(device.launch().serverTime == nil)
    },
  ]

  static let canceling: [Rule<OrdersDevice>] = [
    Rule("A cancellation in time is applied once, and the refund is shown") { device in
      try await device.sessionWithOrder { orders in
        device.gate.close(for: .offline)
        try await orders.cancel("N-1")
        try await orders.cancel("N-1")
        #expect(orders.state.cancellations.count == 1)
        device.gate.open(for: .offline)
        let state = await orders.when { !$0.finished.isEmpty }
        #expect(state.finished[0].status == .cancelled)
        #expect(state.finished[0].refund?.status == .pending)
        try await orders.cancel("N-1")
        #expect(device.server.requests.count { $0.method != .get } == 1)
        await #expect(throws: OrdersError.unknownOrder("N-2")) { try await orders.cancel("N-2") }
      }
    },
    Rule("A cancellation after the window is refused at once") { device in
      try await device.sessionWithOrder { orders in
        device.pass(181)
        await #expect(throws: OrdersError.tooLate("N-1")) { try await orders.cancel("N-1") }
        #expect(orders.state.cancellations.isEmpty)
      }
    },
    Rule("A cancellation that comes too late waits for the user's decision") { device in
      try await device.sessionWithOrder { orders in
        device.gate.close(for: .offline)
        try await orders.cancel("N-1")
        #expect(orders.state.cancellations.map(\.order) == ["N-1"])
        device.pass(240)
        device.gate.open(for: .offline)
        let state = await orders.when { $0.cancellations.first?.status.isFailed == true }
        #expect(state.cancellations[0].status == .failed(.rejected(.tooLate)))
        #expect(state.active.map(\.status) == [.inPreparation])
        try await orders.discard(state.cancellations[0].id)
        #expect(orders.state.cancellations.isEmpty)
      }
    },
    Rule("A cancellation after a refused one replaces it, and is sent") { device in
      try await device.sessionWithOrder { orders in
        device.server.spoil(.problem("busy"))
        try await orders.cancel("N-1")
        await orders.when { $0.cancellations.first?.status.isFailed == true }
        expectWritten(try await orders.cancel("N-1"))
        let state = await orders.when { !$0.finished.isEmpty && $0.cancellations.isEmpty }
        #expect(state.finished.map(\.status) == [.cancelled])
        #expect(device.server.requests.count { $0.method != .get } == 2)
      }
    },
    Rule("A cancellation that was made offline outlives a restart") { device in
      try await device.sessionWithOrder { orders in
        device.gate.close(for: .offline)
        expectWritten(try await orders.cancel("N-1"))
      }
      try await device.session { orders in
        #expect(orders.state.cancellations.map(\.order) == ["N-1"])
        device.gate.open(for: .offline)
        await orders.when { $0.finished.first?.status == .cancelled && $0.cancellations.isEmpty }
      }
      #expect(device.server.requests.count { $0.method != .get } == 1)
    },
    Rule("A cancellation without an answer is sent again under the same key") { device in
      try await device.sessionWithOrder { orders in
        device.server.spoil(.answerLost, .answerLost)
        try await orders.cancel("N-1")
        for await state in orders.states() {
          if !state.finished.isEmpty { break }
          if case .backoff? = state.cancellations.first?.reason { device.pass(60) }
        }
        let keys = device.server.requests.compactMap(\.idempotencyKey)
        #expect(Set(keys).count == 1 && device.server.model.order("N-1")?.revision == 2)
      }
    },
    Rule("A cancellation that the server may have is not sent as another one") { device in
      try await device.sessionWithOrder { orders in
        device.server.spoil(.answerLost)
        try await orders.cancel("N-1")
        await orders.when { state in
          if case .backoff? = state.cancellations.first?.reason { true } else { false }
        }
        try await orders.cancel("N-1")
        #expect(orders.state.cancellations.map(\.order) == ["N-1"])
        device.pass(60)
        await orders.when { !$0.finished.isEmpty && $0.cancellations.isEmpty }
      }
      #expect(Set(device.server.requests.compactMap(\.idempotencyKey)).count == 1)
    },
    Rule("The cancellation of an order that has ended meanwhile needs no decision") { device in
      try await device.sessionWithOrder { orders in
        device.gate.close(for: .offline)
        try await orders.cancel("N-1")
        device.server.change { $0.finish("N-1") }
        device.gate.open(for: .offline)
        let state = await orders.when { !$0.finished.isEmpty && $0.cancellations.isEmpty }
        #expect(state.finished.map(\.status) == [.fulfilled])
      }
    },
    Rule("A cancellation in the last second of the window is sent") { device in
      try await device.sessionWithOrder { orders in
        device.pass(180)
        try await orders.cancel("N-1")
        let state = await orders.when { !$0.finished.isEmpty && $0.cancellations.isEmpty }
        #expect(state.finished.map(\.status) == [.cancelled])
      }
    },
    Rule("An order that was not fetched yet can be canceled") { device in
      try await device.session { orders in
        await orders.settled()
        device.gate.close(for: .offline)
        _ = try await orders.track(try device.place())
        try await orders.cancel("N-1")
        #expect(orders.state.cancellations.map(\.order) == ["N-1"])
        device.gate.open(for: .offline)
        let state = await orders.when { !$0.finished.isEmpty && $0.cancellations.isEmpty }
        #expect(state.finished.map(\.status) == [.cancelled])
      }
    },
    Rule("Two orders can be canceled at a time, each once") { device in
      try device.place("N-2", of: .snack)
      try await device.sessionWithOrder { orders in
        device.gate.close(for: .offline)
        for id in ["N-1", "N-2", "N-1", "N-2"] { try await orders.cancel(id) }
        #expect(orders.state.cancellations.map(\.order) == ["N-1", "N-2"])
        device.gate.open(for: .offline)
        let state = await orders.when { $0.finished.count == 2 && $0.cancellations.isEmpty }
        #expect(state.finished.allSatisfy { $0.status == .cancelled })
      }
      #expect(device.server.requests.count { $0.method != .get } == 2)
    },
    Rule("An order that has ended cannot be canceled, even before the server's time is known") {
      device in
      try await device.sessionWithOrder { orders in
        device.server.change { $0.finish("N-1") }
        try await orders.refresh()
      }
      device.gate.close(for: .offline)
      try await device.session { orders in
        #expect(orders.serverTime == nil)
        await #expect(throws: OrdersError.tooLate("N-1")) { try await orders.cancel("N-1") }
        #expect(orders.state.cancellations.isEmpty)
      }
    },
    Rule("A cancellation of an order that the server does not know is rejected as such") { device in
      try await device.session { orders in
        await orders.settled()
        device.gate.close(for: .offline)
        _ = try await orders.track(try Order("N-9", key: "key", of: .snack))
        try await orders.cancel("N-9")
        device.gate.open(for: .offline)
        let state = await orders.when { $0.cancellations.first?.status.isFailed == true }
        #expect(state.cancellations[0].status == .failed(.rejected(.unknownOrder)))
        #expect(state.active.map(\.id) == ["N-9"])
      }
    },
    Rule("A cancellation that is rejected for another reason says so, and can be repeated") {
      device in
      try await device.sessionWithOrder { orders in
        device.server.spoil(.problem("kitchenBusy", status: 409))
        try await orders.cancel("N-1")
        let failed = await orders.when { $0.cancellations.first?.status.isFailed == true }
        #expect(failed.cancellations.map(\.status) == [.failed(.rejected(.other("kitchenBusy")))])
        try await orders.cancel("N-1")
        let state = await orders.when { !$0.finished.isEmpty && $0.cancellations.isEmpty }
        #expect(state.finished.map(\.status) == [.cancelled])
      }
    },
  ]
}
