#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The server's form for rating an order; only ``OrderReviews/draft(for:)`` and
/// ``OrderReviews/prompt(among:)`` fetch it, as a part of a draft.
public struct RatingForm: Sendable, Hashable, Codable {
  /// The order to rate, as the app passed it when the draft was created.
  public let order: RatableOrder
  /// The maximum number of stars, 1 to 10; the minimum is 1.
  public let scale: Int
  /// The subjects to rate: first those for the order's fulfillment method, then the ordered items.
  ///
  /// The list is not empty, and may lack ordered items that cannot be rated.
  public let subjects: [RatingSubject]
  /// The maximum length of a comment in Unicode scalars; 0 if comments are not accepted.
  public let commentLimit: Int
  /// The maximum number of photos, 0 to ``ReviewLimits/photos``; 0 if photos are not accepted.
  public let photoLimit: Int
  /// The time until which the server accepts a review, on the server's clock.
  public let closesAt: Date
}

/// A subject that the user rates with stars.
public struct RatingSubject: Sendable, Hashable, Codable, Identifiable {
  /// The kind of a subject.
  ///
  /// A screen can show a subject of an unknown kind, because each subject has a title.
  public struct Kind: RawRepresentable, Sendable, Hashable, Codable {
    /// The server's name of the kind, such as `food`.
    public let rawValue: String
    /// Creates a kind from the server's name for it.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The whole order.
    public static let order = Kind(rawValue: "order")
    /// The food.
    public static let food = Kind(rawValue: "food")
    /// The courier who delivered the order.
    public static let courier = Kind(rawValue: "courier")
    /// The restaurant where the user picked the order up.
    public static let restaurant = Kind(rawValue: "restaurant")
    /// An item of the order, with its name as the ``RatingSubject/title``.
    public static let line = Kind(rawValue: "line")
  }

  /// The id by which a review refers to this subject; unique in the form, and `line:` with the id of the
  /// item for an ordered item.
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

/// A predefined remark about a subject, such as "cold" or "on time", which the user can choose.
public struct RatingTag: Sendable, Hashable, Codable, Identifiable {
  /// The id by which a review refers to this tag; several subjects may have the same tag.
  public let id: String
  /// The title in the user's language.
  public let title: String
  /// The numbers of stars for which the tag can be chosen; may exceed ``RatingForm/scale``.
  public let stars: ClosedRange<Int>
}
