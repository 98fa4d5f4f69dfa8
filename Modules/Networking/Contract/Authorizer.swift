#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The owner of a session's credential; an authorizing transport calls it before each request.
///
/// An app with its own session type conforms it to this protocol, and wraps its transport once:
///
/// ```swift
/// let transport = NetworkingFactory.makeTransport(authorizing: server, by: session)
/// ```
public protocol Authorizer: Sendable {
  /// Returns the authorization of a request that is about to be sent.
  func authorization() async -> Authorization

  /// Exchanges a credential for a new one, and stores the new one before it returns.
  ///
  /// The transport makes one call at a time, in the task of one of the waiting requests. After a canceled
  /// call, it calls again in the task of another request, so a repeated exchange must not end the
  /// session.
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
  /// A hint: only the service's 401 proves that a token has expired.
  public let expiresAt: Date?

  /// Creates a credential.
  public init(_ token: AccessToken, expiresAt: Date? = nil) {
    self.token = token
    self.expiresAt = expiresAt
  }
}

/// The authorization of a request.
public enum Authorization: Sendable, Hashable {
  /// The request carries this credential.
  case credential(Credential)
  /// The service has ended the session.
  ///
  /// The request is not sent, and is answered with a 401 problem with the code `signedOut`.
  case signedOut
  /// The transport's account is no longer the current one.
  ///
  /// The request is not sent, and fails with ``TransportError/cancelled``.
  case ended
}

/// The outcome of a renewal; only ``revoked`` ends a session.
public enum RenewalOutcome: Sendable, Hashable {
  /// The new credential has been stored.
  case renewed
  /// The service has ended the session, by a documented problem code.
  case revoked
  /// The service was not reached.
  case offline
  /// The answer is not from the service, but for example from a network's sign-in page.
  case intercepted
  /// The service has not answered, or cannot renew the credential now; the next attempt follows the
  /// delay.
  case unavailable(retryAfter: Duration? = nil)

  /// Classifies a response that is not the documented success of a renewal.
  ///
  /// - Parameters:
  ///   - answer: The answer to the request for a renewal. A 2xx counts as ``intercepted``: the
  ///     caller has found that its body is not the documented one.
  ///   - codes: The codes of the problems with which the service ends a session.
  public init(_ answer: ResponseOutcome, revokedBy codes: Set<String>) {
    switch answer {
    case .success, .notModified: self = .intercepted
    case .unauthorized(let problem), .conflict(let problem), .notFound(let problem),
      .rejected(let problem):
      // An unknown code, such as one of a newer service, does not sign the user out.
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
