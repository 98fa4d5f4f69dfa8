import Cart
import Commerce
import FoodApp
import Foundation
import Orders
import Sandbox
import SandboxApp
import Storage
import StorageTestSupport
import Sync
import Testing

@testable import SwiftUIShowcase

/// The app's reactions to calls of the system.
@Suite(.temporaryDirectory) struct DeviceTests {
  /// The system's side of ``BackgroundTime``.
  final class Grants {
    var names: [String] = []
    var ended = 0
    var expire: (() -> Void)?

    var time: BackgroundTime {
      BackgroundTime { name, expired in
        self.names.append(name)
        self.expire = expired
        return { self.ended += 1 }
      }
    }
  }

  private struct Failure: Error {}

  @Test func `Time is given back when the work has ended`() async throws {
    let grants = Grants()
    try await grants.time.perform("work") { #expect(grants.ended == 0) }
    await #expect(throws: Failure.self) {
      try await grants.time.perform("failing") { throw Failure() }
    }
    #expect(grants.names == ["work", "failing"] && grants.ended == 2)
  }

  @Test func `Work is canceled when its time is over`() async throws {
    let grants = Grants()
    try await grants.time.perform("work") {
      #expect(!Task.isCancelled)
      grants.expire?()
      #expect(Task.isCancelled)
    }
    #expect(grants.ended == 1)
  }

  @Test func `An order has time until the server has answered`() async throws {
    let grants = Grants()
    try await withSample(backgroundTime: grants.time) { sample, model, user in
      let cart = CartModel(user, model)
      await cart.placeOrder()
      #expect(model.failure == nil && grants.names == ["order"] && grants.ended == 1)
      if case .pending = user.cart.state.order { Issue.record("the order is still pending") }
    }
  }

  @Test func `An order without a network gives its time back`() async throws {
    let grants = Grants()
    try await withSample(backgroundTime: grants.time) { sample, model, user in
      sample.app.environment.gate.close(for: .offline)
      await CartModel(user, model).placeOrder()
      #expect(model.failure == nil && grants.ended == 1)
      guard case .pending = user.cart.state.order else {
        Issue.record("the order is \(user.cart.state.order)")
        return
      }
    }
  }

  @Test func `An app that leaves the foreground writes what is pending`() async throws {
    let grants = Grants()
    try await withSample(backgroundTime: grants.time) { _, model, _ in
      await model.enteredBackground()
      #expect(grants.names == ["flush"] && grants.ended == 1 && model.failure == nil)
    }
  }

  @Test func `Each background refresh fetches the orders and ends the app again`() async throws {
    let sample = try await SandboxApp.sample()
    let model = AppModel(sample.app)
    for count in 1...2 {
      let before = sample.server.requests.count { $0.path.hasPrefix("/v1/orders") }
      await model.refreshInBackground()
      let after = sample.server.requests.count { $0.path.hasPrefix("/v1/orders") }
      #expect(after > before, "refresh \(count)")
      #expect(model.failure == nil)
      #expect(sample.app.state.health.values.allSatisfy { $0 == .stopped })
    }
  }

  @Test func `An app on the screen runs on after a background refresh`() async throws {
    let sample = try await SandboxApp.sample()
    let model = AppModel(sample.app)
    // A refresh runs the app in this way, and ends it.
    let refreshing = Task { await sample.app.run() }
    try await seen { sample.app.state.health[.cart] == .running }
    let running = Task { await model.app.run() }
    await Task.yield()
    refreshing.cancel()
    await refreshing.value
    try await seen { sample.app.state.health[.cart] == .running }
    running.cancel()
    await running.value
    #expect(sample.app.state.health.values.allSatisfy { $0 == .stopped })
  }

  // MARK: The widget

  private func order(_ id: String) throws -> Order {
    let none = Money(0, try #require(CurrencyCode(rawValue: "KZT")))
    return Order(
      id: id, city: 1_526_384, fulfillment: OrderFulfillment(.delivery, place: "home"), lines: [],
      totals: OrderTotals(items: none, discount: none, due: none))
  }

  @Test func `A widget reads the orders that the app has written last`() async throws {
    let app = SharedOrders(writtenTo: TemporaryDirectory.url)
    let widget = SharedOrders(readFrom: TemporaryDirectory.url)
    #expect(try await widget.snapshots() == [])
    try await app.publish([try order("1")])
    #expect(try await widget.snapshots().map(\.id) == ["1"])
    try await app.publish([try order("1"), try order("2")])
    #expect(try await widget.snapshots().map(\.id) == ["1", "2"])
  }

  @Test func `A widget cannot write the orders`() async throws {
    try await SharedOrders(writtenTo: TemporaryDirectory.url).publish([try order("1")])
    let widget = SharedOrders(readFrom: TemporaryDirectory.url)
    await #expect(throws: StorageError.self) { try await widget.publish([]) }
    #expect(try await widget.snapshots().map(\.id) == ["1"])
  }

  @Test func `No lock is held after the orders have been written`() async throws {
    let app = SharedOrders(writtenTo: TemporaryDirectory.url)
    try await app.publish([try order("1")])
    // Another writer would be refused while the lock is held.
    try await SharedOrders(writtenTo: TemporaryDirectory.url).publish([try order("2")])
  }

  @Test func `The orders of a user are shared with the widget`() async throws {
    let widget = SharedOrders(readFrom: TemporaryDirectory.url)
    try await withSample(sharing: SharedOrders(writtenTo: TemporaryDirectory.url)) {
      _, model, user in
      let orders = OrdersModel(user, model)
      let sharing = Task { await orders.share() }
      await CartModel(user, model).placeOrder()
      try await seen { !orders.current.isEmpty }
      let id = orders.current[0].id
      while try await widget.snapshots().map(\.id) != [id] { await Task.yield() }
      sharing.cancel()
      await sharing.value
    }
  }
}
