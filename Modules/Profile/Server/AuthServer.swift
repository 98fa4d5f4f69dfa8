import Foundation
import Networking
import Sync

/// The requests of a session: codes, sign-in, renewal, sign-out and deletion.
///
/// Only the request that deletes an account sends an access token.
struct AuthServer: Sendable {
  let transport: any Transport

  /// The values of `ServiceProblem.code` by which the service reports that it has ended a session.
  static let endings: Set = ["sessionEnded", "refreshTokenReused", deletion]
  /// The value of `ServiceProblem.code` by which the service reports that it has deleted the account.
  private static let deletion = "accountDeleted"

  // MARK: Codes

  func sendCode(to phone: PhoneNumber, key: IdempotencyKey) async throws(SessionError)
    -> CodeDocument
  {
    let response = try await success(of: post("codes", ["phone": phone.rawValue], key))
    let document: CodeDocument = try Self.read(response)
    guard document.isValid else { throw .failed(.unusable(Self.unusable)) }
    return document
  }

  func signIn(_ proof: [String: String], key: IdempotencyKey) async throws(SessionError)
    -> TokenDocument
  {
    let response = try await success(of: post("sessions", proof, key))
    let document: TokenDocument = try Self.read(response)
    guard document.isValid else { throw .failed(.unusable(Self.unusable)) }
    return document
  }

  // MARK: Sessions

  func renew(_ account: StoredAccount) async -> Result<TokenDocument, RenewalFailure> {
    let answer: ResponseOutcome
    do throws(SessionError) {
      let body = ["refreshToken": account.refreshToken.unredacted]
      answer = await transport.answer(to: try post("refresh", body, account.refreshKey))
    } catch {
      return .failure(RenewalFailure(outcome: .unavailable(), isDeletion: false))
    }
    // The sign-in page of a public network can also have status 200. So the body is accepted only if it
    // has the documented form and contains tokens of this account.
    if case .success(let response) = answer {
      do throws(SessionError) {
        let document: TokenDocument = try Self.read(response)
        if document.isValid, document.account == account.id.rawValue { return .success(document) }
      } catch {}
    }
    return .failure(
      RenewalFailure(
        outcome: RenewalOutcome(answer, revokedBy: Self.endings),
        isDeletion: RenewalOutcome(answer, revokedBy: [Self.deletion]) == .revoked))
  }

  /// Ends a session of an account at the service; returns `false` if the request has to be repeated.
  ///
  /// `key` is the idempotency key, which a repeated request must use again.
  func revoke(_ refreshToken: Secret, of id: AccountID, key: IdempotencyKey) async -> Bool {
    do throws(SessionError) {
      let body = ["refreshToken": refreshToken.unredacted]
      switch await transport.answer(to: try post("sign-out", body, key)) {
      case .success(let response): return Self.names(id, response)
      case .unauthorized, .notFound, .conflict, .rejected: return true
      case .notModified, .tryLater, .notSent, .outcomeUnknown: return false
      }
    } catch {
      return false
    }
  }

  /// Deletes an account; `transport` adds the account's access token to the request.
  ///
  /// `key` is the idempotency key, which a repeated request must use again.
  static func delete(
    _ id: AccountID, over transport: any Transport, key: IdempotencyKey
  ) async throws(SessionError) {
    var request = HTTPRequest.withoutCity(.delete, "/v1/auth/account")
    request.idempotencyKey = key
    switch await transport.answer(to: request) {
    case .success(let response) where names(id, response): return
    case .notFound(let problem) where problem.code == deletion: return
    case let answer: throw error(answer)
    }
  }

  /// Whether a response names the account whose session or data the service has ended.
  ///
  /// A proxy or the sign-in page of a public network may respond with any status, but not with the account.
  private static func names(_ id: AccountID, _ response: HTTPResponse) -> Bool {
    struct Ended: Decodable { let account: String }
    do throws(UnusableBody) { return try response.json(Ended.self).account == id.rawValue } catch {
      return false
    }
  }

  // MARK: Requests

  private func post(
    _ path: String, _ body: [String: String], _ key: IdempotencyKey
  ) throws(SessionError) -> HTTPRequest {
    do throws(UnusableBody) {
      var request = HTTPRequest.withoutCity(.post(try .json(body)), "/v1/auth/\(path)")
      request.idempotencyKey = key
      return request
    } catch {
      throw .failed(.unusable(Self.unusable))
    }
  }

