public import Commerce
public import Sync

/// The carts of a user, one per city, which can be changed with or without a network.
///
/// The state is the server's cart of the chosen city with the pending changes applied. While changes are
/// pending, the device estimates prices and sums; the server's response replaces them. No change is lost
/// or applied twice. The device stores each cart as the server last sent it, so that it is complete after
/// a launch without a network.
///
/// ```swift
/// let cart = environment.makeCart()
///
/// group.addTask { try await cart.run() }
///
/// for await state in cart.states() {
///   list.apply(state.lines)
///   footer.text = state.totals.map { ($0.isEstimate ? "about " : "") + format.string($0.due) }
///   badge.count = state.pending.count
/// }
/// ```
///
/// The choice of a city selects its cart. The carts of other cities are in ``CartState/others``; their
/// changes and orders are sent, whatever city is chosen.
///
/// A changed quantity is sent as an absolute number, such as "three of these". An addition also contains
/// the quantity that the user saw. If another device has changed the quantity meanwhile, the difference
/// of the two numbers is added to the changed quantity. So additions of two devices add up.
public protocol ShoppingCart: SyncedFeature<CartState, CartError> {
  /// Continues the cart of an app that this app replaces, unless this app has stored a cart before.
  ///
  /// Call this function before `run()` at each launch until the id is stored. Then remove the id from the
  /// former app's data. The next fetch shows the lines.
  ///
  /// ```swift
  /// if let former = legacy.cart {
  ///   try await cart.adopt(former.id, in: former.city)
  ///   if cart.state.sync.isDurable { legacy.removeCart() }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - id: The id of the cart at the server.
  ///   - city: The city of the cart.
  /// - Throws: ``CartError``; then nothing was changed.
  func adopt(_ id: String, in city: CityID) async throws(CartError)

  /// Adds units of an item to the line with its configuration, or creates this line.
  ///
  /// ```swift
  /// try await cart.add(item, count: 1)
  /// try await cart.change(item.line, by: 1)
  /// ```
  ///
  /// - Parameters:
  ///   - item: The item with the price that the user saw.
  ///   - count: The number of units to add, at least one.
  /// - Throws: ``CartError``; then nothing was added.
  func add(_ item: CartItem, count: Int) async throws(CartError)

  /// Adds several items in one step, each as far as it fits.
  ///
  /// The lines are, for example, those of an earlier order, or of a cart that the server has closed.
  ///
  /// ```swift
  /// for rest in try await cart.add(lines) { warning.add(rest.item.name, rest.reason) }
  /// ```
  ///
  /// - Returns: One element for each item that did not fit in whole; empty if all items were added.
  /// - Throws: ``CartError``; then nothing was added.
  func add(_ lines: [OtherCart.Line]) async throws(CartError) -> [CartRest]

  /// Changes the quantity of a line by a number of units, such as -1; at zero, the line is removed.
  ///
  /// Each call counts, also if several are made at once.
  ///
  /// ```swift
  /// try await cart.change(line.id, by: -1)
  /// ```
  func change(_ line: CartLine.ID, by difference: Int) async throws(CartError)

  /// Sets the quantity of a line; 0 removes the line.
  ///
  /// Use ``change(_:by:)`` for buttons that add or take away units.
  ///
  /// ```swift
  /// guard let quantity = Int(typed) else { return }
  /// try await cart.setQuantity(quantity, of: line.id)
  /// ```
  func setQuantity(_ quantity: Int, of line: CartLine.ID) async throws(CartError)

  /// Accepts the current price of a line with the problem ``LineProblem/priceChanged(from:to:)``.
  ///
  /// The price becomes ``CartItem/unitPrice`` of the line's item. A later rise of the price is a problem
  /// again.
  ///
  /// ```swift
  /// for case .priceChanged in line.problems { try await cart.acceptPrice(of: line.id) }
  /// ```
  func acceptPrice(of line: CartLine.ID) async throws(CartError)

  /// Adds a promo code to the cart, or removes it.
  ///
  /// A code without an effect is not an error; ``CartPromo/state`` contains the reason.
  ///
  /// ```swift
  /// try await cart.setPromo("tenth", isWanted: true)
  /// ```
  ///
  /// - Parameters:
  ///   - code: The code, in upper or lower case; surrounding white space is ignored.
  ///   - isWanted: `true` to add the code, `false` to remove the code.
  /// - Throws: ``CartError``; then nothing was changed.
  func setPromo(_ code: String, isWanted: Bool) async throws(CartError)

  /// Sets the fulfillment method and its place, which may change prices, fees and availability.
  ///
  /// ```swift
  /// try await cart.setFulfillment(CartFulfillment(.pickup, restaurant))
  /// ```
  func setFulfillment(_ fulfillment: CartFulfillment) async throws(CartError)

  /// Orders the cart for the sum that the user saw.
  ///
  /// After this call, ``CartState/placedOrders`` contains the order until ``acknowledge(_:)`` is
  /// called, also after a crash. The order is sent after the server has applied all earlier changes. If
  /// the sum to pay has changed by then, the server refuses the order, and the state shows the new sum.
  /// A refused order is no longer in ``CartState/placedOrders``. It cannot be retried while a later change
  /// of the cart is pending.
  ///
  /// An order that could not be sent within ``CartLimits/orderValidity`` is refused as expired, also if the
  /// app was closed meanwhile. It is sent and answered whatever city is chosen since.
  ///
  /// ```swift
  /// if let due = cart.state.totals?.due { try await cart.placeOrder(for: due) }
  /// ```
  ///
  /// - Parameter due: The displayed sum, whether or not it is an estimate.
  /// - Throws: ``CartError``; then nothing was ordered.
  func placeOrder(for due: Money) async throws(CartError)

