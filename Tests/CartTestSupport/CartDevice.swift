public import Cart
public import Foundation
public import Networking
public import NetworkingTestSupport
import Pricing
public import Storage
import StorageTestSupport
public import Sync
import SyncTestSupport

/// A device and its network, on which an app with a cart is launched again and again.
public protocol CartDevice: Sendable {
  /// The server of the carts.
  var server: CartServerDouble { get }
  /// Decides whether anything may be sent.
  var gate: Gate { get }
  /// The city that the user has settled in.
  var city: SettledCity { get }

  /// Makes a cart as a new process would: only what was stored is shared.
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

  /// Settles in another city, and waits until the cart is there.
  public func settle(in context: RequestContext, _ cart: any ShoppingCart) async {
    city.settle(in: context)
    await cart.when { $0.city == context.city }
  }
}

extension ShoppingCart {
  /// Waits until the cart is as a test wants it, and returns it.
  @discardableResult
  public func when(_ isSo: (CartState) -> Bool) async -> CartState {
    for await state in states() where isSo(state) { return state }
    return state
  }

  /// Waits until the server has everything.
  @discardableResult
  public func settled() async -> CartState {
    await when { $0.waiting.isEmpty && $0.totals?.isEstimate != true }
  }
}

extension ShoppingCart {
  /// Orders for the sum that is shown.
  @discardableResult
  public func order() async throws(CartError) -> Persistence {
    let none = Money.zero(CartItem.cola.unitPrice.currency)
    return try await placeOrder(for: state.totals?.due ?? none)
  }
}

extension CartMark {
  /// Whether the user has to decide.
  public var failed: Bool { if case .failed = self { true } else { false } }
}

extension CartState {
  /// How many there are of an item.
  public func quantity(of item: CartItem) -> Int {
    lines.first { $0.id == item.line }?.quantity ?? 0
  }

  /// Whether the parts are the sums, as they always are.
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
  /// The directory of the carts; made by the first of them that stores something.
  public var directory: URL { folder.url }

  private let folder: DeviceFolder

  /// Creates a device on which nothing was ever put into a cart.
  ///
  /// - Parameter prefix: Begins its ids; two devices need two, because real ones share no id.
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
