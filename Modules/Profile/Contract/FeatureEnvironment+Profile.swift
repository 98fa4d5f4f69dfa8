public import Sync

extension FeatureEnvironment {
  /// Creates a session, which reads no file and sends no request until a method is called.
  ///
  /// The environment is the one that all accounts of the device share. Its server serves `/v1/auth`, and its
  /// transport adds no token. Each account has a subdirectory of its directory.
  ///
  /// ```swift
  /// let session = device.makeUserSession(secrets: FileSecrets(in: device.directory))
  /// ```
  ///
  /// - Parameter secrets: The store of the tokens, such as ``FileSecrets``; no other session may use it.
  /// - Returns: A session. Create only one for each storage directory.
  public func makeUserSession(secrets: some SecretStore) -> any UserSession {
    LiveUserSession(in: self, secrets: secrets)
  }

  /// Creates a profile editor, which reads no file and sends no request until a method is called.
  ///
  /// The environment is the ``SessionScope/environment`` of an account. Its server serves `/v1/profile`.
  ///
  /// ```swift
  /// let profile = scope.environment.makeProfileEditor()
  /// ```
  ///
  /// - Returns: A profile editor. Create only one for each ``SessionScope``.
  public func makeProfileEditor() -> any ProfileEditor {
    LiveProfileEditor(in: self)
  }
}
