import Networking

/// All carts of a user, which are to be added to the carts of another user of the device.
public struct ExportedCarts: Sendable, Hashable {
  /// The cart of one city; its id recognizes a repeated import.
  struct Cart: Sendable, Hashable {
    let key: CartKey
    /// The context of the cart's requests; `nil` before its city was chosen.
    let context: RequestContext?
    let lines: [OtherCart.Line]
    /// The lines of carts that the server has closed, which may have been ordered.
    let setAside: [OtherCart.Line]
    /// The promo codes, also those without an effect.
    let promos: [String]
    var fulfillment: CartFulfillment?
  }

  private(set) var carts: [Cart]

  /// Whether there is nothing to add.
  public var isEmpty: Bool { carts.isEmpty }

  /// The fulfillments of the carts, with places that the other user may not have.
  public var fulfillments: [CartFulfillment] { carts.compactMap(\.fulfillment) }

  /// Replaces a fulfillment, for example because the address of a delivery has another id for the other user.
  public mutating func replace(_ old: CartFulfillment, with new: CartFulfillment?) {
    for place in carts.indices where carts[place].fulfillment == old {
      carts[place].fulfillment = new
    }
  }
}
