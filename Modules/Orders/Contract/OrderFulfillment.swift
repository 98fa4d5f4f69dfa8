public import Commerce

/// The method by which the user receives an order, and the delivery address or the restaurant.
public struct OrderFulfillment: Codable, Sendable, Hashable {
  /// The method by which the user receives the order, such as delivery.
  public let method: FulfillmentMethod
  /// The id of the delivery address or of the restaurant; empty if it is unknown.
  public let place: String
  /// A description of the address or the restaurant for the user; `nil` if there is none.
  public let text: String?

  /// Creates a fulfillment; `place` is the id of the delivery address or of the restaurant.
  ///
  /// `text` describes the place for the user.
  public init(_ method: FulfillmentMethod, place: String, text: String? = nil) {
    self.method = method
    self.place = place
    self.text = text
  }
}
