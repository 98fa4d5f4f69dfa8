import Foundation
import Networking
import Sync
import Synchronization
import Testing

@testable import Profile

@Suite("The requests of a session and their responses")
struct AuthServerTests {
  /// A server that gives one prepared response, and records the last request.
  private final class PreparedServer: Transport {
    private let state = Mutex<(result: Result<HTTPResponse, TransportError>, last: HTTPRequest?)>(
      (.failure(.timedOut), nil))

    var last: HTTPRequest? { state.withLock { $0.last } }

    func prepare(_ result: Result<HTTPResponse, TransportError>) {
      state.withLock { $0 = (result, nil) }
    }

    func send(
      _ request: HTTPRequest, progress: @escaping @Sendable (TransferProgress) -> Void
    ) async throws(TransportError) -> HTTPResponse {
      try state.withLock { state in
        state.last = request
        return state.result
      }.get()
    }
  }

  private let transport = PreparedServer()
  private var server: AuthServer { AuthServer(transport: transport) }
  private let phone = PhoneNumber(rawValue: "+79123456789")

  private func json(_ text: String, status: Int = 200) -> Result<HTTPResponse, TransportError> {
    .success(HTTPResponse(status: status, body: Data(text.utf8)))
  }

  private func problem(_ code: String, _ status: Int, _ members: String = "")
    -> Result<HTTPResponse, TransportError>
  {
    json(
      #"{"type":"\#(ServiceProblem.type)","status":\#(status),"code":"\#(code)"\#(members)}"#,
      status: status)
  }

  private func document(_ length: Int, attempts: Int, resendIn: Int, expiresIn: Int) -> String {
    #"{"challenge":"c","length":\#(length),"attempts":\#(attempts),"resendIn":\#(resendIn),"#
      + #""expiresIn":\#(expiresIn)}"#
  }

  private func tokens(
    _ account: String = "a", access: String = "access", refresh: String = "refresh",
    expiresIn: Int = 60
  ) -> String {
    #"{"account":"\#(account)","accessToken":"\#(access)","refreshToken":"\#(refresh)","#
      + #""expiresIn":\#(expiresIn)}"#
  }

  private var account: StoredAccount? {
    AccountID(rawValue: "a").map {
      StoredAccount(id: $0, refreshToken: Secret("r"), refreshKey: "refresh-key")
    }
  }

  /// Requests a code, and returns it or the error.
  private func code(
    _ result: Result<HTTPResponse, TransportError>
  ) async -> Result<CodeDocument, SessionError> {
    guard let phone else { return .failure(.cancelled) }
    transport.prepare(result)
    do throws(SessionError) {
      return .success(try await server.sendCode(to: phone, key: "key"))
    } catch {
      return .failure(error)
    }
  }

  private func error(_ result: Result<HTTPResponse, TransportError>) async -> SessionError? {
    if case .failure(let error) = await code(result) { error } else { nil }
  }

  @Test func `a code has 1 to 12 digits and an attempt`() async {
    for (length, attempts) in [(1, 1), (12, 1), (4, 9)] {
      let found = await code(json(document(length, attempts: attempts, resendIn: 1, expiresIn: 1)))
      guard case .success(let code) = found else {
        Issue.record("a code of \(length) digits is refused")
        continue
      }
      #expect(code.length == length && code.attempts == attempts)
    }
    let unusable = SessionError.failed(.unusable(UnusableBody(reason: "not the documented answer")))
    for (length, attempts) in [(0, 1), (13, 1), (4, 0), (0, 0)] {
      let body = document(length, attempts: attempts, resendIn: 1, expiresIn: 1)
      #expect(await error(json(body)) == unusable)
    }
    #expect(await error(json("{}")) == unusable)
    #expect(transport.last?.path == "/v1/auth/codes")
    #expect(transport.last?.idempotencyKey?.rawValue == "key")
  }

