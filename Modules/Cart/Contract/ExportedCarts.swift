import Networking

/// All carts of a user, whose lines are to be added to the carts of another user of the device.
public struct ExportedCarts: Sendable, Hashable {
  /// The lines of one city; the id of its cart recognizes a repeated import.
  struct Cart: Sendable, Hashable {
    let key: CartKey
    /// The context of the cart's requests; `nil` before its city was chosen.
    let context: RequestContext?
    let lines: [OtherCart.Line]
  }

  let carts: [Cart]

  /// Whether there is nothing to add.
  public var isEmpty: Bool { carts.isEmpty }
}
