import Foundation
import Networking
import Profile
import ProfileTestSupport
import Sandbox
import StorageTestSupport
import Sync
import SyncTestSupport
import Testing

struct SigningInTests {
  private let device = SessionDevice(.memory)

  @Test func `A new device has a guest, and sends nothing`() async throws {
    try await device.run { app in
      let scope = await app.scope(of: nil)
      #expect(app.session.state == SessionState(status: .guest))
      #expect(scope.environment.account == nil && scope.guest == nil)
      #expect(device.server.requests.isEmpty)
    }
  }

  @Test func `A user signs in with a code, and requests carry the token of the account`()
    async throws
  {
    try await device.run { app in
      let scope = try await device.signIn(app)
      let account = try #require(scope.account)
      #expect(app.session.state == SessionState(status: .signedIn(account)))
      #expect(scope.environment.account == account.rawValue)
      #expect(await scope.profile.settled().profile?.phone == .ada)
      let request = try #require(device.server.requests.last { $0.path == "/v1/profile" })
      #expect(device.server.model.account(of: request) == account.rawValue)
    }
    for request in device.server.requests where request.path.hasPrefix("/v1/auth") {
      #expect(request.authorization == nil && request.idempotencyKey != nil)
    }
  }

  @Test func `A code is accepted in the digits of any script, with spaces and dashes`() async throws
  {
    let writings: [@Sendable (String) -> String] = [
      { $0 }, { " \($0)\n" }, { $0.map { "\($0)" }.joined(separator: " ") },
      { "\($0.prefix(2))-\($0.suffix(2))" }, { $0.spelled(from: 0x0660) },
      { $0.spelled(from: 0xFF10) }, { $0.spelled(from: 0x0966) },
      { $0.map { "\($0)\u{200D}" }.joined() },
    ]
    try await device.run { app in
      for writing in writings {
        let code = try await device.requestCode(app)
        try await app.session.signIn(withCode: writing(code))
        #expect(app.session.state.account != nil, "\(writing(code))")
        try await app.session.signOut(keepingData: false)
      }
    }
  }

