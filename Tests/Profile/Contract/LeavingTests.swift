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

struct LeavingTests {
  private let device = SessionDevice(.memory)

  @Test func `A sign-out ends the features, works offline, and ends the session at the service`()
    async throws
  {
    try await device.run { app in
      let (scope, _) = try await device.signInAndSettle(app)
      device.server.fault = .offline
      app.environment.gate.close(for: .offline)
      try await app.session.signOut(keepingData: true)
      #expect(app.session.state == SessionState(status: .guest))
      #expect(app.scope?.account == nil)
      #expect(
        await scope.environment.transport.answer(
          to: HTTPRequest(.get, "/v1/profile", in: .almaty))
          == .outcomeUnknown(.cancelled))
      device.server.fault = nil
      #expect(!device.server.model.areSessionsEnded)
      app.environment.gate.open(for: .offline)
      while !device.server.model.areSessionsEnded { await Task.yield() }
      app.environment.gate.close(for: .offline)
      app.environment.gate.open(for: .offline)
      for _ in 1...500 { await Task.yield() }
    }
    #expect(device.server.requests.count { $0.path == "/v1/auth/sign-out" } == 1)
  }

  @Test func `A sign-out that keeps the data fails while the data cannot be written`() async throws
  {
    let device = SessionDevice()
    try await device.run { app in
      let (scope, account) = try await device.signInAndSettle(app)
      try await scope.add("pizza")
      try await scope.environment.directory.flush()
      let folder = device.directory.appending(path: "directories/account-\(account)")
      let aside = device.directory.appending(path: "aside")
      try FileManager.default.moveItem(at: folder, to: aside)
      try Data().write(to: folder)
      try await scope.add("tea")
      await expectError { (error: SessionError) in
        if case .storage = error { true } else { false }
      } _: {
        try await app.session.signOut(keepingData: true)
      }
      #expect(app.session.state.status == .signedIn(account))
      try FileManager.default.removeItem(at: folder)
      try FileManager.default.moveItem(at: aside, to: folder)
      try await app.session.signOut(keepingData: true)
      let again = try await device.signIn(app)
      #expect(try await again.basket.value() == ["pizza", "tea"])
    }
  }

  @Test func `A sign-out that erases leaves nothing of the account`() async throws {
    let device = SessionDevice()
    try await device.run { app in
      let (scope, _) = try await device.signInAndSettle(app)
      try await scope.profile.apply(.name("Marker-of-Ada"))
      try await scope.add("marker-of-ada")
      try await app.session.signOut(keepingData: false)
      for text in ["arker-of-", PhoneNumber.ada.rawValue] {
        #expect(try device.files(containing: text).isEmpty)
      }
      let again = try await device.signIn(app)
      #expect(try await again.basket.value() == nil)
    }
  }

  @Test func `An account neither sees nor sends what is another's`() async throws {
    let device = SessionDevice()
    try await device.run { app in
      let ada = try await device.signIn(app)
      await ada.profile.settled()
      app.environment.gate.close(for: .offline)
      try await ada.profile.apply(.name("Marker-of-Ada"))
      try await ada.add("marker-of-ada")
      try await app.session.signOut(keepingData: true)
      let bob = try await device.signIn(app, as: .bob)
      #expect(
        bob.profile.state.pending.isEmpty && bob.profile.state.profile?.name != "Marker-of-Ada")
      #expect(try await bob.basket.value() == nil)
      app.environment.gate.open(for: .offline)
      await bob.profile.settled()
      let directory = try #require(bob.account).rawValue
      #expect(try !device.files(containing: "arker-of-").contains { $0.contains(directory) })
      #expect(device.server.model.accounts.values.allSatisfy { $0.profile.name.isEmpty })
    }
  }

  @Test func `A deleted account is signed out, and its data is erased`() async throws {
    let device = SessionDevice()
    try await device.run { app in
      let (scope, _) = try await device.signInAndSettle(app)
      try await scope.add("marker-of-ada")
      try await app.session.deleteAccount()
      #expect(app.session.state == SessionState(status: .guest))
      #expect(device.server.model.accounts.isEmpty)
      #expect(try device.files(containing: "marker-of-ada").isEmpty)
      #expect(await failure { try await app.session.deleteAccount() } == .notSignedIn)
    }
  }

  @Test func `A deletion whose answer was lost can be repeated`() async throws {
    try await device.run { app in
      let (scope, _) = try await device.signInAndSettle(app)
      device.server.spoil([.answerLost]) { $0.path == "/v1/auth/account" }
      #expect(await failure { try await app.session.deleteAccount() } != nil)
      await scope.pass(40)
      try await app.session.deleteAccount()
      #expect(app.session.state.status == .guest)
      #expect(device.server.model.accounts.isEmpty)
    }
  }

  @Test func `The request that ends a session is repeated until the service has answered`()
    async throws
  {
    try await device.run { app in
      _ = try await device.signInAndSettle(app)
      let faults: [RequestFault<AccountServerModel>] = [.status(503), .status(204), .status(200)]
      device.server.spoil(faults) { $0.path == "/v1/auth/sign-out" }
      try await app.session.signOut(keepingData: true)
      // Nothing else happens in the app meanwhile.
      while !device.server.model.areSessionsEnded { await Task.yield() }
      for _ in 1...500 { await Task.yield() }
    }
    let requests = device.server.requests.filter { $0.path == "/v1/auth/sign-out" }
    #expect(requests.count == 4 && Set(requests.map(\.idempotencyKey)).count == 1)
  }

  @Test(arguments: [false, true])
  func `A deletion that was refused or not sent erases nothing when the session ends later`(
    _ isSent: Bool
  ) async throws {
    try await device.run { app in
      let (scope, account) = try await device.signInAndSettle(app)
      try await scope.add("pizza")
      device.server.spoil([isSent ? .problem("openOrders", status: 409) : .unsent]) {
        $0.path == "/v1/auth/account"
      }
      let error = await failure { try await app.session.deleteAccount() }
      #expect(isSent ? error != nil : error == .failed(.noAnswer(.offline)))
      // The service answers the next renewal as if another device had deleted the account.
      device.server.change { $0.expireAccessTokens() }
      device.server.spoil([.problem("accountDeleted", status: 401)]) {
        $0.path == "/v1/auth/refresh"
      }
      try await scope.profile.apply(.name("Ada"))
      let state = await app.session.when { $0.status != .signedIn(account) }
      #expect(state.status == .expired(account))
      #expect(try await scope.basket.value() == ["pizza"])
      let again = try await device.signIn(app)
      #expect(await again.profile.settled().profile?.name == "Ada")
      #expect(try await again.basket.value() == ["pizza"])
    }
  }

  @Test
  func `A deletion whose answer was lost erases the data, although a repetition was not sent`()
    async throws
  {
    let device = SessionDevice()
    try await device.run { app in
      let (scope, account) = try await device.signInAndSettle(app)
      try await scope.add("marker-of-ada")
      device.server.spoil([.answerLost, .unsent]) { $0.path == "/v1/auth/account" }
      for _ in 1...2 {
        #expect(await failure { try await app.session.deleteAccount() } != nil)
      }
      await scope.pass(40)
      try await scope.profile.apply(.name("Ada"))
      let state = await app.session.when { $0.status != .signedIn(account) }
      try #require(state.status == .guest)
      _ = await app.scope(of: nil)
      #expect(try device.files(containing: "marker-of-ada").isEmpty)
    }
  }

  @Test func `A deletion of an account whose session has ended fails, and the data stays`()
    async throws
  {
    try await device.run { app in
      let (scope, account) = try await device.signInAndSettle(app)
      try await scope.add("pizza")
      device.server.change { $0.revoke(account.rawValue) }
      #expect(await failure { try await app.session.deleteAccount() } == .notSignedIn)
      #expect(app.session.state.status == .expired(account))
      #expect(device.server.model.accounts[account.rawValue] != nil)
      try #require(app.scope?.account == account)
      #expect(try await scope.basket.value() == ["pizza"])
    }
  }

  @Test func `A deletion that is refused after a sign-out fails, and the data stays`() async throws
  {
    let server = StubTransport(over: device.server)
    try await device.run(over: server) { app in
      let (scope, _) = try await device.signInAndSettle(app)
      try await scope.add("pizza")
      device.server.spoil([.problem("openOrders", status: 409)]) { $0.path == "/v1/auth/account" }
      server.interrupt(at: "/v1/auth/account") { try await app.session.signOut(keepingData: true) }
      let error = await failure { try await app.session.deleteAccount() }
      guard case .failed(.refused(let problem))? = error else {
        Issue.record("a refused deletion succeeds")
        return
      }
      #expect(problem.code == "openOrders")
      #expect(try await device.signIn(app).basket.value() == ["pizza"])
    }
  }

  @Test func `A deletion that succeeds after a sign-out erases the data, too`() async throws {
    let device = SessionDevice()
    let server = StubTransport(over: device.server)
    try await device.run(over: server) { app in
      let (scope, _) = try await device.signInAndSettle(app)
      try await scope.add("marker-of-ada")
      server.interrupt(at: "/v1/auth/account") {
        try await app.session.signOut(keepingData: true)
        try await device.signIn(app, as: .bob)
      }
      #expect(await failure { try await app.session.deleteAccount() } == nil)
      #expect(app.session.state.account != nil && app.session.state.account != scope.account)
      #expect(try device.files(containing: "marker-of-ada").isEmpty)
    }
  }

  @Test func `A deletion that a sign-out prevents is superseded`() async throws {
    let server = device.transport(refusing: "/v1/auth/account")
    try await device.run(over: server) { app in
      _ = try await device.signInAndSettle(app)
      server.interrupt(at: "/v1/auth/account") { try await app.session.signOut(keepingData: true) }
      #expect(await failure { try await app.session.deleteAccount() } == .superseded)
    }
  }

  @Test func `A sign-out that may have been stored is undone by the next event`() async throws {
    let device = SessionDevice()
    var account: AccountID?
    try await device.run { app in
      let (scope, id) = try await device.signInAndSettle(app)
      account = id
      try await scope.add("pizza")
      device.secretFaults.saved = .notWritten("not durable")
      #expect(await failure { try await app.session.signOut(keepingData: false) } != nil)
      device.secretFaults.saved = nil
      #expect(app.session.state.status == .signedIn(id))
      try await app.session.discardCode()
      try await scope.environment.directory.flush()
    }
    try await device.run { app in
      let state = await app.session.when { $0.status != .loading }
      try #require(state.status == account.map { .signedIn($0) })
      let scope = await app.scope(of: account?.rawValue)
      #expect(try await scope.basket.value() == ["pizza"])
    }
  }

  @Test func `The data of a guest becomes that of the account`() async throws {
    let device = SessionDevice()
    try await device.run { app in
      let guest = await app.scope(of: nil)
      try await guest.add("pizza")
      let scope = try await device.signIn(app)
      #expect(try await scope.basket.value() == ["pizza"])
      #expect(scope.guest == nil)
      try await app.session.signOut(keepingData: true)
      #expect(try await app.scope(of: nil).basket.value() == nil)
      #expect(try await device.signIn(app).basket.value() == ["pizza"])
    }
  }

  @Test func `The data of a guest is passed to an account with data until the app has moved it`()
    async throws
  {
    let device = SessionDevice()
    var account: AccountID?
    try await device.run { app in
      try await device.signIn(app).add("pizza")
      try await app.session.signOut(keepingData: true)
      try await app.scope(of: nil).add("tea")
      let scope = try await device.signIn(app)
      account = scope.account
      #expect(try await scope.basket.value() == ["pizza"])
      #expect(scope.guest != nil)
    }
    try await device.run { app in
      let scope = await app.scope(of: account?.rawValue)
      let guest = try #require(scope.guest)
      #expect(guest.environment.account == nil)
      #expect(try await AppScope.basket(in: guest.environment).value() == ["tea"])
      try await guest.finish()
      try await app.session.signOut(keepingData: true)
      #expect(try await app.scope(of: nil).basket.value() == nil)
    }
    try await device.run { app in
      _ = await app.scope(of: nil)
      let scope = try await device.signIn(app)
      #expect(scope.guest == nil)
    }
  }

  @Test func `A directory of a guest without a file is not passed to an account`() async throws {
    let device = SessionDevice()
    try await device.run { app in
      try await device.signIn(app).add("pizza")
      try await app.session.signOut(keepingData: true)
      try FileManager.default.createDirectory(
        at: device.directory.appending(path: "directories/guest"),
        withIntermediateDirectories: true)
      #expect(try await device.signIn(app).guest == nil)
      try await app.session.signOut(keepingData: true)
      try await app.scope(of: nil).add("tea")
      let guest = try #require(try await device.signIn(app).guest)
      #expect(try await AppScope.basket(in: guest.environment).value() == ["tea"])
    }
  }

  @Test
  func `The data of a guest can no longer be used when the features of its account have ended`()
    async throws
  {
    try await device.run { app in
      try await device.signIn(app).add("pizza")
      try await app.session.signOut(keepingData: true)
      try await app.scope(of: nil).add("tea")
      let guest = try #require(try await device.signIn(app).guest)
      let left = AppScope.basket(in: guest.environment)
      #expect(try await left.value() == ["tea"])
      try await app.session.signOut(keepingData: true)
      do throws(StorageError) {
        try await left.update { $0 = ["cake"] }
        try await left.flush()
      } catch {}
      let next = try #require(try await device.signIn(app).guest)
      #expect(try await AppScope.basket(in: next.environment).value() == ["tea"])
    }
  }

  @Test func `A session of a former app is adopted once`() async throws {
    let other = SessionDevice(.memory)
    let former = other.app()
    try await other.signInAlone(former)
    let account = try #require(former.session.state.account)
    let token = try #require(other.server.model.issuedTokens.first { $0.contains("refresh") })
    device.server.change { $0 = other.server.model }
    let legacy = LegacySession(account: account, refreshToken: token)
    try await device.run { app in
      try await app.session.adopt(legacy)
      try await app.session.adopt(legacy)
      let scope = await app.scope(of: account.rawValue)
      #expect(await scope.profile.settled().profile?.phone == .ada)
      #expect(device.server.model.renewals == 1)
      try await app.session.signOut(keepingData: true)
    }
    #expect(!"\(legacy)".contains(token) && !String(reflecting: legacy).contains(token))
  }
}
