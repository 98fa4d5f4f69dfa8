/// A contradiction in a rating form from the server.
public enum FormProblem: Sendable, Hashable {
  /// The form is for another order.
  case anotherOrder
  /// The maximum number of stars is outside 1 to 10.
  case badScale(Int)
  /// The maximum length of a comment or the maximum number of photos is negative.
  case negativeLimit
  /// The range of stars of a tag is empty.
  case tagWithoutStars
  /// Two tags have this id.
  case repeatedTag(RatingTag.ID)
  /// Two subjects have this id.
  case repeatedSubject(RatingSubject.ID)
  /// The form contains no ``RatingSubject`` for the order.
  ///
  /// Without a subject, such as the food or the courier, the user has nothing to rate with stars.
  case nothingToRate
}

extension FormProblem: CustomStringConvertible {
  /// A sentence about the problem in English, for logs; an app shows texts of its own.
  public var description: String {
    switch self {
    case .anotherOrder: "it is for another order"
    case .badScale(let scale): "a scale of \(scale) stars"
    case .negativeLimit: "a limit below zero"
    case .tagWithoutStars: "a tag without stars"
    case .repeatedTag(let tag): "the tag \(tag) twice"
    case .repeatedSubject(let subject): "the subject \(subject) twice"
    case .nothingToRate: "nothing to rate"
    }
  }
}
