public import Networking
public import Pricing
public import Storage
public import Sync

/// A cart that can be changed with or without a network; no change is lost or applied twice.
///
/// The state is the server's cart with the pending changes on top; the server's prices and sums replace
/// estimates. The device does not store the lines; it stores the id by which the cart is fetched.
///
/// ```swift
/// let cart = CartFactory.makeCart(in: environment)
///
/// group.addTask { try await cart.run() }
/// environment.city.settle(in: home)
///
/// for await state in cart.states() {
///   list.apply(state.lines)
///   footer.text = state.totals.map { ($0.isEstimate ? "about " : "") + format.string($0.due) }
///   badge.count = state.pending.count
/// }
/// ```
///
/// The cart is in the settled city. After a change of the city it is abandoned, and its lines are in
/// ``CartState/abandoned``; a cart with an unanswered order is abandoned after the answer.
///
/// A change of a quantity is absolute: "three of these". An addition also contains the quantity that the
/// user saw, so if two devices add at the same time, the cart has the sum.
///
/// Each call that changes the cart returns whether the change would survive a crash.
public protocol ShoppingCart: SyncedFeature<CartState, CartError> {
  /// Continues the cart of a former app, unless this app has stored a cart before.
  ///
  /// Call it before `run()` at each launch until it returns `WriteStatus.written`; then remove the
  /// former app's id. The next fetch shows the lines.
  ///
  /// ```swift
  /// if let former = legacy.cart, case .written = try await cart.adopt(former.id, in: former.city) {
  ///   legacy.removeCart()
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - id: The id of the cart at the server.
  ///   - city: The city of the cart. If another one is settled, the cart is abandoned, as after any
  ///     change of the city.
  /// - Returns: Whether the id would survive a crash.
  /// - Throws: ``CartError``; then nothing was changed.
  func adopt(_ id: String, in city: CityID) async throws(CartError) -> WriteStatus

  /// Adds units of an item to the line of its configuration, or creates the line.
  ///
  /// - Parameters:
  ///   - item: The item with the price that the user saw.
  ///   - count: The number of units to add, at least one.
  /// - Returns: Whether the change would survive a crash.
  /// - Throws: ``CartError``; then nothing was added.
  @discardableResult
  func add(_ item: CartItem, count: Int) async throws(CartError) -> WriteStatus

  /// Sets the quantity of a line; 0 removes the line.
  @discardableResult
  func setQuantity(_ quantity: Int, of line: CartLine.ID) async throws(CartError) -> WriteStatus

  /// Accepts the current price of a line, which differs from the price that it was added with.
  @discardableResult
  func acceptPrice(of line: CartLine.ID) async throws(CartError) -> WriteStatus

  /// Adds a promo code to the cart, or removes it.
  ///
  /// A code without effect is no error; its ``CartPromo/state`` has the reason.
  ///
  /// - Parameters:
  ///   - code: The code in any case; surrounding white space is ignored.
  ///   - isWanted: Whether to add or to remove the code.
  /// - Returns: Whether the change would survive a crash.
  /// - Throws: ``CartError``; then nothing was changed.
  @discardableResult
  func setPromo(_ code: String, isWanted: Bool) async throws(CartError) -> WriteStatus

  /// Sets the fulfillment of the order, which may change prices, fees and availability.
  @discardableResult
  func setFulfillment(_ fulfillment: CartFulfillment) async throws(CartError) -> WriteStatus

  /// Orders the cart for the sum that the user saw.
  ///
  /// The order is in ``CartState/placedOrders`` until ``acknowledge(_:)`` is called, also after a crash.
  /// The order is sent after all earlier changes have been applied. If another sum is due by then, the
  /// server refuses the order, and the state shows the new sum.
  ///
  /// - Parameter due: The displayed sum, whether or not it is an estimate.
  /// - Returns: Whether the order would survive a crash.
  /// - Throws: ``CartError``; then nothing was ordered.
  @discardableResult
  func placeOrder(for due: Money) async throws(CartError) -> WriteStatus

