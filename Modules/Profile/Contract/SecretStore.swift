#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The protected storage of a session's tokens: one value, replaced as a whole.
///
/// `KeychainSecrets` uses the keychain of an Apple platform, and ``FileSecrets`` a file.
public protocol SecretStore: Sendable {
  /// Returns the stored session in its encoded form, or `nil` if there is none.
  func load() async throws(SecretError) -> Data?

  /// Replaces the stored session with another one in its encoded form; `nil` removes it.
  ///
  /// After this call the change survives a power cut.
  ///
  /// - Throws: ``SecretError``; the stored session is then unchanged.
  func save(_ secret: Data?) async throws(SecretError)
}

/// The reason for which a session cannot be read or stored; no such error signs the user out.
public enum SecretError: Error, Sendable, Hashable {
  /// The store cannot be read now, for example before the device's first unlock; try again later.
  ///
  /// The text is for logs.
  case unavailable(String)
  /// A newer release of the app has stored the session; the stored session is not changed.
  case newer
  /// The stored session is damaged; the user has to sign in again.
  case damaged
  /// The store cannot be written, and the stored session is unchanged; the text is for logs.
  case notWritten(String)
}
