public import Networking

/// The fulfillment method of a cart and its place.
public struct CartFulfillment: Sendable, Hashable, Codable {
  /// The method.
  public let method: FulfillmentMethod
  /// The id of the address or of the restaurant.
  public let place: String

  private enum CodingKeys: String, CodingKey {
    case method = "kind"
    case place
  }

  /// Creates a fulfillment.
  public init(_ method: FulfillmentMethod, _ place: String) {
    self.method = method
    self.place = place
  }
}
