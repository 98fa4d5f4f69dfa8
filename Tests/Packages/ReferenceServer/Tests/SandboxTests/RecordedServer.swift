import Foundation
import Networking
import OpenAPIChecker
import Sandbox

/// A server model whose responses are recorded in the form of the wire.
final class RecordedServer<Model: ServerModel> {
  var model: Model
  private var changes = 0

  init(_ model: Model) { self.model = model }

  /// Sends a read request.
  func get(_ request: HTTPRequest) -> RecordedAnswer {
    RecordedAnswer("GET", request.path, model.answer(request))
  }

  /// Sends a change under a new key.
  func change(_ method: String, _ request: HTTPRequest) -> RecordedAnswer {
    changes += 1
    var request = request
    request.idempotencyKey = IdempotencyKey(rawValue: "key-\(changes)")
    return RecordedAnswer(method, request.path, model.answer(request))
  }
}

extension RecordedAnswer {
  init(_ method: String, _ path: String, _ response: HTTPResponse) {
    var headers: [String: String] = [:]
    headers["ETag"] = response.etag?.rawValue
    // The transport of the session asks for a token by the status alone.
    headers["WWW-Authenticate"] = response.status == 401 ? "Bearer" : nil
    headers["Retry-After"] = response.retryAfter.map { "\($0.components.seconds)" }
    // In-process responses have no content type.
    if !response.body.isEmpty {
      headers["Content-Type"] =
        response.status < 400 ? "application/json" : "application/problem+json"
    }
    self.init(method, path, status: response.status, headers: headers, body: response.body)
  }
}
