#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// What an order can be rated by, as the server asks it about this one.
public struct RatingForm: Sendable, Hashable, Codable {
  /// The order.
  public let order: RatableOrder
  /// The most stars; the fewest is one.
  public let scale: Int
  /// What stars are given to: those for this order's fulfilment, then its lines.
  public let subjects: [RatingSubject]
  /// The longest comment, in Unicode scalars, which every server counts alike; 0 for no comment.
  public let commentLimit: Int
  /// How many photos there may be.
  public let photoLimit: Int
  /// When the server takes no review any more, by its own clock.
  public let closesAt: Date

  init(
    order: RatableOrder, scale: Int, subjects: [RatingSubject], commentLimit: Int, photoLimit: Int,
    closesAt: Date
  ) {
    self.order = order
    self.scale = scale
    self.subjects = subjects
    self.commentLimit = commentLimit
    self.photoLimit = photoLimit
    self.closesAt = closesAt
  }
}

/// Something that stars are given to.
public struct RatingSubject: Sendable, Hashable, Codable, Identifiable {
  /// What it is; a word unknown to this release is shown by its title like any other.
  public struct Kind: RawRepresentable, Sendable, Hashable, Codable {
    /// The server's word for it.
    public let rawValue: String
    /// Wraps the server's word.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The order as a whole.
    public static let order = Kind(rawValue: "order")
    /// The kitchen.
    public static let food = Kind(rawValue: "food")
    /// Who brought it.
    public static let courier = Kind(rawValue: "courier")
    /// The restaurant where it was fetched.
    public static let restaurant = Kind(rawValue: "restaurant")
    /// One line of the order.
    public static let line = Kind(rawValue: "line")
  }

  /// Names it in a review.
  public let id: String
  /// What it is.
  public let kind: Kind
  /// Its name in the user's language, or that of the line.
  public let title: String
  /// Whether there is no review without its stars.
  public let isRequired: Bool
  /// What can be said of it, at any number of stars.
  public let tags: [RatingTag]

  init(id: String, kind: Kind, title: String, isRequired: Bool, tags: [RatingTag]) {
    self.id = id
    self.kind = kind
    self.title = title
    self.isRequired = isRequired
    self.tags = tags
  }
}

/// Something that can be said of a subject with a tap, such as "cold" or "on time".
public struct RatingTag: Sendable, Hashable, Codable, Identifiable {
  /// Names it in a review.
  public let id: String
  /// What it says, in the user's language.
  public let title: String
  /// The numbers of stars that it goes with.
  public let stars: ClosedRange<Int>

  init(id: String, title: String, stars: ClosedRange<Int>) {
    self.id = id
    self.title = title
    self.stars = stars
  }
}
