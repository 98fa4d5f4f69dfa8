public import Foundation
public import Networking
public import NetworkingTestSupport

/// What can go wrong between a catalog and its server.
public enum ServerFault: Sendable, Hashable {
  /// Nothing gets through.
  case offline
  /// No answer comes in time.
  case timedOut
  /// The exchange breaks for a reason of its own.
  case broken(String)
  /// The server answers with this status and nothing else.
  case status(Int)
  /// The service answers with a problem of this code.
  case problem(Int, String)
  /// Something else answers.
  case hostile(HostileAnswer)
  /// The first half of the answer comes, as if it were the whole.
  case truncated
  /// These bytes come in place of the answer.
  case body(Data)

  /// Bytes that are not even text.
  public static let garbage = ServerFault.body(Data([0xFF, 0x00, 0xFE, 0x7B]))

  /// What becomes of an answer.
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
