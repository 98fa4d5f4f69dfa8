/// What may harm some people.
public struct Allergens: Sendable, Hashable {
  /// What is certainly in it.
  public let contained: Set<Allergen>
  /// What may be in it.
  public let possible: Set<Allergen>
}

/// One substance that may harm; one unknown to this release is kept as it came.
public struct Allergen: RawRepresentable, Sendable, Hashable {
  /// The server's word for it, such as `gluten`.
  public let rawValue: String
  /// Wraps the server's word.
  public init(rawValue: String) { self.rawValue = rawValue }
}

/// Whose diet a product suits; one unknown to this release is kept as it came.
public struct Diet: RawRepresentable, Sendable, Hashable {
  /// The server's word for it, such as `vegetarian`.
  public let rawValue: String
  /// Wraps the server's word.
  public init(rawValue: String) { self.rawValue = rawValue }
}

/// A mark beside a name; one unknown to this release is kept as it came.
public struct Badge: RawRepresentable, Sendable, Hashable {
  /// The server's word for it.
  public let rawValue: String
  /// Wraps the server's word.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Not on the menu for long.
  public static let new = Badge(rawValue: "new")
  /// Ordered often.
  public static let hit = Badge(rawValue: "hit")
  /// Hot to the tongue.
  public static let spicy = Badge(rawValue: "spicy")
}
