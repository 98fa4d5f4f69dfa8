import Foundation
import Profile
import ServerProcess
import Sync
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Sessions and profiles over real HTTP, with files.
@Suite("A session and its server")
struct SessionTests {
  @Test func `Two hundred requests with an expired token cause one renewal`() async throws {
    try await withDevice { device, server in
      try await device.run { app in
        let account = try await app.signIn(.ada, server)
        try await server.end("expired", of: account.id)
        #expect(await account.storm(of: 200) == 200)
        #expect(app.session.state.status == .signedIn(account.id))
      }
      let sessions = try await server.sessions
      #expect(sessions.renewals == 1 && sessions.endings == [])
    }
  }

  @Test func `A renewal whose answer was lost is repeated, also by the next launch`() async throws {
    try await withDevice { device, server in
      var id: AccountID?
      try await device.run { app in
        let account = try await app.signIn(.ada, server)
        id = account.id
        try await server.end("expired", of: account.id)
        try await server.put("faults", #"{"probabilities": {"drop-after-apply": 1}}"#)
        device.clock.pass(3_600)
        #expect(await account.storm(of: 5) == 0)
        #expect(app.session.state.status == .signedIn(account.id))
      }
      // The server has renewed the session, and the device has only the old token.
      #expect(try await server.sessions.renewals == 1)
      try await server.restart()
      try await device.run { app in
        let account = await app.account(id)
        #expect(await account.storm(of: 20) == 20)
        #expect(app.session.state.status == id.map { .signedIn($0) })
      }
      let sessions = try await server.sessions
      #expect(sessions.renewals == 1 && sessions.endings == [])
    }
  }

  @Test(arguments: ["401", "429=0", "500", "503", "garbage", "truncated", "drop-before-apply"])
  func `A server that fails signs no user out`(_ fault: String) async throws {
    try await withDevice { device, server in
      try await device.run { app in
        let account = try await app.signIn(.ada, server)
        try await server.put("faults", #"{"probabilities": {"\#(fault)": 1}}"#)
        device.clock.pass(3_600)
        for _ in 0..<3 {
          _ = await account.storm(of: 5)
          device.clock.pass(60)
        }
        try await server.put("faults", #"{"probabilities": {}}"#)
        device.clock.pass(60)
        #expect(await account.storm(of: 20) == 20)
        #expect(app.session.state.status == .signedIn(account.id))
        #expect(try await server.sessions.endings == [])
      }
    }
  }

  @Test func `Accounts of a device are apart, and a waiting change is sent by its own`()
    async throws
  {
    try await withDevice { device, server in
      try await device.run { app in
        let ada = try await app.signIn(.ada, server)
        app.gate.close(for: .offline)
        try await ada.profile.apply(.name("Ada"))
        try await app.session.signOut(keepingData: true)
        app.gate.open(for: .offline)
        let bob = try await app.signIn(.bob, server)
        try await bob.profile.apply(.name("Bob"))
        _ = try await bob.settled()
        try await app.session.signOut(keepingData: true)
      }
      try await server.restart()
      try await device.run { app in
        device.clock.pass(100)
        let ada = try await app.signIn(.ada, server)
        #expect(try await ada.settled().name == "Ada")
      }
      #expect(try await server.sessions.names.values.sorted() == ["Ada", "Bob"])
    }
  }

  @Test func `An ended session expires, and its changes are sent after the next sign-in`()
    async throws
  {
    try await withDevice { device, server in
      try await device.run { app in
        let ada = try await app.signIn(.ada, server)
        _ = try await ada.settled()
        try await server.end("revoked", of: ada.id)
        try await ada.profile.apply(.name("Ada"))
        for await state in app.session.states() where state.status == .expired(ada.id) { break }
        #expect(try await server.sessions.names[ada.id.rawValue] == "")
        let again = try await app.signIn(.ada, server)
        #expect(try await again.settled().name == "Ada")
      }
      #expect(try await server.sessions.endings == ["sessionEnded"])
    }
  }

  @Test func `A wrong code, a second code and a deletion are answered as in the process`()
    async throws
  {
    try await withDevice { device, server in
      try await device.run { app in
        try await app.session.requestCode(for: .ada)
        let code = try await server.code(for: .ada)
        await #expect(throws: SessionError.wrongCode(attemptsLeft: 2)) {
          try await app.session.signIn(withCode: code == "0000" ? "1111" : "0000")
        }
        let error = await #expect(throws: SessionError.self) {
          try await app.session.requestCode(for: .ada)
        }
        guard case .tooManyAttempts(let delay?) = error else {
          Issue.record("\(String(describing: error))")
          return
        }
        #expect(delay > .zero && delay <= .seconds(60))
        try await app.session.signIn(withCode: code)
        _ = await app.account(app.session.state.account)
        try await app.session.deleteAccount()
        #expect(app.session.state.status == .guest)
      }
      let sessions = try await server.sessions
      #expect(sessions.names.isEmpty && sessions.endings == ["accountDeleted"])
    }
  }

  private func withDevice(
    _ body: (SessionDevice, Backend) async throws -> Void
  ) async throws {
    try await withFolder { folder in
      let server = try await Backend(folder.appending(path: "server.sqlite"))
      try await body(SessionDevice(server.url, folder.appending(path: "app")), server)
      try await server.stop()
    }
  }
}

extension Backend {
  /// Ends the access tokens of an account, or its sessions.
  fileprivate func end(_ sessions: String, of account: AccountID) async throws {
    try await put("admin/accounts/\(account)", #"{"sessions": "\#(sessions)"}"#)
  }

  /// Returns the code in the last text message to a number.
  func code(for phone: PhoneNumber) async throws -> String {
    let (body, _) = try await URLSession.shared.data(
      from: url.appending(path: "admin/codes/\(phone.rawValue)"))
    return try JSONDecoder().decode([String: String].self, from: body)["code"] ?? ""
  }
}
