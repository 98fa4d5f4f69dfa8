public import Networking

/// City, language and fulfillment method of a menu; one menu is stored for each scope.
///
/// Prices depend on the fulfillment method, texts on the language. The time of an order is not part
/// of the scope, because the menu contains the hours of its items.
public struct MenuScope: Sendable, Hashable, Codable {
  /// Number of the city on the server.
  public let city: Int
  /// Language of the texts, as a BCP 47 code.
  public let language: String
  /// Fulfillment method of the order.
  public let fulfilment: Fulfilment

  /// Creates the scope of a settled city.
  public init(_ fulfilment: Fulfilment, in context: RequestContext) {
    city = context.city
    language = context.language
    self.fulfilment = fulfilment
  }
}

/// Fulfillment method of an order.
///
/// A method unknown to this release is preserved.
public struct Fulfilment: RawRepresentable, Sendable, Hashable, Codable {
  /// Identifier used by the server.
  public let rawValue: String

  /// Wraps an identifier used by the server.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Delivery by courier.
  public static let delivery = Fulfilment(rawValue: "delivery")
  /// Pickup by the customer.
  public static let pickup = Fulfilment(rawValue: "pickup")
  /// Consumption on the premises.
  public static let dineIn = Fulfilment(rawValue: "dineIn")
}
