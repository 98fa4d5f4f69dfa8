import Commerce
import Networking
import Orders
import Sandbox
import Storage
import Sync
import Synchronization

/// A stand-in for the module `Cart` that places orders at the server.
///
/// The shop stores each order in memory until it has passed the order to the module `Orders`.
final class DemoShop: Sendable {
  private let server: SandboxServer<OrderServerModel>
  private let placed = Mutex<[Order]>([])

  init(_ server: SandboxServer<OrderServerModel>) { self.server = server }

  /// The placed orders that the module `Orders` has not stored yet.
  var waiting: [Order] { placed.withLock { $0 } }

  /// Orders the items of a cart at the server.
  func place(_ cart: CartView) {
    let id = server.change { model in
      let id = "N-\(model.all.count { $0.id.hasPrefix("N-") } + 1)"
      model.place(id, key: "key-\(id)", cart: cart)
      return id
    }
    guard let currency = CurrencyCode(rawValue: cart.currency) else { return }
    placed.withLock { $0.append(Order(id, key: "key-\(id)", of: cart, currency)) }
  }

  /// Passes the orders in ``waiting`` to the module `Orders`.
  ///
  /// Returns `false` if the module could not store an order. This order and the later ones then
  /// remain in ``waiting``.
  func handOver(to orders: any OrderTracker) async throws(OrdersError) -> Bool {
    for order in waiting {
      try await orders.track(order)
      guard orders.state.sync.isDurable else { return false }
      placed.withLock { $0.removeAll { $0.id == order.id } }
    }
    return true
  }
}

extension Order {
  /// Creates the order that an app passes to the module `Orders` after the user has ordered a cart.
  ///
  /// `id` is the server's id of the order. `key` is the idempotency key of the request that placed
  /// the order.
  init(_ id: String, key: String, of cart: CartView, _ currency: CurrencyCode) {
    func money(_ amount: Int64) -> Money { Money(amount, currency) }
    self.init(
      id: id, key: key, city: CityID(rawValue: cart.city),
      fulfillment: OrderFulfillment(
        FulfillmentMethod(rawValue: cart.fulfilment?.kind ?? "delivery"),
        place: cart.fulfilment?.place ?? ""),
      lines: cart.lines.enumerated().map { index, line in
        OrderLine(
          id: "\(index + 1)", kind: OrderLine.Kind(rawValue: line.kind),
          ItemConfiguration(line.item.configuration), name: line.item.name,
          variantName: line.item.variantName, details: line.item.details, quantity: line.quantity,
          unitPrice: money(line.unitPrice), total: money(line.total),
          discount: money(line.total - line.final))
      },
      totals: OrderTotals(
        items: money(cart.totals.items), discount: money(cart.totals.discount),
        fees: cart.fees.map { Fee($0.kind, money($0.amount)) },
        due: money(cart.totals.due)))
  }
}

extension ItemConfiguration {
  init(_ view: CartView.Configuration) {
    self.init(
      product: view.product, variant: view.variant,
      modifiers: view.modifiers.map { Modifier($0.id, in: $0.group, count: $0.count) },
      removed: view.removed,
      parts: view.parts.map { Part($0.slot, ItemConfiguration($0.configuration)) })
  }
}

/// A transport that sets the server's time before each request.
struct TimedServer: Transport {
  let server: SandboxServer<OrderServerModel>
  /// The transport to `server`; it can also store the server's data after each change.
  let transport: any Transport
  /// Returns the server's time, in seconds since 1970.
  let now: @Sendable () -> Int

  func send(
    _ request: HTTPRequest, progress: @escaping @Sendable (TransferProgress) -> Void
  ) async throws(TransportError) -> HTTPResponse {
    server.change { $0.now = now() }
    return try await transport.send(request, progress: progress)
  }
}
