public import Addresses
public import Cart
public import Commerce
public import OrderRating
import Orders
import Sync

// Each member in this file combines two features of a user, such as the cart and the addresses.

extension FoodAppUser {
  /// The address to which the cart is delivered.
  ///
  /// The value is `nil` if no delivery is chosen, or if the address book does not contain the address.
  public var deliveryAddress: SavedAddress? { addresses.address(of: cart.state.fulfillment) }

  /// Sets the delivery address of the cart, even if the server does not have the address yet.
  ///
  /// A new address is sent to the server before this choice. An order is sent after this choice.
  ///
  /// ```swift
  /// try await user.setDelivery(to: home)
  /// if let due = user.cart.state.totals?.due { try await user.placeOrder(for: due) }
  /// ```
  ///
  /// - Throws: `CartError`; nothing was changed.
  public func setDelivery(
    to address: SavedAddress, isolation: isolated (any Actor)? = #isolation
  ) async throws(CartError) {
    try await cart.setFulfillment(CartFulfillment(to: address))
  }

  /// Places an order for the cart, and moves the delivery address to the top of the address book.
  ///
  /// - Parameters:
  ///   - due: The sum that the user saw on the screen. The sum may be an estimate of the app instead of
  ///     the server's sum.
  ///   - isolation: The actor of the caller, which is the default.
  /// - Throws: `CartError`; nothing was ordered.
  public func placeOrder(
    for due: Money, isolation: isolated (any Actor)? = #isolation
  ) async throws(CartError) {
    let address = deliveryAddress
    try await cart.placeOrder(for: due)
    // An error is ignored, because the order is already placed. The error concerns only the position of
    // the address in the address book.
    if let address { do { try await addresses.use(address.id) } catch {} }
  }

  /// Selects an order that the user has received and should be asked to rate.
  ///
  /// Each order is selected only once.
  ///
  /// The call moves the selected order from `OrdersState.finished` to the history. It also moves each
  /// received order that can never be selected later, such as a rated or skipped order. Rejected and
  /// canceled orders stay in `OrdersState.finished`; show them to the user, and then acknowledge them.
  ///
  /// - Returns: A draft of the review, to show to the user; `nil` if there is no order to rate.
  /// - Throws: `ReviewError`; then no order was selected, and a later call may select one.
  public func promptForReview(
    isolation: isolated (any Actor)? = #isolation
  ) async throws(ReviewError) -> ReviewDraft? {
    let arrived = orders.state.finished.filter { $0.status == .fulfilled }.map { RatableOrder($0) }
    let draft = try await reviews.prompt(among: arrived)
    for order in arrived {
      // After an error, the order stays in `OrdersState.finished`. A later call of `promptForReview()`
      // tries to move the order again. An order that was selected is not selected again.
      do {
        switch try await reviews.eligibility(of: order) {
        case .eligible, .notFinished, .anotherAsked: continue
        case .rated, .submitted, .windowOver, .skipped, .asked: break
        }
        try await orders.acknowledge(order.id)
      } catch {}
    }
    return draft
  }
}
