public import Foundation
public import Networking
import Synchronization

/// A service that accepts one access token, and a session that renews it.
///
/// Requests without the accepted token are answered with a 401 problem, all others with 200. The
/// tokens are `token-1`, `token-2` and so on.
public final class TokenService: Transport, Authorizer {
  private struct State {
    /// The number of the token that the service accepts; `nil` to refuse all.
    var accepted: Int? = 1
    /// The number of the token that the session has.
    var number = 1
    var lifetime: TimeInterval?
    var authorization: Authorization?
    var renewals = 0
    var isRenewing = false
    var overlaps = 0
    var requests: [HTTPRequest] = []
    var refusals = 0
    var outcomes: [RenewalOutcome] = []
  }

  private let state = Mutex(State())
  private let refused = AsyncStream.makeStream(of: Int.self)
  private let began = AsyncStream.makeStream(of: Void.self)
  private let now: @Sendable () -> Date
  private let onRenew: @Sendable (TokenService) async -> Void

  /// Creates a service and a signed-in session.
  ///
  /// - Parameters:
  ///   - onRenew: Runs during each renewal.
  ///   - now: The time from which the lifetimes of new tokens are counted.
  public init(
    onRenew: @escaping @Sendable (TokenService) async -> Void = { _ in },
    now: @escaping @Sendable () -> Date = { Date(timeIntervalSince1970: 0) }
  ) {
    self.now = now
    self.onRenew = onRenew
  }

  /// Returns the token of a number.
  public static func token(_ number: Int) -> AccessToken {
    guard let token = AccessToken("token-\(number)") else { preconditionFailure("not a token") }
    return token
  }

  /// The number of renewals that began.
  public var renewals: Int { state.withLock { $0.renewals } }
  /// The number of renewals that began during another one.
  public var overlaps: Int { state.withLock { $0.overlaps } }
  /// All requests in order.
  public var requests: [HTTPRequest] { state.withLock { $0.requests } }

  /// Makes the service refuse the current token; it accepts the next one.
  public func expireToken() { state.withLock { $0.accepted = $0.number + 1 } }

  /// Makes the service refuse every token.
  public func refuseAll() { state.withLock { $0.accepted = nil } }

  /// Gives the session the next token, as a sign-in would.
  public func signInAgain() { state.withLock { $0.number += 1 } }

  /// Sets the lifetime of the tokens, in seconds.
  public func setLifetime(_ lifetime: TimeInterval?) { state.withLock { $0.lifetime = lifetime } }

  /// Sets the result of ``authorization()``, such as an ended session; `nil` for the current token.
  public func setAuthorization(_ authorization: Authorization?) {
    state.withLock { $0.authorization = authorization }
  }

  /// Sets the outcomes of the next renewals; all later renewals succeed.
  public func fail(_ outcomes: RenewalOutcome...) { state.withLock { $0.outcomes = outcomes } }

  /// Waits until this number of requests have been refused in all.
  public func refuses(_ count: Int) async {
    guard state.withLock({ $0.refusals < count }) else { return }
    for await number in refused.stream where number >= count { return }
  }

  /// Waits for the beginning of the next renewal; each renewal counts once.
  public func beginsRenewal() async { for await _ in began.stream { return } }

  // MARK: Authorizer

  /// Returns the current token of the session.
  public func authorization() async -> Authorization {
    state.withLock { state in
      if let authorization = state.authorization { return authorization }
      return .credential(
        Credential(
          Self.token(state.number), expiresAt: state.lifetime.map { now().addingTimeInterval($0) }))
    }
  }

  /// Replaces the current token by the next one, unless another outcome has been set.
  public func renew(_ credential: Credential) async -> RenewalOutcome {
    state.withLock { state in
      state.renewals += 1
      if state.isRenewing { state.overlaps += 1 }
      state.isRenewing = true
    }
    began.continuation.yield()
    await onRenew(self)
    return state.withLock { state in
      state.isRenewing = false
      if Task.isCancelled { return .unavailable() }
      guard state.outcomes.isEmpty else {
        let outcome = state.outcomes.removeFirst()
        if outcome == .revoked { state.authorization = .signedOut }
        return outcome
      }
      state.number += 1
      return .renewed
    }
  }

  // MARK: Transport

  /// Answers with 200 for the accepted token, and otherwise with a 401 problem.
  public func send(
    _ request: HTTPRequest, progress: @escaping @Sendable (TransferProgress) -> Void
  ) async throws(TransportError) -> HTTPResponse {
    let refusals = state.withLock { state -> Int? in
      state.requests.append(request)
      guard let accepted = state.accepted, request.authorization == Self.token(accepted) else {
        state.refusals += 1
        return state.refusals
      }
      return nil
    }
    if let refusals {
      let response = HTTPResponse(problem: "tokenExpired", status: 401)
      progress(TransferProgress(received: response.body.count, expected: response.body.count))
      refused.continuation.yield(refusals)
      return response
    }
    for received in [40, 400] { progress(TransferProgress(received: received, expected: 400)) }
    return HTTPResponse(status: 200, body: Data(count: 400))
  }
}
