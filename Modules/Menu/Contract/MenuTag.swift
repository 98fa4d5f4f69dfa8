/// A label that the server defines: an allergen, a diet or a badge.
///
/// Labels that this release does not know are preserved.
public struct MenuTag: RawRepresentable, Sendable, Hashable, Codable {
  /// The server's id of the label, such as `gluten` or `vegetarian`.
  public let rawValue: String
  /// Creates a label from the server's id, also from one that this release does not know.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Badge of a recent addition to the menu.
  public static let new = MenuTag(rawValue: "new")
  /// The badge of an item that is ordered often.
  public static let hit = MenuTag(rawValue: "hit")
}
