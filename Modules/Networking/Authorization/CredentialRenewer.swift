import Foundation

/// A coordinator that renews a credential once for all requests that need the renewal.
///
/// The first request renews the credential in its task, and the other requests wait for the outcome. If
/// the first request's task is canceled before there is an outcome, a waiting request starts a new
/// renewal.
actor CredentialRenewer {
  private let authorizer: any Authorizer
  private let stopwatch: Stopwatch
  private let now: @Sendable () -> Date
  private var isRenewing = false
  /// The continuations of the requests that wait for the current renewal.
  ///
  /// When the renewal ends, all continuations are finished, and the requests resume.
  private var waiting: [AsyncStream<Void>.Continuation] = []
  /// The number of completed renewals, and the outcome of the last one.
  ///
  /// A failure in a canceled task does not count, because the cancellation may have caused the failure.
  private var lastRenewal: (number: Int, outcome: RenewalOutcome) = (0, .renewed)
  /// The earliest time at which the next renewal may start, measured by `stopwatch`.
  private var notBefore = Duration.zero

  /// The remaining lifetime in seconds below which a credential is renewed before it is used.
  private static let margin: TimeInterval = 60
  /// The maximum length, in seconds, of the pause in which no renewal starts after a successful one.
  ///
  /// The pause is half the lifetime of the new credential, but at most this long. It limits the number
  /// of renewals if a faulty service refuses credentials that it has just issued.
  private static let longestPause: TimeInterval = 30
  /// The shortest pause between a successful renewal and the next renewal, in seconds.
  ///
  /// If the device's clock is wrong, each new credential may seem to have expired. The shortest pause
  /// limits the number of renewals in this case.
  ///
  /// The pause after a failed renewal has the same length, unless the service has demanded a longer
  /// delay or has ended the session. A shorter delay does not shorten it: otherwise each waiting request
  /// would start a renewal of its own.
  private static let shortestPause: TimeInterval = 2

  init(_ authorizer: any Authorizer, _ stopwatch: Stopwatch, now: @escaping @Sendable () -> Date) {
    self.authorizer = authorizer
    self.stopwatch = stopwatch
    self.now = now
  }

  /// Returns the authorization for a request, after renewing a credential that is about to expire.
  ///
  /// If the renewal fails, the old credential is returned, and the service decides whether it is still
  /// valid.
  func authorization() async -> Authorization {
    let current = await current()
    guard case .credential(let credential) = current, let expiry = credential.expiresAt,
      expiry.timeIntervalSince(now()) < Self.margin
    else { return current }
    _ = await renew(credential)
    return await self.current()
  }

  /// Returns the authorizer's current authorization without renewing its credential.
  func current() async -> Authorization { await authorizer.authorization() }

  /// Renews a credential that the service has refused or that is about to expire.
  ///
  /// The method first waits for a renewal in progress. It starts no renewal in these cases:
  ///
  /// - The credential is no longer the current one. The result is `renewed`.
  /// - The pause after the last renewal has not ended. If its outcome was `offline` or `intercepted`,
  ///   the result is this outcome. Otherwise the result is `unavailable` with the remaining time.
  /// - The calling task is canceled before it starts a renewal. The result is `unavailable`.
  ///
  /// - Parameter refused: The credential to renew, whether it was refused or is about to expire.
  /// - Returns: The outcome of the renewal, or the result in the cases above.
  func renew(_ refused: Credential) async -> RenewalOutcome {
    while !Task.isCancelled {
      await waitForRenewal()
      let seen = lastRenewal.number
      guard await current() == .credential(refused) else { return .renewed }
      // While `current()` was suspended, another request may have started or completed a renewal.
      guard !isRenewing, lastRenewal.number == seen else { continue }
      let pause = notBefore - stopwatch.elapsed()
      guard pause > .zero else { return await renewNow(refused) }
      switch lastRenewal.outcome {
      case .offline, .intercepted: return lastRenewal.outcome
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
      lastRenewal = (lastRenewal.number + 1, outcome)
      notBefore = stopwatch.elapsed() + pause(after: outcome, renewed)
    }
    while let continuation = waiting.popLast() { continuation.finish() }
    return outcome
  }

  private func pause(after outcome: RenewalOutcome, _ renewed: Authorization?) -> Duration {
    switch outcome {
    case .renewed:
      guard case .credential(let credential)? = renewed, let expiry = credential.expiresAt else {
        return .seconds(Self.longestPause)
      }
      // `Duration` traps for a number of seconds that is infinite, so the pause is limited before.
      let half = expiry.timeIntervalSince(now()) / 2
      return .seconds(min(Self.longestPause, max(Self.shortestPause, half)))
    case .unavailable(let delay): return max(delay ?? .zero, .seconds(Self.shortestPause))
    case .offline, .intercepted: return .seconds(Self.shortestPause)
    case .revoked: return .zero
    }
  }

  /// Waits until the current renewal ends or the calling task is canceled.
  ///
  /// Returns at once if there is no current renewal.
  private func waitForRenewal() async {
    guard isRenewing else { return }
    // The element type is `Void`, because a stream of `Never` does not end under ThreadSanitizer (Swift
    // 6.3).
    let (end, continuation) = AsyncStream.makeStream(of: Void.self)
    waiting.append(continuation)
    for await _ in end {}
  }
}
