import Sync

/// A review, or a photo of one, as it is kept and sent.
enum ReviewChange: OutboxChange {
  case photo(ReviewPhoto, of: RatableOrder.ID)
  /// The review as it was submitted, with its form: what the user gets back when it cannot be sent.
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

  /// The version of a review that the server has: it stays in the queue until that is remembered.
  static let rated = 1

  /// The photos whose bytes it may still need.
  var photos: [ReviewPhoto] {
    if case .photo(let photo, _) = self { [photo] } else { [] }
  }

  static func lane(ofReview order: RatableOrder.ID) -> Lane { Lane("review", order) }

  private static func lane(of photo: ReviewPhoto) -> Lane { Lane("photo", photo.id) }
}

/// Why the server did not take something, as the queue keeps it in its text.
enum Refusal: Equatable {
  case windowOver, alreadyRated, unknownOrder, lost
  case refused(String)

  private static let words: [(String, Refusal)] = [
    ("window over", .windowOver), ("already rated", .alreadyRated),
    ("unknown order", .unknownOrder), ("lost", .lost),
  ]

  init(text: String) {
    self =
      Self.words.first { $0.0 == text }?.1
      ?? .refused(text.hasPrefix("refused: ") ? String(text.dropFirst(9)) : text)
  }

  var text: String {
    if case .refused(let reason) = self { return "refused: \(reason)" }
    return Self.words.first { $0.1 == self }?.0 ?? ""
  }
}
