import Foundation
import Networking

/// The stored form of the session.
///
/// The session is a single record, so a crash cannot leave only a part of it.
struct StoredSession: Codable, Sendable, Equatable {
  /// The version of the stored form; a release that changes the meaning of a field must increase it.
  var version = Self.currentVersion
  /// The current account; `nil` for a guest.
  var account: StoredAccount?
  /// The sign-in in progress; `nil` if there is none.
  var signIn: StoredSignIn?
  /// The signed-out accounts for which work remains, such as erasing their data.
  var departures: [PendingSignOut] = []

  static let currentVersion = 1

  /// Decodes a stored record.
  init(_ data: Data) throws(SecretError) {
    struct Header: Decodable { let version: Int }
    let decoder = JSONDecoder()
    let header: Header
    // The decoder's errors are not rethrown, because they may quote the content.
    do { header = try decoder.decode(Header.self, from: data) } catch { throw .damaged }
    if header.version > Self.currentVersion { throw .newer }
    do { self = try decoder.decode(StoredSession.self, from: data) } catch { throw .damaged }
  }

  init() {}

  /// Encodes the record; `nil` if there is nothing to store.
  func encoded() throws(SecretError) -> Data? {
    if self == StoredSession() { return nil }
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    do { return try encoder.encode(self) } catch { throw .notWritten("not encodable") }
  }
}

/// An account with its tokens.
struct StoredAccount: Codable, Sendable, Equatable {
  let id: AccountID
  /// The access token; `nil` for a session of a former app until it is renewed for the first time.
  var accessToken: Secret?
  var expiresAt: Date?
  var refreshToken: Secret
  /// The idempotency key of the next request that renews the access token with ``refreshToken``.
  ///
  /// The key is stored together with the refresh token. If a crash loses the response to this request,
  /// the request is repeated with the same key, and the service repeats its response.
  var refreshKey: IdempotencyKey
  /// Whether the service has ended the account's session.
  var isRevoked = false
  /// The idempotency key of the request to delete the account; `nil` if the user has not requested it.
  var deletionKey: IdempotencyKey?

  /// The credential for requests.
  ///
  /// If no valid access token is stored, the credential contains a placeholder with an expiry date in
  /// the past. So an access token is requested before the first request. The type is optional only
  /// because the initializer of `AccessToken` can fail, which does not happen for the placeholder.
  var credential: Credential? {
    if let token = accessToken.flatMap({ AccessToken($0.unredacted) }) {
      return Credential(token, expiresAt: expiresAt)
    }
    return AccessToken("none").map { Credential($0, expiresAt: .distantPast) }
  }
}

/// A sign-in in progress.
struct StoredSignIn: Codable, Sendable, Equatable {
  /// The code that the service sent by text message; `nil` for a sign-in with a provider.
  var code: SentCode?
  /// The service's id of the sent code; empty for a sign-in with a provider.
  var challenge: String
  /// The last attempt to sign in; `nil` before the first attempt.
  ///
  /// If the same code or token is sent again, the request has the same idempotency key.
  var attempt: Attempt?

  struct Attempt: Codable, Sendable, Equatable {
    let proof: Secret
    let key: IdempotencyKey
  }
}

/// The remaining work for an account that was signed out.
struct PendingSignOut: Codable, Sendable, Equatable {
  let account: AccountID
  /// The idempotency key of the request that ends the account's session.
  let key: IdempotencyKey
  /// The refresh token of the session; `nil` once the service has ended the session.
  var refreshToken: Secret?
  /// Whether the account's data on the device must be erased.
  var erases: Bool

  var isDone: Bool { refreshToken == nil && !erases }
}
