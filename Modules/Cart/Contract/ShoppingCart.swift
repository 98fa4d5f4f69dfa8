public import Networking
public import Pricing
public import Sync

/// A cart that can be changed with or without a network; no change is lost or applied twice.
///
/// The state is the server's cart with the pending changes applied. While changes are pending, the
/// device estimates prices and sums; the server's response replaces them. The device stores the id of
/// the cart but not its lines, which are fetched by the id.
///
/// ```swift
/// let cart = CartFactory.makeCart(in: environment)
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
/// The cart belongs to the chosen city. When the user chooses another city, the cart is abandoned: a
/// new cart begins, and ``CartState/abandoned`` contains the old lines. If an order of the cart is
/// pending, the cart is abandoned after the server's response. If the lines of an abandoned cart were
/// never fetched, they are fetched when the user chooses the cart's city again.
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
  ///   - city: The city of the cart. If the user has chosen another city, the cart is abandoned, as after
  ///     any change of the city.
  /// - Throws: ``CartError``; then nothing was changed.
  func adopt(_ id: String, in city: CityID) async throws(CartError)

  /// Adds units of an item to the line with its configuration, or creates this line.
  ///
  /// - Parameters:
  ///   - item: The item with the price that the user saw.
  ///   - count: The number of units to add, at least one.
  /// - Throws: ``CartError``; then nothing was added.
  func add(_ item: CartItem, count: Int) async throws(CartError)

  /// Sets the quantity of a line; 0 removes the line.
  func setQuantity(_ quantity: Int, of line: CartLine.ID) async throws(CartError)

  /// Accepts the current price of a line that was added with another price.
  func acceptPrice(of line: CartLine.ID) async throws(CartError)

  /// Adds a promo code to the cart, or removes it.
  ///
  /// A code without an effect is not an error; ``CartPromo/state`` contains the reason.
  ///
  /// - Parameters:
  ///   - code: The code, in upper or lower case; surrounding white space is ignored.
  ///   - isWanted: `true` to add the code, `false` to remove the code.
  /// - Throws: ``CartError``; then nothing was changed.
  func setPromo(_ code: String, isWanted: Bool) async throws(CartError)

  /// Sets the fulfillment method and its place, which may change prices, fees and availability.
  func setFulfillment(_ fulfillment: CartFulfillment) async throws(CartError)

  /// Orders the cart for the sum that the user saw.
  ///
  /// After this call, ``CartState/placedOrders`` contains the order until ``acknowledge(_:)`` is
  /// called, also after a crash. The order is sent after the server has applied all earlier changes. If
  /// the sum to pay has changed by then, the server refuses the order, and the state shows the new sum.
  /// A refused order is no longer in ``CartState/placedOrders``. It cannot be retried while a later change
  /// of the cart is pending.
  ///
  /// - Parameter due: The displayed sum, whether or not it is an estimate.
  /// - Throws: ``CartError``; then nothing was ordered.
  func placeOrder(for due: Money) async throws(CartError)

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
  /// Prices are unchanged.
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

  /// Removes the lines of an abandoned cart from ``CartState/abandoned``.
  ///
  /// The abandoned cart of this city may have got further lines or units since the app showed `cart`,
  /// for example by a fetch. These stay in ``CartState/abandoned``. A line also stays if another cart with
  /// this line was abandoned meanwhile, because the line then has the quantity of that cart.
  ///
  /// - Parameter cart: The abandoned cart that the user has dismissed, or whose lines the app has added
  ///   to the current cart.
  /// - Throws: ``CartError``; then nothing was removed.
  func dismissAbandonedCart(_ cart: AbandonedCart) async throws(CartError)

  /// Returns the abandoned carts, including the carts whose lines have not been fetched yet.
  ///
  /// - Throws: ``CartError`` if the stored data cannot be read.
  func abandonedCarts() async throws(CartError) -> AbandonedCarts

  /// Adds the abandoned carts of another user of the device, such as a guest, to
  /// ``CartState/abandoned``.
  ///
  /// If both users have an abandoned cart with the same line, the quantities of the line are added up.
  /// If the lines of a cart have not been fetched yet, they are fetched and added after the user has
  /// chosen the cart's city.
  ///
  /// ```swift
  /// let carts = try await guestCart.abandonedCarts()
  /// try await cart.addAbandonedCarts(carts, key: guest.key)
  /// if cart.state.sync.isDurable { try await guest.finish() }
  /// ```
  ///
  /// - Parameters:
  ///   - carts: The abandoned carts of the other user.
  ///   - key: The idempotency key. A call with the key of the previous call adds nothing.
  /// - Throws: ``CartError/orderInProgress`` if an order waits for the server's response, or another
  ///   ``CartError``; then nothing was added.
  func addAbandonedCarts(
    _ carts: AbandonedCarts, key: IdempotencyKey
  ) async throws(CartError)

  /// Returns everything that the user has put into carts on this device, with the unsent changes.
  ///
  /// The call sends no request.
  ///
  /// ```swift
  /// let carts = try await guestCart.exported()
  /// try await cart.importCarts(carts, key: transfer.key)
  /// ```
  ///
  /// - Throws: ``CartError/orderInProgress`` while a server may have got an order of these carts: the
  ///   lines may be ordered already. Or another ``CartError`` if the stored data cannot be read.
  func exported() async throws(CartError) -> ExportedCarts

  /// Adds the carts that another user of the device had, such as a guest, to the carts of this user.
  ///
  /// The lines are added to the cart of their city, whatever city is chosen. A line that does not fit
  /// is added as far as it fits.
  ///
  /// - Parameters:
  ///   - carts: The carts of the other user.
  ///   - key: The key of the transfer. A repeated call with the same key changes nothing.
  /// - Throws: ``CartError/orderInProgress`` if a cart that would get lines is being ordered, or another
  ///   ``CartError``; then nothing was added.
  func importCarts(_ carts: ExportedCarts, key: String) async throws(CartError)
}

