import Foundation
import Networking
import NetworkingTestSupport
import Storage
import Sync
import Synchronization
import Testing

@testable import Profile

@Suite("What a session stores after each event")
struct SessionTransitionTests {
  private static let ada = AccountID(rawValue: "a")
  private static let bob = AccountID(rawValue: "b")

  private func account(_ id: AccountID? = ada, _ token: String = "r1") throws -> StoredAccount {
    StoredAccount(
      id: try #require(id), accessToken: Secret("access-\(token)"), refreshToken: Secret(token),
      refreshKey: "key-\(token)")
  }

  private func machine(_ change: (inout StoredSession) -> Void = { _ in }) -> SessionMachine {
    var machine = SessionMachine()
    var record = StoredSession()
    change(&record)
    machine.load(record)
    return machine
  }

  /// Returns a sign-in whose code was sent, and then entered with the key `k`.
  private func signIn(attemptsLeft: Int = 3) throws -> StoredSignIn {
    let phone = try #require(PhoneNumber(rawValue: "+79123456789"))
    return StoredSignIn(
      code: SentCode(phone: phone, attemptsLeft: attemptsLeft, sentAt: .distantPast),
      challenge: "c", attempt: .init(proof: Secret("1234"), key: "k"))
  }

  /// Returns a session in which the code of ``signIn(attemptsLeft:)`` was entered by the call 2.
  private func machineSigningIn(
    _ change: (inout StoredSession) -> Void = { _ in }
  ) throws -> SessionMachine {
    let signIn = try signIn()
    var machine = machine { record in
      change(&record)
      record.signIn = signIn
    }
    _ = machine.attempt(Secret("1234"), challenge: "c", newKey: "new", call: 2)
    return machine
  }

  @Test func `a session that was not read is neither a guest's nor an account's`() {
    var machine = SessionMachine()
    #expect(!machine.isLoaded && machine.state.status == .loading)
    machine.failToLoad(.newer)
    #expect(!machine.isLoaded && machine.state.status == .unavailable(.newer))
    machine.load(StoredSession())
    #expect(machine.isLoaded && machine.state.status == .guest)
    #expect(!machine.isSignedIn && !machine.isExpired)
  }

  @Test func `a code that was sent replaces the previous one`() throws {
    let code = try signIn()
    var machine = machine { $0.signIn = StoredSignIn(challenge: "old") }
    let isSent = machine.codeSent(code, call: 1)
    #expect(isSent && machine.record.signIn == code && machine.state.code == code.code)
    machine.discardCode(call: 2)
    #expect(machine.record == StoredSession())
  }

  @Test func `a code that arrives after that of a later call changes nothing`() throws {
    let code = try signIn()
    var machine = machine()
    let isSent = machine.codeSent(code, call: 2)
    let known = machine
    let isLateSent = machine.codeSent(StoredSignIn(challenge: "late"), call: 1)
    #expect(isSent && !isLateSent && machine == known)
    machine.discardCode(call: 4)
    let isDiscardedSent = machine.codeSent(code, call: 3)
    #expect(!isDiscardedSent && machine.state.code == nil)
  }

  @Test func `a code supersedes the sign-ins that began before it was requested, and no other`()
    throws
  {
    for (call, expected) in [(1, true), (3, false)] {
      var machine = try machineSigningIn()
      let isSent = machine.codeSent(StoredSignIn(challenge: "c2"), call: call)
      // The key of an attempt belongs to its code.
      #expect(isSent && machine.record.signIn == StoredSignIn(challenge: "c2"))
      machine.codeRefused(key: "k", attemptsLeft: 0)
      #expect(machine.record.signIn == StoredSignIn(challenge: "c2"))
      let isSignedIn = machine.signedIn(try account(), attempt: "k", signOutKey: "d")
      #expect(isSignedIn == expected && machine.isSignedIn == expected)
    }
  }

  @Test func `a code that arrives after a later sign-in is not shown, even after its sign-out`()
    throws
  {
    var machine = try machineSigningIn()
    _ = machine.signedIn(try account(), attempt: "k", signOutKey: "d")
    _ = machine.signOut(keepingData: true, signOutKey: "d")
    let isSent = machine.codeSent(try signIn(), call: 1)
    #expect(!isSent && machine.state.code == nil)
  }

