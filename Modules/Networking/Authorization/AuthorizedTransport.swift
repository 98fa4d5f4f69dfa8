#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import Synchronization

/// A transport whose requests carry the credential of an ``Authorizer``.
///
/// A 401 reaches the caller only if the session has ended. After any other 401, the credential is renewed
/// and the request is sent again. If that is not possible, the call fails as if the service had not
/// executed the request.
struct AuthorizedTransport: Transport {
  private let transport: any Transport
  private let renewer: CredentialRenewer

  /// The maximum number of attempts per request.
  ///
  /// The service may refuse an old credential, and then even a new one.
  private static let attempts = 3

  init(_ transport: any Transport, _ renewer: CredentialRenewer) {
    self.transport = transport
    self.renewer = renewer
  }

  func send(
    _ request: HTTPRequest, progress: @escaping @Sendable (TransferProgress) -> Void
  ) async throws(TransportError) -> HTTPResponse {
    let progress = Self.increasing(progress)
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

  /// Returns a function that calls `progress` only with increasing counts.
  ///
  /// Without it, the count could go back: it includes the body of a 401, and begins at zero for the next
  /// attempt.
  private static func increasing(
    _ progress: @escaping @Sendable (TransferProgress) -> Void
  ) -> @Sendable (TransferProgress) -> Void {
    let highest = HighestCount()
    return { if highest.raise(to: $0.received) { progress($0) } }
  }
}

/// The highest number of bytes that was reported.
private final class HighestCount: Sendable {
  private let count = Mutex(0)

  /// Records a count; returns whether it exceeds all earlier ones.
  func raise(to new: Int) -> Bool {
    count.withLock { count in
      guard new > count else { return false }
      count = new
      return true
    }
  }
}
