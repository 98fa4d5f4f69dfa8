/// The outcome of a request, with one case for each way in which a caller has to react.
///
/// Every response and every ``TransportError`` maps to exactly one case. For a request that changes
/// nothing, ``tryLater(_:)``, ``notSent`` and ``outcomeUnknown(_:)`` are equivalent: show the stored
/// value and fetch again later. For a change, each case describes the reaction of a queue of unsent
/// changes, such as the outbox of the Sync module.
///
/// A refusal counts only if the service itself sent it. A proxy, for example, cannot refuse a change.
/// Therefore ``conflict(_:)``, ``notFound(_:)``, ``unauthorized(_:)`` and ``rejected(_:)`` contain the
/// ``ServiceProblem`` that proves the refusal. A response with the same status and any other body is
/// ``tryLater(_:)``.
public enum ResponseOutcome: Sendable, Hashable {
  /// A 2xx response (RFC 9110, 15.3).
  ///
  /// If the request sends a queued change, the queue removes the change and applies the response.
  ///
  /// The sign-in page of a public network also has status 200. So treat a change as applied only if the
  /// body has the documented content. With any other body, the outcome of the change is unknown.
  case success(HTTPResponse)

  /// The value that the caller has stored is still current; store this validator with the value.
  ///
  /// The new validator replaces the stored one and identifies the same version. It may be weak even if
  /// the stored validator is strong. The response is a 304 to a request with
  /// ``HTTPRequest/ifChangedSince`` (RFC 9110, 15.4.5 and RFC 9111, 4.3.4).
  case notModified(ETag)

  /// The request's change is based on an outdated version of the resource.
  ///
  /// A queue of changes rebases the change on the server's version and sends it under a new idempotency
  /// key. The response is a 412, or a 409 without `Retry-After` (RFC 9110, 15.5.13 and 15.5.10). The
  /// body of the response is a ``ServiceProblem``.
  case conflict(ServiceProblem)

  /// The resource does not exist on the server; the problem's code names the missing resource.
  ///
  /// A request to remove the resource counts as successful. If the request sends any other change, the
  /// user has to decide whether to discard the change. The response is a 404 or 410 with a problem (RFC
  /// 9110, 15.5.5 and 15.5.11).
  case notFound(ServiceProblem)

  /// The user is not signed in.
  ///
  /// If the request sends a queued change, the queue stops sending and retains the change. The request
  /// does not count as an attempt to send the change.
  ///
  /// This is a 401 with a problem (RFC 9110, 15.5.2). A 401 without a problem comes from a proxy or the
  /// sign-in page of a network, and says nothing about the user's session.
  case unauthorized(ServiceProblem)

  /// The server refuses the request permanently.
  ///
  /// If the request sends a queued change, the queue holds back this change and the changes that depend
  /// on it. The user has to retry, edit or discard the refused change. The response is any other 4xx
  /// with a problem, such as 422 (RFC 9110, 15.5).
  case rejected(ServiceProblem)

  /// The server cannot process the request now.
  ///
  /// If the request sends a change, the server may have applied the change.
  ///
  /// A queue of changes sends the same bytes under the same idempotency key again, after a growing
  /// delay. The delay is not shorter than ``ResponseOutcome/retryAfter``, which has an upper limit. The
  /// number of attempts is not limited. The response is one of:
  ///
  /// - 5xx, 408, 421, 425 and 429 (RFC 9110, 15.5.9, 15.5.20, 15.6; RFC 8470, 5.2; RFC 6585, 4);
  /// - 409 with `Retry-After`, which the server sends while it processes an earlier attempt under the
  ///   same key;
  /// - 413 with `Retry-After`;
  /// - 407 and every redirect; a public network sends these before the user has signed in to it;
  /// - any other 4xx without a ``ServiceProblem``;
  /// - 304 to a request without ``HTTPRequest/ifChangedSince``, and a 304 whose `ETag`
  ///   identifies another version than the request's (RFC 9111, 4.3.4);
  /// - 1xx, and any status outside 100–599, which is treated as 5xx (RFC 9110, 15).
  case tryLater(HTTPResponse)

  /// The request did not reach the server.
  ///
  /// If the request sends a queued change, the queue waits for the network. The request does not count
  /// as an attempt to send the change.
  case notSent

  /// A part of the request may have been sent, and the server may have executed the request.
  ///
  /// If the request sends a queued change, the queue sends the same bytes under the same idempotency
  /// key again, after a growing delay. Until a response arrives, treat the change as possibly applied:
  /// merge no later change into it, and undo it only with another change.
  case outcomeUnknown(TransportError)
}

extension ResponseOutcome {
  /// Classifies the response to a request, or the error of its transport.
  ///
  /// This is a pure function. A 304 is ``notModified(_:)`` only if the request had
  /// ``HTTPRequest/ifChangedSince``.
  public init(_ result: Result<HTTPResponse, TransportError>, to request: HTTPRequest) {
    switch result {
    case .success(let response): self.init(response, to: request)
    case .failure(let error):
      switch error {
      case .offline, .untrusted: self = .notSent
      // After a cancellation, it is unknown how much of the request was sent. A body that is too large
      // does not prove that the server executed the request: it may be a network's sign-in page.
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

  /// Returns a refusal for a 4xx response whose body is a ``ServiceProblem``, and ``tryLater(_:)`` for
  /// any other response.
  private static func refusal(_ response: HTTPResponse) -> ResponseOutcome {
    guard response.status < 500, let problem = ServiceProblem(response) else {
      return .tryLater(response)
    }
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
    guard let kept = request.ifChangedSince else { return .tryLater(response) }
    // A 304 must contain the `ETag`, but some servers omit the header. The stored validator is used
    // then.
    guard let named = response.etag else { return .notModified(kept) }
    guard named.isSameVersion(as: kept) else {
      return .tryLater(response)
    }
    // A weak stored validator is not replaced by a strong one. The stored value may differ slightly
    // from the server's value, and a strong validator would claim that they are equal.
    return .notModified(named.isWeak ? named : kept)
  }
}

extension ResponseOutcome {
  /// The delay that the service requests before the next attempt; `nil` for none.
  ///
  /// It is at most 10 minutes. A proxy or a network's sign-in page may also send `Retry-After`: without a
  /// ``ServiceProblem``, the delay is at most a minute.
  public var retryAfter: Duration? {
    guard case .tryLater(let response) = self else { return nil }
    let longest = Duration.seconds(ServiceProblem(response) == nil ? 60 : 600)
    return response.retryAfter.map { min($0, longest) }
  }
}
