public import Networking

/// The reason why a fetch has brought no value that can be shown.
public enum FetchFailure: Error, Sendable, Hashable {
  /// No complete response has arrived, for example because the device is offline.
  case noAnswer(TransportError)
  /// The response has this HTTP status, and contains no usable value.
  ///
  /// For example, a proxy has sent the response, or the server asks for a retry. Another example is
  /// the status 304 ("not modified") for a value that the device has not stored.
  case status(Int)
  /// The server refused the request for the reason in the associated value.
  case refused(ServiceProblem)
  /// The body of the response does not have the documented format.
  case unusable(UnusableBody)
  /// The response contains an older version of the value than the version that is displayed.
  case outdated
}

extension FetchFailure: CustomStringConvertible {
  /// A sentence about the problem in English, for logs; an app shows texts of its own.
  public var description: String {
    switch self {
    case .noAnswer(let error): "\(error)"
    case .status(let status): "the server reports HTTP \(status)"
    case .refused(let problem): "the server reports: \(problem)"
    case .unusable(let body): "the response cannot be used: \(body.reason)"
    case .outdated: "the response is older than the stored data"
    }
  }
}
