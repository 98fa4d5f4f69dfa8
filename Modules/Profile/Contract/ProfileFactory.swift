public import Sync

/// The entry point of the module Profile, which creates the session and the profile editor.
public enum ProfileFactory {
  /// Creates a session, which reads no file and sends no request until a method is called.
  ///
  /// - Parameters:
  ///   - environment: The dependencies that all accounts of the device share. The environment's server
  ///     serves `/v1/auth`, and the environment's transport adds no token. Each account has a
  ///     subdirectory of the environment's directory.
  ///   - secrets: The store of the tokens, such as ``FileSecrets``; no other session may use it.
  /// - Returns: A session. Create only one for each storage directory.
  public static func makeSession(
    in environment: FeatureEnvironment, secrets: some SecretStore
  ) -> any UserSession {
    LiveUserSession(in: environment, secrets: secrets)
  }
  /// Creates a profile editor, which reads no file and sends no request until a method is called.
  ///
  /// - Parameter environment: The ``SessionScope/environment`` of an account. The environment's server
  ///   serves `/v1/profile`.
  /// - Returns: A profile editor. Create only one for each ``SessionScope``.
  public static func makeProfile(in environment: FeatureEnvironment) -> any ProfileEditor {
    LiveProfileEditor(in: environment)
  }
}
