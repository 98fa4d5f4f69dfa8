import Foundation
import Networking
import NetworkingTestSupport
import Profile
import ProfileTestSupport
import Sandbox
import Storage
import StorageTestSupport
import Sync
import SyncTestSupport
import Synchronization
import Testing

struct OverlappingTests {
  private let device = SessionDevice(.memory)

  @Test func `While a user is signed in no other sign-in begins, and nothing is sent`() async throws
  {
    let app = device.app()
    try await device.signInAlone(app)
    let (state, count) = (app.session.state, device.server.requests.count)
    let token = ProviderToken(provider: "apple", token: "token")
    #expect(await failure { try await app.session.requestCode(for: .bob) } == .alreadySignedIn)
    #expect(await failure { try await app.session.signIn(withCode: "1") } == .alreadySignedIn)
    #expect(await failure { try await app.session.signIn(with: token) } == .alreadySignedIn)
    #expect(app.session.state == state && device.server.requests.count == count)
  }

  @Test
  func `A sign-in that was discarded before its answer signs in no user, and its session ends`()
    async throws
  {
    let server = StubTransport(over: device.server)
    try await device.run(over: server) { app in
      let code = try await device.requestCode(app)
      server.interrupt(at: "/v1/auth/sessions") { try await app.session.discardCode() }
      #expect(await failure { try await app.session.signIn(withCode: code) } == .superseded)
      #expect(app.session.state == SessionState(status: .guest))
      // The session ends although neither the network nor the user changes.
      await device.endsSession()
    }
  }

  @Test func `A session whose end the service does not accept leaves the end of the others`()
    async throws
  {
    try await device.run { app in
      app.environment.gate.close(for: .offline)
      for phone in [PhoneNumber.ada, .bob] {
        try await device.signIn(app, as: phone)
        try await app.session.signOut(keepingData: true)
      }
      _ = await app.scope(of: nil)
      let first = Mutex(IdempotencyKey?.none)
      device.server.spoil(Array(repeating: .unsent, count: 9)) { request in
        guard request.path == "/v1/auth/sign-out" else { return false }
        return first.withLock { first in
          first = first ?? request.idempotencyKey
          return first == request.idempotencyKey
        }
      }
      app.environment.gate.open(for: .offline)
      await device.endsSession()
    }
  }

  @Test(arguments: [nil, AccountID(rawValue: "a")])
  func `A code that arrives after it was discarded, or after a sign-in, is not shown`(
    _ account: AccountID?
  ) async throws {
    let server = StubTransport(over: device.server)
    let app = device.app(over: server)
    server.interrupt(at: "/v1/auth/codes") {
      guard let account else { return try await app.session.discardCode() }
      try await app.session.adopt(LegacySession(account: account, refreshToken: "r"))
    }
    #expect(await failure { try await app.session.requestCode(for: .ada) } == .superseded)
    #expect(app.session.state == SessionState(status: account.map { .signedIn($0) } ?? .guest))
  }

  @Test func `A code that arrives during a later sign-in does not end the sign-in`() async throws {
    let (codes, sessions) = (Door(), Door())
    let transport = StubTransport { [server = device.server] request throws(TransportError) in
      let response = try await server.send(request)
      await (request.path == "/v1/auth/codes" ? codes : sessions).wait()
      return response
    }
    let app = device.app(over: transport)
    let token = ProviderToken(provider: "apple", token: "token")
    async let codeError = failure { try await app.session.requestCode(for: .ada) }
    while transport.paths.isEmpty { await Task.yield() }
    async let error = failure { try await app.session.signIn(with: token) }
    while transport.paths.count < 2 { await Task.yield() }
    codes.open()
    _ = await codeError
    sessions.open()
    #expect(await error == nil && app.session.state.account != nil)
  }

  @Test func `A sign-in with a provider that fails leaves the code that was sent`() async throws {
    let app = device.app()
    try await app.session.requestCode(for: .ada)
    let sent = app.session.state.code
    let code = try #require(device.server.model.code(for: PhoneNumber.ada.rawValue))
    let token = ProviderToken(provider: "apple", token: "token")
    let faults: [RequestFault<AccountServerModel>] = [
      .unsent, .problem("codeExpired"), .problem("wrongCode"),
    ]
    for fault in faults {
      device.server.spoil(fault)
      #expect(await failure { try await app.session.signIn(with: token) } != nil)
      #expect(app.session.state.code == sent)
    }
    try await app.session.signIn(withCode: code)
    #expect(app.session.state.account != nil)
  }

  @Test
  func `A call that signs in or out returns after the features of the previous user have ended`()
    async throws
  {
    try await device.run { app in
      func hasEnded(_ account: AccountID?) -> Bool {
        app.scope.map { $0.account != account } ?? true
      }
      _ = await app.scope(of: nil)
      let former = try #require(AccountID(rawValue: "a"))
      try await app.session.adopt(LegacySession(account: former, refreshToken: "r"))
      #expect(hasEnded(nil))
      _ = await app.scope(of: former.rawValue)
      try await app.session.signOut(keepingData: true)
      #expect(hasEnded(former))
      _ = await app.scope(of: nil)
      try await device.signInAlone(app)
      #expect(hasEnded(nil))
      let account = try #require(app.session.state.account)
      _ = await app.scope(of: account.rawValue)
      try await app.session.deleteAccount()
      #expect(hasEnded(account))
    }
  }

