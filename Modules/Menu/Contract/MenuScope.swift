public import Commerce
public import Networking

/// City, language and fulfillment method of a menu; one menu is stored for each scope.
///
/// Prices depend on the fulfillment method, and texts on the language. The time of an order is not part
/// of the scope, because a menu contains the hours of sale of its items.
public struct MenuScope: Sendable, Hashable, Codable {
  /// The city in which the items of the menu can be ordered.
  public let city: CityID
  /// The requested language of the texts, as a BCP 47 code; ``MenuSnapshot/language`` is the actual one.
  public let language: String
  /// The fulfillment method for which the menu is valid.
  public let fulfillment: FulfillmentMethod

  /// Creates the scope of a city's menu for a fulfillment method.
  public init(_ fulfillment: FulfillmentMethod, in context: RequestContext) {
    city = context.city
    language = context.language
    self.fulfillment = fulfillment
  }
}
