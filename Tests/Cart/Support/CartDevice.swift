public import Cart
public import Foundation
public import Networking
public import NetworkingTestSupport
import Pricing
public import Storage
import StorageTestSupport
public import Sync
import SyncTestSupport

/// A device with a network, on which an app with a cart is launched repeatedly.
public protocol CartDevice: Sendable {
  /// The server of the carts.
  var server: CartServerDouble { get }
  /// The gate before the server.
  var gate: Gate { get }
  /// The settled city.
  var city: SettledCity { get }

  /// Creates a cart as a new process does: only stored data is shared.
  func launch() -> any ShoppingCart
}

extension CartDevice {
  /// Launches the app in a city, runs it for the duration of `body`, and kills it.
  public func session(
    in context: RequestContext? = .almaty,
    _ body: (any ShoppingCart) async throws -> Void
  ) async throws {
    city.settle(in: context)
    let cart = launch()
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await cart.run() }
      await cart.when { $0.sync.isLoaded }
      try await body(cart)
      group.cancelAll()
    }
  }

  /// Settles another city, and waits until the cart is in it.
  public func settle(in context: RequestContext, _ cart: any ShoppingCart) async {
    city.settle(in: context)
    await cart.when { $0.city == context.city }
  }
}

extension ShoppingCart {
  /// Waits until the state satisfies a condition, and returns the state.
  @discardableResult
  public func when(_ isSo: (CartState) -> Bool) async -> CartState {
    for await state in states() where isSo(state) { return state }
    return state
  }

  /// Waits until no change is pending, and returns the state.
  @discardableResult
  public func settled() async -> CartState {
    await when { $0.pending.isEmpty && $0.totals?.isEstimate != true }
  }
}

extension ShoppingCart {
  /// Orders the cart for the displayed sum.
  @discardableResult
  public func order() async throws(CartError) -> WriteStatus {
    let none = Money.zero(CartItem.cola.unitPrice.currency)
    return try await placeOrder(for: state.totals?.due ?? none)
  }
}

extension SyncStatus<CartRejection> {
  /// Whether the server refused a change.
  public var failed: Bool { if case .failed = self { true } else { false } }
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

/// A device whose carts are stored in a temporary directory of its own.
public final class LiveCartDevice: CartDevice {
  /// The server.
  public let server = CartServerDouble()
  /// The gate before the server.
  public let gate = Gate()
  /// The settled city.
  public let city: SettledCity
  /// The directory of the carts, created by the first write.
  public var directory: URL { folder.url }

  private let folder: DeviceFolder

  /// Creates a device without a cart.
  ///
  /// - Parameter prefix: The beginning of the device's ids; two devices need different ones.
  public init(ids prefix: String = "id") {
    city = SettledCity(gate: gate)
    folder = DeviceFolder(ids: prefix)
  }

  /// Creates a cart as a new process does.
  public func launch() -> any ShoppingCart {
    CartFactory.makeCart(
      in: FeatureEnvironment(
        transport: server, directory: folder.launch(), city: city,
        clock: InstantClock(), makeID: folder.nextID))
  }
}

/// A device without files: each launch begins with nothing.
public final class MemoryCartDevice: CartDevice {
  /// The server.
  public let server = CartServerDouble()
  /// The gate before the server.
  public let gate = Gate()
  /// The settled city.
  public let city: SettledCity

  /// Creates a device.
  public init() { city = SettledCity(gate: gate) }

  /// Creates a cart as a new process does.
  public func launch() -> any ShoppingCart {
    CartFactory.makeCart(
      in: FeatureEnvironment(transport: server, city: city, clock: InstantClock()))
  }
}
