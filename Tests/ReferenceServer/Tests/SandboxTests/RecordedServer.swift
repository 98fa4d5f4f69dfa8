import Foundation
import Networking
import OpenAPIChecker

/// A server model whose responses are recorded in the form of the wire.
final class RecordedServer<Model> {
  var model: Model
  private let answer: (inout Model, HTTPRequest) -> HTTPResponse
  private var changes = 0

  init(_ model: Model, answer: @escaping (inout Model, HTTPRequest) -> HTTPResponse) {
    self.model = model
    self.answer = answer
  }

  /// Sends a read request.
  func get(_ request: HTTPRequest) -> RecordedAnswer {
    RecordedAnswer("GET", request.path, answer(&model, request))
  }

  /// Sends a change under a new key.
  func change(_ method: String, _ request: HTTPRequest) -> RecordedAnswer {
    changes += 1
    var request = request
    request.idempotencyKey = IdempotencyKey(rawValue: "key-\(changes)")
    return RecordedAnswer(method, request.path, answer(&model, request))
  }
}

extension RecordedAnswer {
  init(_ method: String, _ path: String, _ response: HTTPResponse) {
    var headers: [String: String] = [:]
    headers["ETag"] = response.etag?.rawValue
    headers["Retry-After"] = response.retryAfter.map { "\($0.components.seconds)" }
    // In-process responses have no content type.
    if !response.body.isEmpty {
      headers["Content-Type"] =
        response.status < 400 ? "application/json" : "application/problem+json"
    }
    self.init(method, path, status: response.status, headers: headers, body: response.body)
  }
}
