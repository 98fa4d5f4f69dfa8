public import Sync

/// The user's reviews for a screen: the drafts, the pending reviews, and the notices about refused ones.
public struct ReviewsState: Sendable, Equatable {
  /// The drafts of reviews that are not submitted, at most one per order.
  ///
  /// The order that was opened first comes first.
  public var drafts: [ReviewDraft] = []
  /// The submitted reviews that the server has neither confirmed nor refused, the oldest first.
  ///
  /// A refused review is in ``notices``.
  public var pending: [PendingReview] = []
  /// The notices for the user: first those about photos, then those about reviews.
  public var notices: [ReviewNotice] = []
  /// The photos that a crash may lose, because the last write to the disk failed.
  public var photosWithoutRoom: Set<ReviewPhoto.ID> = []
  /// The status of loading, sending and storing the reviews.
  public var sync = SyncState()

  /// The queued changes that the server has not confirmed, without withdrawn reviews.
  var queued: [OutboxItem<ReviewChange>] = []

  /// Returns the queued change that submits the review of an order; `nil` if there is none.
  ///
  /// The change is found by its `Lane`, which contains the id of the order. So a change is found even
  /// if another release has stored it and this release cannot decode it.
  func item(of order: RatableOrder.ID) -> OutboxItem<ReviewChange>? {
    queued.last { $0.lane == ReviewChange.lane(ofReview: order) }
  }
}

/// A submitted review that the server has not confirmed; the user may be able to withdraw it.
public struct PendingReview: Sendable, Equatable, Identifiable {
  /// The review as the user wrote it.
  public let review: ReviewDraft
  /// The photos that the server does not have yet, which are sent before the review.
  public let photosLeft: [ReviewPhoto]
  /// Whether the server may already have the review; if so, the review cannot be withdrawn.
  public let mayBeApplied: Bool
  /// The reason why the review is still queued, such as a photo that has to be sent first.
  public let reason: WaitReason

  /// The id of the order, which ``OrderReviews/withdraw(_:)`` takes.
  public var id: String { review.id }
}
