/// Allergens of a product or a combo.
public struct Allergens: Sendable, Hashable {
  /// Allergens that are certainly contained.
  public let contained: Set<MenuTag>
  /// Allergens that may be contained, without those in ``contained``.
  public let possible: Set<MenuTag>
}

/// Server-defined label: an allergen, a diet or a badge.
///
/// A label unknown to this release is preserved.
public struct MenuTag: RawRepresentable, Sendable, Hashable {
  /// Identifier used by the server, such as `gluten` or `vegetarian`.
  public let rawValue: String
  /// Wraps an identifier used by the server.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Badge of a recent addition to the menu.
  public static let new = MenuTag(rawValue: "new")
  /// Badge of an item that is ordered often.
  public static let hit = MenuTag(rawValue: "hit")
  /// Badge of spicy food.
  public static let spicy = MenuTag(rawValue: "spicy")
}
