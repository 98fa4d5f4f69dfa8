import Sync

/// A review, or a photo of one, in the queue.
enum ReviewChange: OutboxChange {
  typealias Rejection = ReviewRejection

  case photo(ReviewPhoto, of: RatableOrder.ID)
  /// The review as it was submitted, with its form: the user gets all of it back when it is refused.
  case review(ReviewDraft)

  var lane: Lane {
    switch self {
    case .photo(let photo, _): Self.lane(of: photo)
    case .review(let review): Self.lane(ofReview: review.id)
    }
  }

  /// The server completes a review when it comes, so its photos have to be there.
  var dependencies: Dependencies {
    guard case .review(let review) = self, !review.photos.isEmpty else { return .none }
    return .lanes(Set(review.photos.map(Self.lane)))
  }

  /// What is large waits for what is small, of whichever order.
  var priority: Priority {
    switch self {
    case .photo: .low
    case .review: .normal
    }
  }

  static func rejection(fromStoredText text: String) -> ReviewRejection? { .refused(text) }

  static func lane(ofReview order: RatableOrder.ID) -> Lane { Lane("review", order) }

  private static func lane(of photo: ReviewPhoto) -> Lane { Lane("photo", photo.id) }
}

/// Why the server refuses a review or a photo.
enum ReviewRejection: Codable, Hashable, Sendable {
  case windowOver, alreadyRated, unknownOrder, lostPhoto
  /// For the reason that the server names.
  case refused(String)
}

/// The text in the journal, which is that of the first release.
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
