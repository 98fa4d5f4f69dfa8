import Networking
import Orders
import OrdersTestSupport
import Sandbox
import Storage
import Sync
import SyncTestSupport
import Testing

struct CancelingTests {
  private let device = OrdersDevice()

  @Test func `A cancellation in time is applied once, and the refund is shown`() async throws {
    try await device.sessionWithOrder { orders in
      device.gate.close(for: .offline)
      try await orders.cancel("N-1")
      try await orders.cancel("N-1")
      #expect(orders.state.cancellations.count == 1 && orders.state.sync.isDurable)
    }
    try await device.session { orders in
      #expect(orders.state.cancellations.map(\.order) == ["N-1"])
      device.gate.open(for: .offline)
      let state = await orders.when { !$0.finished.isEmpty && $0.cancellations.isEmpty }
      #expect(state.finished[0].status == .cancelled)
      #expect(state.finished[0].refund?.status == .pending)
      try await orders.cancel("N-1")
      #expect(device.server.requests.count { $0.method != .get } == 1)
      await #expect(throws: OrdersError.unknownOrder("N-2")) { try await orders.cancel("N-2") }
    }
  }

  @Test func `A cancellation after the window is refused at once`() async throws {
    try await device.sessionWithOrder { orders in
      device.pass(181)
      await #expect(throws: OrdersError.tooLate("N-1")) { try await orders.cancel("N-1") }
      #expect(orders.state.cancellations.isEmpty)
    }
  }

  @Test func `A cancellation that comes too late waits for the user's decision`() async throws {
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
  }

  @Test func `A cancellation without an answer is sent again under the same key`() async throws {
    try await device.sessionWithOrder { orders in
      device.server.spoil(.answerLost, .answerLost)
      try await orders.cancel("N-1")
      for await state in orders.states() {
        if !state.finished.isEmpty { break }
        if case .backoff? = state.cancellations.first?.reason {
          // It is not sent as another one, either.
          try await orders.cancel("N-1")
          #expect(orders.state.cancellations.map(\.order) == ["N-1"])
          device.pass(60)
        }
      }
      let keys = device.server.requests.compactMap(\.idempotencyKey)
      #expect(Set(keys).count == 1 && device.server.model.order("N-1")?.revision == 2)
    }
  }

  @Test func `A cancellation that is never answered ends with its order`() async throws {
    try await device.sessionWithOrder { orders in
      device.server.spoil(Array(repeating: .status(204), count: 100)) { $0.method != .get }
      try await orders.cancel("N-1")
      await orders.when { $0.cancellations.first?.status == .maybeApplied }
      device.server.change { $0.finish("N-1") }
      try await orders.refresh()
      for await state in orders.states() {
        if state.cancellations.isEmpty { break }
        device.pass(60)
      }
      #expect(orders.state.finished.map(\.id) == ["N-1"])
      #expect(device.server.requests.count { $0.method != .get } == 1)
    }
  }

  @Test func `A cancellation in the last second of the window is sent`() async throws {
    try await device.sessionWithOrder { orders in
      device.pass(180)
      try await orders.cancel("N-1")
      let state = await orders.when { !$0.finished.isEmpty && $0.cancellations.isEmpty }
      #expect(state.finished.map(\.status) == [.cancelled])
    }
  }

  @Test func `An order that was not fetched yet can be canceled`() async throws {
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
  }

  @Test func `An order that has ended cannot be canceled, even before the server's time is known`()
    async throws
  {
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
  }

  @Test
  func `A cancellation of an order that the server does not know is rejected as such`() async throws
  {
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
  }

  @Test
  func `A cancellation that is rejected for another reason says so, and can be repeated`()
    async throws
  {
    try await device.sessionWithOrder { orders in
      device.server.spoil(.problem("kitchenBusy", status: 409))
      try await orders.cancel("N-1")
      let failed = await orders.when { $0.cancellations.first?.status.isFailed == true }
      #expect(failed.cancellations.map(\.status) == [.failed(.rejected(.other("kitchenBusy")))])
      try await orders.cancel("N-1")
      #expect(orders.state.sync.isDurable)
      let state = await orders.when { !$0.finished.isEmpty && $0.cancellations.isEmpty }
      #expect(state.finished.map(\.status) == [.cancelled])
      #expect(device.server.requests.count { $0.method != .get } == 2)
    }
  }
}
