import Foundation
import Networking

/// A failure between a feature and the sandbox.
public enum SandboxFault: String, Sendable, CaseIterable {
  /// Requests do not reach the server, and responses in transit break off.
  case offline
  /// Responses arrive at the pace of ``SandboxPace/slow``.
  case slow
  /// The first half of a response arrives, and the rest only after this fault ends.
  case stalled
  /// The server answers every request with 503.
  case errors
  /// The server answers with its own status and a truncated, invalid body.
  case garbage

  /// Returns the response that replaces the server's, or `nil` if the fault does not replace it.
  func spoil(
    _ request: HTTPRequest, _ answer: (HTTPRequest) -> HTTPResponse
  ) -> HTTPResponse? {
    switch self {
    case .offline, .slow, .stalled:
      return nil
    case .errors:
      return HTTPResponse(status: 503, body: Data())
    case .garbage:
      let whole = answer(request)
      // Half of a short text can still be valid; the byte 0xFF never occurs in valid UTF-8.
      let body = whole.body.prefix(whole.body.count / 2) + [0xFF]
      return HTTPResponse(status: whole.status, body: Data(body))
    }
  }
}
