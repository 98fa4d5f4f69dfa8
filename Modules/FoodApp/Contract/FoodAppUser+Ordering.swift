public import Addresses
public import Cart
public import Pricing
public import Storage

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
}
