/// A reason why the server rejects a cancellation.
public enum CancellationRejection: Codable, Sendable, Hashable {
  /// The time in which the user can cancel the order is over.
  case tooLate
  /// The user has no such order.
  case unknownOrder
  /// Any other reason, with the server's code.
  case other(String)
}

extension CancellationRejection: CustomStringConvertible {
  /// A sentence about the problem in English, for logs; an app shows texts of its own.
  public var description: String {
    switch self {
    case .tooLate: "too late"
    case .unknownOrder: "the order is not known"
    case .other(let code): code
    }
  }
}
