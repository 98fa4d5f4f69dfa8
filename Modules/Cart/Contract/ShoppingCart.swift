public import Networking
public import Pricing
public import Storage
public import Sync

/// A cart that loses nothing and doubles nothing, on any network and through any crash.
///
/// Every change is shown at once, is on the disk before its call returns, and is sent until the server
/// has answered. What is shown is the server's cart with those changes on top; the server's prices and
/// sums win. The cart itself is not stored: its id is, and the server is asked for it.
///
/// The cart is in the settled city. In another city it is left, and its lines are offered again in
/// ``CartState/abandoned``; one that is being ordered is left after the order's answer.
///
/// A change says what is wanted ("three of these") and not what to add; the addition of one says how
/// many the user saw, so that two devices that add at the same time end with both.
///
/// All members may be called from any task, at any time and together. Every call ends; in a cancelled
/// task it throws `SyncError.cancelled`, and nothing has changed.
public protocol ShoppingCart: StateProvider<CartState> {
  /// The current state.
  var state: CartState { get }

  /// Returns the current state, then each update. A slow consumer skips intermediate states.
  func states() -> AsyncStream<CartState>

  /// Sends what waits and asks for the cart, until its task is cancelled; one task of the app awaits it.
  ///
  /// Nothing is sent before a city is settled. A second call while the first runs returns at once.
  ///
  /// - Throws: `SyncError.storage` when the files cannot be read; call it again later.
  func run() async throws(CartError)

  /// Adds so many of an item to the line of its configuration, or makes that line.
  ///
  /// - Returns: Whether a crash would lose it.
  /// - Throws: ``CartError``.
  @discardableResult
  func add(_ item: CartItem, count: Int) async throws(CartError) -> Persistence

  /// Makes it so many of a line; none removes it.
  ///
  /// - Returns: Whether a crash would lose it.
  /// - Throws: ``CartError``.
  @discardableResult
  func setQuantity(_ quantity: Int, of line: CartLine.ID) async throws(CartError) -> Persistence

  /// Says that the user has seen what a line costs now and wants it.
  ///
  /// - Returns: Whether a crash would lose it.
  /// - Throws: ``CartError``.
  @discardableResult
  func acceptPrice(of line: CartLine.ID) async throws(CartError) -> Persistence

  /// Puts a promo code into the cart, or takes it out; small letters are as good as capitals.
  ///
  /// Whether it does anything is told in its ``CartPromo/state``, not by an error.
  ///
  /// - Returns: Whether a crash would lose it.
  /// - Throws: ``CartError``.
  @discardableResult
  func setPromo(_ code: String, isWanted: Bool) async throws(CartError) -> Persistence

  /// Says how the order reaches the user, which may change prices and what can be had.
  ///
  /// - Returns: Whether a crash would lose it.
  /// - Throws: ``CartError``.
  @discardableResult
  func setFulfillment(_ fulfillment: CartFulfillment) async throws(CartError) -> Persistence

  /// Orders the cart for the sum that the user was shown.
  ///
  /// The order is sent when the server has every change before it. When something else is due then,
  /// it is refused, and the user sees the new sum first.
  ///
  /// - Parameter due: What was shown to be due, estimate or not.
  /// - Returns: Whether a crash would lose it.
  /// - Throws: ``CartError``.
  @discardableResult
  func placeOrder(for due: Money) async throws(CartError) -> Persistence

  /// Sends a change again that was refused, or one that waits for its next attempt.
  ///
  /// - Throws: ``CartError``.
  func retry(_ change: WaitingChange.ID) async throws(CartError)

  /// Gives a change up that the server certainly does not have.
  ///
  /// - Throws: `SyncError.mayBeApplied` when it may: then make the change that undoes it.
  func discard(_ change: WaitingChange.ID) async throws(CartError)

  /// Fetches the cart; the state then shows a cart that is not older than this call.
  ///
  /// It works without ``run()``.
  ///
  /// - Throws: ``CartError``; the state shows what it did before.
  func refresh() async throws(CartError)

  /// Shows lines with the names, the details and the images of these items, in place of those of earlier
  /// calls; prices stay.
  ///
  /// A cart shows the names that its items were added with. After the user chose another language, an
  /// app calls this with the items of the new menu:
  ///
  /// ```swift
  /// try await cart.relabel(with: kazakhMenu)
  /// ```
  ///
  /// The names are not stored: an app calls it after a launch, too, as soon as it has the menu.
  ///
  /// - Parameter items: The items by configuration; those without a line have no effect.
  /// - Throws: ``CartError``; then nothing has changed.
  func relabel(with items: [CartItem]) async throws(CartError)

  /// Removes an abandoned cart from ``CartState/abandoned``.
  ///
  /// - Parameter city: Its city; without such a cart nothing happens.
  /// - Throws: ``CartError``; then nothing was removed.
  func dismissAbandonedCart(of city: CityID) async throws(CartError)
}

/// How much a cart takes.
public enum CartLimits {
  /// How many there may be of one line.
  public static let quantity = 1...99
  /// How many lines there may be.
  public static let lines = 200
}