  private func success(of request: HTTPRequest) async throws(SessionError) -> HTTPResponse {
    let answer = await transport.answer(to: request)
    if case .success(let response) = answer { return response }
    throw Self.error(answer)
  }

  /// The error for a response that does not have the documented form.
  ///
  /// The error also replaces the decoder's error, whose text may quote a token.
  private static let unusable = UnusableBody(reason: "not the documented answer")

  private static func read<Document: Decodable>(
    _ response: HTTPResponse
  ) throws(SessionError) -> Document {
    do throws(UnusableBody) { return try response.json(Document.self) } catch {
      throw .failed(.unusable(unusable))
    }
  }

  private static func error(_ answer: ResponseOutcome) -> SessionError {
    switch answer {
    case .success, .notModified: .failed(.unusable(unusable))
    case .notSent: .failed(.noAnswer(.offline))
    case .outcomeUnknown(.cancelled): .cancelled
    case .outcomeUnknown(let error): .failed(.noAnswer(error))
    // A proxy or a public network may also limit requests, and knows nothing of codes.
    case .tryLater(let response) where response.status == 429 && ServiceProblem(response) != nil:
      .tooManyAttempts(retryAfter: response.retryAfter)
    case .tryLater(let response): .failed(.status(response.status))
    case .conflict(let problem), .notFound(let problem), .unauthorized(let problem),
      .rejected(let problem):
      error(problem)
    }
  }

  private static func error(_ problem: ServiceProblem) -> SessionError {
    struct Refusal: Decodable { let attemptsLeft: Int? }
    switch problem.code {
    case "wrongCode":
      var left = 0
      do throws(UnusableBody) {
        left = try problem.response.json(Refusal.self).attemptsLeft ?? 0
      } catch {}
      return left > 0 ? .wrongCode(attemptsLeft: left) : .codeExpired
    case "codeExpired": return .codeExpired
    case "phoneNotAccepted": return .phoneNotAccepted
    default: return .failed(.refused(problem))
    }
  }
}

/// The reason why a renewal of the access token has returned no tokens.
struct RenewalFailure: Error {
  let outcome: RenewalOutcome
  /// Whether the service has ended the session because it has deleted the account.
  let isDeletion: Bool
}

/// The body of the response to a request for a code.
struct CodeDocument: Decodable {
  let challenge: String
  let length: Int
  let attempts: Int
  let resendIn: Int
  let expiresIn: Int

  /// Whether the code can be entered: it has a ``challenge``, 1 to 12 digits and at least one attempt.
  var isValid: Bool { !challenge.isEmpty && (1...12).contains(length) && attempts > 0 }

  func signIn(phone: PhoneNumber, at time: Date) -> StoredSignIn {
    StoredSignIn(
      code: SentCode(
        phone: phone, length: length, attemptsLeft: attempts, sentAt: time,
        resendInterval: TimeInterval(min(max(resendIn, 0), 86_400)),
        lifetime: TimeInterval(min(max(expiresIn, 0), 86_400))),
      challenge: challenge)
  }
}

/// The body of a response with the tokens of a new or renewed session.
struct TokenDocument: Decodable {
  let account: String
  let accessToken: String
  let refreshToken: String
  /// The lifetime of the access token in seconds.
  let expiresIn: Int

  /// Whether the account's id is valid, and the tokens can be sent in a header.
  var isValid: Bool {
    AccountID(rawValue: account) != nil && AccessToken(accessToken) != nil
      && AccessToken(refreshToken) != nil
  }

  /// Returns the account with its tokens; `nil` if ``isValid`` is `false`.
  ///
  /// `time` is the time of the response, from which the lifetime of the access token is counted.
  /// `refreshKey` is the idempotency key of the next request that renews the access token.
  func account(at time: Date, refreshKey: IdempotencyKey) -> StoredAccount? {
    guard isValid, let id = AccountID(rawValue: account) else { return nil }
    let lifetime = TimeInterval(min(max(expiresIn, 0), 366 * 86_400))
    return StoredAccount(
      id: id, accessToken: Secret(accessToken), expiresAt: time.addingTimeInterval(lifetime),
      refreshToken: Secret(refreshToken), refreshKey: refreshKey)
  }
}
