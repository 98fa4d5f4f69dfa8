import Foundation
public import Networking
public import Testing

/// Outcome of a request that does not come from the service, although it may appear so.
public struct HostileAnswer: Sendable, CustomTestStringConvertible {
  /// Name of the outcome in a test's output.
  public let testDescription: String
  /// Whether the service handles the request before its response is replaced.
  public let hasReachedService: Bool
  /// Returns the outcome that replaces the response of the service.
  public let replace: @Sendable (HTTPResponse) -> Result<HTTPResponse, TransportError>

  /// All combinations of a status that could end a change and a body from elsewhere, and all errors.
  public static let all: [HostileAnswer] =
    [false, true].flatMap { hasReachedService in
      statuses.flatMap { status in
        HostileBody.all.map { body in
          HostileAnswer("HTTP \(status), \(body.testDescription)", hasReachedService) { _ in
            .success(HTTPResponse(status: status, body: body.bytes(status)))
          }
        }
      }
        + errors.map { error in
          HostileAnswer("\(error)", hasReachedService) { _ in .failure(error) }
        }
    } + [
      HostileAnswer("half of the body", true) { response in
        guard response.body.count > 1 else { return .failure(.connectionLost) }
        let half = Data(response.body.prefix(response.body.count / 2))
        return .success(HTTPResponse(status: response.status, body: half))
      }
    ]

  private static let statuses = [
    200, 201, 302, 303, 304, 308, 400, 401, 403, 404, 409, 410, 412, 413, 422, 451, 500, 511,
  ]
  private static let errors: [TransportError] = [
    .tooLarge(limit: 1), .failed("a broken answer"), .timedOut, .connectionLost,
  ]

  private init(
    _ name: String, _ hasReachedService: Bool,
    _ replace: @escaping @Sendable (HTTPResponse) -> Result<HTTPResponse, TransportError>
  ) {
    testDescription = name + (hasReachedService ? ", in place of the answer" : "")
    self.hasReachedService = hasReachedService
    self.replace = replace
  }

  /// Returns the response of the outcome, or throws its error.
  public func response(to response: HTTPResponse) throws(TransportError) -> HTTPResponse {
    try replace(response).get()
  }
}

extension HostileAnswer: Hashable {
  /// Whether two outcomes have the same name.
  public static func == (one: Self, other: Self) -> Bool {
    one.testDescription == other.testDescription
  }

  /// Hashes the name.
  public func hash(into hasher: inout Hasher) { hasher.combine(testDescription) }
}
