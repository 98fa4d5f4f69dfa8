import Foundation
import OpenAPIChecker

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Whoever asks the server, with nothing between.
struct Client: Sendable {
  private let server: URL
  private let session: URLSession

  init(_ server: URL) {
    self.server = server
    let configuration = URLSessionConfiguration.ephemeral
    configuration.urlCache = nil
    session = URLSession(configuration: configuration)
  }

  /// Sends a request and returns what was answered; throws when nothing was.
  func send(
    _ method: String, _ path: String, _ headers: [String: String] = [:], body: String? = nil
  ) async throws -> RecordedAnswer {
    try await send(method, path, headers, bytes: body.map { Data($0.utf8) })
  }

  /// Sends a request whose body may be no text.
  func send(
    _ method: String, _ path: String, _ headers: [String: String], bytes: Data?
  ) async throws -> RecordedAnswer {
    guard let url = URL(string: path, relativeTo: server) else { throw URLError(.badURL) }
    var request = URLRequest(url: url)
    request.httpMethod = method
    request.allHTTPHeaderFields = headers
    request.httpBody = bytes
    if bytes != nil, headers["Content-Type"] == nil {
      request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    }
    let (data, response) = try await session.data(for: request)
    guard let response = response as? HTTPURLResponse else { throw URLError(.badServerResponse) }
    var fields: [String: String] = [:]
    for (name, value) in response.allHeaderFields { fields["\(name)"] = "\(value)" }
    return RecordedAnswer(
      method, url.path, status: response.statusCode, headers: fields, body: data)
  }

  /// Makes a change under a key.
  func change(
    _ method: String, _ path: String, key: String, quantity: Int? = nil,
    _ headers: [String: String] = [:]
  ) async throws -> RecordedAnswer {
    try await send(
      method, path, headers.merging(["Idempotency-Key": "\"\(key)\""]) { $1 },
      body: quantity.map { "{\"quantity\":\($0)}" })
  }

  /// Makes a change slowly, and meanwhile tries it again until that is refused.
  ///
  /// The second asks to fail, so that it does nothing should it come first; the first comes again should
  /// it meet that.
  func changeTwiceAtOnce(
    _ method: String, _ path: String, key: String
  ) async throws -> (first: RecordedAnswer, second: RecordedAnswer) {
    async let first = changeSlowly(method, path, key: key)
    var second: RecordedAnswer
    var attempts = 0
    repeat {
      second = try await change(method, path, key: key, quantity: 2, ["Sandbox-Fault": "503"])
      attempts += 1
    } while second.status == 503 && attempts < 1000
    return (try await first, second)
  }

  private func changeSlowly(
    _ method: String, _ path: String, key: String
  ) async throws -> RecordedAnswer {
    while true {
      let slow = ["Sandbox-Fault": "delay=1000"]
      let answer = try await change(method, path, key: key, quantity: 2, slow)
      if answer.status != 409 { return answer }
    }
  }

  /// The log of what was applied.
  func applied() async throws -> [Applied] {
    try await send("GET", "/v1/applied").json(as: [String: [Applied]].self)["applied"] ?? []
  }
}

/// A change in the log.
struct Applied: Decodable, Hashable {
  let version: Int
  let key: String
  let method: String
  let line: String
  let quantity: Int?
}

/// A line as it is answered.
struct Line: Decodable, Hashable {
  let id: String
  let quantity: Int
  let version: Int
}

extension RecordedAnswer {
  func json<Value: Decodable>(as type: Value.Type) throws -> Value {
    try JSONDecoder().decode(type, from: body)
  }
}
