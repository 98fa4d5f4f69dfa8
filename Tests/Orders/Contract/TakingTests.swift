import Networking
import Orders
import OrdersTestSupport
import Sandbox
import Storage
import StorageTestSupport
import Sync
import SyncTestSupport
import Testing

struct TakingTests {
  private let device = OrdersDevice()

  @Test(arguments: Backing.allCases)
  func `An order that is taken over is shown at once, also after a restart`(_ backing: Backing)
    async throws
  {
    let device = OrdersDevice(backing)
    let order = try device.place()
    device.gate.close(for: .offline)
    try await device.session { orders in
      try await orders.track(order)
      #expect(orders.state.sync.isDurable)
      #expect(orders.state.active == [order])
    }
    try await device.session { orders in
      #expect(orders.state.active == [order] && order.totalsAddUp && order.lines.count == 4)
      #expect(orders.state.active[0].lines[0].details == ["+ Cheese", "− Onion"])
      device.gate.open(for: .offline)
      let state = await orders.when { $0.active.first?.revision == 1 }
      #expect(state.active.count == 1)
    }
  }

  @Test func `An order is taken once, however often it is handed over`() async throws {
    let order = try device.place()
    try await device.session { orders in
      await orders.when { $0.active.count == 1 }
      for _ in 0..<3 { try await orders.track(order) }
      #expect(orders.state.active.count == 1 && orders.state.active[0].revision == 1)
      let renamed = try Order("other", key: order.key, of: .evening)
      try await orders.track(renamed)
      #expect(orders.state.sync.isDurable)
      #expect(orders.state.active.map(\.id) == ["N-1"])
    }
  }

  @Test func `An order is not taken again after it was acknowledged`() async throws {
    let order = try device.place()
    try await device.session { orders in
      _ = try await orders.track(order)
      device.server.change { $0.finish("N-1") }
      try await orders.refresh()
      try await orders.acknowledge("N-1")
      try await orders.track(order)
      #expect(orders.state.sync.isDurable)
      #expect(orders.state.active.isEmpty && orders.state.finished.isEmpty)
    }
    try await device.session { orders in
      _ = try await orders.track(order)
      try await orders.refresh()
      #expect(orders.state.active.isEmpty && orders.state.finished.isEmpty)
    }
  }

  @Test func `An order that the server lists under another id than it answered is shown once`()
    async throws
  {
    try await device.session { orders in
      await orders.settled()
      let placed = try device.place("N-1")
      try await orders.track(try Order("1042", key: placed.key, of: .evening))
      let state = await orders.when { $0.active.map(\.id) == ["N-1"] && $0.problems.isEmpty }
      #expect(state.active.map(\.revision) == [1])
      // The cart hands it over again, because the app ended before it was acknowledged there.
      try await orders.track(try Order("1042", key: placed.key, of: .evening))
      #expect(orders.state.active.map(\.id) == ["N-1"])
    }
  }
}
