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
      case 408, 409, 413, 421, 425, 429: self = .unavailable(retryAfter: answer.retryAfter)
      case 300...499, 511: self = .intercepted
      default: self = .unavailable(retryAfter: answer.retryAfter)
      }
    }
  }
}
