public import Sync

/// The reason for a failed call of ``OrderReviews``; a failed call changes no draft.
public enum ReviewError: SyncFailure, Hashable {
  /// An error that is not specific to reviews, such as a failed fetch.
  case sync(SyncError)
  /// The id or the time of the order is invalid, which is a mistake of the app; see ``RatableOrder/id``.
  case badOrder(RatableOrder.ID)
  /// The reason why the order cannot be rated, or why the user should not be prompted to rate it.
  case notEligible(RatingEligibility)
  /// The user has no such order, according to the server.
  case unknownOrder(RatableOrder.ID)
  /// The order has no draft; call ``OrderReviews/draft(for:)`` first.
  case noDraft(RatableOrder.ID)
  /// The form does not contain this subject.
  case unknownSubject(RatingSubject.ID)
  /// The number of stars is outside the allowed range.
  case badStars(Int, allowed: ClosedRange<Int>)
  /// The form does not offer this tag for the subject with its current stars.
  case unknownTag(RatingTag.ID)
  /// The bytes cannot be attached as a photo, for example because they are not a JPEG image.
  case badPhoto(PhotoProblem)
  /// The draft has the maximum number of photos; remove one first.
  case tooManyPhotos(limit: Int)
  /// The device already stores the maximum number of photos.
  ///
  /// Wait until some photos have been sent, dismiss notices about photos, or remove photos from drafts.
  /// The error is also thrown while a change of a later release is queued, which may need any photo on
  /// the device; a review can then be sent without a photo.
  case noPhotoRoom(limit: Int)
  /// The photo is not in the draft or not on the device, for example because the server already has it.
  case unknownPhoto(ReviewPhoto.ID)
  /// The draft has these problems, which prevent submission.
  case incomplete([ReviewProblem])
  /// No review of this order is pending, or this release of the app cannot decode the review.
  case notWaiting(RatableOrder.ID)
  /// The review cannot be withdrawn, because it was sent, and the server may already have it.
  ///
  /// Wait for the server's response.
  case mayBeApplied(RatableOrder.ID)
  /// The notice does not exist, or has been dismissed.
  case unknownNotice(ReviewNotice.ID)
}

extension ReviewError: CustomStringConvertible {
  /// A sentence about the problem in English, for logs; an app shows texts of its own.
  public var description: String {
    switch self {
    case .sync(let error): "\(error)"
    case .badOrder(let id): "the order \(id) is invalid"
    case .notEligible(let eligibility): "the order is not eligible: \(eligibility)"
    case .unknownOrder(let id): "order \(id) does not exist"
    case .noDraft: "open the order first"
    case .unknownSubject(let id): "the form has no \(id)"
    case .badStars(_, let allowed): "choose \(allowed.lowerBound) to \(allowed.upperBound) stars"
    case .unknownTag(let id): "“\(id)” is not offered for this number of stars"
    case .badPhoto(let problem): "\(problem)"
    case .tooManyPhotos(let limit): "a review has at most \(limit) photos; remove one first"
    case .noPhotoRoom(let limit): "\(limit) photos are waiting; try again when some are sent"
    case .unknownPhoto: "the photo was removed"
    case .incomplete(let problems): problems.map(\.description).joined(separator: ", ")
    case .notWaiting: "the order has no pending review"
    case .mayBeApplied: "the server may already have it; wait for the response"
    case .unknownNotice: "the message was dismissed"
    }
  }
}
