import Foundation
public import Networking

/// An in-process server of accounts: codes for the sign-in, sessions, and profiles.
///
/// Each renewal of a session issues a new refresh token. A refresh token can be used for one
/// renewal. A second request with the same refresh token has one of these outcomes:
///
/// - If its idempotency key differs from that of the first request, the session ends.
/// - If the key is the same, and the new refresh token is unused, the response has the same tokens.
/// - If the key is the same, but the new token has been used, the response is 409. Nothing changes.
public struct AccountServerModel: ServerModel, Codable {
  /// The phone number and the profile of an account.
  public struct Account: Codable, Sendable {
    /// The phone number that the user signs in with; `nil` if the user signs in with a provider.
    public var phone: String?
    /// The profile of the account's user.
    public var profile = ProfileView()
  }

  /// A sign-in on one device.
  struct Session: Codable, Sendable {
    let account: String
    var refreshToken, accessToken: String
    var expiresAt: Int
    /// The machine-readable reason why the session ended, such as `sessionEnded`.
    ///
    /// `nil` for an active session.
    var ending: String?
    /// The refresh token that was replaced by the current one; `nil` before the first renewal.
    var previous: String?
    /// The idempotency key of each renewal, by the refresh token that the renewal used.
    var used: [String: String] = [:]
  }

  private struct Challenge: Codable, Sendable {
    let phone, code: String
    let sentAt: Int
    var attemptsLeft = 3
  }

  /// The server's time, in seconds since 1970.
  ///
  /// It changes only when it is set.
  public var now = 1_700_000_000
  /// The lifetime of an access token, in seconds.
  public var accessLifetime = 3_600
  /// The accounts by their ids.
  public private(set) var accounts: [String: Account] = [:]
  /// The number of renewals that issued new tokens.
  public private(set) var renewals = 0
  /// All access tokens and refresh tokens that were issued, in order.
  public private(set) var issuedTokens: [String] = []
  private(set) var sessions: [Session] = []
  private var owners: [String: String] = [:]
  private var challenges: [String: Challenge] = [:]
  /// The recorded responses to changes, for each account and for requests without a token.
  private var answers = PerAccount(AnsweredChanges())
  private var number = 0
  private var lastAccount = 0

  // `answers` is not encoded, because a recorded response is not `Codable`.
  private enum CodingKeys: CodingKey {
    case now, accessLifetime, accounts, renewals, issuedTokens, sessions, owners, challenges
    case number, lastAccount
  }

  private static let codeLifetime = 300
  private static let resendInterval = 60

  /// Creates a server without accounts.
  public init() {}

  // MARK: Reading

  /// Returns the sign-in code that was last sent to a phone number.
  ///
  /// Returns `nil` if no code was sent, or if the code was used or entered wrongly too often. An
  /// expired code is returned too, although the server no longer accepts it.
  public func code(for phone: String) -> String? {
    challenges.values.filter { $0.phone == phone }.max { $0.sentAt < $1.sentAt }?.code
  }

  /// Returns the id of the account whose access token a request carries; `nil` without a valid
  /// token.
  public func account(of request: HTTPRequest) -> String? {
    guard let token = request.authorization?.unredacted else { return nil }
    return sessions.first { $0.accessToken == token && $0.ending == nil && now < $0.expiresAt }?
      .account
  }

  /// Returns the id of the account that a token was issued to, or `nil` for an unknown token.
  ///
  /// The token may have become invalid.
  public func owner(of token: AccessToken) -> String? { owners[token.unredacted] }

  /// Returns whether a change with the idempotency key of this request has been answered.
  public func hasAnswered(_ change: HTTPRequest) -> Bool {
    guard let key = change.idempotencyKey?.rawValue else { return false }
    guard change.path != "/v1/auth/refresh" else {
      return sessions.contains { $0.used.values.contains(key) }
    }
    return answers[account(of: change)].contains(key)
  }

  // MARK: Changing

  /// Adds an account, and returns its id; `phone` is `nil` if the user signs in with a provider.
  public mutating func addAccount(phone: String?) -> String {
    lastAccount += 1
    let id = "account-\(lastAccount)"
    accounts[id] = Account(phone: phone)
    accounts[id]?.profile.phone = phone
    return id
  }

