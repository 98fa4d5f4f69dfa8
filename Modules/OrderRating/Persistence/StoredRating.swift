#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import Storage

/// The stored record of an order.
///
/// All records are in one collection, so that storing a draft at each key costs the same for any
/// number of orders. Records are never removed: the user would be asked about an order without one
/// again.
struct StoredRating: Codable, Sendable, Equatable, Identifiable {
  /// The rating status of the order; a later case replaces an earlier one.
  enum Standing: String, Codable, Sendable, CaseIterable, Comparable {
    case open, asked, skipped, over, rated

    static func < (first: Standing, second: Standing) -> Bool { first.rank < second.rank }

    private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
  }

  /// The id of the order.
  let id: String
  var standing = Standing.open
  /// The draft of the review.
  var draft: ReviewDraft?
  /// The photos that the review is sent without, until the user dismisses the notices.
  var photoNotices: [ReviewNotice.Cause] = []
}

/// A stored photo.
///
/// It contains its id, so that a file whose slot was reused is not mistaken for the old photo.
struct StoredPhoto: Codable, Sendable, Equatable {
  let id: String
  let jpeg: Data

  // An id always has the same bytes, so comparing ids is enough.
  static func == (first: StoredPhoto, second: StoredPhoto) -> Bool { first.id == second.id }
}

/// The base of the reviews: the stored records, and data of the current launch.
struct Ratings: Sendable, Equatable {
  /// The records, in the order in which the reviews were created.
  var records = IdentifiedArray<StoredRating>()
  /// The photos that are in memory because they are not written yet, by slot.
  var unwritten: [Int: StoredPhoto] = [:]
  /// The slots whose photo is needed; the files of all other slots are removed.
  var occupied = Set(1...ReviewLimits.photos)
  /// The highest edition of each withdrawn review, by the review's id.
  var editions: [String: Int] = [:]
  /// The end of the window of each order whose form was fetched, as time since the reviews were created.
  var windowEnds: [RatableOrder.ID: Duration] = [:]
  /// Whether the user has been asked about an order since the launch.
  var isAnyAsked = false

  /// The record of an order.
  subscript(order: RatableOrder.ID) -> StoredRating {
    get { records[id: order] ?? StoredRating(id: order) }
    set { records.save(newValue) }
  }

  /// Records that an order cannot be rated, or that the user should not be asked about it.
  mutating func close(_ order: RatableOrder.ID, as standing: StoredRating.Standing) {
    self[order].standing = max(self[order].standing, standing)
  }

  /// Returns whether a review was withdrawn after it was submitted.
  func isSuperseded(_ review: ReviewDraft) -> Bool {
    review.edition < editions[review.review, default: 0]
  }
}
