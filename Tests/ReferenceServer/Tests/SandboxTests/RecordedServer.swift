import Foundation
import Networking
import OpenAPIChecker

/// A server's model, asked as others ask the server, with what it answers as the wire would have it.
final class RecordedServer<Model> {
  var model: Model
  private let answer: (inout Model, HTTPRequest) -> HTTPResponse
  private var changes = 0

  init(_ model: Model, answer: @escaping (inout Model, HTTPRequest) -> HTTPResponse) {
    self.model = model
    self.answer = answer
  }

  /// Asks it for something.
  func get(_ request: HTTPRequest) -> RecordedAnswer {
    RecordedAnswer("GET", request.path, answer(&model, request))
  }

  /// Sends it a change, each under a key of its own.
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
    // Inside the process nobody asks what a body is.
    if !response.body.isEmpty {
      headers["Content-Type"] =
        response.status < 400 ? "application/json" : "application/problem+json"
    }
    self.init(method, path, status: response.status, headers: headers, body: response.body)
  }
}