  @Test(arguments: [false, true])
  func `A body that has returned or throws at its user's end is called for the next user`(
    _ throwsAtEnd: Bool
  ) async throws {
    let app = device.app()
    let calls = Mutex<[AccountID?]>([])
    @Sendable func run() async throws {
      try await app.session.run { scope in
        calls.withLock { $0.append(scope.account) }
        guard throwsAtEnd else { return }
        for await _ in AsyncStream.makeStream(of: Never.self).stream {}
        throw SessionError.cancelled
      }
    }
    try await running(run) {
      while calls.withLock({ $0.isEmpty }) { await Task.yield() }
      for _ in 1...200 { await Task.yield() }
      #expect(calls.withLock { $0 } == [nil])
      try await device.signInAlone(app)
      while calls.withLock({ $0.count }) < 2 { await Task.yield() }
      #expect(calls.withLock { $0 } == [nil, app.session.state.account])
    }
  }

  @Test func `A second run() returns at once while the first one goes on`() async throws {
    try await device.run { app in
      _ = await app.scope(of: nil)
      try await app.session.run { _ in Issue.record("two bodies run") }
      #expect(app.scope != nil)
      let scope = try await device.signIn(app)
      #expect(scope.account == app.session.state.account)
    }
  }

  @Test
  func `A file of another account is refused to this feature alone, and stays as it is`()
    async throws
  {
    let device = SessionDevice()
    var accounts: [AccountID] = []
    try await device.run { app in
      for phone in [PhoneNumber.ada, .bob] {
        let scope = try await device.signIn(app, as: phone)
        try await scope.add("item of \(phone)")
        accounts.append(try #require(scope.account))
        try await app.session.signOut(keepingData: true)
      }
    }
    _ = device.launch()
    let files = accounts.map {
      device.directory.appending(path: "directories/account-\($0)/basket.v1.store")
    }
    let foreign = try Data(contentsOf: files[1])
    try foreign.write(to: files[0])
    let error = StorageError.anotherOwner(file: "basket.v1.store", owner: accounts[1].rawValue)
    try await device.run { app in
      let scope = try await device.signIn(app)
      await #expect(throws: error) { try await scope.basket.value() }
      await #expect(throws: error) { try await scope.add("cake") }
      await scope.profile.settled()
    }
    #expect(try Data(contentsOf: files[0]) == foreign)
  }

  @Test
  func `A sign-out that erases does so without run(), too`() async throws {
    let device = SessionDevice()
    try await device.run { app in try await device.signIn(app).add("marker-of-ada") }
    let app = device.app()
    try await app.session.signOut(keepingData: false)
    #expect(app.session.state.status == .guest)
    #expect(try device.files(containing: "marker-of-ada").isEmpty)
  }

  @Test
  func `The features of an account do not start while its earlier data cannot be erased`()
    async throws
  {
    let device = SessionDevice()
    let id = try await device.account(with: "marker-of-ada")
    let record =
      #"{"version":1,"account":{"id":"\#(id)","refreshToken":"r","refreshKey":"k","isRevoked":false},"#
      + #""departures":[{"account":"\#(id)","erases":true,"key":"k"}]}"#
    try await FileSecrets(in: device.launch().directory).save(Data(record.utf8))
    // A process that still uses the directory.
    let other = StorageDirectory(device.directory.appending(path: "directories/account-\(id)"))
    let used = SingleRepository(
      .file("other"), class: .userState, schema: StoredSchema([String].self), in: other)
    try await used.save([])
    let app = device.app()
    await #expect(throws: SessionError.storage(.inUse("account-\(id)"))) {
      try await app.session.run { _ in Issue.record("earlier data is shown") }
    }
    other.close()
    try await device.keepRunning(app) {
      let left = try await app.scope(of: id.rawValue).basket.value()
      #expect(left == nil)
      #expect(try device.files(containing: "marker-of-ada").isEmpty)
    }
  }

  @Test func `A late refusal of an earlier account's request renews no token of the next one`()
    async throws
  {
    let server = device.transport(refusing: "/v1/late")
    try await device.run(over: server) { app in
      let scope = try await device.signIn(app)
      server.interrupt(at: "/v1/late") {
        try await app.session.signOut(keepingData: true)
        try await device.signIn(app, as: .bob)
      }
      let answer = await scope.environment.transport.answer(
        to: HTTPRequest(.get, "/v1/late", in: .almaty))
      #expect(answer == .outcomeUnknown(.cancelled))
      #expect(app.session.state.account != nil && app.session.state.account != scope.account)
      #expect(!device.server.requests.contains { $0.path == "/v1/auth/refresh" })
    }
  }

  @Test func `A deletion and other requests share one renewal of the token`() async throws {
    try await device.run { app in
      let (scope, _) = try await device.signInAndSettle(app)
      device.server.change { $0.expireAccessTokens() }
      async let others = scope.storm(of: 5)
      try await app.session.deleteAccount()
      _ = await others
      #expect(device.server.requests.count { $0.path == "/v1/auth/refresh" } == 1)
      #expect(app.session.state.status == .guest)
    }
  }
}

extension SessionDevice {
  /// Returns a transport to the server that answers the requests for a path with 401.
  func transport(refusing path: String) -> StubTransport {
    StubTransport { [server] request throws(TransportError) in
      guard request.path != path else { return HTTPResponse(problem: "expired", status: 401) }
      return try await server.send(request)
    }
  }

  /// Waits until the service has ended a session.
  fileprivate func endsSession() async {
    while server.model.endings.isEmpty { await Task.yield() }
  }
}
