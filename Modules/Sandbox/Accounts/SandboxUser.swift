import Foundation
public import Networking

/// A user of a showcase or a test, who signs in whenever the server requires it.
///
/// If the server refuses the access token, the user signs in again, with a simulated sign-in
/// provider. Nothing is stored. Apps use the module `Profile` instead, or conform to `Authorizer`
/// with their own session.
///
/// ```swift
/// let transport = AuthorizedTransport(
///   server, by: SandboxUser("ann", at: server))
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
  ///   - name: The user's name. The server identifies the account by the first eight characters of
  ///     the name, ignoring case.
  ///   - server: The transport for the sign-in, which adds no access token.
  public init(_ name: String, at server: any Transport) {
    self.name = name
    self.server = server
  }

  /// Returns the current access token, or an invalid one before the first sign-in.
  ///
  /// The server refuses the invalid token, which leads to a call of ``renew(_:)``.
  public func authorization() -> Authorization {
    (token ?? AccessToken("none")).map { .credential(Credential($0)) } ?? .signedOut
  }

  /// Signs in again, and replaces the access token.
  ///
  /// The sign-in needs only the user's name, so the function ignores `credential`. The outcome is
  /// never `revoked`, because the user can always sign in again.
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
