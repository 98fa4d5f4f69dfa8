import Foundation
import Networking
import Profile
import ProfileTestSupport
import Sandbox
import Storage
import StorageTestSupport
import Sync
import SyncTestSupport
import Testing

struct EditingTests {
  private let device = SessionDevice(.memory)

  @Test func `The server's profile is shown, with bonuses in their unit`() async throws {
    try await session(device) { profile, _ in
      #expect(profile.state.profile?.phone == .ada)
      #expect(profile.state.profile?.bonuses == BonusBalance(amount: 0, unit: "points"))
      #expect(profile.state.pending.isEmpty && profile.state.sync.isSettled)
    }
  }

  @Test func `A change is shown at once, and the server has it once`() async throws {
    try await session(device) { profile, gate in
      // Without a network, the changes wait.
      gate.close(for: .offline)
      var expected = try #require(profile.state.profile)
      let birthday = try #require(Birthday(year: 1990, month: 2, day: 28))
      try await profile.apply(.birthday(birthday))
      expected.birthday = birthday
      #expect(profile.state.profile == expected)
      (expected.name, expected.email, expected.language) = ("Ada", "ada@example.com", "kk")
      for edit in [ProfileEdit.name("Ada"), .email("ada@example.com"), .language("kk")] {
        try await profile.apply(edit)
      }
      #expect(profile.state.profile == expected && profile.state.pending.count == 4)
      #expect(patches(device) == 0)
      gate.open(for: .offline)
      await profile.settled()
      let found = try server(device)
      #expect(
        [found.name, found.birthday, found.email, found.language]
          == ["Ada", "1990-02-28", "ada@example.com", "kk"])
      expected.isBirthdayFixed = true
      #expect(profile.state.profile == expected && patches(device) == 4)
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

  @Test func `Changes of one part that were not sent are one; different parts are apart`()
    async throws
  {
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

  @Test func `Each decision about a consent is sent, with its time and text`() async throws {
    try await session(device) { profile, gate in
      gate.close(for: .offline)
      let decisions = [true, false, true].enumerated().map { number, isGiven in
        Consent(
          id: "marketing", isGiven: isGiven,
          time: device.time.now.addingTimeInterval(Double(number) + 0.7),
          textVersion: "v\(number)")
      }
      let sms = Consent(id: "sms", isGiven: true, time: decisions[0].time, textVersion: "v1")
      for decision in [decisions[0], sms] + decisions[1...] {
        try await profile.apply(.consent(decision))
      }
      #expect(profile.state.profile?.consents == [sms, decisions[2]])
      #expect(profile.state.pending.count == 4)
      gate.open(for: .offline)
      await profile.settled()
      #expect(patches(device) == 4)
      #expect(Set(profile.state.profile?.consents ?? []) == [sms, decisions[2]])
      let found = try server(device).consents.filter { $0.id == "marketing" }
      #expect(found.map(\.textVersion) == ["v2"] && found.map(\.time) == [1_700_000_002])
    }
  }

  @Test func `A refused change is taken back, and waits for the user's decision`() async throws {
    let reasons: [(code: String, ProfileRejection)] = [
      ("invalid", .invalid), ("birthdayFixed", .birthdayFixed), ("emailTaken", .emailTaken),
      ("aCodeOfALaterRelease", .other("aCodeOfALaterRelease")),
    ]
    try await session(device) { profile, _ in
      func refused(_ code: String) async throws -> PendingEdit {
        device.server.refuseNext(code)
        try await profile.apply(.email("bob@example.com"))
        let state = await profile.when { $0.pending.first?.status.isFailed == true }
        #expect(state.profile?.email == "")
        return try #require(state.pending.first)
      }
      for (code, reason) in reasons {
        let edit = try await refused(code)
        #expect(edit.status == .failed(.rejected(reason)))
        try await profile.discard(edit.id)
        #expect(profile.state.pending.isEmpty)
      }
      let edit = try await refused("emailTaken")
      try await profile.apply(.name("Ada"))
      await profile.when { $0.pending.count == 1 }
      #expect(try server(device).name == "Ada")
      try await profile.retry(edit.id)
      await profile.settled()
      #expect(try server(device).email == "bob@example.com")
    }
  }

  @Test func `A refused change needs no decision after a later one of the same part`() async throws
  {
    try await session(device) { profile, _ in
      device.server.refuseNext("invalid")
      try await profile.apply(.email("x@example.com"))
      await profile.when { $0.pending.first?.status.isFailed == true }
      try await profile.apply(.email("ada@example.com"))
      await profile.settled()
      #expect(try server(device).email == "ada@example.com")
    }
  }

  @Test func `A birthday that is fixed is not changed`() async throws {
    try await session(device) { profile, _ in
      let birthday = try #require(Birthday("1990-05-01"))
      try await profile.apply(.birthday(birthday))
      await profile.settled()
      let other = try #require(Birthday("1991-05-01"))
      await #expect(throws: ProfileError.birthdayFixed) {
        try await profile.apply(.birthday(other))
      }
      #expect(profile.state.profile?.birthday == birthday && profile.state.pending.isEmpty)
    }
  }

  @Test func `A value that cannot be accepted is refused at once`() async throws {
    let emails = [
      "a", "@", "a@", "@b.c", "a@b", "a.b@c", "a@b.", "a@.b", "a b@c.d", "a@b .c", "a@@b.c",
      "a@b@c.d", "a@b.c@", "a\n@b.c", "a\u{0}@b.c", "a@\(String(repeating: "b", count: 251)).c",
    ]
    let languages = [
      "kk KZ", "kk ", "kk\r\nX: y", "a_b", "k/k", "k:k", "k@k", "k[k", "k`k", "k{k", "ё",
      String(repeating: "a", count: 36),
    ]
    let names = [String(repeating: "Ё", count: 101), "a\u{0}b", "a\u{7}b", "a\nb"]
    let consents = [("", "1"), ("marketing", ""), ("", "")].map { id, version in
      Consent(id: id, isGiven: true, time: device.time.now, textVersion: version)
    }
    let edits =
      emails.map { ProfileEdit.email($0) } + languages.map { .language($0) }
      + names.map { .name($0) } + consents.map { .consent($0) }
      + [.birthday(try #require(Birthday("2199-01-01")))]
    try await session(device) { profile, _ in
      for edit in edits {
        await #expect(throws: ProfileError.invalid(edit.field), "\(edit)") {
          try await profile.apply(edit)
        }
      }
      #expect(profile.state.pending.isEmpty && patches(device) == 0)
    }
  }

  @Test func `Names and addresses are sent without surrounding spaces`() async throws {
    try await session(device) { profile, _ in
      try await profile.apply(.name("  Ада  Лавлейс\n"))
      try await profile.apply(.email(" ada@example.com "))
      await profile.settled()
      let found = try server(device)
      #expect([found.name, found.email] == ["Ада  Лавлейс", "ada@example.com"])
      // Invisible characters, which a text from a chat contains, are no part of an address.
      try await profile.apply(.email("\u{202A}\u{FEFF} Bob@пример.рф\u{200B}\u{202C}"))
      await profile.settled()
      #expect(try server(device).email == "Bob@пример.рф")
      try await profile.apply(.name(" "))
      try await profile.apply(.email(""))
      await profile.settled()
      let removed = try server(device)
      #expect([removed.name, removed.email] == ["", ""])
    }
  }

  @Test func `A change on another device is shown after a refresh`() async throws {
    try await session(device) { profile, _ in
      let account = try #require(device.server.model.accounts.keys.first)
      device.server.change { $0.changeProfile(of: account) { $0.bonuses.amount = 120 } }
      try await profile.refresh()
      #expect(profile.state.profile?.bonuses?.amount == 120)
      // A profile that has not changed is not sent again.
      try await profile.refresh()
      #expect(device.server.requests.last?.ifChangedSince != nil)
      #expect(profile.state.profile?.bonuses?.amount == 120)
    }
  }

  @Test func `An answer that is not the service's changes nothing, and the change is sent again`()
    async throws
  {
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

  @Test func `Values that this release cannot read are absent, and the others are shown`()
    async throws
  {
    try await session(device) { profile, _ in
      let body =
        #"{"revision":9,"phone":"12","birthday":"never","name":"Ada","consents":[],"crown":true}"#
      device.server.spoil([.answer(body)]) { $0.method == .get }
      try await profile.refresh()
      #expect(profile.state.profile == UserProfile(name: "Ada"))
      // A value of another type is no reason to show nothing.
      let consent = #"{"id":"sms","isGiven":true,"time":1,"textVersion":"1"}"#
      let other = #"""
        {"revision":10,"phone":79123456789,"name":{"first":"Ada"},"birthday":19900501,
         "isBirthdayFixed":"yes","email":"ada@example.com","language":["kk"],
         "consents":[{"id":"marketing","time":null},7,\#(consent)],"bonuses":{"amount":1.5}}
        """#
      device.server.spoil([.answer(other)]) { $0.method == .get }
      try await profile.refresh()
      let shown = try #require(profile.state.profile)
      #expect(shown.email == "ada@example.com" && shown.consents.map(\.id) == ["sms"])
      #expect(shown.phone == nil && shown.name.isEmpty && shown.bonuses == nil)
      device.server.spoil([.answer(#"{"revision":11,"name":"Bob","consents":7}"#)]) {
        $0.method == .get
      }
      try await profile.refresh()
      #expect(profile.state.profile == UserProfile(name: "Bob"))
    }
  }

  @Test func `Of several consents of one kind, the profile has the latest`() async throws {
    try await session(device) { profile, _ in
      // Two decisions in the same second are in the order in which they were made.
      let consents = [
        ("marketing", 2, "v2"), ("sms", 1, "v1"), ("marketing", 3, "v3"), ("marketing", 1, "v1"),
        ("sms", 1, "v2"),
      ].map { id, time, version in
        #"{"id":"\#(id)","isGiven":true,"time":\#(time),"textVersion":"\#(version)"}"#
      }
      let body = #"{"revision":9,"consents":[\#(consents.joined(separator: ","))]}"#
      device.server.spoil([.answer(body)]) { $0.method == .get }
      try await profile.refresh()
      let found = profile.state.profile?.consents.map { "\($0.id) \($0.textVersion)" }
      #expect(found == ["marketing v3", "sms v2"])
    }
  }

  @Test func `Without run(), and in a canceled task, every call ends`() async throws {
    typealias Call = EndingCall<any ProfileEditor, ProfileError>
    let unknown = Call.Ending.failure(.sync(.unknownChange(99)))
    let cancelled = Call.Ending.failure(.sync(.cancelled))
    let calls = [
      Call("apply", cancelled: cancelled) { try await $0.apply(.name("Ada")) },
      Call("refresh", notRunning: .any, cancelled: cancelled) { try await $0.refresh() },
      Call("retry", notRunning: unknown, cancelled: cancelled) { try await $0.retry(99) },
      Call("discard", notRunning: unknown, cancelled: cancelled) { try await $0.discard(99) },
    ]
    let profile = device.launch().makeProfileEditor()
    for call in calls { await call.verify(.cancelled, on: profile) }
    #expect(profile.state.pending.isEmpty)
    for call in calls { await call.verify(.notRunning, on: profile) }
    #expect(profile.state.pending.map(\.edit) == [.name("Ada")])
    #expect(profile.state.profile == UserProfile(name: "Ada"))
  }

  @Test func `A damaged profile is reported, and not replaced without a word`() async throws {
    let device = SessionDevice()
    try await session(device) { profile, _ in try await profile.apply(.name("Ada")) }
    _ = device.launch()
    let name = try #require(try device.files().keys.first { $0.hasSuffix("profile.v1.store") })
    let file = device.directory.appending(path: name)
    try Data(contentsOf: file).dropLast(3).write(to: file)
    var environment = device.launch()
    let folder = file.deletingLastPathComponent().lastPathComponent
    let account = String(folder.trimmingPrefix("account-"))
    environment.directory = environment.directory.subdirectory(folder, of: account)
    let profile = environment.makeProfileEditor()
    await expectError { (error: ProfileError) in
      if case .sync(.storage(.corrupt)) = error { true } else { false }
    } _: {
      try await profile.apply(.name("Bob"))
    }
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
}

extension RequestFault<AccountServerModel> {
  /// An answer with this body and the status 200, which does not come from the service.
  static func answer(_ body: String) -> RequestFault {
    RequestFault(reachesServer: false) { _ in
      .success(HTTPResponse(status: 200, body: Data(body.utf8)))
    }
  }
}

extension SandboxServer<AccountServerModel> {
  /// Refuses the next change of a profile.
  fileprivate func refuseNext(_ code: String) {
    spoil([.problem(code)]) { $0.path == "/v1/profile" && $0.method != .get }
  }
}
