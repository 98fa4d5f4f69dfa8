import Foundation
import Networking
import NetworkingTestSupport
import ProfileTestSupport
import Sync
import Testing

@testable import Profile

struct AuthServerTests {
  typealias Answer = Result<HTTPResponse, TransportError>

  private let transport = StubTransport()
  private static let time = Date(timeIntervalSince1970: 1_700_000_000)
  private var server: AuthServer {
    AuthServer(transport: transport, now: { Self.time }, makeID: { "k" })
  }

  @Test func `The times of a code and of a token have limits`() async throws {
    let day = TimeInterval(86_400)
    let codes: [(times: String, resend: TimeInterval, lifetime: TimeInterval, length: Int)] = [
      (Self.times("-5"), 0, 0, 1), (Self.times("0"), 0, 0, 1), (Self.times("1"), 1, 1, 12),
      (Self.times("86400"), day, day, 12), (Self.times("86401"), day, day, 12),
      // Only the service knows a time that cannot be read.
      (Self.times("59.5"), 0, day, 4), (Self.times("null"), 0, day, 4), ("", 0, day, 4),
    ]
    for (times, resend, lifetime, length) in codes {
      transport.prepare([
        Self.json(#"{"challenge":"c","length":\#(length),"attempts":1\#(times)}"#)
      ])
      let code = SentCode(
        phone: .ada, length: length, attemptsLeft: 1, sentAt: Self.time, resendInterval: resend,
        lifetime: lifetime)
      let signIn = try await server.sendCode(to: .ada, key: "key")
      #expect(signIn == StoredSignIn(code: code, challenge: "c"))
    }
    let year = 366 * 86_400
    let lifetimes: [(sent: String, used: Int?)] = [
      ("-5", 0), ("0", 0), ("1", 1), ("\(year)", year), ("\(year + 1)", year),
      ("\(Int.max)", year), ("3599.5", nil), ("\"3600\"", nil), ("null", nil),
    ]
    for (sent, used) in lifetimes {
      transport.prepare([Self.tokens(expiresIn: sent)])
      let expected = StoredAccount(
        id: try #require(AccountID(rawValue: "a")), accessToken: Secret("access"),
        expiresAt: used.map { Self.time.addingTimeInterval(TimeInterval($0)) },
        refreshToken: Secret("refresh"), refreshKey: "k")
      #expect(try await server.signIn([:], key: "key") == expected)
    }
    transport.prepare([Self.tokens(access: "a b")])
    await #expect(throws: SessionError.self) { try await server.signIn([:], key: "key") }
  }

  @Test(
    arguments: [
      (problem("wrongCode", 422, #","attemptsLeft":2"#), .wrongCode(attemptsLeft: 2)),
      (problem("wrongCode", 422, #","attemptsLeft":1"#), .wrongCode(attemptsLeft: 1)),
      (problem("wrongCode", 422, #","attemptsLeft":0"#), .codeExpired),
      (problem("wrongCode", 422, #","attemptsLeft":"many""#), .codeExpired),
      (problem("wrongCode", 422), .codeExpired), (problem("codeExpired", 404), .codeExpired),
      (problem("phoneNotAccepted", 409), .phoneNotAccepted),
      (
        .success(HTTPResponse(problem: "tooManyCodes", status: 429, retryAfter: .seconds(7))),
        .tooManyAttempts(retryAfter: .seconds(7))
      ),
      (problem("tooManyCodes", 429), .tooManyAttempts(retryAfter: nil)),
      (json("<html>Slow down</html>", status: 429), .failed(.status(429))),
      (json("", status: 429), .failed(.status(429))),
      (json("", status: 428), .failed(.status(428))),
      (json("", status: 503), .failed(.status(503))),
      (.failure(.offline), .failed(.noAnswer(.offline))),
      (.failure(.timedOut), .failed(.noAnswer(.timedOut))), (.failure(.cancelled), .cancelled),
    ] as [(Answer, SessionError)])
  func `A refusal and a missing answer have a reason`(
    _ answer: Answer, _ error: SessionError
  ) async throws {
    transport.prepare([answer])
    await #expect(throws: error) { try await server.sendCode(to: .ada, key: "key") }
  }

  @Test(
    arguments: [
      (tokens(), .renewed), (tokens("b"), .intercepted), (tokens(access: "a b"), .intercepted),
      (problem("unknown", 401), .unavailable()), (.failure(.offline), .offline),
    ] as [(Answer, RenewalOutcome)])
  func `A renewal has tokens of the same account, or the reason for which there are none`(
    _ answer: Answer, _ outcome: RenewalOutcome
  ) async throws {
    transport.prepare([answer])
    let account = StoredAccount(
      id: try #require(AccountID(rawValue: "a")), refreshToken: Secret("r"), refreshKey: "key")
    let renewal = await server.renew(account)
    #expect(renewal.outcome == outcome && (renewal.new != nil) == (outcome == .renewed))
    #expect(transport.requests.last?.idempotencyKey?.rawValue == "key")
  }

  @Test func `The end of a session and a deletion are repeated until the service has answered`()
    async throws
  {
    let account = try #require(AccountID(rawValue: "a"))
    func isEnded(_ answer: Answer) async -> Bool {
      transport.prepare([answer])
      return await server.revoke(Secret("r"), of: account, key: "key")
    }
    func isDeleted(_ answer: Answer) async -> Bool {
      transport.prepare([answer])
      do throws(SessionError) {
        try await AuthServer.delete(account, over: transport, key: "key")
      } catch {
        return false
      }
      return true
    }
    #expect(await isEnded(Self.json(#"{"account":"a"}"#)))
    #expect(transport.requests.last?.idempotencyKey?.rawValue == "key")
    #expect(await isDeleted(Self.json(#"{"account":"a"}"#)))
    #expect(transport.requests.last?.idempotencyKey?.rawValue == "key")
    #expect(await isDeleted(Self.problem("accountDeleted", 404)))
    #expect(await !isDeleted(Self.problem("unknownPath", 404)))
    for status in [401, 404, 409, 422] { #expect(await isEnded(Self.problem("gone", status))) }
    // A public network may answer with its sign-in page, or with nothing.
    for status in [200, 203, 204, 205, 302, 401, 404, 503] {
      for body in ["", "{}", "<html>", #"{"account":"b"}"#] {
        #expect(await !isEnded(Self.json(body, status: status)))
        #expect(await !isDeleted(Self.json(body, status: status)))
      }
    }
    for error in [TransportError.offline, .timedOut] {
      #expect(await !isEnded(.failure(error)))
    }
  }

  private static func json(_ text: String, status: Int = 200) -> Answer {
    .success(HTTPResponse(status: status, body: Data(text.utf8)))
  }

  private static func times(_ seconds: String) -> String {
    #","resendIn":\#(seconds),"expiresIn":\#(seconds)"#
  }

  private static func problem(_ code: String, _ status: Int, _ members: String = "") -> Answer {
    json(
      #"{"type":"\#(ServiceProblem.type)","status":\#(status),"code":"\#(code)"\#(members)}"#,
      status: status)
  }

  private static func tokens(
    _ account: String = "a", access: String = "access", expiresIn: String = "60"
  ) -> Answer {
    json(
      #"{"account":"\#(account)","accessToken":"\#(access)","refreshToken":"refresh","#
        + #""expiresIn":\#(expiresIn)}"#)
  }
}
