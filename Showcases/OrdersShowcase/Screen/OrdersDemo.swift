import Foundation
import Networking
import Orders
import Sandbox
import ShowcaseKit
import Storage
import Sync
import Synchronization

/// The full-screen program of the showcase.
///
/// It sends events to ``OrdersScreen``, and performs the commands that the screen returns.
///
/// Time passes thirty times as fast as in reality.
final class OrdersDemo: Sendable {
  private let terminal: Terminal
  private let sandbox = SandboxServer(OrderServerModel(), pace: .unhurried)
  private let shop: DemoShop
  private let device: SandboxDevice
  private let store: SandboxStore<OrderServerModel>
  private let clock = FastClock()
  private let beginning: FastClock.Instant
  /// The server's time at the start of the showcase, in seconds since 1970.
  private let start = Mutex(0)
  /// Whether the server's events reach the app, and the number of events handled so far.
  ///
  /// A handled event was either delivered to the app or dropped.
  private let socket = Mutex((isOpen: true, sent: 0))

  init(terminal: Terminal, directory: URL) {
    self.terminal = terminal
    beginning = clock.now
    shop = DemoShop(sandbox)
    device = SandboxDevice(directory.appending(path: "orders", directoryHint: .isDirectory))
    store = SandboxStore(
      directory.appending(path: "orders-sandbox", directoryHint: .isDirectory),
      reports: device.files)
  }

  private var now: Int {
    start.withLock { $0 } + Int(beginning.duration(to: clock.now).components.seconds)
  }

  /// Shows the screen until the user leaves the showcase.
  ///
  /// If the user kills the app with a key, launches the app again.
  func run() async throws {
    if let stored = await store.load() { sandbox.change { $0 = stored } }
    if sandbox.model.all.isEmpty { sandbox.change { $0.addHistory(45, of: .snack) } }
    start.withLock { $0 = sandbox.model.now }
    socket.withLock { $0.sent = sandbox.model.events.count }
    var screen = OrdersScreen()
    try await device.play(on: terminal) { try await launch(&screen, $0) }
    await store.save(sandbox)
  }

  /// Launches the app, and shows it until the user kills the app or leaves the showcase.
  ///
  /// Returns `true` if the user killed the app, and `false` if the user left.
  private func launch(
    _ screen: inout OrdersScreen, _ events: EventQueue<OrdersEvent>
  ) async throws -> Bool {
    let server = TimedServer(server: sandbox, transport: sandbox.stored(in: store)) { [self] in
      now
    }
    let orders = OrdersFactory.makeOrders(
      in: FeatureEnvironment(
        transport: server, directory: device.launch(),
        city: SettledCity(.demo("KZ", 1_526_384), gate: device.gate), clock: clock))
    return try await device.running(orders.run) {
      "The orders have stopped: \($0.words). Start the showcase again."
    } during: { group in
      group.addTask { for await state in orders.states() { events.send(.state(state)) } }
      group.addTask { await self.follow(orders, events) }
      // The user can place an order and cancel it at once. The commands run one after the other, so
      // that `orders` receives the order before its cancellation.
      let (commands, continuation) = AsyncStream.makeStream(of: OrdersCommand.self)
      group.addTask {
        for await command in commands {
          let notice = await self.perform(command, orders, events)
          // After a kill, this task is canceled. Its message would replace the one about the kill.
          guard !Task.isCancelled else { return }
          events.send(.notice(notice))
        }
      }
      return try await device.show(&screen, events, on: terminal) {
        $0.troubles = troubles
      } perform: { command, _ in
        continuation.yield(command)
      }
    }
  }

  private var troubles: [String] {
    device.troubles + (socket.withLock { $0.isOpen } ? [] : ["no events"])
      + (sandbox.model.replicaLag > 0 ? ["replica lags"] : [])
  }

  /// Advances the server's time, delivers the server's events, and sends the time to the screen.
  ///
  /// Repeats this until the task is canceled.
  private func follow(_ orders: any OrderTracker, _ events: EventQueue<OrdersEvent>) async {
    while !Task.isCancelled {
      let news = sandbox.change { [now] model in
        model.now = now
        model.settle()
        return model.events
      }
      let (isOpen, sent) = socket.withLock { socket in
        defer { socket.sent = news.count }
        return socket
      }
      if news.count > sent { await store.save(sandbox) }
      if isOpen, device.gate.isOpen {
        for event in news.dropFirst(sent) {
          await orders.receive(OrderEvent(event.id, revision: event.revision))
        }
      }
      events.send(.time(orders.serverTime))
      do { try await clock.sleep(for: .seconds(15)) } catch { return }
    }
  }

  private func perform(
    _ command: OrdersCommand, _ orders: any OrderTracker, _ events: EventQueue<OrdersEvent>
  ) async -> String {
    do {
      switch command {
      case .place(let isDelivery):
        guard device.gate.isOpen else { return "The cart needs a network to order." }
        shop.place(isDelivery ? .evening : .snack)
        await store.save(sandbox)
        return try await shop.handOver(to: orders)
          ? "" : "Not stored yet: the cart keeps the order, and hands it over with the next one."
      case .cancel(let id): try await orders.cancel(id)
      case .acknowledge(let id):
        try await orders.acknowledge(id)
        return "The reviews have the order; it is in the history now."
      case .discard(let id): try await orders.discard(id)
      case .history(let cursor):
        let page = try await orders.history(after: cursor)
        events.send(.page(page, after: cursor))
      case .refresh: try await orders.refresh()
      case .kitchen(let kitchen, let id):
        change(kitchen, id)
        await store.save(sandbox)
      case .device(let trouble):
        let sentence = try await device.cause(trouble, at: sandbox)
        sandbox.fault = device.gate.reasons.contains(.offline) ? .offline : nil
        return sentence
      case .sandbox(let trouble): return make(trouble)
      case .leave: break
      }
      return ""
    } catch {
      return DemoMessage.failed((error as? OrdersError)?.words ?? "\(error)")
    }
  }

  private func change(_ kitchen: Kitchen, _ id: Order.ID) {
    sandbox.change { [now] model in
      model.now = now
      switch kitchen {
      case .advance: model.advance(id)
      case .delay: model.delay(id, by: 900)
      case .reject: model.reject(id, because: "The oven is broken")
      case .unknownStatus: model.setStatus("beingPhotographed", of: id)
      }
    }
  }

  private func make(_ trouble: OrdersTrouble) -> String {
    switch trouble {
    case .events:
      let isOpen = socket.withLock { socket in
        socket.isOpen.toggle()
        return socket.isOpen
      }
      return isOpen ? "Events arrive again." : "Events are lost: the app asks on its schedule."
    case .lag:
      let lag = sandbox.change { model in
        model.replicaLag = model.replicaLag == 0 ? 120 : 0
        return model.replicaLag
      }
      return lag == 0 ? "The replicas are current." : "The replicas lag by 2 minutes."
    }
  }
}
