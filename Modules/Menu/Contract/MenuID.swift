/// The server's id of a menu entity; the server never reuses it for another entity.
///
/// The type parameter prevents, for example, looking up a size among the products.
public struct MenuID<Entity>: RawRepresentable, Sendable, Hashable, Codable {
  /// The text of the id, such as `margherita-30`, as it is sent and stored.
  public let rawValue: String

  /// Creates an id from the server's text, without checking that a menu contains the entity.
  public init(rawValue: String) { self.rawValue = rawValue }
}

extension MenuID: ExpressibleByStringLiteral {
  /// Creates an id from a literal, such as `"margherita-30"`.
  public init(stringLiteral text: String) { self.init(rawValue: text) }
}
