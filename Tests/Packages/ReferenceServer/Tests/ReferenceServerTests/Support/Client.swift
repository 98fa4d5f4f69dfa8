import Foundation
import OpenAPIChecker

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A plain HTTP client of the server, without a cache.
struct Client: Sendable {
  private let server: URL
  private let token: String?
  private let session: URLSession

  /// Creates a client of a guest, or of the user whose access token its requests carry.
  init(_ server: URL, token: String? = nil) {
    self.server = server
    self.token = token
    let configuration = URLSessionConfiguration.ephemeral
    configuration.urlCache = nil
    session = URLSession(configuration: configuration)
  }

  /// Creates a client of a user, who signs in.
  init(signingInTo server: URL, as user: String = "ann") async throws {
    let answer = try await Client(server).auth(
      "sessions", key: UUID().uuidString, #"{"provider":"sandbox","token":"\#(user)"}"#)
    self.init(server, token: try answer.json(as: Tokens.self).accessToken)
  }

  /// Returns a client of another user.
  func another(_ user: String) async throws -> Client {
    try await Client(signingInTo: server, as: user)
  }

  /// Returns a client of a guest.
  var guest: Client { Client(server) }

  /// Sends a request and returns the response.
  func send(
    _ method: String, _ path: String, _ headers: [String: String] = [:], body: String? = nil
  ) async throws -> RecordedAnswer {
    try await send(method, path, headers, bytes: body.map { Data($0.utf8) })
  }

  /// Sends a request with a binary body.
  func send(
    _ method: String, _ path: String, _ headers: [String: String], bytes: Data?
  ) async throws -> RecordedAnswer {
    var request = try request(method, path, headers)
    request.httpBody = bytes
    if bytes != nil, headers["Content-Type"] == nil {
      request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    }
    let (data, response) = try await session.data(for: request)
    guard let response = response as? HTTPURLResponse else { throw URLError(.badServerResponse) }
    return RecordedAnswer(method, request.url?.path ?? path, response, data)
  }

  /// Returns a request without a body.
  func request(
    _ method: String, _ path: String, _ headers: [String: String]
  ) throws -> URLRequest {
    guard let url = URL(string: path, relativeTo: server) else { throw URLError(.badURL) }
    var request = URLRequest(url: url)
    request.httpMethod = method
    request.allHTTPHeaderFields = headers
    if let token, headers["Authorization"] == nil {
      request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization")
    }
    return request
  }

  /// Sends a change under a key, in a city.
  func change(
    _ method: String, _ path: String, key: String, body: String? = nil,
    _ headers: [String: String] = [:]
  ) async throws -> RecordedAnswer {
    try await send(
      method, path,
      headers.merging(Self.city) { $1 }.merging(["Idempotency-Key": "\"\(key)\""]) { $1 },
      body: body)
  }

  /// Sends a delayed change and, at the same time, the same change until it is rejected as in progress.
  ///
  /// The second request has the fault 503, so that it changes nothing if it arrives first. The
  /// first request is repeated if it meets the second one.
  func changeTwiceAtOnce(
    _ method: String, _ path: String, key: String, body: String = "{}"
  ) async throws -> (first: RecordedAnswer, second: RecordedAnswer) {
    async let first = changeSlowly(method, path, key: key, body: body)
    var second: RecordedAnswer
    var attempts = 0
    repeat {
      second = try await change(method, path, key: key, body: body, ["Sandbox-Fault": "503"])
      attempts += 1
    } while second.status == 503 && attempts < 1000
    return (try await first, second)
  }

  private func changeSlowly(
    _ method: String, _ path: String, key: String, body: String
  ) async throws -> RecordedAnswer {
    while true {
      let slow = ["Sandbox-Fault": "delay=1000"]
      let answer = try await change(method, path, key: key, body: body, slow)
      if answer.status != 409 { return answer }
    }
  }
}

extension RecordedAnswer {
  func json<Value: Decodable>(as type: Value.Type) throws -> Value {
    try JSONDecoder().decode(type, from: body)
  }
}
