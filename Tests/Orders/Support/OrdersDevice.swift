import Commerce
import Foundation
import Networking
import NetworkingTestSupport
public import Orders
public import Sandbox
import Storage
public import StorageTestSupport
public import Sync
public import SyncTestSupport
import Testing

/// A device and its network, on which an app with orders is launched repeatedly.
///
/// Time passes only in ``pass(_:)``. The server's time advances with it; the device's time of day is wrong.
public final class OrdersDevice: Sendable {
  /// The server.
  public let server = SandboxServer(OrderServerModel())
  /// The clock of the device and the server.
  public let clock = VirtualClock()
  /// The gate before the server.
  public let gate = Gate()
  /// The settled city.
  public let city: SettledCity
  /// The times of the requests for the active orders, in seconds since the device exists.
  public let polls = Log<Int>()
  /// The account of the next launch.
  public let account: String?
  private let folder: DeviceFolder

  /// Creates a device without orders, with files of its own or in memory.
  public init(_ backing: Backing = .files, account: String? = nil) {
    folder = DeviceFolder(ids: "key", backing)
    city = SettledCity(.almaty, gate: gate)
    self.account = account
  }

  /// Creates the orders of a new process, which shares only stored data with earlier ones.
  public func launch(
    random: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator()
  ) -> any OrderTracker {
    let directory = folder.launch()
    let environment = FeatureEnvironment(
      transport: TimedServer(server: server, clock: clock, polls: polls),
      directory: account.map { directory.subdirectory($0, of: $0) } ?? directory,
      city: city, clock: clock, random: random,
      // A clock of the user that stands in another year.
      now: { Date(timeIntervalSince1970: 4_000_000_000) },
      makeID: { [folder] in "\(folder.nextID())" })
    return environment.makeOrderTracker()
  }

  /// Launches the app, runs it during `body`, and kills it.
  public func session(_ body: (any OrderTracker) async throws -> Void) async throws {
    let orders = launch()
    try await running(orders.run) {
      await orders.when { $0.sync.isLoaded && $0.sync.fetch != .notRunning }
      try await body(orders)
    }
  }

  /// Places an order at the server, and runs `body` in an app that shows it.
  public func sessionWithOrder(_ body: (any OrderTracker) async throws -> Void) async throws {
    try place()
    try await session { orders in
      await orders.settled()
      try await body(orders)
    }
  }

  /// Lets time pass on the device and at the server.
  public func pass(_ seconds: Int) {
    clock.jump(by: .seconds(seconds))
    server.change { [clock] model in
      model.now = OrderServerModel().now + Int(clock.now.sinceStart / .seconds(1))
      model.settle()
    }
  }

  /// Places an order at the server, and returns it as the cart hands it over.
  @discardableResult
  public func place(_ id: String = "N-1", of cart: CartView = .evening) throws -> Order {
    server.change { $0.place(id, key: "key-of-\(id)", cart: cart) }
    return try Order(id, key: "key-of-\(id)", of: cart)
  }
}

/// A transport whose server has the time of a clock.
private struct TimedServer: Transport {
  let server: SandboxServer<OrderServerModel>
  let clock: VirtualClock
  let polls: Log<Int>

  func send(
    _ request: HTTPRequest, progress: @escaping @Sendable (TransferProgress) -> Void
  ) async throws(TransportError) -> HTTPResponse {
    let time = Int(clock.now.sinceStart / .seconds(1))
    if request.path == "/v1/orders", request.query.isEmpty { polls.add(time) }
    server.change { $0.now = OrderServerModel().now + time }
    return try await server.send(request, progress: progress)
  }
}

extension OrderTracker {
  /// Waits until the last fetch has ended, and returns the state.
  @discardableResult
  public func settled() async -> OrdersState {
    await when { $0.sync.fetch == .idle && $0.cancellations.isEmpty }
  }
}

extension Order {
  /// Creates the order that a cart hands over after the server has placed it under a number.
  public init(_ id: String, key: String? = nil, of cart: CartView) throws {
    guard let currency = CurrencyCode(rawValue: cart.currency) else {
      throw CocoaError(.coderInvalidValue)
    }
    func money(_ amount: Int64) -> Money { Money(amount, currency) }
    try self.init(
      id: id, key: key, city: CityID(rawValue: cart.city),
      fulfillment: OrderFulfillment(
        FulfillmentMethod(rawValue: cart.fulfilment?.kind ?? "delivery"),
        place: cart.fulfilment?.place ?? ""),
      lines: cart.lines.enumerated().map { index, line in
        try OrderLine(
          id: "\(index + 1)", kind: OrderLine.Kind(rawValue: line.kind),
          JSONDecoder().decode(
            ItemConfiguration.self, from: JSONEncoder().encode(line.item.configuration)),
          name: line.item.name, variantName: line.item.variantName, details: line.item.details,
          image: line.item.image, quantity: line.quantity, unitPrice: money(line.unitPrice),
          total: money(line.total), discount: money(line.total - line.final))
      },
      totals: OrderTotals(
        items: money(cart.totals.items), discount: money(cart.totals.discount),
        fees: cart.fees.map { Fee($0.kind, money($0.amount)) },
        due: money(cart.totals.due)))
  }
}
