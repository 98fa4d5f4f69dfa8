public import Commerce

/// A cart besides the one of the chosen city.
///
/// A cart of another city becomes the current one when the user chooses that city. The lines of a cart that
/// the server has closed can be added to the next cart of the same city by ``ShoppingCart/add(_:)``.
public struct OtherCart: Sendable, Hashable, Identifiable {
  /// A line of a cart that is not current.
  public struct Line: Sendable, Hashable, Codable {
    /// The item, with the last known price.
    public let item: CartItem
    /// The number of units that the user wants, at least one.
    public let quantity: Int

    /// Creates a line to add with ``ShoppingCart/add(_:)``, for example from an earlier order.
    public init(item: CartItem, quantity: Int) {
      (self.item, self.quantity) = (item, quantity)
    }
  }

  /// The id for lists: a city has at most one open and one closed cart.
  public var id: String { "\(city) \(isClosed)" }
  /// The city of the cart; a closed cart can be of the chosen city.
  public let city: CityID
  /// Whether the server has closed the cart: it was ordered on another device, it has expired, or it
  /// belongs to another account.
  public let isClosed: Bool
  /// The lines that the user has added, at least one.
  public let lines: [Line]

  /// Creates a cart from lines of another source, such as an earlier order; it is not stored.
  public init(city: CityID, isClosed: Bool = false, lines: [Line]) {
    (self.city, self.isClosed, self.lines) = (city, isClosed, lines)
  }
}
