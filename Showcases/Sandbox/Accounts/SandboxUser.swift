import Foundation
public import Networking

/// A user of a showcase or a test, who is signed in whenever the server requires it.
///
/// It signs in with a provider, again after each access token that the server refuses, and stores
/// nothing. Apps use the module `Profile`, or conform to `Authorizer` with a session of their own.
///
/// ```swift
/// let transport = NetworkingFactory.makeTransport(
///   authorizing: server, by: SandboxUser("ann", at: server))
/// ```
public actor SandboxUser: Authorizer {
  private struct Proof: Encodable {
    let provider = "sandbox"
    let token: String
  }

  private struct Tokens: Decodable {
    let accessToken: String
  }

  private let name: String
  private let server: any Transport
  private var token: AccessToken?

  /// Creates a user who is not signed in.
  ///
  /// - Parameters:
  ///   - name: The name, of which the first eight characters distinguish users.
  ///   - server: A transport that adds no token.
  public init(_ name: String, at server: any Transport) {
    self.name = name
    self.server = server
  }

  /// Returns the current access token, or before the sign-in one that every server refuses.
  public func authorization() -> Authorization {
    (token ?? AccessToken("none")).map { .credential(Credential($0)) } ?? .signedOut
  }

  /// Signs in again.
  public func renew(_ credential: Credential) async -> RenewalOutcome {
    do {
      var request = HTTPRequest.withoutCity(
        .post(try .json(Proof(token: name))), "/v1/auth/sessions")
      request.idempotencyKey = IdempotencyKey(rawValue: UUID().uuidString)
      let answer = await server.answer(to: request)
      guard case .success(let response) = answer else {
        return RenewalOutcome(answer, revokedBy: [])
      }
      let tokens = try JSONDecoder().decode(Tokens.self, from: response.body)
      token = AccessToken(tokens.accessToken)
      return token == nil ? .intercepted : .renewed
    } catch {
      return .intercepted
    }
  }
}
