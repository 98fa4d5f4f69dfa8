#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The protected storage of a session's tokens: one value, replaced as a whole.
///
/// `KeychainSecrets` uses the keychain of an Apple platform, and ``FileSecrets`` a file.
public protocol SecretStore: Sendable {
  /// Returns the stored bytes, or `nil` if there are none.
  func load() async throws(SecretError) -> Data?

  /// Replaces the stored bytes, which survive a power cut when this returns; `nil` removes them.
  ///
  /// - Throws: ``SecretError``; the stored bytes are then as before.
  func save(_ secret: Data?) async throws(SecretError)
}

/// The reason for which a session cannot be read or stored.
///
/// None of them signs the user out.
public enum SecretError: Error, Sendable, Hashable {
  /// The store cannot be read now, such as before the first unlock of the device; try again later.
  ///
  /// The text is for logs.
  case unavailable(String)
  /// A newer release of the app has stored the session, which stays as it is.
  case newer
  /// The stored session cannot be read by any release. The user has to sign in again.
  case damaged
  /// The store cannot be written; the stored session is as before. The text is for logs.
  case notWritten(String)
}
