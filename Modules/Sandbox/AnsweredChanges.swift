import Networking

/// The recorded responses of a server to changes, by the idempotency keys of the changes.
struct AnsweredChanges: Sendable {
  private var answers:
    [String: (method: HTTPRequest.Method, path: String, response: HTTPResponse)] = [:]

  /// Returns whether a change with this idempotency key has been answered.
  func contains(_ key: String) -> Bool { answers[key] != nil }

  /// Returns the response to a change that is repeated or invalid; `nil` for a new, valid change.
  ///
  /// A change with the idempotency key of an earlier change gets the earlier response again. If the
  /// method, the path or the body differs, the response is 422. A change without a key gets 400.
  func response(to request: HTTPRequest) -> HTTPResponse? {
    guard let key = request.idempotencyKey?.rawValue else {
      return .refused(400, "keyMissing", "a change has a key")
    }
    guard let known = answers[key] else { return nil }
    return known.method == request.method && known.path == request.path
      ? known.response : .refused(422, "keyReused", "another change had this key")
  }

  /// Records the response to a new change, and returns it.
  mutating func record(_ response: HTTPResponse, to request: HTTPRequest) -> HTTPResponse {
    if let key = request.idempotencyKey?.rawValue {
      answers[key] = (request.method, request.path, response)
    }
    return response
  }

  /// Discards the successful responses.
  ///
  /// Error responses remain recorded, because the server stores nothing else about a rejected
  /// change.
  mutating func forgetSuccesses() {
    answers = answers.filter { $0.value.response.status >= 400 }
  }
}
