public import Foundation
public import Networking
import Sandbox

extension Transport {
  /// Returns a transport that adds the access token of a signed-in user to each request.
  ///
  /// With `server`, the requests go to the real server at this URL. Without `server`, the requests go
  /// over this transport, and a request without a valid access token gets a 401 response.
  public func signedIn(or server: URL? = nil) -> any Transport {
    let server: any Transport =
      server.map { URLSessionTransport(server: $0) as any Transport } ?? SignedInServer(self)
    return AuthorizedTransport(server, by: SandboxUser("showcase", at: server))
  }
}

/// A wrapper that adds sign-in to a feature's server.
///
/// The wrapper answers requests to `/v1/auth/` itself, and lets every user sign in. It forwards other
/// requests to the feature's server if they have a valid access token, and otherwise returns 401.
private struct SignedInServer: Transport {
  private let server: any Transport
  private let accounts = SandboxServer(AccountServerModel())

  init(_ server: any Transport) { self.server = server }

  func send(
    _ request: HTTPRequest, progress: @escaping @Sendable (TransferProgress) -> Void
  ) async throws(TransportError) -> HTTPResponse {
    guard !request.path.hasPrefix("/v1/auth/") else {
      return try await accounts.send(request, progress: progress)
    }
    guard accounts.model.account(of: request) != nil else {
      return HTTPResponse(problem: "signedOut", status: 401)
    }
    // The feature's server has no accounts, so the request is forwarded without its token.
    var request = request
    request.authorization = nil
    return try await server.send(request, progress: progress)
  }
}