  @Test func `a refused code leaves the attempts that the service states, or ends the sign-in`()
    throws
  {
    let first = try signIn()
    var machine = machine { $0.signIn = first }
    machine.codeRefused(key: "another", attemptsLeft: 0)
    #expect(machine.record.signIn == first)
    for left in [2, 1] {
      machine.codeRefused(key: "k", attemptsLeft: left)
      #expect(machine.record.signIn?.code?.attemptsLeft == left)
    }
    machine.codeRefused(key: "k", attemptsLeft: 0)
    #expect(machine.record == StoredSession())
  }

  @Test func `the same token of a provider has the same key, and leaves a code that was sent`()
    throws
  {
    let code = try signIn()
    for var expected in [code, StoredSignIn(challenge: "")] {
      var machine = machine { $0.signIn = expected.code == nil ? nil : expected }
      let keys = [("t1", "k1"), ("t1", "k2"), ("t2", "k3")].map { token, key in
        machine.attemptProvider(Secret(token), newKey: key, call: 1)
      }
      #expect(keys == ["k1", "k1", "k3"])
      expected.attempt = .init(proof: Secret("t2"), key: "k3")
      #expect(machine.record.signIn == expected)
    }
  }

  @Test func `a code that was replaced or discarded is not sent`() throws {
    let code = try signIn()
    for challenge in ["c2", nil] {
      var machine = machine { $0.signIn = challenge.map { StoredSignIn(challenge: $0) } }
      let known = machine
      let key = machine.attempt(Secret("1234"), challenge: code.challenge, newKey: "k", call: 1)
      #expect(key == nil && machine == known)
    }
  }

  @Test func `a sign-in ends the code, and begins another period for another account`() throws {
    var machine = try machineSigningIn()
    let guest = machine.scope
    let account = try account()
    let isSignedIn = machine.signedIn(account, attempt: "k", signOutKey: "d")
    #expect(isSignedIn && machine.record.account == account && machine.record.signIn == nil)
    #expect(machine.scope != guest && machine.record.departures.isEmpty)
    // Bob signs in after the session has expired, and then Ada again.
    var scopes = [guest, machine.scope]
    for (id, token, call) in [(Self.bob, "r2", 3), (Self.ada, "r3", 4)] {
      let old = machine.record.account?.refreshToken ?? Secret("")
      machine.revoked(old, isDeletion: false, signOutKey: "d")
      _ = machine.attemptProvider(Secret(token), newKey: token, call: call)
      _ = machine.signedIn(try self.account(id, token), attempt: token, signOutKey: "d")
      #expect(!scopes.contains(machine.scope))
      scopes.append(machine.scope)
    }
  }

