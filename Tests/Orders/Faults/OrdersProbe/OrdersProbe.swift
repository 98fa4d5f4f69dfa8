import Cart
import Commerce
import Foundation
import Networking
import NetworkingTestSupport
import Orders
import Sandbox
import Storage
import Sync
import SyncTestSupport
import Synchronization

/// An app with a cart and orders in one directory, while a script makes its system calls fail.
///
///     OrdersProbe fill DIRECTORY     fills a cart with two lines
///     OrdersProbe order DIRECTORY    orders the cart, and hands the order over
///     OrdersProbe look DIRECTORY     runs the app as at the next launch, and prints its orders
///
/// The app is in `DIRECTORY/app`, and the server in `DIRECTORY/server.json`. Prints `ORDERED STATUS`, in one
/// write, when the tap on "order" has returned, and `DONE` at the end. All of it runs on one thread, because
/// a tracer counts calls per thread.
@main
struct OrdersProbe {
  static func main() {
    let arguments = CommandLine.arguments
    guard arguments.count == 3 else { exit(64) }
    do {
      let probe = try Probe(URL(filePath: arguments[2]))
      switch arguments[1] {
      case "fill": probe.fill()
      case "order": probe.order()
      case "look": probe.look()
      default: exit(64)
      }
      say("DONE")
    } catch {
      say("ERROR \(error)")
      exit(1)
    }
  }

  fileprivate static func say(_ line: String) {
    FileHandle.standardOutput.write(Data("\(line)\n".utf8))
  }
}

/// One process of the app.
private final class Probe {
  private let executor = SimulationExecutor(seed: 1)
  private let clock = VirtualClock()
  private let server: FileServer
  private let cart: any ShoppingCart
  private let orders: any OrderTracker

  init(_ folder: URL) throws {
    server = try FileServer(folder.appending(path: "server.json"))
    let environment = FeatureEnvironment(
      transport: server, directory: StorageDirectory(folder.appending(path: "app")),
      city: SettledCity(.almaty), clock: clock, random: SplitMix64(seed: 1))
    cart = environment.makeCart()
    orders = environment.makeOrderTracker()
  }

  func fill() {
    perform { cart, _ in
      try await cart.setFulfillment(CartFulfillment(.pickup, "unit-1"))
      try await cart.add(item("margherita", 290_000), count: 2)
      try await cart.add(item("cola", 60_000), count: 1)
      for await state in cart.states() where state.pending.isEmpty { break }
    }
  }

  func order() {
    perform { cart, _ in
      for await state in cart.states() {
        guard let totals = state.totals, !totals.isEstimate, state.pending.isEmpty else { continue }
        try await cart.placeOrder(for: totals.due)
        OrdersProbe.say("ORDERED \(cart.state.sync.isDurable ? "written" : "not written")")
        break
      }
    }
  }

  func look() {
    perform { _, orders in
      do { try await orders.refresh() } catch { OrdersProbe.say("NOT REFRESHED \(error)") }
    }
    let (state, shown) = (cart.state, orders.state)
    let current = shown.active + shown.finished
    OrdersProbe.say(
      "server=\(server.placed) shown=\(current.count) "
        + "lines=\(current.map { "\($0.lines.count)" }.joined(separator: ",")) "
        + "waiting=\(state.placedOrders.count + state.pending.count) cart=\(state.lines.count)")
  }

  /// Runs the app and a call of the user until nothing happens for some time.
  private func perform(
    _ call: @escaping @Sendable (any ShoppingCart, any OrderTracker) async throws -> Void
  ) {
    let (cart, orders) = (cart, orders)
    Task(executorPreference: executor) {
      await withDiscardingTaskGroup { group in
        group.addTask { await insist { try await cart.run() } }
        group.addTask { await insist { try await orders.run() } }
        group.addTask { await handOver(cart, to: orders) }
        group.addTask {
          do { try await call(cart, orders) } catch { OrdersProbe.say("REFUSED \(error)") }
        }
      }
    }
    // Longer than any delay between two attempts; an active order is asked for without end.
    for _ in 0..<40 {
      while executor.step() {}
      guard clock.advance() else { return }
    }
  }
}

/// Makes a call up to three times until it succeeds, as an app does a while later.
private func insist(_ call: () async throws -> Void) async {
  for _ in 0..<3 where !Task.isCancelled {
    do { return try await call() } catch { OrdersProbe.say("STOPPED \(error)") }
  }
}

/// Hands over each placed order of the cart until the orders have stored it.
private func handOver(_ cart: any ShoppingCart, to orders: any OrderTracker) async {
  for await state in cart.states() {
    for order in state.placedOrders {
      guard let number = order.number else { continue }
      do {
        try await orders.track(Order(order, number))
        guard orders.state.sync.isDurable else { continue }
        try await cart.acknowledge(order.id)
      } catch {
        OrdersProbe.say("NOT HANDED OVER \(error)")
      }
    }
  }
}

private func item(_ product: String, _ price: Int64) throws -> CartItem {
  guard let currency = CurrencyCode(rawValue: "KZT") else {
    throw CocoaError(.coderInvalidValue)
  }
  return CartItem(
    ItemConfiguration(product: product), city: RequestContext.almaty.city, name: product,
    unitPrice: Money(price, currency), revision: "1")
}

extension Order {
  fileprivate init(_ placed: PlacedOrder, _ number: String) {
    let none = Money.zero(placed.lines[0].price.unit.currency)
    self.init(
      id: number, key: placed.id, city: placed.city,
      fulfillment: OrderFulfillment(
        placed.fulfillment?.method ?? .pickup, place: placed.fulfillment?.place ?? ""),
      lines: placed.lines.enumerated().map { index, line in
        OrderLine(
          id: "\(index + 1)", ItemConfiguration(product: line.item.configuration.product),
          name: line.item.name, quantity: line.quantity, unitPrice: line.price.unit,
          total: line.price.total, discount: none)
      },
      totals: OrderTotals(
        items: placed.totals?.items ?? none, discount: none, due: placed.totals?.due ?? none))
  }
}

/// A server of carts and orders whose state is one file, written before each answer to a change.
private final class FileServer: Transport {
  private struct World: Codable {
    var carts = CartServerModel.shop
    var orders = OrderServerModel()
  }

  private let file: URL
  private let world: Mutex<World>

  init(_ file: URL) throws {
    self.file = file
    let exists = FileManager.default.fileExists(atPath: file.path)
    world = Mutex(
      exists ? try JSONDecoder().decode(World.self, from: Data(contentsOf: file)) : World())
  }

  var placed: Int { world.withLock { $0.carts.placed.count } }

  func send(
    _ request: HTTPRequest, progress: @escaping @Sendable (TransferProgress) -> Void
  ) async throws(TransportError) -> HTTPResponse {
    do {
      return try world.withLock { world in
        guard request.path.hasPrefix("/v1/carts") else { return world.orders.answer(request) }
        // Only with the server's time an order keeps its age across a restart.
        world.carts.now = 1_800_000_000
        let answer = world.carts.answer(request)
        for order in world.carts.placed { world.orders.place(order.number, cart: order.cart) }
        if request.method != .get {
          try JSONEncoder().encode(world).write(to: file, options: .atomic)
        }
        return answer
      }
    } catch {
      throw .failed("\(error)")
    }
  }
}
