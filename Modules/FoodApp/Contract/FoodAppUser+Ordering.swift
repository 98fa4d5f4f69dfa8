public import Addresses
public import Cart
public import OrderRating
import Orders
public import Pricing
public import Storage
import Sync

// Steps that affect two features of a user.

extension FoodAppUser {
  /// The address that the cart is delivered to; `nil` if it is picked up, or none is chosen.
  public var deliveryAddress: SavedAddress? { addresses.address(of: cart.state.fulfillment) }

  /// Has the cart delivered to an address, which may be one that the server does not have yet.
  ///
  /// Such an address is sent before the cart's fulfillment, and the fulfillment before an order.
  ///
  /// - Returns: Whether the choice would survive a crash.
  /// - Throws: `CartError`; then nothing was changed.
  @discardableResult
  public func setDelivery(to address: SavedAddress) async throws(CartError) -> WriteStatus {
    try await cart.setFulfillment(CartFulfillment(to: address))
  }

  /// Orders the cart for the sum that the user saw, and makes its address the first one of the list.
  ///
  /// - Parameter due: The displayed sum, whether or not it is an estimate.
  /// - Returns: Whether the order would survive a crash.
  /// - Throws: `CartError`; then nothing was ordered.
  @discardableResult
  public func placeOrder(for due: Money) async throws(CartError) -> WriteStatus {
    let address = deliveryAddress
    let status = try await cart.placeOrder(for: due)
    // The order does not depend on the position of its address.
    if let address { do { try await addresses.use(address.id) } catch {} }
    return status
  }

  /// Selects an order that has arrived and that the user should be asked to rate, once.
  ///
  /// Moves the orders that need no question to the history. A screen shows rejected and canceled orders,
  /// and acknowledges them itself.
  ///
  /// - Returns: The draft to show, or `nil` if there is nothing to ask.
  /// - Throws: `ReviewError`; then no order was selected, and a later call may select one.
  public func promptForReview() async throws(ReviewError) -> ReviewDraft? {
    let arrived = orders.state.finished.filter { $0.status == .fulfilled }.map { RatableOrder($0) }
    let draft = try await reviews.prompt(among: arrived)
    for order in arrived {
      switch try await reviews.eligibility(of: order) {
      case .eligible, .notFinished, .anotherAsked: continue
      case .rated, .submitted, .windowOver, .skipped, .asked: break
      }
      // An order that stays in the list is no longer eligible: the next call moves it.
      do { try await orders.acknowledge(order.id) } catch {}
    }
    return draft
  }
}