  /// Removes an order from ``CartState/placedOrders``, once the app has stored it elsewhere.
  ///
  /// ```swift
  /// for placed in state.placedOrders {
  ///   guard let order = Order(placed) else { continue }
  ///   if case .failed = try await orders.take(order) { continue }
  ///   try await cart.acknowledge(placed.id)
  /// }
  /// ```
  ///
  /// After a crash between the two calls the order is in the list again, so the other store has to
  /// recognize it. An order that is not in the list has no effect.
  ///
  /// - Throws: ``CartError/orderInProgress`` if the order waits for the server's answer, or another
  ///   ``CartError``; then nothing was removed.
  func acknowledge(_ order: PlacedOrder.ID) async throws(CartError)

  /// Replaces the displayed names, details and images of lines by those of these items; prices are
  /// unchanged.
  ///
  /// Without this call, a line has the names with which it was added. After the user has chosen another
  /// language, an app passes the items of the new menu, which replace those of earlier calls:
  ///
  /// ```swift
  /// try await cart.relabel(with: kazakhMenu)
  /// ```
  ///
  /// The names are not stored, so an app also calls this after each launch, once it has the menu.
  ///
  /// - Parameter items: The items by configuration; those without a line have no effect.
  /// - Throws: ``CartError``; then nothing was changed.
  func relabel(with items: [CartItem]) async throws(CartError)

  /// Removes an abandoned cart from ``CartState/abandoned``.
  ///
  /// - Parameter city: The city of the cart; without an abandoned cart of this city, the call has no
  ///   effect.
  /// - Throws: ``CartError``; then nothing was removed.
  func dismissAbandonedCart(of city: CityID) async throws(CartError)
}

/// The limits of a cart.
public enum CartLimits {
  /// The possible quantities of a line.
  public static let quantity = 1...99
  /// The maximum number of lines.
  public static let lines = 200
}

/// The entry point of this module.
public enum CartFactory {
  /// Creates a cart, which reads and sends nothing before the first call.
  ///
  /// ```swift
  /// let cart = CartFactory.makeCart(in: environment) { _, fulfillment, items in
  ///   let isFree = fulfillment?.method == .pickup || items.minorUnits >= 100_000
  ///   return [CartTotals.Fee(kind: "delivery", amount: Money(isFree ? 0 : 500, items.currency))]
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - environment: The dependencies of the app. Its server serves `/v1/carts`.
  ///   - fees: Returns the fees that the app knows, such as those that a city names, for a city,
  ///     a fulfillment and the price of all lines; a waived fee has the amount zero. While
  ///     changes are pending, they replace the server's fees of the same kind. A pure function, called
  ///     at every change.
  ///   - places: Returns the server's id of a fulfillment's place; `nil` while the server does not have
  ///     the place, such as an address that has not been sent. The fulfillment and a later order then
  ///     wait; `retry(_:)` ends the delay of the fulfillment.
  /// - Returns: A cart; create one per directory.
  public static func makeCart(
    in environment: FeatureEnvironment,
    estimating fees: @escaping FeeEstimate = { _, _, _ in [] },
    resolving places: @escaping PlaceLookup = { $0.place }
  ) -> any ShoppingCart {
    DefaultShoppingCart(
      record: CartRecord.repository(in: environment.directory), fees: fees, places: places,
      in: environment)
  }

  /// A function that returns fees for a city, a fulfillment and the price of all lines.
  public typealias FeeEstimate =
    @Sendable (
      _ city: CityID, _ fulfillment: CartFulfillment?, _ items: Money
    ) -> [CartTotals.Fee]

  /// A function that returns the server's id of a fulfillment's place.
  public typealias PlaceLookup = @Sendable (_ fulfillment: CartFulfillment) -> String?
}
