import Commerce
import Foundation
import Orders
import Sandbox
import ShowcaseKit
import Sync

/// An app that has nothing but orders; its time passes thirty times as fast as in reality.
final class OrdersApp: DemoApp {
  private let orders: any OrderTracker
  private let launch: Launch<OrderServerModel>
  private let shop: DemoShop
  private let clock = FastClock()
  /// The loaded pages of the history; `nil` while the current orders are shown.
  private var pages: [OrderPage]?
  /// Whether the server's events reach the app.
  private var isConnected = true

  private var sandbox: SandboxServer<OrderServerModel> { launch.sandbox }

  init(_ launch: Launch<OrderServerModel>) {
    let (sandbox, clock) = (launch.sandbox, clock)
    if sandbox.model.all.isEmpty { sandbox.change { $0.addHistory(45, of: .snack) } }
    let (beginning, start) = (clock.now, sandbox.model.now)
    let now = { @Sendable in start + Int(beginning.duration(to: clock.now).components.seconds) }
    let server = TimedServer(server: sandbox, transport: launch.demo.transport, now: now)
    var environment = launch.environment(
      city: launch.city(.demo("KZ", 1_526_384)), transport: server)
    environment.clock = clock
    self.launch = launch
    shop = DemoShop(sandbox)
    orders = environment.makeOrderTracker()
    launch.run("The order tracker", orders.run)
    launch.follow(orders.states())
    launch.task { [weak self] in await self?.follow(now) }
  }

  /// Advances the server's time, and passes the server's events to the app.
  private func follow(_ now: () -> Int) async {
    var sent = sandbox.model.events.count
    while !Task.isCancelled {
      let time = now()
      let news = sandbox.change { model in
        model.now = time
        model.settle()
        return model.events
      }
      if news.count > sent { await launch.demo.save() }
      for event in news.dropFirst(sent) where isConnected && launch.device.gate.isOpen {
        await orders.receive(OrderEvent(event.id, revision: event.revision))
      }
      sent = news.count
      launch.redraw()
      do { try await clock.sleep(for: .seconds(15)) } catch { return }
    }
  }

  // MARK: Scenes

  func scene() -> Scene { pages.map(history) ?? current }

  private var current: Scene {
    let state = orders.state
    return scene(
      "Orders",
      [
        Part(
          state.active + state.finished, empty: "There is no order: n or p places one.",
          id: { $0.id }, commands: orderCommands
        ) { OrderCard(order: $0, state: state, time: self.orders.serverTime).row }
      ],
      commands: [
        .run("n", "order") { [self] in try await place(.evening) },
        .run("p", "order to pick up") { [self] in try await place(.snack) },
        .run("h", "history") { [self] in
          pages = []
          return try await load()
        },
      ])
  }

  private func history(_ pages: [OrderPage]) -> Scene {
    let past = pages.isEmpty ? orders.state.history?.orders ?? [] : pages.flatMap(\.orders)
    let end = pages.last.map { $0.next == nil ? "The end" : "Enter: more" } ?? "Enter: load"
    let back: Command<Void> = .now(.escape, "current orders") { [self] in
      self.pages = nil
    }
    return scene(
      "History",
      [
        Part(past, id: { $0.id }, lines: [Line(end, .faint)]) { order in
          let names = order.lines.map(\.name).joined(separator: ", ")
          return "\(order.number), \(order.status.words): \(names)"
        }
      ], commands: [.run(.enter, "more") { [self] in try await load() }, back])
  }

  private func scene(_ title: String, _ parts: [Part], commands: [Command<Void>]) -> Scene {
    let lag = sandbox.model.replicaLag
    return Scene(
      title, orders.serverTime?.clock ?? "time unknown", activity: orders.state.sync.fetch.words,
      troubles: (isConnected ? [] : ["no events"]) + (lag > 0 ? ["replica lags"] : []), parts,
      commands: commands + [
        .run(.control("r"), "refresh") { [orders] in try await orders.refresh() }
      ],
      events: [
        .now(.control("e"), "lose events") { [self] in
          isConnected.toggle()
          return isConnected
            ? "Events arrive again." : "Events are lost: the app asks on its schedule."
        },
        .now(.control("g"), "lagging replica") { [sandbox] in
          sandbox.change { $0.replicaLag = lag == 0 ? 120 : 0 }
          return lag == 0 ? "The replicas lag by 2 minutes." : "The replicas are current."
        },
      ])
  }

  // MARK: Commands

  private var orderCommands: [Command<Order>] {
    [
      .run("c", "cancel") { [orders] order in
        guard let change = orders.cancellation(of: order) else {
          try await orders.cancel(order.id)
          return orders.words(of: "cancel order \(order.number)", \.sync)
        }
        return change.status.isFailed
          ? "The cancellation was rejected: z keeps the order."
          : "The order is already being canceled."
      },
      .run("z", "keep the order") { [orders] order in
        guard let change = orders.cancellation(of: order), change.status.isFailed else {
          return "No cancellation of this order was rejected."
        }
        try await orders.discard(change.id)
        return "Order \(order.number) is kept."
      },
      .run(.enter, "done") { [orders] order in
        guard order.hasEnded else { return "The order has not ended yet." }
        try await orders.acknowledge(order.id)
        return "The reviews have the order; it is in the history now."
      },
      kitchen("a", "next status") { $0.advance($1) },
      kitchen("d", "delay") { $0.delay($1, by: 900) },
      kitchen("x", "reject") { $0.reject($1, because: "The oven is broken") },
      kitchen("u", "unknown status") { $0.setStatus("beingPhotographed", of: $1) },
    ]
  }

  /// Returns a command for an event in the kitchen of the restaurant.
  private func kitchen(
    _ key: Key, _ words: String,
    _ change: @escaping @Sendable (inout OrderServerModel, Order.ID) -> Void
  ) -> Command<Order> {
    Command.run(key, words) { [self] order in
      sandbox.change { change(&$0, order.id) }
      await launch.demo.save()
    }.inSandbox
  }

  private func place(_ cart: CartView) async throws -> String {
    guard launch.device.gate.isOpen else { return "The cart needs a network to order." }
    shop.place(cart)
    await launch.demo.save()
    let isStored = try await shop.handOver(to: orders)
    if let new = orders.state.active.first { launch.select(new.id) }
    return isStored
      ? "" : "Not stored yet: the cart keeps the order, and hands it over with the next one."
  }

  private func load() async throws -> String {
    guard let loaded = pages else { return "" }
    if let last = loaded.last, last.next == nil { return "" }
    let page = try await orders.history(after: loaded.last?.next)
    // The user may have left the history during the request.
    guard pages != nil else { return "" }
    pages = loaded + [page]
    if !loaded.isEmpty, let first = page.orders.first { launch.select(first.id) }
    return ""
  }
}

extension OrderTracker {
  fileprivate func cancellation(of order: Order) -> PendingCancellation? {
    state.cancellations.first { $0.order == order.id }
  }
}
