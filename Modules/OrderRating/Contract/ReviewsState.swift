public import Sync

/// The user's reviews as screens draw them: what is being written, what waits, what went wrong.
public struct ReviewsState: Sendable, Equatable {
  /// The drafts, in the order in which they were begun.
  public package(set) var drafts: [ReviewDraft] = []
  /// The reviews that the server does not have yet, the oldest first.
  public package(set) var waiting: [WaitingReview] = []
  /// What the user has to hear of, the oldest first.
  public package(set) var notices: [ReviewNotice] = []
  /// The photos that wait for room on the disk: a crash would lose them.
  public package(set) var photosWithoutRoom: Set<ReviewPhoto.ID> = []

  /// Nothing.
  public static let empty = ReviewsState()

  package init() {}
}

/// A review that waits, and why.
public struct WaitingReview: Sendable, Equatable, Identifiable {
  /// What was written.
  public let review: ReviewDraft
  /// Those of its photos that the server does not have yet: they are sent first.
  public let photosLeft: [ReviewPhoto]
  /// Whether the server may have it already: then it cannot be taken back.
  public let mayBeApplied: Bool
  /// Why it has not been sent, or what it waits for since.
  public let reason: WaitReason

  package init(
    review: ReviewDraft, photosLeft: [ReviewPhoto], mayBeApplied: Bool, reason: WaitReason
  ) {
    self.review = review
    self.photosLeft = photosLeft
    self.mayBeApplied = mayBeApplied
    self.reason = reason
  }

  /// The id of the order.
  public var id: String { review.id }
}

/// Something that did not end as the user meant it.
///
/// It stays until it is dismissed, over restarts.
public struct ReviewNotice: Sendable, Equatable, Identifiable {
  /// What went wrong.
  public enum Cause: Sendable, Hashable, Codable {
    /// The review came when the server took none any more.
    case windowOver
    /// The server has another review of the order, such as one from another device; that one counts.
    case alreadyRated
    /// The server has no such order of this user's.
    case unknownOrder
    /// The server does not take the review as it is, for this reason: take it back and change it.
    case refused(String)
    /// The server does not take this photo, for this reason; the review goes without it.
    case photoRefused(ReviewPhoto, String)
    /// A crash came before this photo had room on the disk; the review goes without it.
    case photoLost(ReviewPhoto)
  }

  /// Names it for ``OrderReviews/dismiss(_:)``.
  public let id: String
  /// The id of the order.
  public let order: String
  /// What went wrong.
  public let cause: Cause
  /// The review with all that was written; `nil` when the notice is about a photo.
  public let review: ReviewDraft?

  package init(id: String, order: String, cause: Cause, review: ReviewDraft?) {
    self.id = id
    self.order = order
    self.cause = cause
    self.review = review
  }
}
