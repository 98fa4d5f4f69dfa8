public import Networking
public import Sync

/// The session of the app's user: sign-in, current account and sign-out.
///
/// Each account has a directory of its own, and so has a guest. The features of an account exist inside
/// ``run(_:)``, which passes them the account's environment:
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
/// - A session ends only when the service ends it by a documented error code, or when the user calls
///   ``signOut(keepingData:)`` or ``deleteAccount()``. A lost or late answer, an answer of another
///   server, a full disk or a wrong clock does not end it.
/// - A request of an account's environment carries the token of this account, or is not sent.
/// - The data of a guest passes to the next account that signs in, exactly once.
///
/// All members may be called from any task, at any time and concurrently. Every call ends; in a
/// canceled task it throws ``SessionError/cancelled``.
public protocol UserSession: StateProvider<SessionState> {
  /// Runs the features of the current user until its task is canceled; await it in one task of the app.
  ///
  /// When the account changes, the task of `body` is canceled. When it has ended, its files are written
  /// and closed, and `body` is called for the next account or guest. When a session expires, `body`
  /// continues, because the user may sign in again. If the stored session is damaged, `body` runs for a
  /// guest until the user signs in. A second call returns at once while the first is running.
  ///
  /// - Parameter body: Creates and runs the features. It has to return when its task is canceled, and
  ///   must not use the environment afterwards.
  /// - Throws: ``SessionError`` if the session or its files cannot be read; call it again later. Rethrows
  ///   the error of `body`.
  func run(_ body: @escaping @Sendable (SessionScope) async throws -> Void) async throws

  /// Requests a code by text message; an earlier code becomes invalid.
  ///
  /// - Throws: ``SessionError``.
  func requestCode(for phone: PhoneNumber) async throws(SessionError)

  /// Discards the sent code, for example when the user corrects the number.
  ///
  /// - Throws: ``SessionError``.
  func discardCode() async throws(SessionError)

  /// Signs in with the sent code.
  ///
  /// If the call fails because no answer arrived, it can be repeated with the same code.
  ///
  /// - Parameter text: The digits, in any script; spaces and dashes are ignored.
  /// - Throws: ``SessionError``.
  func signIn(withCode text: String) async throws(SessionError)

  /// Signs in with the token of an identity provider, such as Sign in with Apple.
  ///
  /// - Throws: ``SessionError``.
  func signIn(with token: ProviderToken) async throws(SessionError)

  /// Signs in with the session of an app that this app replaces, unless this app has stored a session
  /// before.
  ///
  /// Call it at each launch until it returns, and then remove the session from the former app's data.
  ///
  /// - Throws: ``SessionError``.
  func adopt(_ session: LegacySession) async throws(SessionError)

  /// Signs the user out.
  ///
  /// It works without a network; the session is then ended at the service later.
  ///
  /// When the call returns, the features of the account have ended, unless the call came from one of
  /// them.
  ///
  /// - Parameter keepingData: Whether the account's data stays on the device; its pending changes are
  ///   then sent after its next sign-in. Otherwise the account's directory is erased, including changes
  ///   that the server does not have. An app should show these to the user first.
  /// - Throws: ``SessionError``.
  func signOut(keepingData: Bool) async throws(SessionError)

  /// Deletes the account at the service, then signs out and erases the account's data on the device.
  ///
  /// - Throws: ``SessionError``. If there was no answer, the account may have been deleted; call it
  ///   again.
  func deleteAccount() async throws(SessionError)
}

/// The environment in which one user's features run.
public struct SessionScope: Sendable {
  /// The environment of the account or of the guest; valid until the `body` of ``UserSession/run(_:)``
  /// ends.
  public let environment: FeatureEnvironment
  /// The account; `nil` for a guest.
  public let account: AccountID?
  /// The data of an earlier guest, if the account already had data on this device; otherwise `nil`.
  ///
  /// If the account had none, the guest's data has become the account's data, and there is nothing to
  /// transfer.
  public let guest: GuestData?
}

/// The data of an earlier guest, for an account that already had data on this device.
///
/// The app transfers what the account needs, such as the lines of the cart, and calls ``finish()``. After
/// a crash before that call, the next scope has the same data with the same key.
public struct GuestData: Sendable {
  /// The environment of the guest: its directory, and requests without a token.
  public let environment: FeatureEnvironment
  /// The idempotency key of the transfer.
  ///
  /// It is the same after a restart, until ``finish()`` has been called.
  public let key: IdempotencyKey
  let erase: @Sendable () async throws(SessionError) -> Void

  /// Erases the data.
  ///
  /// Before this call, the features that use ``environment`` must have ended.
  ///
  /// - Throws: ``SessionError/storage(_:)``; call it again later.
  public func finish() async throws(SessionError) { try await erase() }
}

/// A token by which an identity provider authenticates the user.
///
/// The value's descriptions do not contain the token.
public struct ProviderToken: Sendable, Hashable {
  /// The service's name of the provider, such as `apple`.
  public let provider: String
  let token: Secret

  /// Creates a token from a provider's text, such as an identity token.
  public init(provider: String, token: String) {
    self.provider = provider
    self.token = Secret(token)
  }
}

/// A session that was stored by an app that this app replaces.
///
/// The value's descriptions do not contain the token.
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
