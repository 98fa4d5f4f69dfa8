/// The outcome of a request, with one case for each reaction to it.
///
/// ``HTTPResponse`` is the raw response; an outcome is its meaning. Every response and every
/// ``TransportError`` maps to exactly one case, so a `switch` without a `default` handles all of them.
/// For a read, ``tryLater(_:)``, ``notSent`` and ``outcomeUnknown(_:)`` are equivalent: use the stored
/// value and fetch again later.
///
/// Only the service itself can refuse a change. ``conflict(_:)``, ``notFound(_:)``, ``unauthorized(_:)``
/// and ``rejected(_:)`` carry the ``ServiceProblem`` that proves the refusal. The same status with any
/// other body is ``tryLater(_:)``.
public enum ResponseOutcome: Sendable, Hashable {
  /// A 2xx response (RFC 9110, 15.3).
  ///
  /// A queue removes the change and applies the response.
  ///
  /// A network's sign-in page also has status 200. A change is complete only if the body is the one that
  /// the service documents for the change; with any other body, the outcome is unknown.
  case success(HTTPResponse)

  /// The stored value is still current; store this validator with it.
  ///
  /// The validator identifies the same version as the stored one, but may be weak where the stored one
  /// was strong. Applies to a 304 response to a request with
  /// ``HTTPRequest/Precondition/hasChanged(since:)`` (RFC 9110, 15.4.5 and RFC 9111, 4.3.4).
  case notModified(ETag)

  /// The change is based on another version than the server's.
  ///
  /// A queue rebases the change on the server's version and sends it under a new key. Applies to
  /// 412, and to 409 without `Retry-After` (RFC 9110, 15.5.10 and 15.5.13), with a problem.
  case conflict(ServiceProblem)

  /// The resource does not exist on the server; the problem's code names the missing resource.
  ///
  /// A removal is thereby complete; any other change needs the user's decision. Applies to 404 and 410
  /// (RFC 9110, 15.5.5 and 15.5.11) with a problem.
  case notFound(ServiceProblem)

  /// The user is not signed in.
  ///
  /// A queue stops sending and retains the change; the request does not count as an attempt. Applies to
  /// 401 (RFC 9110, 15.5.2) with a problem. A 401 without one comes from a proxy or a network's sign-in
  /// page, and does not concern the user's session.
  case unauthorized(ServiceProblem)

  /// The server refuses the request permanently.
  ///
  /// A queue stops sending the change and its dependents until the user retries, edits or discards it.
  /// Applies to every 4xx without a case of its own, such as 422 (RFC 9110, 15.5), with a problem.
  case rejected(ServiceProblem)

  /// The server cannot process the request now.
  ///
  /// The change may have been applied.
  ///
  /// A queue sends the same bytes under the same key again: after a growing delay, and not before
  /// ``HTTPResponse/retryAfter``. The number of attempts is not limited. Applies to:
  ///
  /// - 5xx, 408, 421, 425 and 429 (RFC 9110, 15.5.9, 15.5.20, 15.6; RFC 8470, 5.2; RFC 6585, 4);
  /// - 409 with `Retry-After`, sent while the first attempt under the key is in progress;
  /// - 413 with `Retry-After`;
  /// - 407 and every redirect, which a network sends before the user has signed in to it;
  /// - any other 4xx without a ``ServiceProblem``;
  /// - 304 to a request without the precondition, or about another version (RFC 9111, 4.3.4);
  /// - any status that is not final, which is treated as 5xx (RFC 9110, 15).
  case tryLater(HTTPResponse)

  /// The request did not reach the server.
  ///
  /// A queue waits for the network, without counting an attempt.
  case notSent

  /// A part of the request may have been sent, and the server may have executed it.
  ///
  /// A queue sends the same bytes under the same key again after a growing delay. Until there is an
  /// answer, the change may have been applied: the user can only undo it by another change, and no later
  /// change may be merged into it.
  case outcomeUnknown(TransportError)
}

extension ResponseOutcome {
  /// Classifies a response or a transport error.
  ///
  /// A pure function of its arguments.
  public init(_ result: Result<HTTPResponse, TransportError>, to request: HTTPRequest) {
    switch result {
    case .success(let response): self.init(response, to: request)
    case .failure(let error):
      switch error {
      case .offline, .untrusted: self = .notSent
      // After a cancellation it is unknown how much of the request was sent. An oversized body may be the
      // sign-in page of a network.
      case .timedOut, .connectionLost, .failed, .cancelled, .tooLarge: self = .outcomeUnknown(error)
      }
    }
  }

  private init(_ response: HTTPResponse, to request: HTTPRequest) {
    switch response.status {
    case 200...299: self = .success(response)
    case 304: self = Self.notModified(response, to: request)
    case 409 where response.retryAfter != nil, 413 where response.retryAfter != nil:
      self = .tryLater(response)
    case 407, 408, 421, 425, 429: self = .tryLater(response)
    default: self = Self.refusal(response)
    }
  }

  /// Returns the refusal of a 4xx response that the service explains, and `tryLater` for any other.
  private static func refusal(_ response: HTTPResponse) -> ResponseOutcome {
    guard let problem = ServiceProblem(response) else { return .tryLater(response) }
    return switch response.status {
    case 401: .unauthorized(problem)
    case 404, 410: .notFound(problem)
    case 409, 412: .conflict(problem)
    default: .rejected(problem)
    }
  }

  private static func notModified(_ response: HTTPResponse, to request: HTTPRequest)
    -> ResponseOutcome
  {
    guard case .hasChanged(since: let kept) = request.precondition else {
      return .tryLater(response)
    }
    // A 304 has to repeat the `ETag`, but some servers omit it; it can only be the one of the request.
    guard let named = response.etag else { return .notModified(kept) }
    guard named.isSameVersion(as: kept) else {
      return .tryLater(response)
    }
    // If the stored validator is weak, a strong one does not describe the stored value exactly.
    return .notModified(named.isWeak ? named : kept)
  }
}
