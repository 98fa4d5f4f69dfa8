import Foundation
import KillableApp
@_spi(SettledCity) import Networking
import Profile
import Sandbox
import Storage
import Sync
import Testing

/// Sessions over real HTTP, with files.
@Suite("A session and its server")
struct SessionTests {
  @Test func `Two hundred requests with an expired token cause one renewal`() async throws {
    try await withBackend { server, folder in
      try await Device(server.url, folder).run { session, account in
        let status = session.state.status
        try await server.expireTokens(of: session)
        #expect(await account.storm(of: 200) == 200)
        #expect(session.state.status == status)
      }
      #expect(try await server.sessions == SessionFigures(renewals: 1, endings: []))
    }
  }

  @Test func `A renewal whose answer was lost is repeated, also by the next launch`() async throws {
    try await withBackend { server, folder in
      let device = Device(server.url, folder)
      try await device.run { session, account in
        let status = session.state.status
        try await server.expireTokens(of: session)
        try await server.fail("drop-after-apply")
        device.clock.jump(by: .seconds(3_600))
        #expect(await account.storm(of: 5) == 0)
        #expect(session.state.status == status)
      }
      // The server has renewed the session, and the device has only the old token.
      #expect(try await server.sessions.renewals == 1)
      try await server.restart()
      try await device.run { _, account in #expect(await account.storm(of: 20) == 20) }
      #expect(try await server.sessions == SessionFigures(renewals: 1, endings: []))
    }
  }

  @Test(arguments: ["401", "429=0", "500", "503", "garbage", "truncated", "drop-before-apply"])
  func `A server that fails signs no user out`(_ fault: String) async throws {
    try await withBackend { server, folder in
      let device = Device(server.url, folder)
      try await device.run { session, account in
        let status = session.state.status
        try await server.fail(fault)
        device.clock.jump(by: .seconds(3_600))
        for _ in 0..<3 {
          _ = await account.storm(of: 5)
          device.clock.jump(by: .seconds(60))
        }
        try await server.fail()
        device.clock.jump(by: .seconds(60))
        #expect(await account.storm(of: 20) == 20)
        #expect(session.state.status == status)
      }
      #expect(try await server.sessions.endings == [])
    }
  }

  /// A device whose app is launched repeatedly over the same files.
  private struct Device {
    let clock = InstantClock()
    private let start = Date.now
    private let server: URL
    private let folder: URL

    init(_ server: URL, _ folder: URL) { (self.server, self.folder) = (server, folder) }

    /// Launches the app, runs it with the session of a user and the user's environment, and ends it.
    func run(
      _ body: @escaping @Sendable (any UserSession, FeatureEnvironment) async throws -> Void
    ) async throws {
      let directory = StorageDirectory(folder)
      defer { directory.close() }
      let environment = FeatureEnvironment(
        transport: URLSessionTransport(server: server, timeout: .seconds(5)),
        directory: directory, city: SettledCity(.demo("KZ", 1_526_384), gate: Gate()),
        clock: clock, now: { [clock, start] in start + clock.now.sinceStart / .seconds(1) })
      try await environment.runSignedIn(as: "ann", body)
    }
  }
}

extension Backend {
  /// Ends the access tokens of the account of a session.
  fileprivate nonisolated func expireTokens(of session: any UserSession) async throws {
    let account = try #require(session.state.account)
    try await client.play("204 PUT /admin/accounts/\(account) - {\"sessions\": \"expired\"}")
  }
}

extension FeatureEnvironment {
  /// Sends requests at once, and returns the number of successes.
  fileprivate func storm(of count: Int) async -> Int {
    await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<count {
        group.addTask { [transport] in
          let request = HTTPRequest(.get, "/v1/profile", in: .demo("KZ", 1_526_384))
          if case .success = await transport.answer(to: request) { return true }
          return false
        }
      }
      return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }
  }
}
