import Commerce
import Foundation
import Orders
import Sandbox
import ShowcaseKit
import Storage
import Sync

/// The helper with which a scenario launches the app, acts as its user, and prints a transcript.
///
/// A scenario can launch the app several times. All launches of one script share one directory and
/// one server.
final class Script: LaunchScript {
  static let start = OrderServerModel().now

  let stage: Stage
  let server = SandboxServer(OrderServerModel())
  let shop: DemoShop
  let device: SandboxDevice
  let clock = PausedClock()
  private let beginning: PausedClock.Instant

  init(_ stage: Stage) {
    self.stage = stage
    shop = DemoShop(server)
    device = SandboxDevice(stage.directory.appending(path: "app", directoryHint: .isDirectory))
    beginning = clock.now
  }

  /// The server's time, in seconds since 1970.
  private var serverTime: Int {
    Self.start + Int(beginning.duration(to: clock.now).components.seconds)
  }

  /// The date of the device's clock, wrong by decades on purpose.
  ///
  /// The module `Orders` must not depend on this clock.
  var now: Date { Date(timeIntervalSince1970: 4_000_000_000) }

  func launch(_ body: (any OrderTracker) async throws -> Void) async throws {
    tell("The app starts")
    var environment = environment(
      TimedServer(server: server, transport: server) { [self] in serverTime },
      in: SettledCity(.demo("KZ", 1_526_384), gate: device.gate))
    environment.now = { [now] in now }
    let orders = environment.makeOrderTracker()
    try await running(orders.run) {
      for await state in orders.states() where state.sync.isLoaded { break }
      try await body(orders)
    }
  }

  /// Advances the time of the scenario's transcript, the app and the server by a number of seconds.
  func wait(_ seconds: Int) async throws {
    try await pass(.seconds(seconds))
    server.change { [serverTime] model in
      model.now = serverTime
      model.settle()
    }
  }

  /// Passes the server's last event to the app, as a push notification does.
  ///
  /// The app receives the notification `times` times, because a push notification can be repeated.
  /// Then waits until the app has the order's new revision, and writes the orders to the scenario's
  /// transcript.
  func push(_ orders: any OrderTracker, times: Int = 1) async {
    guard let event = server.model.events.last else { return }
    tell("A push notification: \(event.id), revision \(event.revision)")
    for _ in 0..<times { await orders.receive(OrderEvent(event.id, revision: event.revision)) }
    for await state in orders.states() {
      if let order = state.order(event.id), order.revision >= event.revision { break }
    }
    show(orders)
  }

  /// Advances the time by a number of seconds, and passes the server's last event to the app.
  func waitAndPush(_ seconds: Int, _ orders: any OrderTracker) async throws {
    try await wait(seconds)
    await push(orders)
  }

  /// Places an order at the server, and passes the order to the module `Orders`.
  func order(_ cart: CartView, _ orders: any OrderTracker) async throws {
    shop.place(cart)
    _ = try await shop.handOver(to: orders)
  }

  /// Places an order, passes it to the module `Orders`, and waits until the module has fetched it.
  func orderAndSettle(_ cart: CartView, _ orders: any OrderTracker) async throws {
    try await order(cart, orders)
    await show(orders) { $0.active.first?.revision == 1 }
  }

  /// Fetches the orders, as the pull-to-refresh gesture does, and writes them to the scenario's
  /// transcript.
  func refresh(_ orders: any OrderTracker) async {
    do {
      try await orders.refresh()
      show(orders)
    } catch {
      detail("Not refreshed: \(error)")
    }
  }

  func lines(of error: any Error) -> [String] { ["Not done: \(error)"] }

  /// Waits for a state that satisfies `isSo`, and writes the orders to the scenario's transcript.
  func show(_ orders: any OrderTracker, when isSo: (OrdersState) -> Bool) async {
    for await state in orders.states() where isSo(state) { break }
    show(orders)
  }

  /// Writes the orders to the scenario's transcript.
  func show(_ orders: any OrderTracker) {
    let state = orders.state
    let lines =
      state.active.map { order in
        "\(order.number): \(order.status.words)\(promise(order))"
          + (state.cancellations.contains { $0.order == order.id && !$0.status.isFailed }
            ? ", being canceled" : "")
      }
      + state.finished.map { order in
        "\(order.number): \(order.status.words)"
          + (order.reason.map { ", \u{201C}\($0)\u{201D}" } ?? "")
          + (order.refund.map { ", refund \($0.status.rawValue)" } ?? "")
      }
      + state.problems.map { "Problem of \($0.order): \($0.kind.words)" }
    details(lines.isEmpty ? ["No current order"] : lines)
  }

  private func promise(_ order: Order) -> String {
    guard let promised = order.promised else { return "" }
    func minutes(_ date: Date) -> Int { (Int(date.timeIntervalSince1970) - Self.start) / 60 }
    return ", promised for minute \(minutes(promised.from)) to \(minutes(promised.to))"
  }
}
