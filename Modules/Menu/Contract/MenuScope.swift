public import Networking

/// City, language and fulfillment method of a menu; one menu is stored for each scope.
///
/// Prices depend on the fulfillment method, texts on the language. The time of an order is not part
/// of the scope, because the menu contains the hours of its items.
public struct MenuScope: Sendable, Hashable, Codable {
  /// City of the menu.
  public let city: CityID
  /// Language of the texts, as a BCP 47 code.
  public let language: String
  /// Fulfillment method of the order.
  public let fulfillment: FulfillmentMethod

  private enum CodingKeys: String, CodingKey {
    case city, language, fulfillment = "fulfilment"
  }

  /// Creates the scope of a settled city.
  public init(_ fulfillment: FulfillmentMethod, in context: RequestContext) {
    city = context.city
    language = context.language
    self.fulfillment = fulfillment
  }
}
