import Foundation
import Networking
import Testing

@testable import Profile

struct StoredSessionTests {
  /// The stored form of the first release, which every later release has to read.
  private static let first = #"""
    {"account":{"accessToken":"access","deletionKey":"d","expiresAt":721696400,"id":"a","isRevoked":false,"refreshKey":"key","refreshToken":"refresh"},"departures":[{"account":"b","erases":true,"key":"k","refreshToken":"old"}],"signIn":{"attempt":{"key":"k2","proof":"1234"},"challenge":"c","code":{"attemptsLeft":3,"length":4,"lifetime":300,"phone":"+79123456789","resendInterval":60,"sentAt":721692800}},"version":1}
    """#

  @Test func `The form of the first release is written and read`() throws {
    var session = StoredSession()
    session.account = StoredAccount(
      id: try #require(AccountID(rawValue: "a")), accessToken: Secret("access"),
      expiresAt: Date(timeIntervalSince1970: 1_700_003_600), refreshToken: Secret("refresh"),
      refreshKey: "key", deletionKey: "d")
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
      #expect(throws: SecretError.damaged) { try StoredSession(data.prefix(index)) }
    }
    for text in [#"{"version":2}"#, #"{"version":2,"departures":[]}"#] {
      #expect(throws: SecretError.newer) { try StoredSession(Data(text.utf8)) }
    }
    #expect(throws: SecretError.damaged) { try StoredSession(Data(#"{"version":1}"#.utf8)) }
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

  @Test func `An account without a token that can be sent has a credential that is expired`() throws
  {
    var account = try #require(try StoredSession(Data(Self.first.utf8)).account)
    let token = try #require(AccessToken("access"))
    #expect(account.credential == Credential(token, expiresAt: account.expiresAt))
    for bad in [nil, Secret("a b")] {
      account.accessToken = bad
      #expect(account.credential?.expiresAt == .distantPast)
    }
  }
}
