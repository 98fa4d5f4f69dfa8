/// The reason why no complete response arrived.
public enum TransportError: Error, Sendable, Hashable {
  /// The server is unreachable; try again when the network is available.
  ///
  /// For a request other than a GET, this error is reported only if the server certainly has not
  /// executed the request.
  case offline
  /// No byte was transferred during the timeout, or the call exceeded its total timeout; try again.
  ///
  /// The server may have executed the request.
  case timedOut
  /// The connection broke, and a part of the request may have been sent; try again.
  ///
  /// The server may have executed the request.
  case connectionLost
  /// No trusted connection could be established, for example behind a network's sign-in page.
  ///
  /// The text is for logs. For a request other than a GET, this error is reported only if the server
  /// certainly has not executed the request.
  case untrusted(String)
  /// The body of a 2xx response is larger than the request's limit, in bytes.
  ///
  /// The server may have executed the request.
  case tooLarge(limit: Int)
  /// The calling task was canceled.
  ///
  /// The server may have executed the request.
  case cancelled
  /// Any other failure of the exchange, with a text for logs.
  ///
  /// The server may have executed the request.
  case failed(String)
}

extension TransportError: CustomStringConvertible {
  /// A sentence about the problem in English, for logs; an app shows texts of its own.
  public var description: String {
    switch self {
    case .offline: "no network"
    case .timedOut: "the server took too long"
    case .connectionLost: "the connection broke"
    case .untrusted: "the connection is not trusted"
    case .tooLarge(let limit): "the response is larger than \(limit) bytes"
    case .cancelled: "canceled"
    case .failed(let reason): "the request failed: \(reason)"
    }
  }
}