  /// Starts a session of an account, as if the user had signed in with a legacy app.
  ///
  /// Returns the session's refresh token.
  public mutating func issueSession(for account: String) -> String {
    open(account).refreshToken
  }

  /// Changes the profile of an account, as another device or the support staff would.
  public mutating func changeProfile(of account: String, _ body: (inout ProfileView) -> Void) {
    guard var profile = accounts[account]?.profile else { return }
    body(&profile)
    profile.revision += 1
    accounts[account]?.profile = profile
  }

  /// Makes the access tokens of an account expire, or all access tokens if `account` is `nil`.
  ///
  /// The app can still renew its sessions.
  public mutating func expireAccessTokens(of account: String? = nil) {
    for index in sessions.indices where account == nil || sessions[index].account == account {
      sessions[index].expiresAt = now
    }
  }

  /// Renews the sessions of an account, as another device with a copy of the app's data would.
  ///
  /// Afterward the server knows the app's refresh token as used. Therefore the app's next renewal
  /// ends the session.
  public mutating func useRefreshToken(of account: String) {
    for index in sessions.indices where sessions[index].account == account {
      sessions[index].used[sessions[index].refreshToken] = "copy"
      sessions[index].refreshToken = token("refresh", account)
    }
  }

  /// Whether all sessions have ended, so that none of them can be renewed.
  ///
  /// Also `true` if no session was started.
  public var areSessionsEnded: Bool { endings.count == sessions.count }

  /// The machine-readable reason of each ended session, such as `sessionEnded`.
  public var endings: [String] { sessions.compactMap(\.ending) }

  /// Ends all sessions of an account.
  public mutating func revoke(_ account: String) {
    for index in sessions.indices where sessions[index].account == account {
      sessions[index].ending = sessions[index].ending ?? "sessionEnded"
    }
  }

  // MARK: Answering

  /// Answers a request to `/v1/auth` or `/v1/profile`; an unknown path gets 404.
  public mutating func answer(_ request: HTTPRequest) -> HTTPResponse {
    switch (request.path, request.method) {
    case ("/v1/auth/codes", .post): return once(request) { $0.sendCode(request.text) }
    case ("/v1/auth/sessions", .post): return once(request) { $0.signIn(request.text) }
    case ("/v1/auth/refresh", .post): return renew(request)
    case ("/v1/auth/sign-out", .post): return signOut(request.text)
    case ("/v1/auth/account", .delete): return delete(request)
    case ("/v1/profile", .get):
      guard let account = account(of: request) else { return .signedOut }
      return profile(of: account).unlessKnown(to: request)
    case ("/v1/profile", .patch): return edit(request)
    default: return .status(404)
    }
  }

  /// Answers a change with `body`, or with the recorded response if the change is repeated.
  ///
  /// - Parameters:
  ///   - request: The change.
  ///   - account: The id of the account that the change belongs to; `nil` without an access token.
  ///   - body: Applies the change, and returns the response.
  /// - Returns: The response.
  private mutating func once(
    _ request: HTTPRequest, of account: String? = nil, _ body: (inout Self) -> HTTPResponse
  ) -> HTTPResponse {
    if let known = answers[account].response(to: request) { return known }
    let response = body(&self)
    // Error responses are not recorded. If the user enters the same wrong code again, the code must
    // count as another wrong attempt.
    guard (200...299).contains(response.status) else { return response }
    return answers[account].record(response, to: request)
  }

  private mutating func sendCode(_ body: [String: String]) -> HTTPResponse {
    guard let phone = body["phone"], phone.hasPrefix("+") else {
      return .refused(422, "phoneNotAccepted", "a code needs a number")
    }
    let last = challenges.values.filter { $0.phone == phone }.map(\.sentAt).max() ?? .min
    guard now - max(last, 0) >= Self.resendInterval || last == .min else {
      let wait = Duration.seconds(Self.resendInterval - (now - last))
      return HTTPResponse(
        problem: "tooManyCodes", status: 429, reason: "a code was just sent", retryAfter: wait)
    }
    number += 1
    let code = String(String(10_000 + (number * 7_919) % 10_000).dropFirst())
    challenges = challenges.filter { $0.value.phone != phone }
    challenges["challenge-\(number)"] = Challenge(phone: phone, code: code, sentAt: now)
    return .json(
      CodeView(
        challenge: "challenge-\(number)", length: 4, attempts: 3, resendIn: Self.resendInterval,
        expiresIn: Self.codeLifetime))
  }

