import Foundation
import NetworkingTestSupport
import Synchronization
import Testing

@testable import Networking

@Suite struct CredentialRenewerTests {
  @Test func `A renewal that ends while the session is read is not repeated`() async {
    let session = HeldSession(read: Hold())
    let renewer = renewer(of: session)
    let first = Task { await renewer.renew(HeldSession.old) }
    await session.read?.begins()

    #expect(await renewer.renew(HeldSession.old) == .renewed)
    session.read?.end()

    #expect(await first.value == .renewed)
    #expect(session.renewals == 1)
  }

  @Test func `A renewal that begins while the session is read is awaited`() async {
    let session = HeldSession(read: Hold(), renewal: Hold())
    let renewer = renewer(of: session)
    let first = Task { await renewer.renew(HeldSession.old) }
    await session.read?.begins()
    let second = Task { await renewer.renew(HeldSession.old) }
    await session.renewal?.begins()

    session.read?.end()
    // A second renewal would begin now.
    for _ in 0..<1_000 where session.renewals == 1 { await Task.yield() }
    session.renewal?.end()

    #expect(await first.value == .renewed)
    #expect(await second.value == .renewed)
    #expect(session.renewals == 1)
    // Each twice: before and after the renewal. The one that waits does not read in between.
    #expect(session.reads == 4)
  }

  @Test func `A renewal that succeeds in a canceled task is not repeated`() async {
    let session = HeldSession(renewal: Hold())
    let renewer = renewer(of: session)
    let first = Task { await renewer.renew(HeldSession.old) }
    await session.renewal?.begins()
    first.cancel()
    session.renewal?.end()
    #expect(await first.value == .renewed)

    let second = await renewer.renew(HeldSession.new)
    #expect("\(second)".hasPrefix("unavailable"))
    #expect(session.renewals == 1)
  }

  private func renewer(of session: HeldSession) -> CredentialRenewer {
    CredentialRenewer(session, Stopwatch(ContinuousClock())) { Date(timeIntervalSince1970: 0) }
  }
}

/// A call that a test suspends.
private struct Hold: Sendable {
  private let beginning = AsyncStream.makeStream(of: Void.self)
  private let ending = AsyncStream.makeStream(of: Void.self)

  func begins() async { for await _ in beginning.stream { return } }
  func end() { ending.continuation.finish() }

  func pass() async {
    beginning.continuation.yield()
    for await _ in ending.stream {}
  }
}

/// A session whose first read and whose first renewal a test may suspend.
private final class HeldSession: Authorizer {
  static let old = Credential(TokenService.token(1), expiresAt: nil)
  static let new = Credential(TokenService.token(2), expiresAt: nil)

  let read: Hold?
  let renewal: Hold?
  private let state = Mutex((credential: HeldSession.old, reads: 0, renewals: 0))

  init(read: Hold? = nil, renewal: Hold? = nil) { (self.read, self.renewal) = (read, renewal) }

  var reads: Int { state.withLock { $0.reads } }
  var renewals: Int { state.withLock { $0.renewals } }

  func authorization() async -> Authorization {
    let (credential, reads) = state.withLock { state in
      state.reads += 1
      return (state.credential, state.reads)
    }
    if reads == 1 { await read?.pass() }
    return .credential(credential)
  }

  func renew(_ credential: Credential) async -> RenewalOutcome {
    let renewals = state.withLock { state in
      state.renewals += 1
      return state.renewals
    }
    if renewals == 1 { await renewal?.pass() }
    state.withLock { $0.credential = Self.new }
    return .renewed
  }
}
