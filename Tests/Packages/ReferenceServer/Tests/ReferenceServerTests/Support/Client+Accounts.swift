import OpenAPIChecker

extension Client {
  /// Sends a request of a session under a key.
  func auth(
    _ path: String, key: String, _ body: String, _ headers: [String: String] = [:]
  ) async throws -> RecordedAnswer {
    try await send(
      "POST", "/v1/auth/\(path)", headers.merging(["Idempotency-Key": "\"\(key)\""]) { $1 },
      body: body)
  }

  /// Requests a code for a number.
  func requestCode(_ phone: String, key: String) async throws -> RecordedAnswer {
    try await auth("codes", key: key, #"{"phone":"\#(phone)"}"#)
  }

  /// Signs in with the code in the last text message to a number.
  func signIn(_ phone: String, key: String) async throws -> Tokens {
    let sent = try await requestCode(phone, key: "code-\(key)").json(as: SentCode.self)
    let code = try await code(for: phone)
    let body = #"{"challenge":"\#(sent.challenge)","code":"\#(code)"}"#
    return try await auth("sessions", key: key, body).json(as: Tokens.self)
  }

  /// Returns the code in the last text message to a number.
  func code(for phone: String) async throws -> String {
    try await send("GET", "/admin/codes/\(phone)").json(as: [String: String].self)["code"] ?? ""
  }

  /// Exchanges a refresh token for new tokens.
  func refresh(_ token: String, key: String) async throws -> RecordedAnswer {
    try await auth("refresh", key: key, #"{"refreshToken":"\#(token)"}"#)
  }

  /// Fetches the profile of the account, or of the one with this access token.
  func profile(
    token: String? = nil, _ headers: [String: String] = [:]
  ) async throws -> RecordedAnswer {
    let authorization = token.map { ["Authorization": "Bearer \($0)"] } ?? [:]
    return try await send(
      "GET", "/v1/profile", headers.merging(Self.city) { $1 }.merging(authorization) { $1 })
  }

  /// Changes the profile under a key.
  func editProfile(
    _ body: String, key: String, _ headers: [String: String] = [:]
  ) async throws -> RecordedAnswer {
    try await change("PATCH", "/v1/profile", key: key, body: body, headers)
  }

  /// Ends the access tokens of an account, or its sessions.
  @discardableResult
  func end(_ sessions: String, of account: String) async throws -> RecordedAnswer {
    try await send(
      "PUT", "/admin/accounts/\(account)", body: #"{"sessions":"\#(sessions)"}"#)
  }
}

/// The tokens of a session in the wire format.
///
/// Their remaining lifetime is left out, because a repeated answer contains a shorter one.
struct Tokens: Decodable, Equatable {
  let account: String
  let accessToken: String
  let refreshToken: String
}

/// A code that was sent, in the wire format.
struct SentCode: Decodable {
  let challenge: String
}