  private mutating func signIn(_ body: [String: String]) -> HTTPResponse {
    if let provider = body["provider"], let token = body["token"] {
      guard !token.isEmpty else { return .refused(422, "tokenNotAccepted", "not a token") }
      let account = "\(provider)-\(token.prefix(8).lowercased())"
      accounts[account] = accounts[account] ?? Account()
      return tokens(open(account))
    }
    guard let id = body["challenge"], let challenge = challenges[id],
      now - challenge.sentAt <= Self.codeLifetime
    else { return .refused(410, "codeExpired", "the code has expired") }
    guard body["code"] == challenge.code else {
      let left = challenge.attemptsLeft - 1
      challenges[id]?.attemptsLeft = left
      if left == 0 { challenges[id] = nil }
      return .json(WrongCodeView(attemptsLeft: left), status: 422)
    }
    challenges[id] = nil
    let known = accounts.first { $0.value.phone == challenge.phone }?.key
    return tokens(open(known ?? addAccount(phone: challenge.phone)))
  }

  private mutating func open(_ account: String) -> Session {
    let session = Session(
      account: account, refreshToken: token("refresh", account),
      accessToken: token("access", account), expiresAt: now + accessLifetime)
    sessions.append(session)
    return session
  }

  private mutating func renew(_ request: HTTPRequest) -> HTTPResponse {
    guard let key = request.idempotencyKey?.rawValue, let old = request.text["refreshToken"] else {
      return .refused(400, "keyMissing", "a renewal has a key and a token")
    }
    guard
      let index = sessions.firstIndex(where: { $0.refreshToken == old || $0.used[old] != nil })
    else { return .refused(401, "sessionEnded", "the session has ended") }
    if let ending = sessions[index].ending {
      return .refused(401, ending, "the session has ended")
    }
    if let known = sessions[index].used[old] {
      guard known == key else {
        sessions[index].ending = "refreshTokenReused"
        return .refused(401, "refreshTokenReused", "the token was used before")
      }
      // The token `old` was used before, with the same key: the app repeats a renewal whose
      // response was lost. If the session has been renewed again since, the tokens of the lost
      // response are no longer valid.
      guard sessions[index].previous == old else {
        return .refused(409, "renewalSuperseded", "the session was renewed since")
      }
      return tokens(sessions[index])
    }
    renewals += 1
    sessions[index].used[old] = key
    sessions[index].previous = old
    sessions[index].refreshToken = token("refresh", sessions[index].account)
    sessions[index].accessToken = token("access", sessions[index].account)
    sessions[index].expiresAt = now + accessLifetime
    return tokens(sessions[index])
  }

  private mutating func signOut(_ body: [String: String]) -> HTTPResponse {
    let token = body["refreshToken"] ?? ""
    var owner: String?
    for index in sessions.indices
    where sessions[index].refreshToken == token || sessions[index].used[token] != nil {
      sessions[index].ending = sessions[index].ending ?? "sessionEnded"
      owner = sessions[index].account
    }
    guard let owner else { return .refused(401, "sessionEnded", "there is no such session") }
    return .json(["account": owner])
  }

  private mutating func delete(_ request: HTTPRequest) -> HTTPResponse {
    guard let account = account(of: request) else { return .signedOut }
    return once(request, of: account) { model in
      model.accounts[account] = nil
      for index in model.sessions.indices where model.sessions[index].account == account {
        model.sessions[index].ending = "accountDeleted"
      }
      return .json(["account": account])
    }
  }

  // MARK: Profiles

  private func profile(of account: String) -> HTTPResponse {
    guard let profile = accounts[account]?.profile else { return .status(404) }
    return .json(profile, etag: ETag(rawValue: "\"\(account)-\(profile.revision)\""))
  }

