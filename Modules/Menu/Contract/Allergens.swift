/// What may harm some people.
public struct Allergens: Sendable, Hashable {
  /// What is certainly in it.
  public let contained: Set<Mark>
  /// What may be in it.
  public let possible: Set<Mark>
}

/// The server's word for an allergen, a diet, or what a product is praised for; one unknown to this
/// release is kept as it came.
public struct Mark: RawRepresentable, Sendable, Hashable {
  /// The server's word for it, such as `gluten` or `vegetarian`.
  public let rawValue: String
  /// Wraps the server's word.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Not on the menu for long.
  public static let new = Mark(rawValue: "new")
  /// Ordered often.
  public static let hit = Mark(rawValue: "hit")
  /// Hot to the tongue.
  public static let spicy = Mark(rawValue: "spicy")
}
