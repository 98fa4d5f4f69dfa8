public import Commerce

/// An order of a cart, with the data that the user saw when ordering.
///
/// The order is stored from the call of ``ShoppingCart/placeOrder(for:)`` until the call of
/// ``ShoppingCart/acknowledge(_:)``. A crash in between does not lose the order.
public struct PlacedOrder: Sendable, Hashable, Codable, Identifiable {
  /// The server's names of the order.
  struct Receipt: Sendable, Hashable, Codable {
    let id: String
    let number: String
  }

  /// The id of the order, unique across devices; it is sent with every attempt to place the order.
  public let id: String
  var receipt: Receipt?
  /// The server's id of the order; `nil` until the server responds.
  public var serverID: String? { receipt?.id }
  /// The number by which the user and the restaurant name the order; `nil` until the server responds.
  public var number: String? { receipt?.number }
  /// Whether the user has withdrawn the order after it was sent; cancel it once the server has it.
  public internal(set) var isWithdrawn = false
  /// The city of the ordered cart, which need not be the chosen city.
  public let city: CityID
  /// The lines as they were shown; the user added at least one of them, and gifts are lines, too.
  public let lines: [CartLine]
  /// The sums that were shown; `nil` if the cart showed none.
  public let totals: CartTotals?
  /// The fulfillment method and its place; `nil` if the user had not chosen them.
  public let fulfillment: CartFulfillment?
}
