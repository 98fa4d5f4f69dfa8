import Networking

/// A transport without a credential, which reports a 401 as a refusal of the request.
///
/// A 401 means that the user has to sign in again, and the requests of the user wait until then. A guest
/// may never sign in, so only the refused request is affected: it is answered with 403 and the code of
/// the service. The next request of the guest is sent as before.
struct GuestTransport: Transport {
  let transport: any Transport

  func send(
    _ request: HTTPRequest, progress: @escaping @Sendable (TransferProgress) -> Void
  ) async throws(TransportError) -> HTTPResponse {
    let response = try await transport.send(request, progress: progress)
    guard case .unauthorized(let problem) = ResponseOutcome(.success(response), to: request) else {
      return response
    }
    return HTTPResponse(problem: problem.code, status: 403, reason: problem.reason)
  }
}
