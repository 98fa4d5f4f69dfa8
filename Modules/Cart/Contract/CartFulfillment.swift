public import Commerce

/// The fulfillment method of a cart, and the place of the fulfillment.
public struct CartFulfillment: Sendable, Hashable, Codable {
  /// The fulfillment method, such as pickup.
  public let method: FulfillmentMethod
  /// The id of the delivery address or of the restaurant, which need not be the server's id.
  ///
  /// A ``PlaceLookup`` returns the server's id before the fulfillment is sent.
  public let place: String

  private enum CodingKeys: String, CodingKey {
    case method = "kind"
    case place
  }

  /// Creates a fulfillment; `place` is the id of the delivery address or of the restaurant.
  public init(_ method: FulfillmentMethod, _ place: String) {
    self.method = method
    self.place = place
  }
}
