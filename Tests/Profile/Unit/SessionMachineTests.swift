import Foundation
import Networking
import Testing

@testable import Profile

struct SessionMachineTests {
  private static let ada = AccountID(rawValue: "a")
  private static let bob = AccountID(rawValue: "b")

  @Test func `A code that arrives after that of a later call changes nothing`() {
    var machine = machine()
    let isSent = machine.codeSent(StoredSignIn(challenge: "c"), call: 2)
    let known = machine
    let isLateSent = machine.codeSent(StoredSignIn(challenge: "late"), call: 1)
    #expect(isSent && !isLateSent && machine == known)
  }

  @Test func `A code supersedes the sign-ins that began before it was requested, and no other`()
    throws
  {
    for (call, expected) in [(1, true), (3, false)] {
      var machine = signingIn()
      let isSent = machine.codeSent(StoredSignIn(challenge: "c2"), call: call)
      // The key of an attempt belongs to its code.
      machine.codeRefused(key: "k", attemptsLeft: 0)
      #expect(isSent && machine.record.signIn == StoredSignIn(challenge: "c2"))
      let isSignedIn = machine.signedIn(try account(), attempt: "k", signOutKey: "d")
      #expect(isSignedIn == expected && machine.isSignedIn == expected)
    }
  }

  @Test func `A code that arrives after a later sign-in is not shown, even after its sign-out`()
    throws
  {
    var machine = try signedIn()
    _ = machine.signOut(keepingData: true, signOutKey: "d")
    let isSent = machine.codeSent(StoredSignIn(challenge: "c2"), call: 1)
    #expect(!isSent && machine.record.signIn == nil)
  }

  @Test func `An answer to another attempt signs in no user, and its session is ended`() throws {
    var machine = signingIn()
    let account = try account()
    let isSignedIn = machine.signedIn(account, attempt: "another", signOutKey: "d")
    #expect(!isSignedIn && machine.record.account == nil && machine.record.signIn != nil)
    let end = PendingSignOut(
      account: account.id, key: "d", refreshToken: Secret("r1"), erases: false)
    #expect(machine.record.departures == [end])
  }

  @Test func `A second answer to a sign-in changes nothing`() throws {
    var machine = try signedIn()
    let isRenewed = machine.renewed(Secret("r1"), try account(Self.ada, "r2"))
    let known = machine
    let isSignedIn = machine.signedIn(try account(), attempt: "k", signOutKey: "d2")
    #expect(isRenewed && isSignedIn && machine == known)
  }

  @Test func `A second session of the account, from another attempt, is ended at the service`()
    throws
  {
    var machine = signingIn()
    let key = machine.attempt(Secret("token"), challenge: nil, newKey: "k2", call: 3)
    let isSignedIn = machine.signedIn(try account(Self.ada, "r2"), attempt: "k2", signOutKey: "d2")
    let isAgain = machine.signedIn(try account(), attempt: "k", signOutKey: "d1")
    #expect(key == "k2" && isSignedIn && !isAgain)
    #expect(machine.account?.refreshToken == Secret("r2"))
    #expect(machine.record.departures.map(\.refreshToken) == [Secret("r1")])
  }

  @Test func `A sign-in in progress ends without effect once a user is signed in`() throws {
    // A renewal that was late has revived the session after a code was entered.
    let expired = try account(Self.bob, "r9", isRevoked: true)
    var machine = signingIn { $0.account = expired }
    let isRenewed = machine.renewed(Secret("r9"), try account(Self.bob, "r10"))
    let known = machine
    let isSent = machine.codeSent(StoredSignIn(challenge: "c2"), call: 3)
    let keys = [
      machine.attempt(Secret("1"), challenge: "c", newKey: "n", call: 3),
      machine.attempt(Secret("1"), challenge: nil, newKey: "n", call: 3),
    ]
    #expect(isRenewed && !isSent && keys == [nil, nil] && machine == known)
    let isSignedIn = machine.signedIn(try account(), attempt: "k", signOutKey: "d")
    #expect(!isSignedIn && machine.record.account == known.record.account)
    #expect(machine.record.departures.map(\.refreshToken) == [Secret("r1")])
  }

  @Test func `A session of a former app is adopted unless another session was stored`() throws {
    let account = try account()
    var new = machine()
    new.adopt(account)
    new.adopt(try self.account(Self.bob, "r2"))
    #expect(new.record.account == account)
    let first = new.scope
    _ = new.signOut(keepingData: true, signOutKey: "d")
    new.adopt(account)
    #expect(new.record.account == nil)
    new.finish("d") { $0.refreshToken = nil }
    new.adopt(account)
    #expect(new.record.account == account && new.scope != first)
    // An attempt without an answer may be that of an earlier launch, which is never repeated.
    var begun = signingIn()
    begun.adopt(account)
    let isSignedIn = begun.signedIn(
      try self.account(Self.bob, "r2"), attempt: "k", signOutKey: "d")
    #expect(!isSignedIn && begun.record.account == account && begun.record.signIn == nil)
  }

