/// The restaurant of an order.
public struct OrderRestaurant: Codable, Sendable, Hashable {
  /// The id of the restaurant.
  public let id: String
  /// The restaurant's name.
  public let name: String
  /// The address as a text for the user; `nil` if there is none.
  public let address: String?

  /// Creates a restaurant; `address` is a text for the user.
  public init(id: String, name: String, address: String? = nil) {
    self.id = id
    self.name = name
    self.address = address
  }
}