  private mutating func edit(_ request: HTTPRequest) -> HTTPResponse {
    guard let id = account(of: request) else { return .signedOut }
    if let known = answers[id].response(to: request) { return known }
    let patch: ProfilePatchView
    do {
      patch = try JSONDecoder().decode(
        ProfilePatchView.self, from: request.method.body?.bytes ?? Data())
    } catch {
      return .refused(422, "invalid", "not a change of a profile")
    }
    var profile = accounts[id]?.profile ?? ProfileView()
    var refusal: HTTPResponse?
    if let name = patch.name { profile.name = name }
    if let birthday = patch.birthday {
      if profile.isBirthdayFixed, profile.birthday != birthday {
        refusal = .refused(422, "birthdayFixed", "the birthday can be set once")
      }
      profile.birthday = birthday
      profile.isBirthdayFixed = true
    }
    if let email = patch.email {
      let isTaken = accounts.contains {
        !email.isEmpty && $0.key != id && $0.value.profile.email == email
      }
      if isTaken { refusal = .refused(422, "emailTaken", "another account has the address") }
      profile.email = email
    }
    if let language = patch.language { profile.language = language }
    if let consent = patch.consent {
      profile.consents.removeAll { $0.id == consent.id }
      profile.consents.append(consent)
    }
    if refusal == nil {
      profile.revision += 1
      accounts[id]?.profile = profile
    }
    return answers[id].record(refusal ?? self.profile(of: id), to: request)
  }

  // MARK: Tokens

  private mutating func token(_ kind: String, _ account: String) -> String {
    number += 1
    let token = "sandbox.\(kind).\(number)"
    owners[token] = account
    issuedTokens.append(token)
    return token
  }

  private func tokens(_ session: Session) -> HTTPResponse {
    .json(
      TokenView(
        account: session.account, accessToken: session.accessToken,
        refreshToken: session.refreshToken, expiresIn: session.expiresAt - now))
  }
}

/// The profile of an account on the wire.
public struct ProfileView: Codable, Sendable {
  /// A consent on the wire.
  public struct Consent: Codable, Sendable, Hashable {
    /// The kind of consent, such as `marketing`.
    public var id: String
    /// Whether the user gave the consent; `false` if the user refused.
    public var isGiven: Bool
    /// The time at which the user gave or refused the consent, in seconds since 1970.
    public var time: Int
    /// The version of the text that the user read.
    public var textVersion: String
  }

  /// The user's balance of bonuses on the wire.
  public struct Bonuses: Codable, Sendable, Hashable {
    /// The balance, in whole units.
    public var amount = 0
    /// The name of the unit in which bonuses are counted.
    public var unit = "points"
  }

  /// A counter that grows with each change of the profile.
  public var revision = 1
  /// The user's phone number; `nil` if the user signs in with a provider.
  public var phone: String?
  /// The user's name; empty if it is unknown.
  public var name = ""
  /// The date of birth, such as `1990-05-01`; `nil` if it is unknown.
  public var birthday: String?
  /// Whether the birthday can no longer be changed.
  public var isBirthdayFixed = false
  /// The e-mail address; empty if it is unknown.
  public var email = ""
  /// The code of the language in which the user receives messages; empty if none was chosen.
  public var language = ""
  /// The user's decisions about consents, at most one of each kind.
  public var consents: [Consent] = []
  /// The user's balance of bonuses.
  public var bonuses = Bonuses()
}

private struct ProfilePatchView: Decodable {
  let name: String?
  let birthday: String?
  let email: String?
  let language: String?
  let consent: ProfileView.Consent?
}

private struct CodeView: Encodable {
  let challenge: String
  let length: Int
  let attempts: Int
  let resendIn: Int
  let expiresIn: Int
}

private struct WrongCodeView: Encodable {
  let type = ServiceProblem.type
  let status = 422
  let code = "wrongCode"
  let reason = "the code is another one"
  let attemptsLeft: Int
}

private struct TokenView: Encodable {
  let account: String
  let accessToken: String
  let refreshToken: String
  let expiresIn: Int
}

extension HTTPResponse {
  static var signedOut: HTTPResponse {
    .refused(401, "signedOut", "the access token is not valid")
  }
}

extension HTTPRequest {
  /// The JSON body as a dictionary; empty if the body is not a JSON object of strings.
  fileprivate var text: [String: String] {
    do {
      return try JSONDecoder().decode([String: String].self, from: method.body?.bytes ?? Data())
    } catch {
      return [:]
    }
  }
}
