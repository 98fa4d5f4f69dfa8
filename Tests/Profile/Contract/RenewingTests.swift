import Networking
import NetworkingTestSupport
import Profile
import ProfileTestSupport
import Sandbox
import StorageTestSupport
import Sync
import SyncTestSupport
import Testing

struct RenewingTests {
  private let device = SessionDevice(.memory)

  @Test
  func `Two hundred requests that are refused before a late renewal is answered cause no other`()
    async throws
  {
    let server = StubTransport(over: device.server)
    try await device.run(over: server) { app in
      let (scope, account) = try await device.signInAndSettle(app)
      _ = device.server.takeChanges()
      device.server.change { $0.expireAccessTokens() }
      server.interrupt(at: "/v1/auth/refresh") {
        while device.server.requests.count(where: { $0.path == "/v1/profile" }) < 200 {
          await Task.yield()
        }
      }
      #expect(await scope.storm(of: 200) == 200)
      #expect(renewals(at: device) == 1)
      #expect(app.session.state.status == .signedIn(account) && scope.environment.gate.isOpen)
    }
  }

  @Test func `A renewal that is lost, late, refused by a proxy or cut off signs no user out`()
    async throws
  {
    let badTokens = [
      "", " ", "a b", #"a\r\nX: y"#, "\u{661}é", "=", String(repeating: "a", count: 9_000),
    ]
    let bodies =
      ["<html>", "{}", "[]"]
      + badTokens.flatMap { token in
        [(token, "r"), ("a", token)].map { access, refresh in
          #"{"account":"account-1","accessToken":"\#(access)","refreshToken":"\#(refresh)","expiresIn":9}"#
        }
      }
    let faults: [RequestFault<AccountServerModel>] =
      [
        .answerLost, .lost, .unsent, .status(429), .status(302), .status(500), .status(401),
        .status(403), .status(511), .garbage,
      ] + bodies.map { .body($0) }
    try await device.run { app in
      let (scope, _) = try await device.signInAndSettle(app)
      for fault in faults {
        _ = device.server.takeChanges()
        device.server.change { $0.expireAccessTokens() }
        device.server.spoil([fault]) { $0.path == "/v1/auth/refresh" }
        await scope.pass(40)
        #expect(await scope.storm(of: 20, counting: \.isUnauthorized) == 0, "\(fault)")
        #expect(renewals(at: device) == 1, "\(fault)")
        #expect(app.session.state.status == scope.account.map { .signedIn($0) })
        #expect(scope.environment.gate.reasons == [])
        await scope.pass(40)
        #expect(await scope.storm(of: 20) == 20, "after \(fault)")
        #expect(renewals(at: device) == 2, "after \(fault)")
      }
      #expect(device.server.model.renewals == faults.count)
    }
  }

  @Test func `A renewed session is that of the next launch`() async throws {
    let device = SessionDevice()
    var account: AccountID?
    try await device.run { app in
      let (scope, id) = try await device.signInAndSettle(app)
      account = id
      device.server.change { $0.expireAccessTokens() }
      #expect(await scope.storm(of: 5) == 5)
    }
    try await device.run { app in
      #expect(await app.scope(of: account?.rawValue).storm(of: 5) == 5)
    }
    #expect(device.server.requests.count { $0.path == "/v1/auth/refresh" } == 1)
  }

  @Test func `A renewal that cannot be stored is used, and not used up`() async throws {
    let device = SessionDevice()
    var account: AccountID?
    try await device.run { app in
      let (scope, id) = try await device.signInAndSettle(app)
      account = id
      device.secretFaults.save = .notWritten("full")
      device.server.change { $0.expireAccessTokens() }
      #expect(await scope.storm(of: 5) == 5)
      device.server.change { $0.expireAccessTokens() }
      await scope.pass(40)
      #expect(await scope.storm(of: 5) == 0)
      #expect(app.session.state.status == account.map { .signedIn($0) })
      #expect(device.server.model.renewals == 1)
    }
    device.secretFaults.save = nil
    try await device.run { app in
      let scope = await app.scope(of: account?.rawValue)
      // The service repeats its answer, whose access token has expired since.
      _ = await scope.storm(of: 1)
      await scope.pass(40)
      #expect(await scope.storm(of: 5) == 5)
      #expect(app.session.state.status == account.map { .signedIn($0) })
    }
  }

  @Test func `A session that the service has ended expires, and its changes wait`() async throws {
    let device = SessionDevice()
    try await device.run { app in
      let (scope, account) = try await device.signInAndSettle(app)
      device.server.change { $0.revoke(account.rawValue) }
      try await scope.profile.apply(.name("Ada"))
      await app.session.when { $0.status == .expired(account) }
      #expect(app.session.state.status == .expired(account))
      #expect(scope.environment.gate.reasons == [.signedOut])
      #expect(scope.profile.state.profile?.name == "Ada")
      let count = device.server.requests.count
      #expect(await scope.storm(of: 20) == 0)
      #expect(device.server.requests.count == count, "a request without a session was sent")
    }
    try await device.run { app in
      let scope = await app.scope(of: app.session.when { $0.account != nil }.account?.rawValue)
      #expect(scope.environment.gate.reasons == [.signedOut])
      #expect(await scope.profile.when { !$0.pending.isEmpty }.pending.count == 1)
    }
    #expect(device.server.model.accounts.values.allSatisfy { $0.profile.name.isEmpty })
  }

  @Test func `A refresh token that was used elsewhere ends the session, and loses nothing`()
    async throws
  {
    try await device.run { app in
      let (scope, account) = try await device.signInAndSettle(app)
      scope.environment.gate.close(for: .offline)
      try await scope.profile.apply(.name("Ada"))
      device.server.change { model in
        model.expireAccessTokens()
        model.useRefreshToken(of: account.rawValue)
      }
      scope.environment.gate.open(for: .offline)
      await app.session.when { $0.status == .expired(account) }
      try await device.signInAlone(app)
      await scope.profile.when { $0.pending.isEmpty }
      #expect(device.server.model.accounts[account.rawValue]?.profile.name == "Ada")
    }
  }

  @Test func `A gate that a late 401 closes opens again`() async throws {
    try await device.run { app in
      let (scope, _) = try await device.signInAndSettle(app)
      scope.environment.gate.close(for: .signedOut)
      for await reasons in scope.environment.gate.changes() where reasons.isEmpty { break }
      try await scope.profile.apply(.name("Ada"))
      await scope.profile.settled()
    }
  }

  /// Returns the number of requests for a renewal.
  private func renewals(at device: SessionDevice) -> Int {
    device.server.requests.count { $0.path == "/v1/auth/refresh" }
  }
}

extension AppScope {
  /// Sends requests at once, and returns the number of responses that `isCounted` accepts.
  func storm(
    of count: Int, counting isCounted: @escaping @Sendable (ResponseOutcome) -> Bool = \.isSuccess
  ) async -> Int {
    let transport = environment.transport
    return await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<count {
        group.addTask {
          let request = HTTPRequest(.get, "/v1/profile", in: .almaty)
          return isCounted(await transport.answer(to: request))
        }
      }
      return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }
  }

  /// Advances the clock that measures the pauses between renewals.
  func pass(_ seconds: Int) async {
    do { try await environment.clock.sleep(for: .seconds(seconds)) } catch {}
  }
}

extension ResponseOutcome {
  fileprivate var isSuccess: Bool { if case .success = self { true } else { false } }
  fileprivate var isUnauthorized: Bool { if case .unauthorized = self { true } else { false } }
}
