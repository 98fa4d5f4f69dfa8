/// A problem that prevents the submission of a draft.
public enum ReviewProblem: Sendable, Hashable {
  /// This subject requires stars, but has none.
  case unrated(RatingSubject.ID)
  /// No subject has stars, and none requires them; a review has to rate at least one subject.
  case nothingRated
  /// The comment exceeds ``RatingForm/commentLimit`` by this number of Unicode scalars.
  case commentTooLong(by: Int)
  /// The comment contains control characters other than line breaks and tabs.
  case commentHasControlCharacters
}

extension ReviewProblem: CustomStringConvertible {
  /// A sentence about the problem in English, for logs; an app shows texts of its own.
  public var description: String {
    switch self {
    case .unrated(let subject): "rate the \(subject)"
    case .nothingRated: "rate at least one row"
    case .commentTooLong(let excess): "shorten the comment by \(excess) characters"
    case .commentHasControlCharacters: "remove the control characters from the comment"
    }
  }
}
