import Foundation
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A plain HTTP client of the server, without a cache.
struct Client: Sendable {
  /// The headers by which each request names its city.
  static let city = ["Country-Code": "KZ", "City-Id": "1526384", "Accept-Language": "en"]
  /// The header that replaces the server's random faults.
  static let withoutFaults = ["Sandbox-Fault": "delay=0"]
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
    let tokens = try await Client(server).change(
      "POST", "/v1/auth/sessions", key: UUID().uuidString,
      #"{"provider":"sandbox","token":"\#(user)"}"#, Self.withoutFaults)
    self.init(server, token: try tokens.json(as: Tokens.self).accessToken)
  }

  /// Returns a client of another user.
  func another(_ user: String) async throws -> Client {
    try await Client(signingInTo: server, as: user)
  }

  /// Returns a client of a guest.
  var guest: Client { Client(server) }

  /// Returns the client of another server.
  func at(_ server: URL) -> Client { Client(server, token: token) }

  /// Returns a client with another access token.
  func with(_ token: String) -> Client { Client(server, token: token) }

  /// Sends a request and returns the response.
  func send(
    _ method: String, _ path: String, _ headers: [String: String] = [:], body: Data? = nil
  ) async throws -> RecordedAnswer {
    var request = try request(method, path, headers)
    request.httpBody = body
    if body != nil {
      request.setValue(
        path.contains("photos") ? "image/jpeg" : "application/json",
        forHTTPHeaderField: "Content-Type")
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

  /// Sends a read in a city.
  func get(_ path: String, _ headers: [String: String] = [:]) async throws -> RecordedAnswer {
    try await send("GET", path, Self.city.merging(headers) { $1 })
  }

  /// Sends a change in a city under a key.
  func change(
    _ method: String, _ path: String, key: String, _ body: String? = nil,
    _ headers: [String: String] = [:]
  ) async throws -> RecordedAnswer {
    try await send(
      method, path,
      Self.city.merging(["Idempotency-Key": "\"\(key)\""]) { $1 }.merging(headers) { $1 },
      body: body.map { Data($0.utf8) })
  }

  /// Sends the requests of a script, checks the statuses, and returns the answers.
  ///
  /// A line is a status, a method, a path, and for a change its key and its body:
  ///
  /// ```
  /// 404 GET /v1/carts/none
  /// 200 PUT /v1/favorites/tea key {"add":{}}
  /// ```
  @discardableResult
  func play(_ script: String) async throws -> [RecordedAnswer] {
    var answers: [RecordedAnswer] = []
    for line in script.split(separator: "\n") {
      let words = line.split(separator: " ", maxSplits: 4).map(String.init)
      try #require(words.count > 2, "\(line)")
      let answer =
        if words.count > 3 {
          try await change(words[1], words[2], key: words[3], words.count > 4 ? words[4] : nil)
        } else { try await get(words[2]) }
      #expect(answer.status == Int(words[0]), "\(line)")
      answers.append(answer)
    }
    return answers
  }

  /// Sends a delayed change and, at the same time, the same change until it is rejected as in progress.
  ///
  /// The second request has the fault 503, so that it changes nothing if it arrives first. The
  /// first request is repeated if it meets the second one.
  func changeTwiceAtOnce(
    _ method: String, _ path: String, key: String, _ body: String = "{}"
  ) async throws -> (first: RecordedAnswer, second: RecordedAnswer) {
    async let first = changeSlowly(method, path, key: key, body)
    var second: RecordedAnswer
    var attempts = 0
    repeat {
      second = try await change(method, path, key: key, body, ["Sandbox-Fault": "503"])
      attempts += 1
    } while second.status == 503 && attempts < 1000
    return (try await first, second)
  }

  private func changeSlowly(
    _ method: String, _ path: String, key: String, _ body: String
  ) async throws -> RecordedAnswer {
    while true {
      let slow = ["Sandbox-Fault": "delay=1000"]
      let answer = try await change(method, path, key: key, body, slow)
      if answer.status != 409 { return answer }
    }
  }
}

extension RecordedAnswer {
  func json<Value: Decodable>(as type: Value.Type) throws -> Value {
    try JSONDecoder().decode(type, from: body)
  }
}

/// A code that was sent, in the wire format.
struct SentCode: Decodable {
  let challenge: String
}

/// The tokens of a session in the wire format.
///
/// Their remaining lifetime is left out, because a repeated answer contains a shorter one.
struct Tokens: Decodable, Equatable {
  let account, accessToken, refreshToken: String
}

/// The favorites in the wire format.
struct Favorites: Decodable, Equatable {
  let revision: Int
  let products: [String]
}

/// An applied change of favorites.
struct AppliedEdit: Decodable, Hashable {
  let key, product, kind: String
}

extension Client {
  /// Adds a favorite under a key.
  func add(
    _ product: String, key: String, _ headers: [String: String] = [:]
  ) async throws -> RecordedAnswer {
    try await change("PUT", "/v1/favorites/\(product)", key: key, #"{"add":{}}"#, headers)
  }

  /// Returns the applied changes of favorites in order.
  func applied() async throws -> [AppliedEdit] {
    try await get("/admin/favorites").json(as: [String: [AppliedEdit]].self)["applied"] ?? []
  }

  /// Exchanges a refresh token for new tokens.
  func refresh(_ token: String, key: String) async throws -> RecordedAnswer {
    try await change("POST", "/v1/auth/refresh", key: key, #"{"refreshToken":"\#(token)"}"#)
  }
}
