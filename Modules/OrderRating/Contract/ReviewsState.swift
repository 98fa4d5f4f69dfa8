public import Sync

/// The user's reviews, as screens draw them.
public struct ReviewsState: Sendable, Equatable {
  /// The drafts, in the order in which they were created.
  public var drafts: [ReviewDraft] = []
  /// The submitted reviews that the server does not have yet, the oldest first.
  public var pending: [PendingReview] = []
  /// The failures that the user has to see, the oldest first.
  public var notices: [ReviewNotice] = []
  /// The photos that could not be written to the disk: a crash would lose them.
  public var photosWithoutRoom: Set<ReviewPhoto.ID> = []
  /// The status of loading, sending and storing.
  public var sync = SyncState()

  /// The changes that the server does not have, without withdrawn reviews.
  var queued: [OutboxItem<ReviewChange>] = []

  /// Creates the state before anything is loaded, for samples and tests.
  public init() {}

  /// Returns the pending review of an order, which this release may be unable to decode.
  func item(of order: RatableOrder.ID) -> OutboxItem<ReviewChange>? {
    queued.last { $0.lane == ReviewChange.lane(ofReview: order) }
  }
}

/// A submitted review that the server does not have yet.
public struct PendingReview: Sendable, Equatable, Identifiable {
  /// The review as the user wrote it.
  public let review: ReviewDraft
  /// The photos that the server does not have yet: they are sent first.
  public let photosLeft: [ReviewPhoto]
  /// Whether the server may have the review, so that it cannot be withdrawn.
  public let mayBeApplied: Bool
  /// The reason for which the review is still queued.
  public let reason: WaitReason

  /// The id of the order.
  public var id: String { review.id }
}

/// A report that the server did not accept a review or a photo.
///
/// It is stored until it is dismissed.
public struct ReviewNotice: Sendable, Equatable, Identifiable {
  /// The reason for a notice.
  public enum Cause: Sendable, Hashable, Codable {
    /// The review arrived after the server had stopped accepting it.
    case windowOver
    /// The server has another review of the order, such as one from another device; that one
    /// counts.
    case alreadyRated
    /// The user has no such order, according to the server.
    case unknownOrder
    /// The server refuses the review, for this reason in its words: withdraw the review and change
    /// it.
    case refused(String)
    /// The server refuses the photo, for this reason in its words; the review is sent without it.
    case photoRefused(ReviewPhoto, String)
    /// A crash came before the photo was written; the review is sent without it.
    case photoLost(ReviewPhoto)
  }

  /// The id for ``OrderReviews/dismiss(_:)``.
  public let id: String
  /// The id of the order.
  public let order: String
  /// The reason for the notice.
  public let cause: Cause
  /// The review with its whole content; `nil` if the notice is about a photo.
  public let review: ReviewDraft?
}
