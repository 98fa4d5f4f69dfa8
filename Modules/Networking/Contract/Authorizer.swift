#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The owner of a session's credential.
///
/// An authorizing transport asks it for the credential of each request.
///
/// An app with its own session type conforms it to this protocol, and wraps its transport once:
///
/// ```swift
/// let transport = NetworkingFactory.makeTransport(authorizing: server, by: session)
/// ```
public protocol Authorizer: Sendable {
  /// Returns the authorization for a request that is about to be sent.
  func authorization() async -> Authorization

  /// Exchanges a credential for a new one, and stores the new one before it returns.
  ///
  /// The transport makes one call at a time, in the task of one of the waiting requests. If that task is
  /// canceled, it repeats the call in the task of another request. So the session must survive a repeated
  /// exchange of the same credential.
  ///
  /// - Parameter credential: The last result of ``authorization()``, refused by the service or about
  ///   to expire.
  /// - Returns: The outcome. After ``RenewalOutcome/renewed``, ``authorization()`` returns the new
  ///   credential; after ``RenewalOutcome/revoked``, ``Authorization/signedOut``.
  func renew(_ credential: Credential) async -> RenewalOutcome
}

/// An access token and the time at which it expires.
public struct Credential: Sendable, Hashable {
  /// The token that requests carry.
  public let token: AccessToken

  /// The time of expiry by the device's clock; `nil` if the service names none.
  ///
  /// The time is only a hint, because the device's clock may be wrong: only a 401 of the service proves
  /// that a token has expired.
  public let expiresAt: Date?

  /// Creates a credential.
  public init(_ token: AccessToken, expiresAt: Date? = nil) {
    self.token = token
    self.expiresAt = expiresAt
  }
}

/// The authorization that an ``Authorizer`` returns for a request.
public enum Authorization: Sendable, Hashable {
  /// The request carries this credential.
  case credential(Credential)
  /// The service has ended the session.
  ///
  /// The request is not sent. Its response is a 401 with a problem whose code is `signedOut`.
  case signedOut
  /// The transport's account is no longer the current one.
  ///
  /// The request is not sent, and fails with ``TransportError/cancelled``.
  case ended
}

/// The outcome of renewing a credential; only ``revoked`` ends a session.
public enum RenewalOutcome: Sendable, Hashable {
  /// The new credential has been stored.
  case renewed
  /// The service has ended the session, by a documented problem code.
  case revoked
  /// The service was not reached.
  case offline
  /// The answer is not from the service, but for example from the sign-in page of a public network.
  case intercepted
  /// The service has not answered, or cannot renew the credential now.
  ///
  /// The next attempt is made after the delay.
  case unavailable(retryAfter: Duration? = nil)

  /// Classifies a response that is not the documented success of a renewal.
  ///
  /// - Parameters:
  ///   - answer: The answer to the request for a renewal. A 2xx counts as ``intercepted``, because the
  ///     caller has already found that its body is not the documented one.
  ///   - codes: The problem codes by which the service ends a session.
  public init(_ answer: ResponseOutcome, revokedBy codes: Set<String>) {
    switch answer {
    case .success, .notModified: self = .intercepted
    case .unauthorized(let problem), .conflict(let problem), .notFound(let problem),
      .rejected(let problem):
      // An unknown code, for example of a newer release of the service, does not sign the user out.
      self = codes.contains(problem.code) ? .revoked : .unavailable()
    case .notSent: self = .offline
    case .outcomeUnknown(.tooLarge): self = .intercepted
    case .outcomeUnknown: self = .unavailable()
    case .tryLater(let response):
      switch response.status {
      case 408, 409, 413, 421, 425, 429: self = .unavailable(retryAfter: response.retryAfter)
      case 300...499, 511: self = .intercepted
      default: self = .unavailable(retryAfter: response.retryAfter)
      }
    }
  }
}
