import Foundation
import Networking
import OpenAPIChecker
import Sandbox
import Testing

/// A server model whose responses are recorded in the form of the wire.
final class RecordedServer<Model: ServerModel> {
  var model: Model
  /// The access token of the requests.
  var token: AccessToken?
  private let document: OpenAPIDocument
  private let city: RequestContext

  init(_ model: Model, in city: RequestContext = .demo("KZ", 1_526_384)) throws {
    self.model = model
    self.city = city
    document = try OpenAPIDocument.ofReferenceServer()
  }

  /// Sends requests, checks each answer, and returns the last one.
  @discardableResult
  func play(_ script: String) throws -> RecordedAnswer {
    var last: RecordedAnswer?
    for step in try ScriptedRequest.script(script) {
      var request = try request(step)
      request.authorization = token
      if let key = step.key { request.idempotencyKey = IdempotencyKey(rawValue: key) }
      let answer = RecordedAnswer(step.method, request.path, model.answer(request))
      #expect(document.check(answer).flaws == [])
      #expect(answer.status == step.status, "\(step)")
      last = answer
    }
    return try #require(last)
  }

  private func request(_ step: ScriptedRequest) throws -> HTTPRequest {
    let url = try #require(URLComponents(string: step.path))
    let query = Dictionary(
      (url.queryItems ?? []).map { ($0.name, $0.value ?? "") }, uniquingKeysWith: { $1 })
    let isPhoto = url.path.contains("photos")
    let body = HTTPRequest.Body(Data((step.body ?? "").utf8), isPhoto ? .jpeg : .json)
    let methods: [String: HTTPRequest.Method] = [
      "GET": .get, "POST": .post(body), "PATCH": .patch(body), "PUT": .put(body),
      "DELETE": .delete,
    ]
    return HTTPRequest(
      try #require(methods[step.method]), url.path, query: query, in: city)
  }
}

extension RecordedAnswer {
  fileprivate init(_ method: String, _ path: String, _ response: HTTPResponse) {
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

  func json<Value: Decodable>(as type: Value.Type) throws -> Value {
    try JSONDecoder().decode(type, from: body)
  }
}
