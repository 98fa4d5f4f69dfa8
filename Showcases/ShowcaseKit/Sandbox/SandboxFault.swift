import Foundation
import Networking

/// Something that goes wrong between a feature and the sandbox.
public enum SandboxFault: String, Sendable, CaseIterable {
  /// No request reaches the server, and answers on their way break off.
  case offline
  /// Answers take as long as ``SandboxPace/slow`` says.
  case slow
  /// Half of an answer arrives, and no more for as long as this lasts.
  case stalled
  /// The server answers 503 to everything.
  case errors
  /// The server answers with its own status and a body that cannot be used.
  case garbage

  /// The answer that takes the place of the server's, if this fault is of that kind.
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
      // Half of a short text may still be valid; a byte that no UTF-8 contains settles it.
      let body = whole.body.prefix(whole.body.count / 2) + [0xFF]
      return HTTPResponse(status: whole.status, body: Data(body))
    }
  }
}
