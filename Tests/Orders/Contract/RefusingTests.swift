import Foundation
import Networking
import NetworkingTestSupport
import Orders
import OrdersTestSupport
import Pricing
import Sandbox
import StorageTestSupport
import Sync
import SyncTestSupport
import Testing

struct RefusingTests {
  @Test(arguments: Backing.allCases)
  func `An order of another account is refused, and the others are shown`(_ backing: Backing)
    async throws
  {
    let device = OrdersDevice(backing)
    let owned = OrdersDevice(backing, account: "ada")
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

  @Test(arguments: Backing.allCases)
  func `An order that cannot be read is told, and the others are shown`(_ backing: Backing)
    async throws
  {
    let device = OrdersDevice(backing)
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
  }

  @Test(arguments: Backing.allCases)
  func `Sums that do not add up are shown as charged, and that is told`(_ backing: Backing)
    async throws
  {
    let device = OrdersDevice(backing)
    try device.place()
    device.server.spoil([.edited(#""due":\d+"#, #""due":1"#)]) { $0.path == "/v1/orders" }
    try await device.session { orders in
      let order = try #require(await orders.when { !$0.active.isEmpty }.active.first)
      #expect(order.totals.due.minorUnits == 1 && !order.totalsAddUp)
    }
  }

  @Test(arguments: Backing.allCases)
  func `An answer as large as a photo is refused, and nothing else is harmed`(_ backing: Backing)
    async throws
  {
    let device = OrdersDevice(backing)
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
  }

  @Test(arguments: Backing.allCases)
  func `An answer that an intermediary gives changes nothing`(_ backing: Backing) async throws {
    let device = OrdersDevice(backing)
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
  }

  @Test(arguments: Backing.allCases)
  func `An order without lines or with a bad id is not taken over`(_ backing: Backing) async throws
  {
    let device = OrdersDevice(backing)
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
  }
}
