import Foundation
import NetworkingTestSupport
import Synchronization
import Testing

@testable import Networking

@Suite("Renewals of a credential")
struct CredentialRenewerTests {
  private let session = HeldSession()
  private let renewer: CredentialRenewer

  init() {
    renewer = CredentialRenewer(session, Stopwatch(ContinuousClock())) {
      Date(timeIntervalSince1970: 0)
    }
  }

  @Test func `A renewal that ends while the session is read is not repeated`() async {
    session.holdsRead = true
    let first = Task { await renewer.renew(HeldSession.old) }
    await session.isRead()

    #expect(await renewer.renew(HeldSession.old) == .renewed)
    session.releaseRead()

    #expect(await first.value == .renewed)
    #expect(session.renewals == 1)
  }

  @Test func `A renewal that begins while the session is read is awaited`() async {
    session.holdsRead = true
    session.holdsRenewal = true
    let first = Task { await renewer.renew(HeldSession.old) }
    await session.isRead()
    let second = Task { await renewer.renew(HeldSession.old) }
    await session.isRenewing()

    session.releaseRead()
    // A second renewal would begin now.
    for _ in 0..<1_000 where session.renewals == 1 { await Task.yield() }
    session.releaseRenewal()

    #expect(await first.value == .renewed)
    #expect(await second.value == .renewed)
    #expect(session.renewals == 1)
    // Each twice: before and after the renewal. The one that waits does not read in between.
    #expect(session.reads == 4)
  }

  @Test func `A renewal that succeeds in a canceled task is not repeated`() async {
    session.holdsRenewal = true
    let first = Task { await renewer.renew(HeldSession.old) }
    await session.isRenewing()
    first.cancel()
    session.releaseRenewal()
    #expect(await first.value == .renewed)

    guard case .unavailable = await renewer.renew(HeldSession.new) else {
      Issue.record("it is renewed again at once")
      return
    }
    #expect(session.renewals == 1)
  }
}

/// A session whose first read and whose renewal a test may suspend.
private final class HeldSession: Authorizer {
  static let old = Credential(TokenService.token(1), expiresAt: nil)
  static let new = Credential(TokenService.token(2), expiresAt: nil)

  private struct State {
    var credential = HeldSession.old
    var reads = 0
    var renewals = 0
    var holdsRead = false
    var holdsRenewal = false
  }

  private let state = Mutex(State())
  private let read = AsyncStream.makeStream(of: Void.self)
  private let readEnd = AsyncStream.makeStream(of: Void.self)
  private let renewal = AsyncStream.makeStream(of: Void.self)
  private let renewalEnd = AsyncStream.makeStream(of: Void.self)

  var reads: Int { state.withLock { $0.reads } }
  var renewals: Int { state.withLock { $0.renewals } }
  var holdsRead: Bool {
    get { state.withLock { $0.holdsRead } }
    set { state.withLock { $0.holdsRead = newValue } }
  }
  var holdsRenewal: Bool {
    get { state.withLock { $0.holdsRenewal } }
    set { state.withLock { $0.holdsRenewal = newValue } }
  }

  func isRead() async { for await _ in read.stream { return } }
  func isRenewing() async { for await _ in renewal.stream { return } }
  func releaseRead() { readEnd.continuation.finish() }
  func releaseRenewal() { renewalEnd.continuation.finish() }

  func authorization() async -> Authorization {
    let (credential, isHeld) = state.withLock { state in
      state.reads += 1
      return (state.credential, state.holdsRead && state.reads == 1)
    }
    read.continuation.yield()
    if isHeld { for await _ in readEnd.stream {} }
    return .credential(credential)
  }

  func renew(_ credential: Credential) async -> RenewalOutcome {
    let isHeld = state.withLock { state in
      state.renewals += 1
      return state.holdsRenewal && state.renewals == 1
    }
    renewal.continuation.yield()
    if isHeld { for await _ in renewalEnd.stream {} }
    state.withLock { $0.credential = Self.new }
    return .renewed
  }
}
