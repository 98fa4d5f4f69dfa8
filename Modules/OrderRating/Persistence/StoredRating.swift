import Foundation

/// The stored rating of an order: its status, the draft of its review, and the notices about photos.
///
/// Each order has one record of this type. All records are in one collection, which writes only the
/// changed record. So storing a draft at each keystroke takes the same time for any number of orders.
/// Records are never removed, because without a record the user would be prompted again to rate the
/// order.
struct StoredRating: Codable, Sendable, Equatable, Identifiable {
  /// The rating status of an order.
  ///
  /// ``Ratings/raiseStatus(of:to:)`` replaces a status only by one that is declared after it.
  enum Standing: String, Codable, Sendable, CaseIterable, Comparable {
    case open, asked, skipped, over, rated

    static func < (first: Standing, second: Standing) -> Bool { first.rank < second.rank }

    private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
  }

  /// The id of the order.
  let id: String
  var standing = Standing.open
  /// The draft of the review; `nil` for none.
  var draft: ReviewDraft?
  /// The photos that were refused or lost, each with the reason; the review is sent without them.
  ///
  /// Each element is shown as a ``ReviewNotice`` until the user dismisses the notice.
  var photoNotices: [ReviewNotice.Cause] = []
  /// The highest ``ReviewDraft/edition`` of the reviews of this order; `nil` before a withdrawal.
  ///
  /// The queue may still contain the copy that was submitted before the withdrawal. Each withdrawal
  /// increases the edition. So the copy has a lower edition, and must not be sent.
  var edition: Int?
}

/// The content of a photo slot, which is one of a fixed number of files.
///
/// A slot is used again when its photo is no longer needed. So the content includes the id of the
/// photo.
struct StoredPhoto: Codable, Sendable, Equatable {
  let id: String
  let jpeg: Data

  // Photos with the same id always have the same bytes, so comparing the ids suffices.
  static func == (first: StoredPhoto, second: StoredPhoto) -> Bool { first.id == second.id }
}
