#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import Storage

/// The record of an order: this module's storage choice.
///
/// One record per order in one collection, so that a key pressed in a comment costs the same however
/// many orders there are. Records are never removed: an order without one would be asked about again.
struct StoredRating: Codable, Sendable, Equatable, Identifiable {
  /// The last word about rating the order; a later case replaces an earlier one.
  enum Standing: String, Codable, Sendable, CaseIterable, Comparable {
    case open, asked, skipped, over, rated

    static func < (first: Standing, second: Standing) -> Bool { first.rank < second.rank }

    private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
  }

  /// The id of the order.
  let id: String
  var standing = Standing.open
  /// The review that the user is writing.
  var draft: ReviewDraft?
  /// The photos that the review goes without, until the user dismisses the notices.
  var photoNotices: [ReviewNotice.Cause] = []
}

/// A stored photo.
///
/// It contains its id, so that a file that was reused is not taken for the old photo.
struct StoredPhoto: Codable, Sendable, Equatable {
  let id: String
  let jpeg: Data

  // An id names one content.
  static func == (first: StoredPhoto, second: StoredPhoto) -> Bool { first.id == second.id }
}

/// The base of the reviews: the stored records, and what is known for the life of the process.
struct Ratings: Sendable, Equatable {
  /// The records, in the order in which the reviews were begun.
  var records = IdentifiedArray<StoredRating>()
  /// The photos that are in memory because their files are not written yet, by slot.
  var unwritten: [Int: StoredPhoto] = [:]
  /// The slots whose photo is needed; the files of all others are removed.
  var occupied = Set(1...ReviewLimits.photos)
  /// The newest edition of each review that was withdrawn, by its id.
  var editions: [String: Int] = [:]
  /// The end of the window of each order whose form was fetched, as time since the launch.
  var windowEnds: [RatableOrder.ID: Duration] = [:]
  /// Whether the user was asked about an order since the launch.
  var isAnyAsked = false

  /// The record of an order.
  subscript(order: RatableOrder.ID) -> StoredRating {
    get { records[id: order] ?? StoredRating(id: order) }
    set { records.save(newValue) }
  }

  /// Remembers that an order is not rated any more, or should not be asked about.
  mutating func close(_ order: RatableOrder.ID, as standing: StoredRating.Standing) {
    self[order].standing = max(self[order].standing, standing)
  }

  /// Whether a review was withdrawn after it was submitted.
  func isSuperseded(_ review: ReviewDraft) -> Bool {
    review.edition < editions[review.review, default: 0]
  }
}
