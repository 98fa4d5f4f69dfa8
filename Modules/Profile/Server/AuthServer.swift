import Foundation
import Networking
import Sync

/// The requests of a session: codes, sign-in, renewal, sign-out and deletion.
///
/// Only the request that deletes an account sends an access token.
struct AuthServer: Sendable {
  let transport: any Transport
  let now: @Sendable () -> Date
  let makeID: @Sendable () -> IdempotencyKey

  /// The values of `ServiceProblem.code` by which the service reports that it has ended a session.
  static let endings: Set = ["sessionEnded", "refreshTokenReused", deletion]
  /// The value of `ServiceProblem.code` by which the service reports that it has deleted the account.
  private static let deletion = "accountDeleted"

  // MARK: Codes

  func sendCode(to phone: PhoneNumber, key: IdempotencyKey) async throws(SessionError)
    -> StoredSignIn
  {
    let answer = await answer("codes", ["phone": phone.rawValue], key)
    let document: CodeDocument = try Self.read(answer)
    guard let signIn = document.signIn(phone: phone, at: now()) else { throw Self.unusable }
    return signIn
  }

  func signIn(_ proof: [String: String], key: IdempotencyKey) async throws(SessionError)
    -> StoredAccount
  {
    let document: TokenDocument = try Self.read(await answer("sessions", proof, key))
    guard let account = document.account(at: now(), refreshKey: makeID()) else {
      throw Self.unusable
    }
    return account
  }

  // MARK: Sessions

  /// Renews the tokens of an account; returns the account with new tokens, or why there are none.
  ///
  /// In the second case, `isDeletion` is whether the service has ended the session because it has deleted
  /// the account.
  func renew(
    _ account: StoredAccount
  ) async -> (new: StoredAccount?, outcome: RenewalOutcome, isDeletion: Bool) {
    let body = ["refreshToken": account.refreshToken.unredacted]
    let answer = await answer("refresh", body, account.refreshKey)
    // The sign-in page of a public network can also have status 200. So the body is accepted only if it
    // has the documented form and contains tokens of this account.
    do throws(SessionError) {
      let document: TokenDocument = try Self.read(answer)
      let new = document.account(at: now(), refreshKey: makeID())
      if let new, new.id == account.id { return (new, .renewed, false) }
    } catch {}
    let isDeletion = RenewalOutcome(answer, revokedBy: [Self.deletion]) == .revoked
    return (nil, RenewalOutcome(answer, revokedBy: Self.endings), isDeletion)
  }

  /// Ends a session of an account at the service; returns `false` if the request has to be repeated.
  ///
  /// `key` is the idempotency key, which a repeated request must use again.
  func revoke(_ refreshToken: Secret, of id: AccountID, key: IdempotencyKey) async -> Bool {
    switch await answer("sign-out", ["refreshToken": refreshToken.unredacted], key) {
    case .success(let response): Self.names(id, response)
    case .unauthorized, .notFound, .conflict, .rejected: true
    case .notModified, .tryLater, .notSent, .outcomeUnknown: false
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
    struct Ended: Decodable { @Text var account: String }
    do throws(UnusableBody) { return try response.json(Ended.self).account == id.rawValue } catch {
      return false
    }
  }

  // MARK: Requests

  private func answer(
    _ path: String, _ body: [String: String], _ key: IdempotencyKey
  ) async -> ResponseOutcome {
    do throws(UnusableBody) {
      var request = HTTPRequest.withoutCity(.post(try .json(body)), "/v1/auth/\(path)")
      request.idempotencyKey = key
      return await transport.answer(to: request)
    } catch {
      // Not reached: a dictionary of texts can always be encoded.
      return .notSent
    }
  }

  /// The error for a response that does not have the documented form.
  ///
  /// The error also replaces the decoder's error, whose text may quote a token.
  private static let unusable =
    SessionError.failed(.unusable(UnusableBody(reason: "not the documented answer")))

  private static func read<Document: Decodable>(
    _ answer: ResponseOutcome
  ) throws(SessionError) -> Document {
    guard case .success(let response) = answer else { throw error(answer) }
    do throws(UnusableBody) { return try response.json(Document.self) } catch { throw unusable }
  }

  private static func error(_ answer: ResponseOutcome) -> SessionError {
    switch answer {
    case .success, .notModified: unusable
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

/// The body of the response to a request for a code.
struct CodeDocument: Decodable {
  let challenge: String
  let length: Int
  let attempts: Int
  let resendIn: Lossy<Int>?
  let expiresIn: Lossy<Int>?

  /// Returns the sign-in with the code, which was sent at this time.
  ///
  /// The result is `nil` if the code cannot be entered, because it has no ``challenge``, no attempt, or not
  /// 1 to 12 digits. Without a readable ``resendIn`` or ``expiresIn``, only the service knows these times.
  func signIn(phone: PhoneNumber, at time: Date) -> StoredSignIn? {
    guard !challenge.isEmpty, (1...12).contains(length), attempts > 0 else { return nil }
    return StoredSignIn(
      code: SentCode(
        phone: phone, length: length, attemptsLeft: attempts, sentAt: time,
        resendInterval: TimeInterval(min(max(resendIn?.value ?? 0, 0), 86_400)),
        lifetime: TimeInterval(min(max(expiresIn?.value ?? 86_400, 0), 86_400))),
      challenge: challenge)
  }
}

/// The body of a response with the tokens of a new or renewed session.
struct TokenDocument: Decodable {
  @Text var account: String
  let accessToken: String
  let refreshToken: String
  /// The lifetime of the access token in seconds; if it cannot be read, only the service knows it.
  let expiresIn: Lossy<Int>

  /// Returns the account with its tokens; `nil` if its id is not valid, or a token cannot be sent.
  ///
  /// `time` is the time of the response, from which the lifetime of the access token is counted.
  /// `refreshKey` is the idempotency key of the next request that renews the access token.
  func account(at time: Date, refreshKey: IdempotencyKey) -> StoredAccount? {
    guard let id = AccountID(rawValue: account), AccessToken(accessToken) != nil,
      AccessToken(refreshToken) != nil
    else { return nil }
    let lifetime = expiresIn.value.map { TimeInterval(min(max($0, 0), 366 * 86_400)) }
    return StoredAccount(
      id: id, accessToken: Secret(accessToken), expiresAt: lifetime.map(time.addingTimeInterval),
      refreshToken: Secret(refreshToken), refreshKey: refreshKey)
  }
}
