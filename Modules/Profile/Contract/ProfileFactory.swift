public import Sync

/// The entry point of this module.
public enum ProfileFactory {
  /// Creates a session; it reads no file and sends nothing before the first call.
  ///
  /// - Parameters:
  ///   - environment: The dependencies that all accounts of the device share. Its server serves
  ///     `/v1/auth`, and its transport adds no token. The directories of the accounts are subdirectories
  ///     of its directory.
  ///   - secrets: The store of the tokens.
  /// - Returns: A session; create one per directory.
  public static func makeSession(
    in environment: FeatureEnvironment, secrets: some SecretStore
  ) -> any UserSession {
    DefaultUserSession(in: environment, secrets: secrets)
  }
  /// Creates a profile editor; it reads no file and sends nothing before the first call.
  ///
  /// - Parameter environment: The ``SessionScope/environment`` of an account. Its server serves
  ///   `/v1/profile`.
  /// - Returns: A profile editor; create one per scope.
  public static func makeProfile(in environment: FeatureEnvironment) -> any ProfileEditor {
    OptimisticProfileEditor(in: environment)
  }
}
