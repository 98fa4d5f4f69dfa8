/// The restaurant that the server names for an order, with the data that a screen shows.
public struct OrderRestaurant: Codable, Sendable, Hashable {
  /// The server's id of the restaurant.
  public let id: String
  /// The restaurant's name, as the server sends it for the user.
  public let name: String
  /// The address as a text for the user; `nil` if there is none.
  public let address: String?
}
