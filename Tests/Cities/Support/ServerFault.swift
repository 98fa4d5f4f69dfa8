public import Foundation
public import Networking
public import NetworkingTestSupport

/// Fault between a catalog and its server.
public enum ServerFault: Sendable, Hashable {
  /// The network is unavailable.
  case offline
  /// The response does not arrive in time.
  case timedOut
  /// The exchange fails with another error.
  case broken(String)
  /// The server answers with this status and an empty body.
  case status(Int)
  /// The service answers with this status and a problem with this code.
  case problem(Int, String)
  /// An intermediary answers.
  case hostile(HostileAnswer)
  /// The first half of the body arrives, as if it were complete.
  case truncated
  /// These bytes replace the body.
  case body(Data)

  /// A body that is not valid text.
  public static let garbage = ServerFault.body(Data([0xFF, 0x00, 0xFE, 0x7B]))

  /// Returns the response after the fault, or throws the transport's error.
  public func spoil(_ response: HTTPResponse) throws(TransportError) -> HTTPResponse {
    switch self {
    case .offline: throw .offline
    case .timedOut: throw .timedOut
    case .broken(let text): throw .failed(text)
    case .status(let status): HTTPResponse(status: status, body: Data())
    case .problem(let status, let code): HTTPResponse(problem: code, status: status)
    case .hostile(let answer): try answer.response(to: response)
    case .truncated:
      HTTPResponse(
        status: response.status, body: Data(response.body.prefix(response.body.count / 2)))
    case .body(let body): HTTPResponse(status: response.status, body: body)
    }
  }
}
