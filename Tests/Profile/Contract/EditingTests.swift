import Foundation
import Networking
import NetworkingTestSupport
import Profile
import ProfileTestSupport
import Sandbox
import StorageTestSupport
import Sync
import SyncTestSupport
import Testing

struct EditingTests {
  @Test(arguments: Backing.allCases)
  func `The server's profile is shown, with bonuses in their unit`(_ backing: Backing) async throws
  {
    let device = SessionDevice(backing)
    try await session(device) { profile, _ in
      #expect(profile.state.profile?.phone == .ada)
      #expect(profile.state.profile?.bonuses == BonusBalance(amount: 0, unit: "points"))
      #expect(profile.state.pending.isEmpty && profile.state.sync.isSettled)
    }
  }

  @Test(arguments: Backing.allCases)
  func `A change is shown at once, and the server has it once`(_ backing: Backing) async throws {
    let device = SessionDevice(backing)
    try await session(device) { profile, _ in
      let birthday = try #require(Birthday(year: 1990, month: 2, day: 28))
      try await profile.apply(.name("Ada"))
      #expect(profile.state.profile?.name == "Ada")
      try await profile.apply(.birthday(birthday))
      try await profile.apply(.email("ada@example.com"))
      try await profile.apply(.language("kk"))
      await profile.settled()
      let found = try server(device)
      #expect(
        [found.name, found.birthday, found.email, found.language]
          == ["Ada", "1990-02-28", "ada@example.com", "kk"])
      #expect(profile.state.profile?.birthday == birthday)
      #expect(profile.state.profile?.isBirthdayFixed == true)
      #expect(patches(device) == 4)
    }
  }

  @Test(arguments: Backing.allCases)
  func `Without a network a change waits, and is sent when the network is back`(_ backing: Backing)
    async throws
  {
    let device = SessionDevice(backing)
    try await session(device) { profile, gate in
      gate.close(for: .offline)
      try await profile.apply(.name("Ada"))
      #expect(profile.state.profile?.name == "Ada" && profile.state.pending.count == 1)
      #expect(patches(device) == 0)
      gate.open(for: .offline)
      await profile.settled()
      #expect(try server(device).name == "Ada")
    }
  }

  @Test(arguments: Backing.allCases)
  func `A change that waits and the server's profile outlive a restart`(_ backing: Backing)
    async throws
  {
    let device = SessionDevice(backing)
    var account: String?
    try await session(device) { profile, gate in
      gate.close(for: .offline)
      try await profile.apply(.name("Ada"))
      account = device.server.model.accounts.keys.first
    }
    device.server.fault = .offline
    try await device.run { app in
      let profile = await app.scope(of: account).profile
      let state = await profile.when { $0.profile != nil && $0.sync.isLoaded }
      #expect(state.profile?.name == "Ada" && state.profile?.phone == .ada)
      device.server.fault = nil
      try await profile.refresh()
      await profile.settled()
      #expect(try server(device).name == "Ada" && patches(device) == 1)
    }
  }

  @Test(arguments: Backing.allCases)
  func `Changes of one part that were not sent are one; different parts are apart`(
    _ backing: Backing
  ) async throws {
    let device = SessionDevice(backing)
    try await session(device) { profile, gate in
      gate.close(for: .offline)
      for name in ["A", "Ad", "Ada"] { try await profile.apply(.name(name)) }
      try await profile.apply(.language("ru"))
      #expect(profile.state.pending.map(\.edit) == [.name("Ada"), .language("ru")])
      gate.open(for: .offline)
      await profile.settled()
      #expect(patches(device) == 2)
    }
  }

  @Test(arguments: Backing.allCases)
  func `Each decision about a consent is sent, with its time and text`(_ backing: Backing)
    async throws
  {
    let device = SessionDevice(backing)
    try await session(device) { profile, gate in
      gate.close(for: .offline)
      let decisions = [true, false, true].enumerated().map { number, isGiven in
        Consent(
          id: "marketing", isGiven: isGiven,
          time: device.time.now.addingTimeInterval(Double(number) + 0.7),
          textVersion: "v\(number)")
      }
      for decision in decisions { try await profile.apply(.consent(decision)) }
      #expect(profile.state.profile?.consents == [decisions[2]])
      #expect(profile.state.pending.count == 3)
      gate.open(for: .offline)
      await profile.settled()
      #expect(patches(device) == 3)
      #expect(profile.state.profile?.consents == [decisions[2]])
      let found = try server(device).consents
      #expect(found.map(\.textVersion) == ["v2"] && found.map(\.time) == [1_700_000_002])
    }
  }

  @Test(arguments: Backing.allCases)
  func `A refused change is taken back, and waits for the user's decision`(_ backing: Backing)
    async throws
  {
    let device = SessionDevice(backing)
    try await session(device) { profile, _ in
      device.server.refuseNext("emailTaken")
      try await profile.apply(.email("bob@example.com"))
      let state = await profile.when { $0.pending.first?.status.isFailed == true }
      #expect(state.pending.first?.status == .failed(.rejected(.emailTaken)))
      #expect(state.profile?.email == "")
      try await profile.apply(.name("Ada"))
      await profile.when { $0.pending.count == 1 }
      #expect(try server(device).name == "Ada")
      try await profile.retry(try #require(state.pending.first?.id))
      await profile.settled()
      #expect(try server(device).email == "bob@example.com")
      device.server.refuseNext("aCodeOfALaterRelease")
      try await profile.apply(.language("xx"))
      let later = await profile.when { $0.pending.first?.status.isFailed == true }
      #expect(later.pending.first?.status == .failed(.rejected(.other("aCodeOfALaterRelease"))))
      try await profile.discard(try #require(later.pending.first?.id))
      #expect(profile.state.pending.isEmpty)
    }
  }

  @Test(arguments: Backing.allCases)
  func `A refused change needs no decision after a later one of the same part`(_ backing: Backing)
    async throws
  {
    let device = SessionDevice(backing)
    try await session(device) { profile, _ in
      device.server.refuseNext("invalid")
      try await profile.apply(.email("x@example.com"))
      await profile.when { $0.pending.first?.status.isFailed == true }
      try await profile.apply(.email("ada@example.com"))
      await profile.settled()
      #expect(try server(device).email == "ada@example.com")
    }
  }

  @Test(arguments: Backing.allCases)
  func `A birthday that is fixed is not changed`(_ backing: Backing) async throws {
    let device = SessionDevice(backing)
    try await session(device) { profile, _ in
      let birthday = try #require(Birthday("1990-05-01"))
      try await profile.apply(.birthday(birthday))
      await profile.settled()
      let other = try #require(Birthday("1991-05-01"))
      #expect(await failure { try await profile.apply(.birthday(other)) } == .birthdayFixed)
      #expect(profile.state.profile?.birthday == birthday && profile.state.pending.isEmpty)
    }
  }

  @Test(arguments: Backing.allCases)
  func `A value that cannot be accepted is refused at once`(_ backing: Backing) async throws {
    let device = SessionDevice(backing)
    let emails = ["a", "@", "a@", "@b.c", "a@b", "a@b.", "a@.b", "a b@c.d", "a@b@c.d", "a\n@b.c"]
    let future = try #require(Birthday("2199-01-01"))
    let edits: [ProfileEdit] =
      emails.map { .email($0) } + [
        .name(String(repeating: "a", count: 101)), .name("a\u{0}b"), .name("a\nb"),
        .birthday(future), .language("kk KZ"), .language("kk\r\nX: y"),
        .language(String(repeating: "a", count: 36)),
        .consent(Consent(id: "", isGiven: true, time: device.time.now, textVersion: "1")),
        .consent(Consent(id: "marketing", isGiven: true, time: device.time.now, textVersion: "")),
      ]
    try await session(device) { profile, _ in
      for edit in edits {
        #expect(
          await failure { try await profile.apply(edit) } == .invalid(edit.field), "\(edit)")
      }
      #expect(profile.state.pending.isEmpty && patches(device) == 0)
    }
    for text in [
      "", "1990-02-30", "1900-02-29", "1990-13-01", "1990-00-10", "1990-1-1", "٢٠٠٠-٠١-٠١",
      "90-01-01",
    ] {
      #expect(Birthday(text) == nil, "\(text)")
    }
    #expect(Birthday("2000-02-29") != nil)
  }

  @Test(arguments: Backing.allCases)
  func `Names and addresses are sent without surrounding spaces`(_ backing: Backing) async throws {
    let device = SessionDevice(backing)
    try await session(device) { profile, _ in
      try await profile.apply(.name("  Ада  Лавлейс\n"))
      try await profile.apply(.email(" ada@example.com "))
      await profile.settled()
      let found = try server(device)
      #expect([found.name, found.email] == ["Ада  Лавлейс", "ada@example.com"])
      try await profile.apply(.name(" "))
      try await profile.apply(.email(""))
      await profile.settled()
      let removed = try server(device)
      #expect([removed.name, removed.email] == ["", ""])
    }
  }

  @Test(arguments: Backing.allCases)
  func `A change on another device is shown after a refresh`(_ backing: Backing) async throws {
    let device = SessionDevice(backing)
    try await session(device) { profile, _ in
      let account = try #require(device.server.model.accounts.keys.first)
      device.server.change { $0.changeProfile(of: account) { $0.bonuses.amount = 120 } }
      try await profile.refresh()
      #expect(profile.state.profile?.bonuses?.amount == 120)
    }
  }

  @Test(arguments: Backing.allCases)
  func `An answer that is not the service's changes nothing, and the change is sent again`(
    _ backing: Backing
  ) async throws {
    let device = SessionDevice(backing)
    try await session(device) { profile, _ in
      let faults: [RequestFault<AccountServerModel>] = [
        .garbage, .body("<html>"), .status(302), .status(404), .status(401), .answerLost,
        .status(500),
      ]
      for (number, fault) in faults.enumerated() {
        device.server.spoil([fault, fault]) { $0.path == "/v1/profile" && $0.method != .get }
        try await profile.apply(.name("Ada \(number)"))
        await profile.settled()
        #expect(try server(device).name == "Ada \(number)")
        #expect(profile.state.profile?.name == "Ada \(number)")
      }
      #expect(try server(device).revision == 1 + faults.count, "a change was applied twice")
    }
  }

  @Test(arguments: Backing.allCases)
  func `Values that this release cannot read are absent, and the others are shown`(
    _ backing: Backing
  ) async throws {
    let device = SessionDevice(backing)
    try await session(device) { profile, _ in
      let body =
        #"{"revision":9,"phone":"12","birthday":"never","name":"Ada","consents":[],"crown":true}"#
      device.server.spoil([
        RequestFault(reachesServer: false) { _ in
          .success(HTTPResponse(status: 200, body: Data(body.utf8)))
        }
      ]) { $0.method == .get }
      try await profile.refresh()
      #expect(profile.state.profile == UserProfile(name: "Ada"))
    }
  }

  @Test(arguments: Backing.allCases)
  func `Of several consents of one kind, the profile has the latest`(_ backing: Backing)
    async throws
  {
    let device = SessionDevice(backing)
    try await session(device) { profile, _ in
      // Two decisions in the same second are in the order in which they were made.
      let consents = [
        ("marketing", 2, "v2"), ("sms", 1, "v1"), ("marketing", 3, "v3"), ("marketing", 1, "v1"),
        ("sms", 1, "v2"),
      ].map { id, time, version in
        #"{"id":"\#(id)","isGiven":true,"time":\#(time),"textVersion":"\#(version)"}"#
      }
      let body = #"{"revision":9,"consents":[\#(consents.joined(separator: ","))]}"#
      device.server.spoil([
        RequestFault(reachesServer: false) { _ in
          .success(HTTPResponse(status: 200, body: Data(body.utf8)))
        }
      ]) { $0.method == .get }
      try await profile.refresh()
      let found = profile.state.profile?.consents.map { "\($0.id) \($0.textVersion)" }
      #expect(found == ["marketing v3", "sms v2"])
    }
  }

  @Test(arguments: Backing.allCases)
  func `Without run(), and in a canceled task, every call ends`(_ backing: Backing) async throws {
    let device = SessionDevice(backing)
    typealias Call = EndingCall<any ProfileEditor, ProfileError>
    let unknown = Call.Ending.failure(.sync(.unknownChange(99)))
    let cancelled = Call.Ending.failure(.sync(.cancelled))
    let calls = [
      Call("apply", cancelled: cancelled) { try await $0.apply(.name("Ada")) },
      Call("refresh", notRunning: .any, cancelled: cancelled) { try await $0.refresh() },
      Call("retry", notRunning: unknown, cancelled: cancelled) { try await $0.retry(99) },
      Call("discard", notRunning: unknown, cancelled: cancelled) { try await $0.discard(99) },
    ]
    let profile = ProfileFactory.makeProfile(in: device.launch())
    for call in calls { await call.verify(.cancelled, on: profile) }
    #expect(profile.state.pending.isEmpty)
    for call in calls { await call.verify(.notRunning, on: profile) }
    #expect(profile.state.pending.map(\.edit) == [.name("Ada")])
  }

  /// Signs in, waits for the server's profile, and runs the app during `body`.
  private func session(
    _ device: SessionDevice, _ body: (any ProfileEditor, Gate) async throws -> Void
  ) async throws {
    try await device.run { app in
      let scope = try await device.signIn(app)
      await scope.profile.settled()
      try await body(scope.profile, scope.environment.gate)
    }
  }

  private func server(_ device: SessionDevice) throws -> ProfileView {
    try #require(device.server.model.accounts.values.first?.profile)
  }

  private func patches(_ device: SessionDevice) -> Int {
    device.server.requests.count { $0.path == "/v1/profile" && $0.method != .get }
  }

  private func failure(_ call: () async throws -> Void) async -> ProfileError? {
    do { try await call() } catch let error as ProfileError { return error } catch {
      Issue.record(error)
    }
    return nil
  }
}

extension SandboxServer<AccountServerModel> {
  /// Refuses the next change of a profile.
  fileprivate func refuseNext(_ code: String) {
    spoil([.problem(code)]) { $0.path == "/v1/profile" && $0.method != .get }
  }
}
