import Networking
public import Profile
public import Sync

extension FeatureEnvironment {
  /// Signs a user in on this device, and runs `body` with the session and the account's environment.
  ///
  /// The session is stored in the device's directory and survives a kill. If the service ends the
  /// session, the user signs in again; the server's log shows the reason to the test.
  public func runSignedIn(
    as user: String,
    _ body: @escaping @Sendable (any UserSession, FeatureEnvironment) async throws -> Void
  ) async throws {
    let session = makeUserSession(secrets: FileSecrets(in: directory))
    let (ended, end) = AsyncStream.makeStream(of: Void.self)
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        try await session.run { scope in
          guard scope.account != nil else {
            for await _ in AsyncStream.makeStream(of: Void.self).stream {}
            return
          }
          try await body(session, scope.environment)
          end.finish()
        }
      }
      group.addTask {
        for await state in session.states() {
          switch state.status {
          case .guest, .expired: try await signIn(session, as: user)
          case .loading, .unavailable, .signedIn: break
          }
        }
      }
      group.addTask { for await _ in ended {} }
      // Only the body ends, or a task fails.
      try await group.next()
      group.cancelAll()
    }
  }

  /// Signs in, and repeats failed attempts.
  private func signIn(_ session: any UserSession, as user: String) async throws {
    while true {
      do throws(SessionError) {
        return try await session.signIn(with: ProviderToken(provider: "sandbox", token: user))
      } catch {
        switch error {
        case .alreadySignedIn: return
        case .failed, .tooManyAttempts: try await clock.sleep(for: .seconds(1))
        default: throw error
        }
      }
    }
  }
}
