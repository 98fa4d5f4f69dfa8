/// The session of the app's user: sign-in, current account and sign-out.
///
/// Each account has a separate directory, and so has the guest. The features of an account run inside
/// ``run(_:)``, which passes the account's environment to them:
///
/// ```swift
/// let session = device.makeUserSession(secrets: FileSecrets(in: device.directory))
///
/// group.addTask {
///   try await session.run { scope in
///     let profile = scope.environment.makeProfileEditor()
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
/// - A session ends only when the service ends it with a documented error code, or when the user calls
///   ``signOut(keepingData:)`` or ``deleteAccount()``. A lost or late response, a response of another
///   server, a full disk or a wrong clock does not end it.
/// - A request of an account's features is sent with the token of this account, or is not sent.
/// - The data of a guest becomes data of the next account that signs in, or is passed to an account that has
///   data on the device, until the app has moved it.
///
/// All members may be called from any task, at any time and concurrently. A call in a canceled task
/// throws ``SessionError/cancelled`` and changes nothing; ``run(_:)`` returns instead. A cancellation
/// during a request also throws ``SessionError/cancelled``.
public protocol UserSession: SignInCodes {
  /// Reads the stored session, so that `state` shows its user; each other call does so if it comes first.
  ///
  /// ```swift
  /// try await session.load()
  /// if session.state.account == nil { showSignIn() }
  /// ```
  ///
  /// - Throws: ``SessionError/secrets(_:)`` if the session cannot be read; call it again later.
  func load() async throws(SessionError)

  /// Runs the features of the current user until the calling task is canceled.
  ///
  /// Await the method in one task of the app; while it is running, another call returns at once.
  ///
  /// - When another account or guest becomes current, the task of `body` is canceled. After `body` has
  ///   returned, the files of the previous user are written and closed. Then `body` is called for the
  ///   new user.
  /// - When a session expires, `body` continues, because the user may sign in again.
  /// - If the stored session is damaged, `body` runs for a guest until the user signs in.
  ///
  /// ```swift
  /// try await session.run { scope in
  ///   let profile = scope.environment.makeProfileEditor()
  ///   await screen.show(profile)
  ///   try await profile.run()
  /// }
  /// ```
  ///
  /// - Parameter body: A closure that creates and runs the features. It must return when its task is
  ///   canceled, and must not use ``SessionScope/environment`` afterward.
  /// - Throws: ``SessionError`` if the session or its files cannot be read; call `run(_:)` again later.
  ///   Rethrows the error of `body`.
  func run(_ body: @escaping @Sendable (SessionScope) async throws -> Void) async throws

  /// Signs in with the sent code.
  ///
  /// If no response arrives, the call can be repeated with the same code.
  ///
  /// ```swift
  /// try await session.requestCode(for: PhoneNumber("8 (912) 345-67-89", in: country))
  /// try await session.signIn(withCode: "1234")
  /// ```
  ///
  /// - Parameter text: The digits, in any script; spaces and dashes are ignored.
  /// - Throws: ``SessionError``.
  func signIn(withCode text: String) async throws(SessionError)

  /// Signs in with the token of an identity provider, such as Sign in with Apple.
  ///
  /// If the call fails, a code that was sent can still be entered.
  ///
  /// ```swift
  /// try await session.signIn(with: ProviderToken(provider: "apple", token: identityToken))
  /// ```
  ///
  /// - Throws: ``SessionError``.
  func signIn(with token: ProviderToken) async throws(SessionError)

  /// Signs in with the session of a former app, which this app replaces.
  ///
  /// The call has no effect if this app has already stored a session; a sent code is not a session, and
  /// is discarded. A damaged stored session is replaced. Repeat the call at each launch until it returns
  /// without an error, and then remove the session from the former app's data.
  ///
  /// ```swift
  /// if let account = AccountID(rawValue: former.userID) {
  ///   try await session.adopt(LegacySession(account: account, refreshToken: former.refreshToken))
  /// }
  /// ```
  ///
  /// - Throws: ``SessionError``.
  func adopt(_ session: LegacySession) async throws(SessionError)

  /// Signs the user out.
  ///
  /// The call works without a network; the service ends the session when the network is available.
  /// When the call returns, the features of the account have ended. Only a call from one of these
  /// features may return earlier.
  ///
  /// ```swift
  /// let isSettled = profile.state.sync.isSettled
  /// try await session.signOut(keepingData: isSettled ? false : await askToKeep())
  /// ```
  ///
  /// - Parameter keepingData: Whether the account's data stays on the device. If so, its pending
  ///   changes are sent after the next sign-in. If not, the account's directory is erased, including
  ///   changes that the server does not have. Show these changes to the user first.
  /// - Throws: ``SessionError``. ``SessionError/storage(_:)`` means that `keepingData` is `true` and the
  ///   data cannot be written, for example because the disk is full. The user is then still signed in.
  ///   ``SessionError/superseded`` means that another call has already signed the user out.
  func signOut(keepingData: Bool) async throws(SessionError)

  /// Deletes the account at the service, then signs out and erases the account's data on the device.
  ///
  /// If the user signs out during the call, and the service deletes the account, its data is erased, too.
  ///
  /// ```swift
  /// if await askToDelete() { try await session.deleteAccount() }
  /// ```
  ///
  /// - Throws: ``SessionError``. If no response arrived, the account may have been deleted; repeat the
  ///   call. ``SessionError/notSignedIn`` can also mean that the service has ended the session. The data
  ///   then stays on the device, so the user can sign in again and repeat the call.
  func deleteAccount() async throws(SessionError)
}

/// A session that was stored by a former app, which this app replaces.
///
/// A printed or logged value does not contain the token.
public struct LegacySession: Sendable, Hashable {
  /// The account to which the session belongs; the former app has stored its id.
  public let account: AccountID
  let refreshToken: Secret

  /// Creates a session from the account and the refresh token that the former app stored.
  public init(account: AccountID, refreshToken: String) {
    self.account = account
    self.refreshToken = Secret(refreshToken)
  }
}
