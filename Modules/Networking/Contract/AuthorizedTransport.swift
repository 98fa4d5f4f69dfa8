public import Foundation

/// A transport whose requests carry the credential of an ``Authorizer``.
///
/// The transport renews a credential shortly before it expires, and after a 401 response with a
/// ``ServiceProblem``. Concurrent requests wait for the same renewal, and are then sent with the new
/// credential. Without a valid credential, `send` has one of these results:
/// - a 401 response whose problem code is `signedOut`, if the user's session has ended;
/// - ``TransportError/cancelled``, if the transport's account is no longer the current one;
/// - ``TransportError/offline``, if the renewal request did not reach the service;
/// - ``TransportError/untrusted(_:)``, if something other than the service responded to that request;
/// - a 503 response, if the service cannot renew the credential now, or refuses every new credential.
///
/// After the last three results, the caller can try again later.
public struct AuthorizedTransport: Transport {
  private let transport: any Transport
  private let renewer: CredentialRenewer

  /// The maximum number of attempts per request.
  ///
  /// With three attempts, a request can succeed even if the service refuses the old credential and one
  /// new credential.
  private static let attempts = 3

  /// Creates a transport to the same server as another.
  ///
  /// - Parameters:
  ///   - transport: The transport that sends the requests.
  ///   - authorizer: The owner of the credential. It must send its own requests over another transport,
  ///     because a renewal over the new transport would wait for itself.
  ///   - clock: The clock that measures the pauses between renewals.
  ///   - now: A closure that returns the current time, to compare it with the expiry of a credential.
  public init(
    _ transport: any Transport, by authorizer: some Authorizer,
    clock: any Clock<Duration> = ContinuousClock(),
    now: @escaping @Sendable () -> Date = { .now }
  ) {
    self.transport = transport
    renewer = CredentialRenewer(authorizer, Stopwatch(clock), now: now)
  }

  /// Sends a request, as ``Transport/send(_:progress:)`` describes; each attempt counts its bytes from zero.
  public func send(
    _ request: HTTPRequest, progress: @escaping @Sendable (TransferProgress) -> Void
  ) async throws(TransportError) -> HTTPResponse {
    var authorization = await renewer.authorization()
    for _ in 0..<Self.attempts {
      let credential: Credential
      switch authorization {
      case .credential(let current): credential = current
      case .signedOut: return HTTPResponse(problem: "signedOut", status: 401)
      case .ended: throw .cancelled
      }
      var authorized = request
      authorized.authorization = credential.token
      let response = try await transport.send(authorized, progress: progress)
      guard case .unauthorized = ResponseOutcome(.success(response), to: request) else {
        return response
      }
      // The service has not executed a request that it answers with 401, so another attempt is safe.
      let outcome = await renewer.renew(credential)
      guard !Task.isCancelled else { throw .cancelled }
      switch outcome {
      case .renewed, .revoked: authorization = await renewer.current()
      case .offline: throw .offline
      case .intercepted:
        throw .untrusted("the renewal of the session was not answered by the service")
      case .unavailable(let delay): return Self.unavailable(delay)
      }
    }
    return Self.unavailable(nil)
  }

  private static func unavailable(_ delay: Duration?) -> HTTPResponse {
    HTTPResponse(status: 503, body: Data(), retryAfter: delay)
  }
}
