public import Cart
import Commerce
import Foundation
public import Networking
public import NetworkingTestSupport
public import Sandbox
import Storage
public import StorageTestSupport
import Sync
public import SyncTestSupport

/// A device with a network, on which an app with a cart is launched repeatedly.
public typealias CartDevice = AppDevice<CartServerDouble>

extension CartDevice {
  /// Creates a device without a cart.
  public convenience init(_ backing: Backing = .files, ids prefix: String = "id") {
    self.init(CartServerDouble(), backing, ids: prefix)
  }

  /// Creates a cart as a new process does: only stored data is shared.
  public func launch() -> any ShoppingCart { environment().makeCart() }

  /// Launches the app in a city, runs it for the duration of `body`, and kills it.
  public func session(
    in context: RequestContext? = .almaty,
    _ body: (any ShoppingCart) async throws -> Void
  ) async throws {
    city.settle(in: context)
    let cart = launch()
    try await running(cart.run) {
      await cart.when { $0.sync.isLoaded }
      try await body(cart)
    }
  }

  /// Runs `body` in an app whose cart has an item that the server has confirmed.
  public func session(
    having item: CartItem, count: Int = 1, _ body: (any ShoppingCart) async throws -> Void
  ) async throws {
    try await session { cart in
      try await cart.add(item, count: count)
      await cart.settled()
      try await body(cart)
    }
  }

  /// Settles another city, and waits until the cart is in it.
  public func settle(in context: RequestContext, _ cart: any ShoppingCart) async {
    city.settle(in: context)
    await cart.when { $0.city == context.city }
  }

  /// The quantity of each product in the server's open carts.
  public var quantities: [String: Int] {
    var quantities: [String: Int] = [:]
    for cart in server.model.open {
      for line in cart.lines {
        quantities[line.item.configuration.product, default: 0] += line.quantity
      }
    }
    return quantities
  }
}

extension ShoppingCart {
  /// Waits until no change is pending, and returns the state.
  @discardableResult
  public func settled() async -> CartState {
    await when { $0.pending.isEmpty && $0.totals?.isEstimate != true }
  }
}

extension ShoppingCart {
  /// Orders the cart for the displayed sum.
  public func order() async throws(CartError) {
    let none = Money.zero(CartItem.cola.unitPrice.currency)
    try await placeOrder(for: state.totals?.due ?? none)
  }
}

extension CartState {
  /// Returns the quantity of an item.
  public func quantity(of item: CartItem) -> Int {
    lines.first { $0.id == item.line }?.quantity ?? 0
  }

  /// Whether all sums agree with their parts.
  public var addsUp: Bool {
    guard let totals else { return true }
    let finals = lines.reduce(0) { $0 + $1.price.final.minorUnits }
    let fees = totals.fees.reduce(0) { $0 + $1.amount.minorUnits }
    let parts = totals.discounts.reduce(0) { $0 + $1.amount.minorUnits }
    return finals + fees == totals.due.minorUnits && parts == totals.discount.minorUnits
      && totals.items.minorUnits - parts + fees == totals.due.minorUnits
  }
}
