public import Foundation

/// The protected storage of a session's tokens: one value, replaced as a whole.
///
/// `KeychainSecrets` uses the keychain of an Apple platform, and ``FileSecrets`` a file.
public protocol SecretStore: Sendable {
  /// Returns the encoded session, or `nil` if no session is stored.
  func load() async throws(SecretError) -> Data?

  /// Replaces the stored session with an encoded session, or removes it if `secret` is `nil`.
  ///
  /// When the call has returned, the change survives a power failure.
  ///
  /// - Throws: ``SecretError``; the stored session is then unchanged.
  func save(_ secret: Data?) async throws(SecretError)
}
