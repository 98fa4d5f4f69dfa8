/// A subject that the user rates with stars, such as the courier or an ordered item.
public struct RatingSubject: Sendable, Hashable, Codable, Identifiable {
  /// The kind of a subject.
  ///
  /// A screen can show a subject of an unknown kind, because each subject has a title.
  public struct Kind: RawRepresentable, Sendable, Hashable, Codable {
    /// The server's name of the kind, such as `food`.
    public let rawValue: String
    /// Creates a kind from the server's name for it, also from one that this release does not know.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The order as a whole, and not a part of it such as ``food``.
    public static let order = Kind(rawValue: "order")
    /// The food of the whole order; an item of it has the kind ``line``.
    public static let food = Kind(rawValue: "food")
    /// The courier who delivered the order.
    public static let courier = Kind(rawValue: "courier")
    /// The restaurant where the user picked the order up.
    public static let restaurant = Kind(rawValue: "restaurant")
    /// An item of the order, with its name as the ``RatingSubject/title``.
    public static let line = Kind(rawValue: "line")
  }

  /// The id by which a review refers to this subject; unique in the form.
  ///
  /// For an ordered item, it is `line:` followed by the id of the item.
  public let id: String
  /// The kind; a screen shows ``title`` for a kind that it does not know.
  public let kind: Kind
  /// The title in the user's language; for an ordered item, its name.
  public let title: String
  /// Whether a review requires stars for the subject; `false` for an ordered item.
  public let isRequired: Bool
  /// The tags of the subject, in display order; may be empty.
  ///
  /// Each tag can be chosen with certain numbers of stars; ``ReviewDraft/tags(of:)`` returns those that can
  /// be chosen now.
  public let tags: [RatingTag]
}
