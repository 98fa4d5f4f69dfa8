/// What became of a request, in as many cases as there are ways to go on from it.
///
/// ``HTTPResponse`` is what came; an answer is what it means. Every response and every
/// ``TransportError`` is exactly one case, so a feature switches over this without a `default` and
/// has decided everything. For a read, ``tryLater(_:)``, ``notSent`` and ``outcomeUnknown(_:)`` are
/// the same: keep what is there and ask again later.
///
/// Only the service ends something. ``conflict(_:)``, ``gone(_:)``, ``unauthorised(_:)`` and
/// ``rejected(_:)`` carry the ``ServiceProblem`` that proves it; the same status with any other body
/// is ``tryLater(_:)``.
public enum Answer: Sendable, Hashable {
  /// A 2xx response (RFC 9110, 15.3). A queue forgets the change and keeps what the server says of it.
  ///
  /// A sign-in page comes with 200 too: a change is done only when the body is what the service
  /// documents for it. With any other body its outcome is unknown.
  case success(HTTPResponse)

  /// What was kept is still right; it is fresh again under this version, which may be spelt anew.
  ///
  /// 304 to a request that asked for it (RFC 9110, 15.4.5 and RFC 9111, 4.3.4).
  case notModified(ETag)

  /// The server has another version than the change was made for. A queue makes the change anew
  /// on the server's version, under a new key.
  ///
  /// 412, and 409 unless the server says when to come back (RFC 9110, 15.5.10 and 15.5.13), with a
  /// problem.
  case conflict(ServiceProblem)

  /// There is no such thing on the server. A removal is done by that; any other change is for the
  /// user to decide. The code of the problem says what is not there.
  ///
  /// 404 and 410 (RFC 9110, 15.5.5 and 15.5.11) with a problem.
  case gone(ServiceProblem)

  /// Nobody is signed in. A queue pauses as a whole and keeps the change; it was not an attempt.
  ///
  /// 401 (RFC 9110, 15.5.2) with a problem. Without one it is a proxy's or a portal's 401, which says
  /// nothing of the user's session.
  case unauthorised(ServiceProblem)

  /// The server will not do this, however often it is asked. A queue puts the change aside, with
  /// those that depend on it, for the user to keep, edit or discard.
  ///
  /// 4xx that has no case of its own, 422 among them (RFC 9110, 15.5), with a problem.
  case rejected(ServiceProblem)

  /// Not now. A queue sends the same bytes under the same key after a growing delay, and not before
  /// ``HTTPResponse/retryAfter``; there is no last attempt. The change may have been made.
  ///
  /// 5xx, 408, 421, 425, 429 (RFC 9110, 15.5.9, 15.5.20, 15.6; RFC 8470, 5.2; RFC 6585, 4); 409 and
  /// 413 with `Retry-After`, as when the first attempt under a key is still at work; 407 and every
  /// redirect, because the network between answers so before one has signed in to it; any other 4xx
  /// without a ``ServiceProblem``; 304 to a request that did not ask for it or about another version
  /// (RFC 9111, 4.3.4); and what is no final status, which counts as 5xx (RFC 9110, 15).
  case tryLater(HTTPResponse)

  /// Nothing has left the device. A queue waits for the network; it was not an attempt.
  case notSent

  /// It was sent, at least in part, and nobody knows whether it was done. A queue sends the same
  /// bytes under the same key after a growing delay, and until then takes the change as possibly
  /// made: it may neither be dropped without amends nor take up a later change.
  case outcomeUnknown(TransportError)
}
