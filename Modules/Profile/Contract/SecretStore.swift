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

  /// Replaces the stored bytes; `nil` removes them.
  ///
  /// After this call the change survives a power cut.
  ///
  /// - Throws: ``SecretError``; the stored bytes are then unchanged.
  func save(_ secret: Data?) async throws(SecretError)
}

/// The reason for which a session cannot be read or stored; none of them signs the user out.
public enum SecretError: Error, Sendable, Hashable {
  /// The store cannot be read now, for example before the device's first unlock; try again later.
  ///
  /// The text is for logs.
  case unavailable(String)
  /// A newer release of the app has stored the session; the stored session is not changed.
  case newer
  /// No release can read the stored session; the user has to sign in again.
  case damaged
  /// The store cannot be written, and the stored session is unchanged; the text is for logs.
  case notWritten(String)
}
