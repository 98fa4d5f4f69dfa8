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
import Testing

struct EndingTests {
  private let device = SessionDevice(.memory)

  @Test func `Without run() every call ends`() async throws {
    let app = device.app()
    for call in calls { await call.verify(.notRunning, on: app.session) }
    #expect(app.session.state.account != nil)
    try await app.session.signOut(keepingData: false)
    #expect(app.session.state.status == .guest)
  }

  @Test func `In a canceled task every call throws, and nothing is changed`() async throws {
    try await device.run { app in
      let scope = try await device.signIn(app)
      let state = app.session.state
      for call in calls { await call.verify(.cancelled, on: app.session) }
      #expect(app.session.state == state && app.scope?.account == scope.account)
    }
  }

  @Test func `A call of run() ends when it is canceled, and can be called again`() async throws {
    let app = device.app()
    for _ in 0..<3 {
      let (began, begin) = AsyncStream.makeStream(of: Void.self)
      try await running {
        try await app.session.run { _ in
          begin.yield()
          for await _ in AsyncStream.makeStream(of: Void.self).stream {}
        }
      } _: {
        for await _ in began { break }
      }
    }
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.cancelAll()
      group.addTask { try await app.session.run { _ in } }
      try await group.waitForAll()
    }
    // A sign-out by one of the features ends them.
    try await device.signInAlone(app)
    try await running {
      try await app.session.run { scope in
        if scope.account == nil {
          for await _ in AsyncStream.makeStream(of: Void.self).stream {}
        } else {
          try await app.session.signOut(keepingData: true)
        }
      }
    } _: {
      await app.session.when { $0.status == .guest }
    }
    await #expect(throws: BodyFailure.self) {
      try await app.session.run { _ in throw BodyFailure() }
    }
  }

  @Test
  func `The data of an account and of its guest are written although a feature has failed`()
    async throws
  {
    let device = SessionDevice()
    try await device.run { app in
      try await device.signIn(app).add("pizza")
      try await app.session.signOut(keepingData: true)
      try await app.scope(of: nil).add("tea")
      _ = try await device.signIn(app)
    }
    let directories = device.directory.appending(path: "directories")
    let aside = device.directory.appending(path: "aside")
    let app = device.app()
    await #expect(throws: BodyFailure.self) {
      try await app.session.run { scope in
        let guest = try #require(scope.guest)
        let baskets = [
          AppScope.basket(in: scope.environment), AppScope.basket(in: guest.environment),
        ]
        for basket in baskets { #expect(try await basket.value() != nil) }
        try FileManager.default.moveItem(at: directories, to: aside)
        try Data().write(to: directories)
        for basket in baskets {
          try await basket.update { $0 = ($0 ?? []) + ["cake"] }
          do { try await basket.flush() } catch {}
          #expect(basket.writeStatus != .written)
        }
        try FileManager.default.removeItem(at: directories)
        try FileManager.default.moveItem(at: aside, to: directories)
        throw BodyFailure()
      }
    }
    try await device.run { app in
      let account = await app.session.when { $0.account != nil }.account
      let scope = await app.scope(of: account?.rawValue)
      let guest = try #require(scope.guest)
      #expect(try await scope.basket.value() == ["pizza", "cake"])
      #expect(try await AppScope.basket(in: guest.environment).value() == ["tea", "cake"])
    }
  }

  @Test(arguments: Backing.allCases)
  func `A session that cannot be read now is neither lost nor a guest's`(_ backing: Backing)
    async throws
  {
    let device = SessionDevice(backing)
    var account: AccountID?
    try await device.run { app in account = try await device.signIn(app).account }
    device.secretFaults.load = .unavailable("locked")
    let app = device.app()
    let error = SessionError.secrets(.unavailable("locked"))
    await #expect(throws: error) { try await app.session.run { _ in Issue.record("it runs") } }
    #expect(app.session.state.status == .unavailable(.unavailable("locked")))
    #expect(await failure { try await app.session.requestCode(for: .bob) } == error)
    #expect(await failure { try await app.session.signOut(keepingData: false) } == error)
    device.secretFaults.load = nil
    try await device.run { app in
      let scope = await app.scope(of: account?.rawValue)
      #expect(await scope.profile.settled().profile?.phone == .ada)
    }
  }

  @Test func `After a damaged session the user can sign in again`() async throws {
    let device = SessionDevice()
    for content in ["", "{", "{}", #"{"version":1}"#, #"{"version":1,"departures":0}"#, "\0\0"] {
      let secrets = FileSecrets(in: device.launch().directory)
      try await secrets.save(Data(content.utf8))
      let app = device.app()
      #expect(
        await failure { try await app.session.discardCode() } == .secrets(.damaged), "\(content)")
      #expect(app.session.state.status == .unavailable(.damaged))
      try await device.signInAlone(app)
      #expect(app.session.state.account != nil)
    }
    try await FileSecrets(in: device.launch().directory).save(Data("{".utf8))
    var app = device.app()
    device.server.spoil(.unsent)
    #expect(await failure { try await app.session.requestCode(for: .ada) } != nil)
    #expect(app.session.state == SessionState(status: .guest))
    app = device.app()
    try await app.session.signIn(with: ProviderToken(provider: "apple", token: "token"))
    #expect(app.session.state.account != nil)
  }

  @Test func `While a session is damaged a guest's features run, until the user signs in again`()
    async throws
  {
    let device = SessionDevice()
    let account = try await device.account(with: "pizza")
    try await FileSecrets(in: device.launch().directory).save(Data("{".utf8))
    for _ in 0..<2 {
      try await device.run { app in
        let guest = await app.scope(of: nil)
        #expect(app.session.state == SessionState(status: .unavailable(.damaged)))
        let left = try await guest.basket.value()
        #expect(left == nil)
      }
    }
    try await device.run { app in
      _ = await app.scope(of: nil)
      let scope = try await device.signIn(app)
      #expect(scope.account == account)
      #expect(try await scope.basket.value() == ["pizza"])
    }
  }

  @Test func `A former app's session replaces a damaged one`() async throws {
    let device = SessionDevice()
    _ = try await device.account(with: "pizza")
    try await FileSecrets(in: device.launch().directory).save(Data("{".utf8))
    let account = try #require(AccountID(rawValue: "former"))
    try await device.run { app in
      try await app.session.adopt(LegacySession(account: account, refreshToken: "r"))
      #expect(app.session.state.account == account)
    }
  }

  @Test
  func `No token appears in a state, an error, a file but the session's, or another's request`()
    async throws
  {
    let device = SessionDevice()
    var texts: [String] = []
    func collect(_ values: Any...) {
      for value in values {
        var dumped = ""
        dump(value, to: &dumped)
        texts += ["\(value)", String(reflecting: value), dumped]
      }
    }
    try await device.run { app in
      for phone in [PhoneNumber.ada, .bob] {
        let scope = try await device.signIn(app, as: phone)
        await scope.profile.settled()
        device.server.change { $0.expireAccessTokens() }
        _ = await scope.storm(of: 3)
        collect(app.session.state, scope.profile.state, scope.environment.gate.reasons)
        for request in device.server.requests where request.authorization != nil {
          collect(request)
          let token = try #require(request.authorization)
          if scope.account?.rawValue == device.server.model.owner(of: token) { continue }
          #expect(phone == .bob, "a request carries a token of a later account")
        }
        device.server.spoil([.garbage, .body(#"{"accessToken":"\#("sandbox.access.1")"}"#)]) {
          $0.path == "/v1/auth/refresh"
        }
        device.server.change { $0.expireAccessTokens() }
        await scope.pass(40)
        collect(
          await scope.environment.transport.answer(
            to: HTTPRequest(.get, "/v1/profile", in: .almaty)))
        device.server.endFaults()
        try await app.session.signOut(keepingData: true)
        let error = await failure {
          try await app.session.signIn(
            with: ProviderToken(provider: "", token: "sandbox.provider.1"))
        }
        collect(error as Any, ProviderToken(provider: "apple", token: "sandbox.provider.1"))
        if app.session.state.account != nil { try await app.session.signOut(keepingData: true) }
      }
    }
    let secrets = device.server.model.issuedTokens + ["sandbox.provider.1"]
    for text in texts {
      #expect(!text.contains("sandbox."), "a token in \(text.prefix(200))")
    }
    for (name, bytes) in try device.files() where !name.hasPrefix("session.") {
      for secret in secrets {
        #expect(bytes.range(of: Data(secret.utf8)) == nil, "a token in \(name)")
      }
    }
  }

  private typealias Call = EndingCall<any UserSession, SessionError>

  /// All calls of a session except `run`.
  private var calls: [Call] {
    let cancelled = Call.Ending.failure(.cancelled)
    return [
      Call("load", cancelled: cancelled) { try await $0.load() },
      Call("requestCode", cancelled: cancelled) { try await $0.requestCode(for: .ada) },
      Call("discardCode", cancelled: cancelled) { try await $0.discardCode() },
      Call("signIn", notRunning: .failure(.noCode), cancelled: cancelled) {
        try await $0.signIn(withCode: "1234")
      },
      Call("signOut", notRunning: .failure(.notSignedIn), cancelled: cancelled) {
        try await $0.signOut(keepingData: true)
      },
      Call("deleteAccount", notRunning: .failure(.notSignedIn), cancelled: cancelled) {
        try await $0.deleteAccount()
      },
      Call("provider", cancelled: cancelled) {
        try await $0.signIn(with: ProviderToken(provider: "apple", token: "token"))
      },
      Call("adopt", cancelled: cancelled) { session in
        let account = try #require(AccountID(rawValue: "a"))
        try await session.adopt(LegacySession(account: account, refreshToken: "r"))
      },
    ]
  }
}

private struct BodyFailure: Error {}
