import Sync

/// A queued change: a review or one of its photos.
enum ReviewChange: OutboxChange {
  typealias Rejection = ReviewRejection

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
  var dependencies: ChangeDependencies {
    guard case .review(let review) = self, !review.photos.isEmpty else { return .none }
    return .lanes(Set(review.photos.map(Self.lane)))
  }

  /// The priority: low for photos, which are large and therefore sent after all reviews.
  var priority: SendPriority {
    switch self {
    case .photo: .low
    case .review: .normal
    }
  }

  /// A review or photo that was never sent can be withdrawn after a restart.
  var recordsFirstAttempt: Bool { true }

  static func lane(ofReview order: RatableOrder.ID) -> Lane { Lane("review", order) }

  private static func lane(of photo: ReviewPhoto) -> Lane { Lane("photo", photo.id) }
}

/// A reason why a queued review or photo is not accepted: the server refuses it, or the photo is lost.
enum ReviewRejection: Codable, Hashable, Sendable {
  case windowOver, alreadyRated, unknownOrder, lostPhoto
  /// Any other reason, as a text from the server.
  case refused(String)
}

/// The conversion of a rejection to the text that is stored with the rejected change.
///
/// The texts must be the same in every release, because an update of the app reads texts that an
/// earlier release has stored.
extension ReviewRejection: LosslessStringConvertible {
  private static let words: [(String, ReviewRejection)] = [
    ("window over", .windowOver), ("already rated", .alreadyRated),
    ("unknown order", .unknownOrder), ("lost", .lostPhoto),
  ]

  init?(_ description: String) {
    if let word = Self.words.first(where: { $0.0 == description }) {
      self = word.1
    } else if description.hasPrefix("refused: ") {
      self = .refused(String(description.dropFirst(9)))
    } else {
      return nil
    }
  }

  var description: String {
    if case .refused(let reason) = self { return "refused: \(reason)" }
    return Self.words.first { $0.1 == self }?.0 ?? ""
  }
}