  @Test func `the times of a code are from zero to a day`() throws {
    let phone = try #require(phone)
    let time = Date(timeIntervalSince1970: 1_700_000_000)
    for (sent, shown) in [(-5, 0), (0, 0), (1, 1), (86_400, 86_400), (86_401, 86_400)] {
      let body = document(4, attempts: 3, resendIn: sent, expiresIn: sent)
      let code = try HTTPResponse(status: 200, body: Data(body.utf8)).json(CodeDocument.self)
        .signIn(phone: phone, at: time)
      #expect(
        code
          == StoredSignIn(
            code: SentCode(
              phone: phone, length: 4, attemptsLeft: 3, sentAt: time,
              resendInterval: TimeInterval(shown), lifetime: TimeInterval(shown)), challenge: "c"))
    }
  }

  @Test func `a refusal has its documented meaning, and any other one is passed on`() async {
    #expect(
      await error(problem("wrongCode", 422, #","attemptsLeft":2"#)) == .wrongCode(attemptsLeft: 2))
    #expect(
      await error(problem("wrongCode", 422, #","attemptsLeft":1"#)) == .wrongCode(attemptsLeft: 1))
    for members in [#","attemptsLeft":0"#, #","attemptsLeft":"many""#, ""] {
      #expect(await error(problem("wrongCode", 422, members)) == .codeExpired)
    }
    #expect(await error(problem("codeExpired", 404)) == .codeExpired)
    #expect(await error(problem("phoneNotAccepted", 409)) == .phoneNotAccepted)
    guard case .failed(.refused(let refusal))? = await error(problem("closed", 401)) else {
      Issue.record("an unknown code is not passed on")
      return
    }
    #expect(refusal.code == "closed")
  }

  @Test func `a missing answer has a reason`() async {
    let busy = HTTPResponse(status: 429, body: Data(), retryAfter: .seconds(7))
    #expect(await error(.success(busy)) == .tooManyAttempts(retryAfter: .seconds(7)))
    #expect(
      await error(.success(HTTPResponse(status: 429, body: Data())))
        == .tooManyAttempts(retryAfter: nil))
    for status in [428, 430, 503] {
      #expect(await error(json("", status: status)) == .failed(.status(status)))
    }
    #expect(await error(.failure(.offline)) == .failed(.noAnswer(.offline)))
    #expect(await error(.failure(.timedOut)) == .failed(.noAnswer(.timedOut)))
    #expect(await error(.failure(.cancelled)) == .cancelled)
  }

  // MARK: Tokens

  @Test func `tokens are accepted if they can be sent, and belong to an account`() async throws {
    transport.prepare(json(tokens()))
    #expect(try await server.signIn(["code": "1"], key: "key").account == "a")
    #expect(transport.last?.path == "/v1/auth/sessions")
    for bad in [tokens(""), tokens(access: "a b"), tokens(refresh: ""), "{}"] {
      transport.prepare(json(bad))
      await #expect(throws: SessionError.self) {
        try await server.signIn(["code": "1"], key: "key")
      }
    }
    let bad = try HTTPResponse(status: 200, body: Data(tokens(access: "a b").utf8))
      .json(TokenDocument.self)
    #expect(bad.account(at: .distantPast, refreshKey: "k") == nil)
  }

  @Test func `a token lives from zero to 366 days`() throws {
    let time = Date(timeIntervalSince1970: 1_700_000_000)
    let year = 366 * 86_400
    for (sent, used) in [(-5, 0), (0, 0), (1, 1), (year, year), (year + 1, year), (.max, year)] {
      let document = try HTTPResponse(status: 200, body: Data(tokens(expiresIn: sent).utf8))
        .json(TokenDocument.self)
      let account = document.account(at: time, refreshKey: "k")
      #expect(account?.expiresAt == time.addingTimeInterval(TimeInterval(used)))
      #expect(
        account?.accessToken == Secret("access") && account?.refreshToken == Secret("refresh"))
      #expect(account?.refreshKey == "k" && account?.isRevoked == false)
    }
  }

  @Test
  func `a renewal returns tokens of the same account, or the reason for which there are none`()
    async throws
  {
    let account = try #require(account)
    func outcome(_ result: Result<HTTPResponse, TransportError>) async -> RenewalOutcome {
      transport.prepare(result)
      switch await server.renew(account) {
      case .success: return .renewed
      case .failure(let failure): return failure.outcome
      }
    }
    #expect(await outcome(json(tokens())) == .renewed)
    #expect(transport.last?.idempotencyKey?.rawValue == "refresh-key")
    #expect(transport.last?.path == "/v1/auth/refresh")
    for body in [tokens("b"), tokens(access: "a b"), "{}"] {
      #expect(await outcome(json(body)) == .intercepted)
    }
    for code in ["sessionEnded", "refreshTokenReused", "accountDeleted"] {
      #expect(await outcome(problem(code, 401)) == .revoked)
      transport.prepare(problem(code, 401))
      guard case .failure(let failure) = await server.renew(account) else {
        Issue.record("\(code) renews the tokens")
        continue
      }
      #expect(failure.isDeletion == (code == "accountDeleted"))
    }
    #expect(await outcome(problem("unknown", 401)) == .unavailable())
    #expect(await outcome(.failure(.offline)) == .offline)
  }

  @Test func `the end of a session is requested until the service has answered`() async {
    func isEnded(_ result: Result<HTTPResponse, TransportError>) async -> Bool {
      transport.prepare(result)
      return await server.revoke(Secret("r"), key: "key")
    }
    #expect(await isEnded(json("", status: 204)))
    #expect(transport.last?.path == "/v1/auth/sign-out")
    #expect(transport.last?.idempotencyKey?.rawValue == "key")
    for status in [401, 404, 409, 422] { #expect(await isEnded(problem("gone", status))) }
    // A public network may answer with its sign-in page.
    for status in [200, 203, 205, 302, 401, 503] {
      #expect(await !isEnded(json("", status: status)))
    }
    #expect(await !isEnded(.failure(.offline)))
    #expect(await !isEnded(.failure(.timedOut)))
  }

  @Test func `an account is deleted once the service has said so`() async {
    func isDeleted(_ result: Result<HTTPResponse, TransportError>) async -> Bool {
      transport.prepare(result)
      do throws(SessionError) { try await AuthServer.delete(over: transport, key: "key") } catch {
        return false
      }
      return true
    }
    #expect(await isDeleted(json("", status: 204)))
    #expect(transport.last?.method == .delete && transport.last?.path == "/v1/auth/account")
    #expect(transport.last?.idempotencyKey?.rawValue == "key")
    #expect(await isDeleted(problem("accountDeleted", 404)))
    #expect(await !isDeleted(problem("unknownPath", 404)))
    for status in [200, 203, 205, 302, 404, 503] {
      #expect(await !isDeleted(json("", status: status)))
    }
  }
}