  @Test
  func `An account that signs out and in again is another period, and so is another account`()
    throws
  {
    var machine = machine()
    var scopes = [machine.scope]
    var call = 0
    func signIn(_ id: AccountID?) throws {
      call += 1
      _ = machine.attempt(Secret("\(call)"), challenge: nil, newKey: "\(call)", call: call)
      let account = try account(id, "\(call)")
      let isSignedIn = machine.signedIn(account, attempt: "\(call)", signOutKey: "d")
      #expect(isSignedIn && machine.record.account == account && machine.record.signIn == nil)
    }
    for id in [Self.ada, Self.bob, Self.ada] {
      try signIn(id)
      #expect(!scopes.contains(machine.scope))
      scopes.append(machine.scope)
      machine.revoked(Secret("\(call)"), isDeletion: false, signOutKey: "d")
    }
    try signIn(Self.ada)
    #expect(machine.scope == scopes.last, "an expired session goes on after the sign-in")
    let endings: [() throws -> Void] = [
      { _ = machine.signOut(keepingData: false, signOutKey: "d") },
      { machine.deleted(try #require(Self.ada), key: "k", signOutKey: "d") },
    ]
    for end in endings {
      try end()
      try signIn(Self.ada)
      #expect(!scopes.contains(machine.scope))
      scopes.append(machine.scope)
    }
  }

  @Test func `A late renewal changes nothing, and one in time keeps the request for a deletion`()
    throws
  {
    var machine = try signedIn()
    _ = machine.requestDeletion(of: try #require(Self.ada), newKey: "delete")
    let known = machine
    let late = [
      machine.renewed(Secret("r1"), try account(Self.bob, "r2")),
      machine.renewed(Secret("r0"), try account(Self.ada, "r2")),
    ]
    machine.revoked(Secret("r0"), isDeletion: false, signOutKey: "d")
    #expect(late == [false, false] && machine == known)
    var expected = try account(Self.ada, "r2")
    let isRenewed = machine.renewed(Secret("r1"), expected)
    expected.deletionKey = "delete"
    #expect(isRenewed && machine.record.account == expected)
  }

  @Test func `An account is authorized only while it is current and not revoked`() throws {
    var machine = try signedIn()
    let ada = try #require(Self.ada)
    let credential = try #require(try account().credential)
    #expect(machine.authorization(of: try #require(Self.bob)) == .ended)
    #expect(machine.authorization(of: ada) == .credential(credential))
    machine.revoked(Secret("r1"), isDeletion: false, signOutKey: "d")
    #expect(machine.authorization(of: ada) == .signedOut)
    let deletion = machine.requestDeletion(of: ada, newKey: "k")
    #expect(machine.state.status == .expired(ada) && deletion == nil)
    _ = machine.attempt(Secret("token"), challenge: nil, newKey: "k2", call: 3)
    let isSignedOut = machine.signOut(keepingData: true, signOutKey: "d")
    #expect(isSignedOut && machine.authorization(of: ada) == .ended)
    // The service has ended the session already, and the data stays.
    #expect(machine.record == StoredSession())
  }

  @Test func `A deletion has one key, and takes effect once`() throws {
    let (ada, bob) = (try #require(Self.ada), try #require(Self.bob))
    let account = try account()
    var machine = machine { record in
      (record.account, record.signIn) = (account, StoredSignIn(challenge: "c"))
    }
    let keys = [(bob, "k"), (ada, "k1"), (ada, "k2")].map {
      machine.requestDeletion(of: $0, newKey: $1)
    }
    #expect(keys == [nil, "k1", "k1"])
    // The refusal of an earlier request leaves the request in progress.
    machine.deletionRefused(key: "k0")
    machine.revoked(Secret("r1"), isDeletion: true, signOutKey: "d")
    let erasure = PendingSignOut(account: ada, key: "d", refreshToken: nil, erases: true)
    #expect(machine.record.account == nil && machine.record.signIn == nil)
    #expect(machine.record.departures == [erasure])
    let known = machine
    machine.deleted(ada, key: "k1", signOutKey: "d2")
    #expect(machine == known)
  }

  @Test func `Work that remains is removed once both parts of it are done`() throws {
    let id = try #require(Self.ada)
    func departure(_ key: IdempotencyKey) -> PendingSignOut {
      PendingSignOut(account: id, key: key, refreshToken: Secret("\(key)"), erases: true)
    }
    var machine = machine { $0.departures = [departure("1"), departure("2")] }
    machine.finish("another") { $0.refreshToken = nil }
    machine.finish("another") { $0.erases = false }
    #expect(machine.record.departures == [departure("1"), departure("2")])
    machine.finish("2") { $0.refreshToken = nil }
    machine.finish("1") { $0.erases = false }
    #expect(machine.record.departures.map(\.refreshToken) == [Secret("1"), nil])
    #expect(machine.record.departures.map(\.erases) == [false, true])
    machine.finish("2") { $0.erases = false }
    machine.finish("1") { $0.refreshToken = nil }
    #expect(machine.record.departures.isEmpty)
  }

  private func account(
    _ id: AccountID? = ada, _ token: String = "r1", isRevoked: Bool = false
  ) throws -> StoredAccount {
    StoredAccount(
      id: try #require(id), accessToken: Secret("access-\(token)"), refreshToken: Secret(token),
      refreshKey: "key-\(token)", isRevoked: isRevoked)
  }

  private func machine(_ change: (inout StoredSession) -> Void = { _ in }) -> SessionMachine {
    var machine = SessionMachine()
    var record = StoredSession()
    change(&record)
    machine.load(record)
    return machine
  }

  /// Returns a session in which the call 2 has entered a code, with the key `k`.
  private func signingIn(
    _ change: (inout StoredSession) -> Void = { _ in }
  ) -> SessionMachine {
    var machine = machine { record in
      change(&record)
      record.signIn = StoredSignIn(challenge: "c")
    }
    _ = machine.attempt(Secret("1234"), challenge: "c", newKey: "k", call: 2)
    return machine
  }

  /// Returns a session in which the attempt of ``signingIn(_:)`` has signed in Ada.
  private func signedIn() throws -> SessionMachine {
    var machine = signingIn()
    let isSignedIn = machine.signedIn(try account(), attempt: "k", signOutKey: "d")
    #expect(isSignedIn && machine.isSignedIn)
    return machine
  }
}
