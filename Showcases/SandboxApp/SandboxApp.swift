public import Addresses
public import Cart
public import Cities
public import Foundation
public import Menu
import Networking
public import OrderRating
public import Orders
public import Pricing
public import Sandbox
import Storage
public import Sync

/// All features of an app, live over in-memory storage and one ``SandboxWorld``.
///
/// It is for previews, and for tests of an app's own screens. Nothing is written to a disk or sent
/// over a network.
///
/// ```swift
/// let app = try await SandboxApp.sample()
/// app.server.fault = .offline
/// try await app.cart.setQuantity(3, of: app.cart.state.lines[0].id)
/// ```
///
/// The states of the features are samples, and so is every state that a change or a fault leads to.
/// As in an app, one task awaits ``run()``.
public struct SandboxApp: Sendable {
  /// The server, whose data and faults can be changed at any time.
  public let server: SandboxServer<SandboxWorld>
  /// The environment of all features.
  public let environment: FeatureEnvironment
  /// The cities; choosing one settles the others in it.
  public let cities: any CityCatalog
  /// The menu of the chosen city, for delivery.
  public let menu: any MenuCatalog
  /// The cart.
  public let cart: any ShoppingCart
  /// The address book.
  public let addresses: any AddressBook
  /// The active orders and the history.
  public let orders: any OrderTracker
  /// The reviews of finished orders.
  public let reviews: any OrderReviews

  /// Creates an app on its first launch: no city has been chosen.
  ///
  /// Decoding the bundled data takes some tenths of a second in a debug build.
  ///
  /// - Parameters:
  ///   - pace: The pace of responses.
  ///   - language: The language of the cities and of the menu.
  ///   - now: Returns the current time; the server has the one of this call.
  /// - Throws: An error of the bundled files.
  public init(
    pace: SandboxPace = .immediate, language: Language = .english,
    now: @escaping @Sendable () -> Date = { .now }
  ) throws {
    let world = try SandboxWorld(now: Int(now().timeIntervalSince1970))
    server = SandboxServer(world, pace: pace)
    environment = FeatureEnvironment(transport: server, now: now)
    cities = CitiesFactory.makeCatalog(in: environment, language: language)
    menu = MenuFactory.makeCatalog(in: environment, fulfillment: .delivery)
    cart = CartFactory.makeCart(in: environment) { [cities] _, fulfillment, items in
      cities.state.currentCity?.fees(for: fulfillment, items) ?? []
    }
    addresses = AddressesFactory.makeBook(in: environment, templates: try .bundled())
    orders = OrdersFactory.makeOrders(in: environment)
    reviews = OrderRatingFactory.makeReviews(in: environment)
  }

  /// Sends the requests of all features until its task is canceled.
  ///
  /// - Throws: The first error of a feature, which ends all of them.
  public func run() async throws {
    try await withThrowingDiscardingTaskGroup { group in
      group.addTask { await menu.run() }
      group.addTask { try await cart.run() }
      group.addTask { try await addresses.run() }
      group.addTask { try await orders.run() }
      group.addTask { try await handOver() }
      group.addTask { try await reviews.run() }
    }
  }
}

extension SandboxApp {
  /// Hands each order of the cart over until it was stored, as an app does.
  private func handOver() async throws {
    for await state in cart.states() {
      for placed in state.placedOrders {
        guard let order = Order(placed) else { continue }
        if case .failed = try await orders.take(order) { continue }
        try await cart.acknowledge(placed.id)
      }
    }
  }
}

extension City {
  /// Returns the fees of a cart, as an app passes them from a city to a cart.
  ///
  /// - Parameters:
  ///   - fulfillment: The fulfillment method of the cart; only a delivery has a fee.
  ///   - items: The sum of the cart's items.
  /// - Returns: The delivery fee, or nothing.
  public func fees(for fulfillment: CartFulfillment?, _ items: Money) -> [CartTotals.Fee] {
    guard fulfillment?.method == .delivery,
      let terms = fulfillments.first(where: { $0.method == .delivery }), terms.fee > 0,
      items.minorUnits < terms.freeFrom ?? .max
    else { return [] }
    return [CartTotals.Fee(kind: "delivery", amount: Money(terms.fee, items.currency))]
  }
}