  @Test func `A text that is no code is not sent`() async throws {
    let app = device.app()
    #expect(await failure { try await app.session.signIn(withCode: "1234") } == .noCode)
    try await app.session.requestCode(for: .ada)
    let count = device.server.requests.count
    for text in ["", " ", "123", "12345", "12a4", "一二三四", "½234", "١٢٣", "1234567890123"] {
      #expect(
        await failure { try await app.session.signIn(withCode: text) } == .badCode, "\(text)")
    }
    #expect(device.server.requests.count == count)
    #expect(app.session.state.code?.attemptsLeft == 3)
  }

  @Test func `After the last attempt another code is needed`() async throws {
    let app = device.app()
    let code = try await device.requestCode(app)
    for left in [2, 1] {
      let error = await failure { try await app.session.signIn(withCode: code.shifted) }
      #expect(error == .wrongCode(attemptsLeft: left))
      #expect(app.session.state.code?.attemptsLeft == left)
    }
    #expect(
      await failure { try await app.session.signIn(withCode: code.shifted) } == .codeExpired)
    #expect(app.session.state.code == nil)
    #expect(await failure { try await app.session.signIn(withCode: code) } == .noCode)
    try await device.signInAlone(app)
  }

  @Test func `A code that has expired needs another one`() async throws {
    let app = device.app()
    let code = try await device.requestCode(app)
    let sent = try #require(app.session.state.code)
    #expect(!sent.isExpired(at: device.time.now.addingTimeInterval(300)))
    device.time.turn(by: 301)
    device.server.change { $0.now += 301 }
    #expect(sent.isExpired(at: device.time.now))
    #expect(await failure { try await app.session.signIn(withCode: code) } == .codeExpired)
    #expect(app.session.state.code == nil)
  }

  @Test func `Another code is refused before its time, and replaces the first one after it`()
    async throws
  {
    let app = device.app()
    try await app.session.requestCode(for: .ada)
    let first = try #require(app.session.state.code)
    #expect(first.resendDelay(at: device.time.now) == 60)
    #expect(first.resendDelay(at: device.time.now.addingTimeInterval(50)) == 10)
    #expect(first.resendDelay(at: device.time.now.addingTimeInterval(99)) == 0)
    #expect(first.resendDelay(at: device.time.now.addingTimeInterval(-400_000)) == 0)
    device.server.change { $0.now += 20 }
    #expect(
      await failure { try await app.session.requestCode(for: .ada) }
        == .tooManyAttempts(retryAfter: .seconds(40)))
    #expect(app.session.state.code == first)
    let old = try #require(device.server.model.code(for: PhoneNumber.ada.rawValue))
    device.server.change { $0.now += 40 }
    device.time.turn(by: 60)
    try await app.session.requestCode(for: .ada)
    #expect(app.session.state.code?.sentAt == device.time.now)
    let new = try #require(device.server.model.code(for: PhoneNumber.ada.rawValue))
    #expect(old != new)
    #expect(
      await failure { try await app.session.signIn(withCode: old) } == .wrongCode(attemptsLeft: 2)
    )
    try await app.session.signIn(withCode: new)
  }

  @Test func `A code whose answer was lost or not stored can be entered after another request`()
    async throws
  {
    let faults: [RequestFault<AccountServerModel>?] = [
      .answerLost, .garbage, .body("<html>"),
      RequestFault(reachesServer: true) { _ in .success(HTTPResponse(status: 502, body: Data())) },
      RequestFault(reachesServer: true) { _ in .failure(.cancelled) }, nil,
    ]
    for fault in faults {
      let device = SessionDevice(.memory)
      let app = device.app()
      if let fault { device.server.spoil(fault) }
      device.secretFaults.save = .notWritten("full")
      #expect(await failure { try await app.session.requestCode(for: .ada) } != nil)
      device.secretFaults.save = nil
      let code = try #require(device.server.model.code(for: PhoneNumber.ada.rawValue))
      device.time.turn(by: 59)
      device.server.change { $0.now += 59 }
      try await app.session.requestCode(for: .ada)
      try await app.session.signIn(withCode: code)
      #expect(app.session.state.account != nil)
    }
  }

  @Test func `A minute after an answer was lost, or for another number, a code is sent again`()
    async throws
  {
    for (phone, seconds) in [(PhoneNumber.ada, 60), (.ada, -1), (.bob, 0)] {
      let device = SessionDevice(.memory)
      let app = device.app()
      device.server.spoil(.answerLost)
      #expect(await failure { try await app.session.requestCode(for: .ada) } != nil)
      device.time.turn(by: TimeInterval(seconds))
      device.server.change { $0.now += 60 }
      try await app.session.requestCode(for: phone)
      let keys = device.server.requests.map(\.idempotencyKey)
      #expect(keys.count == 2 && Set(keys).count == 2)
    }
    let app = device.app()
    device.server.spoil(.problem("phoneNotAccepted"))
    #expect(
      await failure { try await app.session.requestCode(for: .ada) } == .phoneNotAccepted)
    #expect(app.session.state == SessionState(status: .guest))
    _ = await failure { try await app.session.requestCode(for: .ada) }
    #expect(Set(device.server.requests.map(\.idempotencyKey)).count == 2)
  }

  @Test func `An answer with a code that cannot be entered is refused`() async throws {
    let app = device.app()
    let answers = [("", 4, 3), ("c", 0, 3), ("c", -1, 3), ("c", 13, 3), ("c", 4, 0)]
    for (challenge, length, attempts) in answers {
      let body =
        #"{"challenge":"\#(challenge)","length":\#(length),"attempts":\#(attempts),"#
        + #""resendIn":60,"expiresIn":300}"#
      device.server.spoil(.body(body))
      await expectError { (error: SessionError) in
        if case .failed(.unusable) = error { true } else { false }
      } _: {
        try await app.session.requestCode(for: .ada)
      }
      #expect(app.session.state.code == nil)
      device.server.change { $0.now += 60 }
    }
  }

  @Test func `A user signs in with a provider`() async throws {
    let app = device.app()
    let token = ProviderToken(provider: "apple", token: "eyJ.identity.token")
    device.server.spoil(.answerLost)
    #expect(
      await failure { try await app.session.signIn(with: token) }
        == .failed(.noAnswer(.connectionLost)))
    try await app.session.signIn(with: token)
    #expect(app.session.state.account?.rawValue.hasPrefix("apple-") == true)
    #expect(device.server.model.issuedTokens.count == 2)
  }

  @Test func `A sign-in whose answer was lost succeeds with the same code`() async throws {
    let app = device.app()
    for fault in [RequestFault<AccountServerModel>.answerLost, .garbage, .body("<html>")] {
      let code = try await device.requestCode(app)
      let issued = device.server.model.issuedTokens.count
      device.server.spoil(fault)
      #expect(await failure { try await app.session.signIn(withCode: code) } != nil)
      #expect(app.session.state.status == .guest)
      try await app.session.signIn(withCode: code)
      #expect(app.session.state.account != nil)
      #expect(device.server.model.issuedTokens.count == issued + 2, "another session was made")
      try await app.session.signOut(keepingData: true)
    }
  }

  @Test func `A sign-in that was killed before its answer was stored succeeds with the same code`()
    async throws
  {
    let device = SessionDevice()
    var app = device.app()
    let code = try await device.requestCode(app)
    device.server.spoil(.answerLost)
    _ = await failure { try await app.session.signIn(withCode: code) }
    app = device.app()
    try await app.session.load()
    #expect(app.session.state.code?.phone == .ada)
    try await app.session.signIn(withCode: code)
    #expect(app.session.state.account != nil)
    #expect(device.server.model.issuedTokens.count == 2)
  }

  @Test func `A sign-in that cannot be stored succeeds later with the same code`() async throws {
    let app = device.app()
    let code = try await device.requestCode(app)
    device.secretFaults.save = .notWritten("full")
    #expect(
      await failure { try await app.session.signIn(withCode: code) }
        == .secrets(.notWritten("full")))
    #expect(app.session.state.status == .guest)
    device.secretFaults.save = nil
    try await app.session.signIn(withCode: code)
    #expect(app.session.state.account != nil)
  }

  @Test func `An answer that is not the service's signs no user in`() async throws {
    let app = device.app()
    let bodies = [
      "", "{}", "<html>", #"{"account":"a"}"#,
      #"{"account":"","accessToken":"a","refreshToken":"r","expiresIn":1}"#,
      #"{"account":"a","accessToken":"a b","refreshToken":"r","expiresIn":1}"#,
      #"{"account":"a","accessToken":"a\r\nX: y","refreshToken":"r","expiresIn":1}"#,
      #"{"account":"a","accessToken":"a","refreshToken":"","expiresIn":1}"#,
      #"{"account":"a","accessToken":"a","refreshToken":"r"}"#,
      #"{"account":"a","accessToken":1,"refreshToken":"r","expiresIn":1e99}"#,
    ]
    let code = try await device.requestCode(app)
    for body in bodies {
      device.server.spoil(.answer(body))
      #expect(await failure { try await app.session.signIn(withCode: code) } != nil, "\(body)")
      #expect(app.session.state.status == .guest, "\(body)")
    }
    try await app.session.signIn(withCode: code)
  }

  @Test func `A discarded code is not shown after a restart`() async throws {
    let device = SessionDevice()
    var app = device.app()
    try await app.session.requestCode(for: .ada)
    try await app.session.discardCode()
    #expect(app.session.state == SessionState(status: .guest))
    app = device.app()
    try await app.session.load()
    #expect(app.session.state == SessionState(status: .guest))
  }

  @Test func `A load shows the stored account without any request, and again after a failure`()
    async throws
  {
    let device = SessionDevice()
    let account = try await device.account(with: "pizza")
    let requests = device.server.requests.count
    let app = device.app()
    device.secretFaults.load = .unavailable("locked")
    #expect(await failure { try await app.session.load() } == .secrets(.unavailable("locked")))
    device.secretFaults.load = nil
    try await app.session.load()
    #expect(app.session.state == SessionState(status: .signedIn(account)))
    #expect(device.server.requests.count == requests && app.scope == nil)
  }
}

extension String {
  /// Another code of the same length, with each digit changed.
  fileprivate var shifted: String {
    map { $0 == "9" ? "0" : "\(($0.wholeNumberValue ?? 0) + 1)" }.joined()
  }
}
