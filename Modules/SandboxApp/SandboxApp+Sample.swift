import Addresses
import Cart
import Cities
import Commerce
import FoodApp
public import Foundation
import Menu
import OrderRating
import Orders
import Sandbox
public import Sync

extension SandboxApp {
  /// Returns an app with sample data, all of which the server has confirmed.
  ///
  /// - Almaty is chosen, and its menu is loaded.
  /// - The address book has an address.
  /// - An order has been finished, and a draft of its review is open.
  /// - The cart for the next order has a pizza, a combo, a promo code and the address.
  ///
  /// For SwiftUI previews, call the function in `PreviewModifier.makeSharedContext()`.
  ///
  /// - Parameter now: Returns the current time.
  /// - Returns: The app, which is not running. The states of its features can be read.
  /// - Throws: An error of the bundled files, or `CancellationError`.
  public static func sample(
    now: @escaping @Sendable () -> Date = { .now }
  ) async throws -> SandboxApp {
    let sample = try SandboxApp(now: now)
    try await sample.running { try await sample.fill($0) }
    return sample
  }

  private func fill(_ user: FoodAppUser) async throws {
    let almaty: CityID = 1_526_384
    let city = try await app.choose(almaty)
    let now = app.environment.now()
    let menu = try await app.menu.first { $0.orderable(at: now) }
    let home = Address(
      city: almaty, template: city.addressTemplate, label: "Home",
      fields: [AddressField(.street, "Абая"), AddressField(.house, "10")])
    let id = try await user.addresses.add(home)
    let address = try await user.addresses.first { $0[id] }

    try await user.setDelivery(to: address)
    // Two pizzas, because one pizza is below the city's minimum for an order.
    try await add([.product("pizza-margherita"), .product("pizza-margherita")], of: menu, to: user)
    try await user.placeOrder(for: try await user.cart.first(\.confirmedSum))
    let placed = try await user.orders.first(\.active.first)
    server.change { $0.finishOrder(placed.id) }
    try await user.orders.refresh()
    let order = try await user.orders.first(\.finished.first)
    _ = try await user.reviews.draft(for: RatableOrder(order))
    try await user.orders.acknowledge(order.id)

    try await user.setDelivery(to: address)
    try await add([.product("pizza-margherita"), .combo("combo-lunch")], of: menu, to: user)
    try await user.cart.setPromo("TENTH", isWanted: true)
    _ = try await user.cart.first { $0.confirmedSum }
    _ = try await user.addresses.first { $0.pending.isEmpty ? $0 : nil }
  }

  private func add(
    _ items: [MenuItem], of menu: OrderableMenu, to user: FoodAppUser
  ) async throws {
    let city: CityID = 1_526_384
    for item in items.compactMap(menu.selection).compactMap({ menu.cartItem($0, in: city) }) {
      try await user.cart.add(item, count: 1)
    }
  }
}

extension StateProvider {
  /// Waits for a state from which `value` returns a value, and returns this value.
  ///
  /// Checks the current state first, then each later state.
  ///
  /// - Throws: `CancellationError` if the task is canceled.
  public func first<Value: Sendable>(
    _ value: @Sendable (State) -> Value?
  ) async throws -> Value {
    for await state in states() {
      if let value = value(state) { return value }
    }
    throw CancellationError()
  }
}

extension CartState {
  /// The amount due that the server has computed for the cart.
  ///
  /// `nil` while a change of the cart is pending, or while the amount is only an estimate of the
  /// app.
  fileprivate var confirmedSum: Money? {
    guard pending.isEmpty, let totals, !totals.isEstimate else { return nil }
    return totals.due
  }
}
