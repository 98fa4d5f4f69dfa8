public import Networking
public import Sync

/// The session of the app's user: sign-in, the current account, and the end of both.
///
/// Each account has a directory of its own beside that of the device, and so has a guest. The
/// features of an account exist inside ``run(_:)``, which passes them the account's environment:
///
/// ```swift
/// let session = ProfileFactory.makeSession(
///   in: device, secrets: FileSecrets(in: device.directory))
///
/// group.addTask {
///   try await session.run { scope in
///     let profile = ProfileFactory.makeProfile(in: scope.environment)
///     await screen.show(profile)
///     try await profile.run()
///   }
/// }
///
/// try await session.requestCode(for: PhoneNumber("8 (912) 345-67-89", in: country))
/// try await session.signIn(withCode: "1234")
/// ```
///
/// Rules:
/// - Only the service ends a session, by a documented code, or the user by ``signOut(keepingData:)``. No
///   lost, late or foreign answer does, no full disk, and no clock.
/// - A request carries the token of the account whose environment has sent it, or is not sent.
/// - The data of a guest becomes that of the next account, once.
///
/// All members may be called from any task, at any time and concurrently. Every call ends; in a
/// canceled task it throws ``SessionError/cancelled``.
public protocol UserSession: StateProvider<SessionState> {
  /// The current state.
  var state: SessionState { get }

  /// Returns the current state, then each update; a slow consumer skips intermediate states.
  func states() -> AsyncStream<SessionState>

  /// Runs the features of the current user, until the task is canceled; one task of the app awaits it.
  ///
  /// When the account changes, the task of `body` is canceled. After it has ended, the files are written
  /// and closed, and `body` is called for the next account or guest. An expired session does not end it:
  /// the user may sign in again. A damaged session leaves the features of a guest until then. A second call
  /// while the first runs returns at once.
  ///
  /// - Parameter body: Creates and runs the features. It has to end when its task is canceled, and
  ///   must not use the environment afterwards.
  /// - Throws: ``SessionError`` if the session or its files cannot be read, in which case it can be
  ///   called again later; or the error of `body`.
  func run(_ body: @escaping @Sendable (SessionScope) async throws -> Void) async throws

  /// Requests a code by text message, in place of any earlier one.
  ///
  /// - Throws: ``SessionError``.
  func requestCode(for phone: PhoneNumber) async throws(SessionError)

  /// Discards the code that was sent, such as when the user corrects the number.
  ///
  /// - Throws: ``SessionError``.
  func discardCode() async throws(SessionError)

  /// Signs in with the code that was sent.
  ///
  /// After an error without an answer, the call can be repeated with the same code.
  ///
  /// - Parameter text: The digits, in any script; spaces and dashes are ignored.
  /// - Throws: ``SessionError``.
  func signIn(withCode text: String) async throws(SessionError)

  /// Signs in with the token of a provider, such as Sign in with Apple.
  ///
  /// - Throws: ``SessionError``.
  func signIn(with token: ProviderToken) async throws(SessionError)

  /// Signs in with a session of a former app, unless this one has stored a session before.
  ///
  /// Call it at each launch until it returns, and remove the former app's session then.
  ///
  /// - Throws: ``SessionError``.
  func adopt(_ session: LegacySession) async throws(SessionError)

  /// Signs out. Works without a network: the service is told later.
  ///
  /// When the call returns, the features of the account have ended, unless it was made by one of them.
  ///
  /// - Parameter keepingData: Whether the account's data stays on the device, so that its pending
  ///   changes are sent after its next sign-in. Otherwise its directory is erased, with all that the
  ///   server does not have: show the pending changes first.
  /// - Throws: ``SessionError``.
  func signOut(keepingData: Bool) async throws(SessionError)

  /// Deletes the account at the service, then signs out and erases its data.
  ///
  /// - Throws: ``SessionError``. After an error without an answer the account may have been deleted:
  ///   call it again.
  func deleteAccount() async throws(SessionError)
}

/// The surroundings of one user's features.
public struct SessionScope: Sendable {
  /// The environment of the account or of the guest, valid until the body of the run ends.
  public let environment: FeatureEnvironment
  /// The account; `nil` for a guest.
  public let account: AccountID?
  /// The data of a guest for an account that has data of its own on this device; `nil` if there is none.
  ///
  /// Otherwise the data of the guest already is that of the account.
  public let guest: GuestData?
}

/// The data that a guest has left for the account.
///
/// The app transfers what it wants, such as the lines of the cart, and calls ``finish()``. After a
/// crash before that, the next scope has the same data with the same key.
public struct GuestData: Sendable {
  /// The environment of the guest: its directory, and requests without a token.
  public let environment: FeatureEnvironment
  /// An idempotency key for the transfer, the same until it is finished.
  public let key: IdempotencyKey
  let erase: @Sendable () async throws(SessionError) -> Void

  /// Erases the data.
  ///
  /// The features over ``environment`` have to have ended.
  ///
  /// - Throws: ``SessionError/storage(_:)``; call it again later.
  public func finish() async throws(SessionError) { try await erase() }
}

/// A token with which another provider vouches for the user; its descriptions are redacted.
public struct ProviderToken: Sendable, Hashable {
  /// The name of the provider at the service, such as `apple`.
  public let provider: String
  let token: Secret

  /// Creates a token from a provider's text, such as an identity token.
  public init(provider: String, token: String) {
    self.provider = provider
    self.token = Secret(token)
  }
}

/// A session that a former app has stored; its descriptions are redacted.
public struct LegacySession: Sendable, Hashable {
  /// The account.
  public let account: AccountID
  let refreshToken: Secret

  /// Creates a session from the values of the former app.
  public init(account: AccountID, refreshToken: String) {
    self.account = account
    self.refreshToken = Secret(refreshToken)
  }
}
