import Sync

/// A queued change: a review or one of its photos.
enum ReviewChange: OutboxChange {
  typealias Rejection = ReviewNotice.Cause

  case photo(ReviewPhoto, of: RatableOrder.ID)
  /// The submitted review with its form.
  ///
  /// The form is included because a withdrawn review becomes a draft again, and a draft needs its form.
  case review(ReviewDraft)

  var lane: Lane {
    switch self {
    case .photo(let photo, _): Self.lane(of: photo)
    case .review(let review): Self.lane(ofReview: review.id)
    }
  }

  /// The changes that have to be applied first: for a review, the uploads of its photos.
  var dependencies: Set<Lane> {
    if case .review(let review) = self { Set(review.photos.map(Self.lane)) } else { [] }
  }

  /// Photos are large, and therefore sent after all reviews.
  var isLarge: Bool { if case .photo = self { true } else { false } }

  /// A review or photo that was never sent can be withdrawn after a restart.
  var recordsFirstAttempt: Bool { true }

  static func lane(ofReview order: RatableOrder.ID) -> Lane { Lane("review", order) }

  private static func lane(of photo: ReviewPhoto) -> Lane { Lane("photo", photo.id) }
}
