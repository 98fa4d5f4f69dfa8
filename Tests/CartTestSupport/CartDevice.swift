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
  /// What the carts on this device ask.
  var server: CartServerDouble { get }
  /// Whether anything may be sent.
  var gate: Gate { get }

  /// Makes a cart as a new process would: nothing is shared but what was kept.
  func launch() -> any ShoppingCart
}

extension CartDevice {
  /// Launches the app, runs it while something is done with it, and kills it.
  public func session(
    in context: RequestContext? = .almaty,
    _ body: (any ShoppingCart) async throws -> Void
  ) async throws {
    let cart = launch()
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await cart.run() }
      if let context { try await cart.enter(context) }
      try await body(cart)
      group.cancelAll()
    }
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

/// A device whose carts are the live ones, over a temporary directory of its own.
public final class LiveCartDevice: CartDevice {
  /// What the carts ask.
  public let server = CartServerDouble()
  /// Whether anything may be sent.
  public let gate = Gate()
  /// Where they keep what they keep; made by the first of them that does.
  public var directory: URL { folder.url }

  private let folder: DeviceFolder

  /// Makes a device on which nothing was ever put into a cart.
  ///
  /// - Parameter prefix: Begins its ids; two devices need two, because real ones share no id.
  public init(ids prefix: String = "id") {
    folder = DeviceFolder(ids: prefix)
  }

  /// Makes a cart over what was kept.
  public func launch() -> any ShoppingCart {
    CartFactory.makeCart(
      transport: server, directory: folder.launch(), gate: gate,
      clock: InstantClock(), random: SystemRandomNumberGenerator(), makeID: folder.nextID)
  }
}

/// A device whose carts are ``InMemoryShoppingCart``.
public struct InMemoryCartDevice: CartDevice {
  /// What the carts ask.
  public let server = CartServerDouble()
  /// Whether anything may be sent.
  public let gate = Gate()
  private let kept = InMemoryShoppingCart.Kept()

  /// Makes a device on which nothing was ever put into a cart.
  public init() {}

  /// Makes a cart over what was kept.
  public func launch() -> any ShoppingCart {
    InMemoryShoppingCart(server: server, kept: kept, gate: gate)
  }
}
