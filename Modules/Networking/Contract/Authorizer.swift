#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The owner of the credential of a user's session.
///
/// An ``AuthorizedTransport`` requests the credential from its authorizer before each request. An app with
/// its own session type conforms the type to this protocol, and creates the transport once:
///
/// ```swift
/// let transport = AuthorizedTransport(server, by: session)
/// ```
public protocol Authorizer: Sendable {
  /// Returns the authorization for a request that is about to be sent.
  ///
  /// The transport also calls this function before and after each renewal, to compare the credentials.
  func authorization() async -> Authorization

  /// Exchanges a credential for a new one at the service, and stores the new one before returning.
  ///
  /// The transport makes one call at a time, in the task of a request that needs the new credential. If
  /// this task is canceled, the transport may make another call with the same credential. The second
  /// exchange must not end the session. The authorizer must ensure this, for example by sending the same
  /// idempotency key.
  ///
  /// - Parameter credential: The credential that ``authorization()`` last returned. The service has
  ///   refused it, or it is about to expire.
  /// - Returns: The outcome. After ``RenewalOutcome/renewed``, ``authorization()`` must return the new
  ///   credential. After ``RenewalOutcome/revoked``, ``authorization()`` must return
  ///   ``Authorization/signedOut``.
  func renew(_ credential: Credential) async -> RenewalOutcome
}

/// An access token and the time at which it expires.
public struct Credential: Sendable, Hashable {
  /// The token that requests carry.
  public let token: AccessToken

  /// The time of expiry by the device's clock; `nil` if the service states none.
  ///
  /// The time is only a hint, because the device's clock may be wrong. Only a 401 response of the
  /// service proves that a token has expired.
  public let expiresAt: Date?

  /// Creates a credential; `expiresAt` is a time of the device's clock, `nil` if the service states none.
  public init(_ token: AccessToken, expiresAt: Date? = nil) {
    self.token = token
    self.expiresAt = expiresAt
  }
}

/// The authorization that an ``Authorizer`` returns for a request.
public enum Authorization: Sendable, Hashable {
  /// The request carries this credential, or a new one if this one expires within a minute.
  case credential(Credential)
  /// The service has ended the session.
  ///
  /// The transport does not send the request. It returns a 401 response with a ``ServiceProblem`` whose
  /// code is `signedOut`.
  case signedOut
  /// The account for which the transport was created is no longer the current one.
  ///
  /// The transport does not send the request, and throws ``TransportError/cancelled``.
  case ended
}

/// The outcome of renewing a credential; only ``revoked`` ends a session.
public enum RenewalOutcome: Sendable, Hashable {
  /// The authorizer has received a new credential and stored it.
  case renewed
  /// The service has ended the session, and has said so with one of its documented problem codes.
  case revoked
  /// The request for a new credential did not reach the service.
  case offline
  /// The response came from something other than the service, such as a public network's sign-in page.
  case intercepted
  /// The service did not respond, or cannot renew the credential now.
  ///
  /// The transport starts no other renewal before the delay `retryAfter` has passed. If the delay is
  /// `nil` or shorter than 2 seconds, the transport waits 2 seconds.
  case unavailable(retryAfter: Duration? = nil)

  /// Classifies the outcome of a renewal request that returned no new credential.
  ///
  /// ```swift
  /// guard case .success(let response) = answer else {
  ///   return RenewalOutcome(answer, revokedBy: ["sessionEnded"])
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - answer: The outcome of the renewal request. A 2xx response counts as ``intercepted``, because
  ///     the caller has already found that its body contains no credential.
  ///   - codes: The problem codes with which the service ends a session.
  public init(_ answer: ResponseOutcome, revokedBy codes: Set<String>) {
    switch answer {
    case .success, .notModified: self = .intercepted
    case .unauthorized(let problem), .conflict(let problem), .notFound(let problem),
      .rejected(let problem):
      // A code that this app does not know, for example of a newer service, must not sign the user out.
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
