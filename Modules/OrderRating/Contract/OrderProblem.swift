/// A reason for which ``OrderReviews/draft(for:)`` refuses an order of the app as invalid.
public enum OrderProblem: Sendable, Hashable {
  /// The id of the order cannot be used in a URL path; see ``RatableOrder/id``.
  case id
  /// Two items of the order have the same id.
  case repeatedLine
  /// The time at which the order was received is not a finite number.
  case time
  /// The ids and names of the ordered items have more than 65,536 bytes in UTF-8.
  case tooManyLines
}

extension OrderProblem: CustomStringConvertible {
  /// A sentence about the problem in English, for logs; an app shows texts of its own.
  public var description: String {
    switch self {
    case .id: "its id"
    case .repeatedLine: "a repeated line"
    case .time: "its time"
    case .tooManyLines: "too many lines"
    }
  }
}
