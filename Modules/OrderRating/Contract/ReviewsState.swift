public import Sync

/// The user's reviews as screens draw them.
public struct ReviewsState: Sendable, Equatable {
  /// The drafts, in the order in which they were begun.
  public var drafts: [ReviewDraft] = []
  /// The submitted reviews that the server does not have yet, the oldest first.
  public var waiting: [WaitingReview] = []
  /// The failures that the user has to see, the oldest first.
  public var notices: [ReviewNotice] = []
  /// The photos for whose files the disk has no room: a crash would lose them.
  public var photosWithoutRoom: Set<ReviewPhoto.ID> = []
  /// What the reviews are doing.
  public var sync = SyncState()

  /// The changes that the server does not have, but for withdrawn reviews.
  var pending: [OutboxItem<ReviewChange>] = []

  /// Creates the state before the first start, for samples and tests.
  public init() {}

  /// The pending review of an order, which may be one that this release cannot read.
  func item(of order: RatableOrder.ID) -> OutboxItem<ReviewChange>? {
    pending.last { $0.lane == ReviewChange.lane(ofReview: order) }
  }
}

/// A submitted review that the server does not have yet.
public struct WaitingReview: Sendable, Equatable, Identifiable {
  /// The review as the user wrote it.
  public let review: ReviewDraft
  /// The photos that the server does not have yet: they are sent first.
  public let photosLeft: [ReviewPhoto]
  /// Whether the server may have the review already: then it cannot be withdrawn.
  public let mayBeApplied: Bool
  /// Why the review is still queued.
  public let reason: WaitReason

  /// The id of the order.
  public var id: String { review.id }
}

/// A review or a photo that the server did not take.
///
/// It stays until it is dismissed, over restarts.
public struct ReviewNotice: Sendable, Equatable, Identifiable {
  /// The reason.
  public enum Cause: Sendable, Hashable, Codable {
    /// The review came when the server took none any more.
    case windowOver
    /// The server has another review of the order, such as one from another device; that one counts.
    case alreadyRated
    /// The server has no such order of this user's.
    case unknownOrder
    /// The server refuses the review for this reason: take it back and change it.
    case refused(String)
    /// The server refuses this photo for this reason; the review goes without it.
    case photoRefused(ReviewPhoto, String)
    /// A crash came before this photo had room on the disk; the review goes without it.
    case photoLost(ReviewPhoto)
  }

  /// The id for ``OrderReviews/dismiss(_:)``.
  public let id: String
  /// The id of the order.
  public let order: String
  /// The reason.
  public let cause: Cause
  /// The review with all that was written; `nil` when the notice is about a photo.
  public let review: ReviewDraft?
}
