import Addresses
import Cart
import Cities
public import Foundation
import Menu
import Networking
import OrderRating
import Orders
import Pricing
import Sandbox
public import Sync

extension SandboxApp {
  /// Returns an app in use, whose changes the server has confirmed.
  ///
  /// - Almaty is chosen, and its menu is loaded.
  /// - The address book has an address.
  /// - An order has been received and is in the history, and a draft of its review is open.
  /// - The next cart has a pizza, a combo, a promo code and the address.
  ///
  /// In SwiftUI, `PreviewModifier.makeSharedContext()` is a place to create it.
  ///
  /// - Parameter now: Returns the current time.
  /// - Returns: The app, whose ``run()`` has been canceled.
  /// - Throws: An error of the bundled files, or of the canceled task.
  public static func sample(
    now: @escaping @Sendable () -> Date = { .now }
  ) async throws -> SandboxApp {
    let app = try SandboxApp(now: now)
    try await withThrowingTaskGroup { group in
      group.addTask { try await app.run() }
      defer { group.cancelAll() }
      try await app.fill()
    }
    return app
  }

  private func fill() async throws {
    let almaty: CityID = 1_526_384
    await cities.start(with: almaty)
    let menu = try await self.menu.first { $0.orderable(at: environment.now()) }
    let home = Address(
      city: almaty, template: AddressTemplate.ID(rawValue: "KZ"), label: "Home",
      fields: [AddressField(.street, "Абая"), AddressField(.house, "10")])
    let delivery = CartFulfillment(.delivery, try await addresses.add(home).id.rawValue)
    let pizza = menu.start(with: "pizza-margherita-m-classic" as Variant.ID).flatMap(menu.ordered)
    let combo = menu.start(with: "combo-lunch" as Combo.ID).flatMap(menu.ordered)

    try await cart.setFulfillment(delivery)
    try await add([pizza], of: menu, in: almaty)
    try await cart.placeOrder(for: try await cart.first(\.confirmedSum))
    let placed = try await orders.first(\.active.first)
    server.change { $0.finishOrder(placed.id) }
    try await orders.refresh()
    let order = try await orders.first(\.finished.first)
    _ = try await reviews.draft(for: RatableOrder(order))
    try await orders.acknowledge(order.id)

    try await cart.setFulfillment(delivery)
    try await add([pizza, combo], of: menu, in: almaty)
    try await cart.setPromo("TENTH", isWanted: true)
    _ = try await cart.first { $0.confirmedSum }
    _ = try await addresses.first { $0.pending.isEmpty ? $0 : nil }
  }

  private func add(_ items: [OrderedItem?], of menu: OrderableMenu, in city: CityID) async throws {
    for item in items.compactMap(\.self) {
      try await cart.add(CartItem(item, in: menu.menu, of: city), count: 1)
    }
  }
}

extension StateProvider {
  /// Returns the first value that is not `nil`, of the current state or a later one.
  ///
  /// - Throws: `CancellationError` if the task is canceled before.
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
  /// The sum that the server has confirmed with all changes; `nil` before.
  fileprivate var confirmedSum: Money? {
    guard pending.isEmpty, let totals, !totals.isEstimate else { return nil }
    return totals.due
  }
}
