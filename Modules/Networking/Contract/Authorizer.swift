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
