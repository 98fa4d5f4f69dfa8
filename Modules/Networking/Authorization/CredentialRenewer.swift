#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// One renewal of a credential for all requests that need it.
///
/// The first request renews in its own task, and the others wait for its outcome. If that task is
/// canceled before there is an outcome, the next one renews.
actor CredentialRenewer {
  private let authorizer: any Authorizer
  private let stopwatch: Stopwatch
  private let now: @Sendable () -> Date
  private var isRenewing = false
  /// Finished when a renewal ends.
  private var waiting: [AsyncStream<Void>.Continuation] = []
  /// The number of renewals with an outcome, and the last outcome.
  private var ended: (count: Int, outcome: RenewalOutcome) = (0, .renewed)
  /// The earliest time of the next renewal.
  private var notBefore = Duration.zero

  /// The time before the expiry from which on a credential is renewed.
  private static let margin: TimeInterval = 60
  /// The longest time during which a renewed credential is not renewed again.
  ///
  /// A service that refuses what it has just issued is not asked in a loop.
  private static let longestPause = Duration.seconds(30)
  /// The pause after a failure for which the service names no delay, and after a credential that the
  /// device takes for expired.
  private static let shortestPause = Duration.seconds(2)

  init(_ authorizer: any Authorizer, _ stopwatch: Stopwatch, now: @escaping @Sendable () -> Date) {
    self.authorizer = authorizer
    self.stopwatch = stopwatch
    self.now = now
  }

  /// Returns the authorization of a request, and renews a credential that is about to expire.
  ///
  /// If the renewal fails, the old credential is returned: the service decides whether it is valid.
  func authorization() async -> Authorization {
    let current = await current()
    guard case .credential(let credential) = current, let expiry = credential.expiresAt,
      expiry.timeIntervalSince(now()) < Self.margin
    else { return current }
    _ = await renew(credential)
    return await self.current()
  }

  /// Returns the authorization without renewing it.
  func current() async -> Authorization { await authorizer.authorization() }

  /// Renews a credential, unless that has been done, and returns the outcome.
  func renew(_ refused: Credential) async -> RenewalOutcome {
    while !Task.isCancelled {
      await renewalEnds()
      let seen = ended.count
      guard await current() == .credential(refused) else { return .renewed }
      // Another request may have begun a renewal meanwhile, or ended one.
      guard !isRenewing, ended.count == seen else { continue }
      let pause = notBefore - stopwatch.elapsed()
      guard pause > .zero else { return await renewNow(refused) }
      switch ended.outcome {
      case .offline, .intercepted: return ended.outcome
      case .renewed, .revoked, .unavailable: return .unavailable(retryAfter: pause)
      }
    }
    return .unavailable()
  }

  private func renewNow(_ credential: Credential) async -> RenewalOutcome {
    isRenewing = true
    let outcome = await authorizer.renew(credential)
    let renewed = outcome == .renewed ? await current() : nil
    isRenewing = false
    let isAbandoned = Task.isCancelled && outcome != .renewed
    if !isAbandoned {
      ended = (ended.count + 1, outcome)
      notBefore = stopwatch.elapsed() + pause(after: outcome, renewed)
    }
    while let continuation = waiting.popLast() { continuation.finish() }
    return outcome
  }

  private func pause(after outcome: RenewalOutcome, _ renewed: Authorization?) -> Duration {
    switch outcome {
    case .renewed:
      guard case .credential(let credential)? = renewed, let expiry = credential.expiresAt else {
        return Self.longestPause
      }
      let lifetime = Duration.seconds(expiry.timeIntervalSince(now()))
      return min(Self.longestPause, max(Self.shortestPause, lifetime / 2))
    case .unavailable(let delay): return delay ?? Self.shortestPause
    case .offline, .intercepted: return Self.shortestPause
    case .revoked: return .zero
    }
  }

  /// Waits until the current renewal ends, if there is one, or the task is canceled.
  private func renewalEnds() async {
    guard isRenewing else { return }
    // The element is not `Never`: under ThreadSanitizer such a stream does not end (Swift 6.3).
    let (end, continuation) = AsyncStream.makeStream(of: Void.self)
    waiting.append(continuation)
    for await _ in end {}
  }
}
