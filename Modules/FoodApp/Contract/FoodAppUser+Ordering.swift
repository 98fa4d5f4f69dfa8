public import Addresses
public import Cart
public import OrderRating
import Orders
public import Pricing
public import Storage
import Sync

// These calls affect two features of a user.

extension FoodAppUser {
  /// The address to which the cart is delivered; `nil` if no delivery is chosen.
  public var deliveryAddress: SavedAddress? { addresses.address(of: cart.state.fulfillment) }

  /// Sets the delivery address of the cart, which may be an address that the server does not have yet.
  ///
  /// Such an address is sent first, then the cart's fulfillment, and then an order.
  ///
  /// - Returns: Whether the choice would survive a crash.
  /// - Throws: `CartError`; then nothing was changed.
  @discardableResult
  public func setDelivery(to address: SavedAddress) async throws(CartError) -> WriteStatus {
    try await cart.setFulfillment(CartFulfillment(to: address))
  }

  /// Orders the cart for the sum that the user saw, and moves its address to the top of the address list.
  ///
  /// - Parameter due: The displayed sum, whether or not it is an estimate.
  /// - Returns: Whether the order would survive a crash.
  /// - Throws: `CartError`; then nothing was ordered.
  @discardableResult
  public func placeOrder(for due: Money) async throws(CartError) -> WriteStatus {
    let address = deliveryAddress
    let status = try await cart.placeOrder(for: due)
    // Moving the address may fail, because the order does not depend on it.
    if let address { do { try await addresses.use(address.id) } catch {} }
    return status
  }

  /// Selects a received order that the user should be asked to rate.
  ///
  /// Each order is selected only once.
  ///
  /// The call moves received orders that need no rating to the history. Rejected and canceled orders stay
  /// in the list: an app shows them, and then acknowledges them itself.
  ///
  /// - Returns: The draft to show, or `nil` if there is no order to rate.
  /// - Throws: `ReviewError`; then no order was selected, and a later call may select one.
  public func promptForReview() async throws(ReviewError) -> ReviewDraft? {
    let arrived = orders.state.finished.filter { $0.status == .fulfilled }.map { RatableOrder($0) }
    let draft = try await reviews.prompt(among: arrived)
    for order in arrived {
      switch try await reviews.eligibility(of: order) {
      case .eligible, .notFinished, .anotherAsked: continue
      case .rated, .submitted, .windowOver, .skipped, .asked: break
      }
      // If the call fails, the order stays in the list but is not selected again. The next call moves it.
      do { try await orders.acknowledge(order.id) } catch {}
    }
    return draft
  }
}
