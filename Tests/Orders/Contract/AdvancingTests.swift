import Commerce
import Foundation
import Networking
import Orders
import OrdersTestSupport
import Sandbox
import Storage
import StorageTestSupport
import Sync
import SyncTestSupport
import Testing

struct AdvancingTests {
  private let device = OrdersDevice()

  @Test func `An order goes through its statuses and ends as finished`() async throws {
    try await device.sessionWithOrder { orders in
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
  }

  @Test(arguments: Backing.allCases)
  func `A finished order is handed over once, and is in the history then`(_ backing: Backing)
    async throws
  {
    let device = OrdersDevice(backing)
    try await device.sessionWithOrder { orders in
      device.server.change { $0.finish("N-1") }
      try await orders.refresh()
      #expect(orders.state.finished.map(\.id) == ["N-1"])
    }
    try await device.session { orders in
      #expect(orders.state.finished.map(\.id) == ["N-1"])
      try await orders.acknowledge("N-1")
      #expect(orders.state.sync.isDurable)
      #expect(orders.state.finished.isEmpty)
      #expect(orders.state.history?.orders.map(\.id) == ["N-1"])
      try await orders.refresh()
      #expect(orders.state.finished.isEmpty)
      // The second call of an app that does not know of the first one.
      try await orders.acknowledge("N-1")
      #expect(orders.state.sync.isDurable)
    }
    try await device.session { orders in
      await orders.settled()
      #expect(orders.state.finished.isEmpty && orders.state.active.isEmpty)
    }
  }

  @Test
  func `A reinstated order is shown again after it was acknowledged, and handed over when it ends`()
    async throws
  {
    try await device.sessionWithOrder { orders in
      device.server.change { $0.setStatus("rejected", of: "N-1") }
      try await orders.refresh()
      try await orders.acknowledge("N-1")
    }
    device.pass(10)
    device.server.change { $0.setStatus("inPreparation", of: "N-1") }
    try await device.session { orders in
      let state = await orders.when { !$0.active.isEmpty }
      #expect(state.active.map(\.status) == [.inPreparation] && state.history?.orders == [])
      device.server.change { $0.replicaLag = 10 }
      try await orders.refresh()
      #expect(orders.state.active.map(\.status) == [.inPreparation])
      await #expect(throws: OrdersError.notFinished("N-1")) {
        try await orders.acknowledge("N-1")
      }
      device.server.change { server in
        server.replicaLag = 0
        server.finish("N-1")
      }
      try await orders.refresh()
      #expect(orders.state.finished.map(\.status) == [.fulfilled])
      try await orders.acknowledge("N-1")
      try await orders.refresh()
      #expect(orders.state.finished.isEmpty && orders.state.active.isEmpty)
      #expect(orders.state.history?.orders.map(\.status) == [.fulfilled])
    }
  }

  @Test(arguments: [1_800, 3_700])
  func `An order whose revision was too high follows after an hour, also after a launch`(
    seconds: Int
  ) async throws {
    device.server.spoil([.edited(#""revision":1,"status""#, #""revision":\#(Int.max),"status""#)]) {
      $0.path == "/v1/orders"
    }
    try await device.sessionWithOrder { orders in
      #expect(orders.state.active.map(\.revision) == [.max])
    }
    device.server.change { server in
      server.delay("N-1", by: 7_200)
      server.setStatus("inPreparation", of: "N-1")
    }
    device.pass(seconds)
    try await device.session { orders in
      try await orders.refresh()
      let status = seconds > 3_600 ? OrderStatus.inPreparation : .created
      #expect(orders.state.active.map(\.status) == [status])
      // A final status needs no hour.
      device.server.change { $0.reject("N-1", because: "closed") }
      try await orders.refresh()
      #expect(orders.state.active.isEmpty && orders.state.finished.count == 1)
    }
  }

  @Test
  func `An event makes it ask once, and an event about a known revision does not`() async throws {
    try await device.sessionWithOrder { orders in
      let polls = device.polls.all.count
      await orders.receive(OrderEvent("N-1", revision: 1))
      device.server.change { $0.advance("N-1") }
      for _ in 0..<5 { await orders.receive(OrderEvent("N-1", revision: 2)) }
      await orders.when { $0.active.first?.status == .confirmed }
      #expect(device.polls.all.count == polls + 1)
      try device.place("N-7", of: .snack)
      await orders.receive(OrderEvent("N-7", revision: 1))
      await orders.when { $0.order("N-7")?.fulfillment.method == .pickup }
      #expect(device.polls.all.count == polls + 2)
    }
  }

  @Test
  func `An order that was acknowledged as unknown is shown again when the server knows it`()
    async throws
  {
    device.server.change { $0.replicaLag = 30 }
    let order = try device.place()
    try await device.session { orders in
      await orders.settled()
      for _ in 0..<2 {
        // The second time, the cart hands the order over again.
        try await orders.track(order)
        #expect(orders.state.sync.isDurable)
        #expect(orders.state.active.map(\.id) == ["N-1"])
        try await orders.refresh()
        #expect(orders.state.problems == [OrderProblem("N-1", .unknownToServer)])
        try await orders.acknowledge("N-1")
        #expect(orders.state.sync.isDurable)
        #expect(orders.state.active.isEmpty && orders.state.problems.isEmpty)
        #expect(orders.state.finished.isEmpty && orders.state.history == nil)
        await #expect(throws: OrdersError.unknownOrder("N-1")) {
          try await orders.acknowledge("N-1")
        }
      }
    }
    try await device.session { orders in
      #expect(orders.state.active.isEmpty && orders.state.finished.isEmpty)
      device.server.change { $0.replicaLag = 0 }
      try await orders.refresh()
      #expect(orders.state.active.map(\.id) == ["N-1"])
    }
  }
}
