import Sync

/// A queued change: a review, or a photo of one.
enum ReviewChange: OutboxChange {
  typealias Rejection = ReviewRejection

  case photo(ReviewPhoto, of: RatableOrder.ID)
  /// The submitted review with its form, which is returned to the user if the server refuses it.
  case review(ReviewDraft)

  var lane: Lane {
    switch self {
    case .photo(let photo, _): Self.lane(of: photo)
    case .review(let review): Self.lane(ofReview: review.id)
    }
  }

  /// The lanes of the photos: the server completes a review when it arrives, so it needs them
  /// first.
  var dependencies: ChangeDependencies {
    guard case .review(let review) = self, !review.photos.isEmpty else { return .none }
    return .lanes(Set(review.photos.map(Self.lane)))
  }

  /// Photos are sent after reviews, of whichever order, because they are large.
  var priority: SendPriority {
    switch self {
    case .photo: .low
    case .review: .normal
    }
  }

  static func rejection(fromStoredText text: String) -> ReviewRejection? { .refused(text) }

  static func lane(ofReview order: RatableOrder.ID) -> Lane { Lane("review", order) }

  private static func lane(of photo: ReviewPhoto) -> Lane { Lane("photo", photo.id) }
}

/// The server's reason to refuse a review or a photo.
enum ReviewRejection: Codable, Hashable, Sendable {
  case windowOver, alreadyRated, unknownOrder, lostPhoto
  /// A reason in the server's words.
  case refused(String)
}

/// The text in the journal, which every release writes in the same form.
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
