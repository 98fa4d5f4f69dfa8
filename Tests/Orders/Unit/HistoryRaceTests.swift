import Networking
import NetworkingTestSupport
import Orders
import OrdersTestSupport
import Sandbox
import Sync
import Testing

struct HistoryRaceTests {
  private let server = SandboxServer(OrderServerModel())
  private let transport: StubTransport
  private let city = SettledCity(.almaty)
  private let orders: any OrderTracker

  init() {
    transport = StubTransport(over: server)
    orders = FeatureEnvironment(transport: transport, city: city).makeOrderTracker()
    server.change { $0.addHistory(2, of: .snack) }
  }

  @Test func `An earlier request for the history does not replace the page of a later one`()
    async throws
  {
    interrupt()
    let page = try await orders.history(after: nil)
    #expect(page.orders.map(\.id) == ["E-1", "H-2", "H-1"])
    #expect(orders.state.history == page)
    // The validator of the later page is preserved, so the page is not sent again.
    let next = try await orders.history(after: nil)
    #expect(next == page && transport.statuses.last == 304)

    addFinished("E-2")
    let last = try await orders.history(after: nil)
    #expect(last.orders.first?.id == "E-2" && orders.state.history == last)
  }

  @Test func `The history in another language is fetched although its validator is the same`()
    async throws
  {
    _ = try await orders.history(after: nil)
    city.settle(in: .russianAlmaty)
    _ = try await orders.history(after: nil)
    _ = try await orders.history(after: nil)
    #expect(transport.statuses == [200, 200, 304])
  }

  @Test func `An unchanged page of the history does not hide the page of a later request`()
    async throws
  {
    _ = try await orders.history(after: nil)
    interrupt()
    let page = try await orders.history(after: nil)
    #expect(transport.statuses == [200, 200, 304])
    #expect(page.orders.map(\.id) == ["E-1", "H-2", "H-1"] && orders.state.history == page)
  }

  /// Adds the order `E-1` to the history, and requests the history, during the next request.
  private func interrupt() {
    transport.interrupt {
      addFinished("E-1")
      _ = try await orders.history(after: nil)
    }
  }

  private func addFinished(_ id: Order.ID) {
    server.change { server in
      server.place(id, cart: .snack)
      server.finish(id)
    }
  }
}
