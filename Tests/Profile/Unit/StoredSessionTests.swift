import Foundation
import Networking
import Testing

@testable import Profile

@Suite("The stored session")
struct StoredSessionTests {
  private func account(_ id: String = "a") throws -> StoredAccount {
    StoredAccount(
      id: try #require(AccountID(rawValue: id)), accessToken: Secret("access"),
      expiresAt: Date(timeIntervalSince1970: 1_700_003_600), refreshToken: Secret("refresh"),
      refreshKey: "key")
  }

  /// The stored form of the first release, which every later release has to read.
  private static let first = #"""
    {"account":{"accessToken":"access","deletionKey":"d","expiresAt":721696400,"id":"a","isRevoked":false,"refreshKey":"key","refreshToken":"refresh"},"departures":[{"account":"b","erases":true,"key":"k","refreshToken":"old"}],"signIn":{"attempt":{"key":"k2","proof":"1234"},"challenge":"c","code":{"attemptsLeft":3,"length":4,"lifetime":300,"phone":"+79123456789","resendInterval":60,"sentAt":721692800}},"version":1}
    """#

  @Test func `The form of the first release is written and read`() throws {
    var session = StoredSession()
    session.account = try account()
    session.account?.deletionKey = "d"
    session.departures = [
      PendingSignOut(
        account: try #require(AccountID(rawValue: "b")), key: "k", refreshToken: Secret("old"),
        erases: true)
    ]
    session.signIn = StoredSignIn(
      code: SentCode(
        phone: try #require(PhoneNumber(rawValue: "+79123456789")),
        sentAt: Date(timeIntervalSince1970: 1_700_000_000)),
      challenge: "c", attempt: StoredSignIn.Attempt(proof: Secret("1234"), key: "k2"))
    let data = try #require(try session.encoded())
    #expect(String(decoding: data, as: UTF8.self) == Self.first)
    #expect(try StoredSession(data) == session)
  }

  @Test func `Nothing is stored of a guest`() throws {
    #expect(try StoredSession().encoded() == nil)
  }

  @Test func `A record that was damaged or is newer is told apart`() throws {
    let data = Data(Self.first.utf8)
    for index in data.indices where index % 3 == 0 {
      var damaged = data
      damaged[index] ^= 0x20
      do throws(SecretError) { _ = try StoredSession(damaged) } catch {
        #expect(error == .damaged || error == .newer)
        #expect(!"\(error)".contains("refresh"))
      }
      let cut = SecretError.damaged
      #expect(throws: cut) { try StoredSession(data.prefix(index)) }
    }
    #expect(throws: SecretError.newer) { try StoredSession(Data(#"{"version":2}"#.utf8)) }
  }

  @Test func `No description of a record contains a secret`() throws {
    let session = try StoredSession(Data(Self.first.utf8))
    var machine = SessionMachine()
    machine.load(session)
    for value in [session, machine, machine.state] as [Any] {
      var dumped = ""
      dump(value, to: &dumped)
      for text in ["\(value)", String(reflecting: value), dumped] {
        for secret in ["\"access\"", "\"refresh\"", "\"old\"", "1234\"", "access\n"] {
          #expect(!text.contains(secret))
        }
      }
    }
  }
}

@Suite("The transitions of a session")
struct SessionMachineTests {
  private static let ada = AccountID(rawValue: "a")
  private static let bob = AccountID(rawValue: "b")

  private func account(_ id: AccountID?, _ token: String) throws -> StoredAccount {
    StoredAccount(
      id: try #require(id), accessToken: Secret("access-\(token)"), expiresAt: nil,
      refreshToken: Secret(token), refreshKey: "key-\(token)")
  }

  /// Returns a session in which a code was sent.
  private func codeSent() -> SessionMachine {
    var machine = SessionMachine()
    machine.load(StoredSession())
    _ = machine.codeSent(StoredSignIn(challenge: "c"), call: 1)
    return machine
  }

  /// Returns a session that was signed in with the key `k` and the refresh token `r1`.
  private func signedIn() throws -> SessionMachine {
    var machine = codeSent()
    _ = machine.attempt(Secret("1234"), challenge: "c", newKey: "k", call: 2)
    let isSignedIn = machine.signedIn(try account(Self.ada, "r1"), attempt: "k", signOutKey: "d")
    #expect(isSignedIn && machine.isSignedIn)
    return machine
  }

  @Test func `The same code has the same key, another code another one`() {
    var machine = codeSent()
    let keys = [("1", "k1"), ("1", "k2"), ("2", "k3")].map { code, key in
      machine.attempt(Secret(code), challenge: "c", newKey: key, call: 2)
    }
    #expect(keys == ["k1", "k1", "k3"])
  }

  @Test func `A sign-in that was given up ends its session at the service`() throws {
    var machine = codeSent()
    _ = machine.attempt(Secret("1"), challenge: "c", newKey: "k", call: 2)
    machine.discardCode(call: 3)
    let isSignedIn = machine.signedIn(try account(Self.ada, "r1"), attempt: "k", signOutKey: "d")
    #expect(!isSignedIn && machine.scope.account == nil)
    #expect(machine.record.departures.map(\.refreshToken) == [Secret("r1")])
    machine.sessionEnded("d")
    #expect(machine.record == StoredSession())
  }

  @Test func `A second answer to a sign-in changes nothing`() throws {
    var machine = try signedIn()
    let isRenewed = machine.renewed(Secret("r1"), try account(Self.ada, "r2"))
    let known = machine
    let isSignedIn = machine.signedIn(try account(Self.ada, "r1"), attempt: "k", signOutKey: "d2")
    #expect(isRenewed && isSignedIn && machine == known)
  }

  @Test func `A second session of the account, from another attempt, is ended at the service`()
    throws
  {
    var machine = codeSent()
    let code = machine.attempt(Secret("1234"), challenge: "c", newKey: "k1", call: 2)
    let token = machine.attemptProvider(Secret("token"), newKey: "k2", call: 3)
    #expect([code, token] == ["k1", "k2"])
    let isSignedIn = machine.signedIn(try account(Self.ada, "r2"), attempt: "k2", signOutKey: "d2")
    let isAgain = machine.signedIn(try account(Self.ada, "r1"), attempt: "k1", signOutKey: "d1")
    #expect(isSignedIn && !isAgain && machine.account?.refreshToken == Secret("r2"))
    #expect(machine.record.departures.map(\.refreshToken) == [Secret("r1")])
  }

  @Test func `A late renewal changes nothing`() throws {
    var machine = try signedIn()
    let first = machine.renewed(Secret("r1"), try account(Self.ada, "r2"))
    let late = machine.renewed(Secret("r1"), try account(Self.ada, "r3"))
    #expect(first && !late && machine.account?.refreshToken == Secret("r2"))
    machine.revoked(Secret("r1"), isDeletion: false, signOutKey: "d")
    #expect(machine.isSignedIn)
    let isSignedOut = machine.signOut(keepingData: true, signOutKey: "d")
    let afterwards = machine.renewed(Secret("r2"), try account(Self.ada, "r3"))
    #expect(isSignedOut && !afterwards && machine.scope.account == nil)
  }

  @Test func `An account is authorized only while it is current and not revoked`() throws {
    var machine = try signedIn()
    let ada = try #require(Self.ada)
    let bob = try #require(Self.bob)
    let credential = try #require(try account(ada, "r1").credential)
    #expect(machine.authorization(of: bob) == .ended)
    #expect(machine.authorization(of: ada) == .credential(credential))
    machine.revoked(Secret("r1"), isDeletion: false, signOutKey: "d")
    #expect(machine.authorization(of: ada) == .signedOut)
    #expect(machine.state.status == .expired(ada))
    let isSignedOut = machine.signOut(keepingData: true, signOutKey: "d")
    #expect(isSignedOut && machine.authorization(of: ada) == .ended)
    // The service has ended the session already, and the data stays.
    #expect(machine.record == StoredSession())
  }

  @Test func `Only a deletion that the user has requested and the service confirms erases data`()
    throws
  {
    let ada = try #require(Self.ada)
    var machine = try signedIn()
    let keys = ["k1", "k2"].map { machine.requestDeletion(of: ada, newKey: $0) }
    #expect(keys == ["k1", "k1"])
    // The refusal of an earlier request leaves the request that is now in progress.
    machine.deletionRefused(key: "k0")
    let isRenewed = machine.renewed(Secret("r1"), try account(ada, "r2"))
    var ended = machine
    ended.revoked(Secret("r2"), isDeletion: false, signOutKey: "d")
    #expect(ended.state.status == .expired(ada) && ended.record.departures.isEmpty)
    machine.revoked(Secret("r2"), isDeletion: true, signOutKey: "d")
    #expect(isRenewed && machine.scope.account == nil)
    #expect(machine.record.departures.map(\.erases) == [true])
    #expect(machine.record.departures.map(\.refreshToken) == [nil])
    var another = try signedIn()
    another.revoked(Secret("r1"), isDeletion: true, signOutKey: "d")
    #expect(another.state.status == .expired(ada) && another.record.departures.isEmpty)
  }

  @Test func `No other sign-in begins while a user is signed in`() throws {
    var machine = try signedIn()
    let record = machine.record
    let isSent = machine.codeSent(StoredSignIn(challenge: "c2"), call: 3)
    let keys = [
      machine.attempt(Secret("1"), challenge: "c", newKey: "k", call: 4),
      machine.attemptProvider(Secret("1"), newKey: "k", call: 5),
    ]
    #expect(!isSent && keys == [nil, nil] && machine.record == record)
    let isSignedIn = machine.signedIn(try account(Self.bob, "r9"), attempt: "k", signOutKey: "d9")
    #expect(!isSignedIn && machine.state.account == Self.ada)
    #expect(machine.record.departures.map(\.refreshToken) == [Secret("r9")])
  }

  @Test func `An account that signs out and in again is another period`() throws {
    var machine = try signedIn()
    let first = machine.scope
    machine.revoked(Secret("r1"), isDeletion: false, signOutKey: "d")
    _ = machine.codeSent(StoredSignIn(challenge: "c2"), call: 3)
    _ = machine.attempt(Secret("2"), challenge: "c2", newKey: "k2", call: 4)
    _ = machine.signedIn(try account(Self.ada, "r2"), attempt: "k2", signOutKey: "d")
    #expect(machine.scope == first, "an expired session goes on after the sign-in")
    _ = machine.signOut(keepingData: false, signOutKey: "d3")
    _ = machine.codeSent(StoredSignIn(challenge: "c3"), call: 5)
    _ = machine.attempt(Secret("3"), challenge: "c3", newKey: "k3", call: 6)
    _ = machine.signedIn(try account(Self.ada, "r3"), attempt: "k3", signOutKey: "d")
    #expect(machine.scope != first && machine.scope.account == Self.ada)
  }

  @Test func `A session of a former app that is adopted again is another period`() throws {
    var machine = SessionMachine()
    machine.load(StoredSession())
    machine.adopt(try account(Self.ada, "r1"))
    let first = machine.scope
    let isSignedOut = machine.signOut(keepingData: true, signOutKey: "d")
    machine.sessionEnded("d")
    machine.adopt(try account(Self.ada, "r2"))
    #expect(isSignedOut && machine.scope.account == Self.ada && machine.scope != first)
  }
}
