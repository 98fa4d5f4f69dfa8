public import Foundation

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

/// A predefined remark about a subject, such as "cold" or "on time", which the user can choose.
public struct RatingTag: Sendable, Hashable, Codable, Identifiable {
  /// The id by which a review refers to this tag; several subjects may have the same tag.
  public let id: String
  /// The title in the user's language.
  public let title: String
  /// The numbers of stars for which the tag can be chosen; may exceed ``RatingForm/scale``.
  public let stars: ClosedRange<Int>
}
