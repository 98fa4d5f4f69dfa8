#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The server's form for rating an order.
public struct RatingForm: Sendable, Hashable, Codable {
  /// The order to rate.
  public let order: RatableOrder
  /// The maximum number of stars; the minimum is 1.
  public let scale: Int
  /// The subjects to rate: first those for the order's fulfillment method, then the ordered items.
  public let subjects: [RatingSubject]
  /// The maximum length of a comment in Unicode scalars; 0 if comments are not accepted.
  public let commentLimit: Int
  /// The maximum number of photos.
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
    /// The server's name of the kind.
    public let rawValue: String
    /// Creates a kind from the server's name for it.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The whole order.
    public static let order = Kind(rawValue: "order")
    /// The food.
    public static let food = Kind(rawValue: "food")
    /// The courier.
    public static let courier = Kind(rawValue: "courier")
    /// The restaurant where the user picked the order up.
    public static let restaurant = Kind(rawValue: "restaurant")
    /// An item of the order.
    public static let line = Kind(rawValue: "line")
  }

  /// The ID by which a review refers to this subject.
  public let id: String
  /// The kind; a screen shows ``title`` for a kind that it does not know.
  public let kind: Kind
  /// The title in the user's language; for an ordered item, its name.
  public let title: String
  /// Whether a review requires stars for the subject.
  public let isRequired: Bool
  /// The tags of the subject; each can be chosen with certain numbers of stars.
  public let tags: [RatingTag]
}

/// A predefined remark about a subject, such as "cold" or "on time", which the user can choose.
public struct RatingTag: Sendable, Hashable, Codable, Identifiable {
  /// The ID by which a review refers to this tag.
  public let id: String
  /// The title in the user's language.
  public let title: String
  /// The numbers of stars for which the tag can be chosen.
  public let stars: ClosedRange<Int>
}
