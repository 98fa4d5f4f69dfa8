import Networking
import Orders
import OrdersTestSupport
import Sandbox
import StorageTestSupport
import Sync
import SyncTestSupport
import Testing

struct EndingTests {
  private let device = OrdersDevice()

  @Test
  func `Without run(), without a city, and in a canceled task, every call ends`() async throws {
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
  }

  @Test func `A request whose task is canceled says so`() async throws {
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
  }

  @Test
  func `A call of run() ends when it is canceled, and a second one returns at once`() async throws {
    let orders = device.launch()
    for _ in 0..<2 {
      try await running(orders.run) {
        await orders.when { $0.sync.isLoaded && $0.sync.fetch != .notRunning }
        try await orders.run()
        #expect(orders.state.sync.fetch != .notRunning)
      }
      #expect(orders.state.sync.fetch == .notRunning)
    }
  }
}