  /// Takes back the order of the chosen city's cart; without an order, the call has no effect.
  ///
  /// An order that was never sent, or that was refused, is gone at once, and the cart is as before. If the
  /// server may have the order, or if the state is ``OrderPlacement/placed(id:number:)``, the order gets
  /// ``PlacedOrder/isWithdrawn``, and has to be canceled once the server has responded. After
  /// ``acknowledge(_:)``, cancel the order where the app has stored it.
  ///
  /// ```swift
  /// if await askToWithdraw() { try await cart.withdrawOrder() }
  /// ```
  func withdrawOrder() async throws(CartError)

  /// Removes an order from ``CartState/placedOrders``, once the app has stored it elsewhere.
  ///
  /// ```swift
  /// for placed in state.placedOrders {
  ///   guard let order = Order(placed) else { continue }
  ///   try await orders.track(order)
  ///   guard orders.state.sync.isDurable else { continue }
  ///   try await cart.acknowledge(placed.id)
  /// }
  /// ```
  ///
  /// After a crash between `track` and `acknowledge`, ``CartState/placedOrders`` still contains the
  /// order. So `orders.track` has to ignore an order that it has already stored. If the order is not in
  /// ``CartState/placedOrders``, `acknowledge` has no effect.
  ///
  /// - Throws: ``CartError/orderInProgress`` if the order waits for the server's response, or another
  ///   ``CartError``; then nothing was removed.
  func acknowledge(_ order: PlacedOrder.ID) async throws(CartError)

  /// Replaces the displayed names, details and images of lines, for example after a change of the
  /// language.
  ///
  /// Prices are unchanged, except that a line shows the price of its new item while the choice of another
  /// fulfillment method is pending.
  ///
  /// Without this call, a line has the names with which it was added. After the user has chosen another
  /// language, an app passes the items of the menu in that language:
  ///
  /// ```swift
  /// try await cart.relabel(with: kazakhMenu)
  /// ```
  ///
  /// These items replace the items of earlier calls. The names are not stored, so an app repeats the
  /// call after each launch, once it has the menu.
  ///
  /// - Parameter items: The items with the new names; an item without a line in the cart has no effect.
  /// - Throws: ``CartError``; then nothing was changed.
  func relabel(with items: [CartItem]) async throws(CartError)

  /// Forgets a cart of ``CartState/others``, with its unsent changes.
  ///
  /// A cart that has changed since it was read from the state is left as it is.
  ///
  /// ```swift
  /// for other in cart.state.others where other.isClosed { try await cart.dismiss(other) }
  /// ```
  ///
  /// - Throws: ``CartError/orderInProgress`` if the cart is being ordered, or another ``CartError``; then
  ///   nothing was forgotten.
  func dismiss(_ cart: OtherCart) async throws(CartError)

  /// Fetches the open carts of all cities, not only that of the chosen one.
  ///
  /// A cart that the server has closed, for example because it was ordered, is then closed in
  /// ``CartState/others``. A cart whose fetch fails, or whose country is not known, stays as it was.
  ///
  /// ```swift
  /// try await guestCart.refreshAllCarts()
  /// ```
  ///
  /// - Throws: ``CartError/sync(_:)`` if the stored data cannot be read, the gate is closed, or the task is
  ///   canceled.
  func refreshAllCarts() async throws(CartError)

  /// Returns everything that the user has put into carts on this device, with the unsent changes.
  ///
  /// A line of a closed cart is left out if an open cart of its city has a line with this configuration.
  /// The call sends no request. Call ``refreshAllCarts()`` before: a cart may have been ordered, although
  /// this device has lost the record of the order.
  ///
  /// ```swift
  /// try await guestCart.refreshAllCarts()
  /// let carts = try await guestCart.exported()
  /// ```
  ///
  /// - Throws: ``CartError/orderInProgress`` while a server may have got an order of these carts: the
  ///   lines may be ordered already. Or another ``CartError`` if the stored data cannot be read.
  func exported() async throws(CartError) -> ExportedCarts

  /// Adds the carts that another user of the device had, such as a guest, to the carts of this user.
  ///
  /// The lines and the promo codes are added to the cart of their city, whatever city is chosen. A line that
  /// does not fit is added as far as it fits. A cart without a fulfillment gets that of the other one, whose
  /// place has to be one of this user: see ``ExportedCarts/replace(_:with:)``. The lines of closed carts can
  /// be added from ``CartState/others``. A repeated import of the same carts changes nothing.
  ///
  /// ```swift
  /// let carts = try await guestCart.exported()
  /// try await cart.importCarts(carts)
  /// ```
  ///
  /// - Throws: ``CartError/orderInProgress`` if a cart that would get lines is being ordered, or another
  ///   ``CartError``. The carts of some cities may have got their lines; a repeated call adds the others.
  func importCarts(_ carts: ExportedCarts) async throws(CartError)
}

/// An item that could not be added in whole, and the reason.
public struct CartRest: Sendable, Hashable {
  /// The item, as it was passed to ``ShoppingCart/add(_:)``.
  public let item: CartItem
  /// The number of units that were not added.
  public let count: Int
  /// The reason, such as ``CartError/badQuantity(_:allowed:)``.
  public let reason: CartError
}