  @Test func `an answer to another attempt signs in no user, and its session is ended`() throws {
    var machine = try machineSigningIn()
    let account = try account()
    let isSignedIn = machine.signedIn(account, attempt: "another", signOutKey: "d")
    #expect(!isSignedIn && machine.record.account == nil && machine.record.signIn != nil)
    #expect(
      machine.record.departures == [
        PendingSignOut(
          account: account.id, key: "d", refreshToken: Secret("r1"), erases: false)
      ])
  }

  @Test func `a sign-in in progress ends without effect once a user is signed in`() throws {
    // A renewal that was late has revived the session after a code was entered.
    var machine = try machineSigningIn { record in
      record.account = try? account(Self.bob, "r9")
      record.account?.isRevoked = true
    }
    let isRenewed = machine.renewed(Secret("r9"), try account(Self.bob, "r10"))
    let known = machine
    let keys = [
      machine.attempt(Secret("1"), challenge: "c", newKey: "n", call: 3),
      machine.attemptProvider(Secret("1"), newKey: "n", call: 3),
    ]
    #expect(isRenewed && keys == [nil, nil] && machine == known)
    let isSignedIn = machine.signedIn(try account(), attempt: "k", signOutKey: "d")
    #expect(!isSignedIn && machine.record.account == known.record.account)
    #expect(machine.record.departures.map(\.refreshToken) == [Secret("r1")])
  }

  @Test func `a session of a former app is adopted unless another session was stored`() throws {
    let account = try account()
    var new = machine()
    new.adopt(account)
    #expect(new.record.account == account)
    new.adopt(try self.account(Self.bob, "r2"))
    #expect(new.record.account == account)
    _ = new.signOut(keepingData: true, signOutKey: "d")
    new.adopt(account)
    #expect(new.record.account == nil)
    // An attempt without an answer may be that of an earlier launch, which is never repeated.
    var begun = try machineSigningIn()
    begun.adopt(account)
    #expect(begun.record.account == account && begun.record.signIn == nil)
    let isSignedIn = begun.signedIn(
      try self.account(Self.bob, "r2"), attempt: "k", signOutKey: "d")
    #expect(!isSignedIn && begun.record.account == account)
  }

  @Test func `tokens are replaced by those of a renewal of the same account`() throws {
    let account = try account()
    var machine = machine { $0.account = account }
    _ = machine.requestDeletion(of: account.id, newKey: "delete")
    let known = machine
    let results = [
      machine.renewed(Secret("r1"), try self.account(Self.bob, "r2")),
      machine.renewed(Secret("r0"), try self.account(Self.ada, "r2")),
    ]
    #expect(results == [false, false] && machine == known)
    var expected = try self.account(Self.ada, "r2")
    let isRenewed = machine.renewed(Secret("r1"), expected)
    expected.deletionKey = "delete"
    #expect(isRenewed && machine.record.account == expected)
  }

  @Test func `a sign-out ends a sign-in in progress, and erases only on request`() throws {
    for keepingData in [true, false] {
      var machine = machine { record in
        record.account = try? account()
        record.account?.isRevoked = true
        record.signIn = try? signIn()
      }
      let scope = machine.scope
      let isSignedOut = machine.signOut(keepingData: keepingData, signOutKey: "d")
      #expect(isSignedOut && machine.record.account == nil && machine.record.signIn == nil)
      #expect(machine.scope != scope)
      // The service has ended the session already.
      #expect(machine.record.departures.map(\.refreshToken) == (keepingData ? [] : [nil]))
      #expect(machine.record.departures.map(\.erases) == (keepingData ? [] : [true]))
      let isAgain = machine.signOut(keepingData: true, signOutKey: "d")
      #expect(!isAgain)
    }
  }

  @Test func `a deletion has one key, and ends the account that was deleted`() throws {
    let (ada, bob) = (try #require(Self.ada), try #require(Self.bob))
    var guest = machine()
    #expect(guest.requestDeletion(of: ada, newKey: "k") == nil)
    var machine = machine { record in
      record.account = try? account()
      record.signIn = try? signIn()
    }
    #expect(machine.requestDeletion(of: bob, newKey: "k") == nil)
    let keys = ["k1", "k2"].map { machine.requestDeletion(of: ada, newKey: $0) }
    #expect(keys == ["k1", "k1"] && machine.record.account?.deletionKey == "k1")
    let scope = machine.scope
    machine.deleted(ada, key: "k1", signOutKey: "d")
    #expect(machine.record.account == nil && machine.record.signIn == nil)
    let erasure = PendingSignOut(account: ada, key: "d", refreshToken: nil, erases: true)
    #expect(machine.record.departures == [erasure])
    #expect(machine.scope != scope && machine.deletions == ["k1"])
    let known = machine
    machine.deleted(ada, key: "k1", signOutKey: "d2")
    #expect(machine == known)
    var expired = self.machine { record in
      record.account = try? account()
      record.account?.isRevoked = true
    }
    #expect(expired.requestDeletion(of: ada, newKey: "k") == nil)
  }

  @Test func `the data of an account that was deleted after its sign-out is erased`() throws {
    let ada = try #require(Self.ada)
    for next in [nil, try account(Self.bob, "r2")] {
      var machine = machine { $0.account = next }
      let scope = machine.scope
      machine.deleted(ada, key: "k1", signOutKey: "d")
      #expect(machine.record.account == next && machine.scope == scope)
      #expect(machine.record.departures.map(\.account) == [ada])
      #expect(machine.record.departures.map(\.erases) == [true])
    }
  }

  @Test func `an account that was deleted and signs in again has another period`() throws {
    var machine = machine { $0.account = try? account() }
    let scope = machine.scope
    machine.deleted(try #require(Self.ada), key: "k", signOutKey: "d")
    let guest = machine.scope
    _ = machine.attemptProvider(Secret("token"), newKey: "k", call: 1)
    _ = machine.signedIn(try account(), attempt: "k", signOutKey: "d")
    #expect(machine.scope != scope && machine.scope != guest)
    #expect(machine.scope.account == scope.account)
  }

  @Test func `work that remains is removed once both parts of it are done`() throws {
    let id = try #require(Self.ada)
    func departure(_ key: String) -> PendingSignOut {
      PendingSignOut(account: id, key: key, refreshToken: Secret(key), erases: true)
    }
    var machine = machine { $0.departures = [departure("1"), departure("2")] }
    machine.sessionEnded("another")
    machine.erased("another")
    #expect(machine.record.departures == [departure("1"), departure("2")])
    machine.sessionEnded("2")
    #expect(machine.record.departures.map(\.refreshToken) == [Secret("1"), nil])
    #expect(machine.record.departures.map(\.erases) == [true, true])
    machine.erased("1")
    #expect(machine.record.departures.map(\.erases) == [false, true])
    machine.erased("2")
    #expect(machine.record.departures.map(\.key) == ["1"])
    machine.sessionEnded("1")
    #expect(machine.record.departures.isEmpty)
  }

  @Test func `a record is damaged, or of a newer release, by its version`() throws {
    func error(_ text: String) -> SecretError? {
      do throws(SecretError) { _ = try StoredSession(Data(text.utf8)) } catch { return error }
      return nil
    }
    #expect(error(#"{"version":1,"departures":[]}"#) == nil)
    #expect(error(#"{"version":2,"departures":[]}"#) == .newer)
    #expect(error(#"{"version":2}"#) == .newer)
    #expect(error(#"{"version":1}"#) == .damaged)
    #expect(error(#"{"departures":[]}"#) == .damaged)
    #expect(error("") == .damaged)
  }

  @Test func `an account without a token that can be sent has a credential that is expired`() throws
  {
    var account = try account()
    account.expiresAt = Date(timeIntervalSince1970: 1_700_000_000)
    let token = try #require(AccessToken("access-r1"))
    #expect(account.credential == Credential(token, expiresAt: account.expiresAt))
    for bad in [nil, Secret("a b")] {
      account.accessToken = bad
      #expect(account.credential?.expiresAt == .distantPast)
    }
  }
}

@Suite("The writes of a session")
struct SessionWritingTests {
  /// A store that counts its writes.
  private final class CountingSecrets: SecretStore {
    private let state = Mutex<(secret: Data?, writes: Int)>((nil, 0))

    var writes: Int { state.withLock { $0.writes } }

    func load() async throws(SecretError) -> Data? { state.withLock { $0.secret } }

    func save(_ secret: Data?) async throws(SecretError) {
      state.withLock { state in state = (secret, state.writes + 1) }
    }
  }

  private struct NoTransport: Transport {
    func send(
      _ request: HTTPRequest, progress: @escaping @Sendable (TransferProgress) -> Void
    ) async throws(TransportError) -> HTTPResponse { throw .offline }
  }

  private let secrets = CountingSecrets()

  private func session() -> DefaultUserSession {
    var environment = FeatureEnvironment(
      transport: NoTransport(), city: SettledCity(.almaty, gate: Gate()))
    environment.directory = .inMemory()
    return DefaultUserSession(in: environment, secrets: secrets)
  }

  @Test func `a session is written once after each change, and not without one`() async throws {
    let account = try #require(AccountID(rawValue: "a"))
    let session = session()
    for _ in 1...2 { try await session.discardCode() }
    #expect(secrets.writes == 0)
    let former = LegacySession(account: account, refreshToken: "r")
    for _ in 1...2 { try await session.adopt(former) }
    try await session.discardCode()
    #expect(secrets.writes == 1)
    try await session.signOut(keepingData: true)
    // The end of the session at the service is what remains.
    #expect(secrets.writes == 2)
    let next = self.session()
    try await next.discardCode()
    #expect(secrets.writes == 2 && next.state.status == .guest)
  }

  @Test func `a sign-in opens the gate that a guest's refused request has closed`() async throws {
    let gate = Gate()
    var environment = FeatureEnvironment(
      transport: NoTransport(), city: SettledCity(.almaty, gate: gate))
    environment.directory = .inMemory()
    let session = DefaultUserSession(in: environment, secrets: secrets)
    gate.close(for: .signedOut)
    try await session.discardCode()
    #expect(gate.reasons == [.signedOut])
    let account = try #require(AccountID(rawValue: "a"))
    try await session.adopt(LegacySession(account: account, refreshToken: "r"))
    #expect(gate.isOpen)
  }
}