/// The limits of a cart.
public enum CartLimits {
  /// The possible quantities of a line.
  public static let quantity = 1...99
  /// The maximum number of lines.
  public static let lines = 200
}

/// The entry point of the module Cart, which creates the ``ShoppingCart``.
public enum CartFactory {
  /// Creates a cart, which reads no file and sends nothing until a function of it is called.
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
  ///   - fees: A pure function that returns the fees that the app can compute, such as the delivery
  ///     fee. Its arguments are the city, the fulfillment and the price of all lines. While changes are
  ///     pending, these fees replace the server's fees of the same kind. A fee of zero removes the
  ///     server's fee.
  ///   - places: A function that returns the server's id of a delivery address or restaurant. While it
  ///     returns ``PlaceResolution/pending``, the change of the fulfillment and a later order wait. The
  ///     cart calls the function again after a delay, or at once when `retry(_:)` is called for the
  ///     change of the fulfillment.
  /// - Returns: A cart. Create only one for each storage directory.
  public static func makeCart(
    in environment: FeatureEnvironment,
    estimating fees: @escaping FeeEstimate = { _, _, _ in [] },
    resolving places: @escaping PlaceLookup = { .resolved($0.place) }
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

  /// A function that returns the server's id of a fulfillment's delivery address or restaurant.
  public typealias PlaceLookup = @Sendable (_ fulfillment: CartFulfillment) -> PlaceResolution
}

/// The result of a ``CartFactory/PlaceLookup``.
public enum PlaceResolution: Sendable, Hashable {
  /// The server has the place under this id.
  case resolved(String)
  /// The server does not have the place yet, for example because the address has not been sent.
  case pending
  /// The app no longer has the place, for example because the user removed the address.
  ///
  /// The change of the fulfillment is refused with ``CartRejection/unknownPlace``.
  case unknown
}
