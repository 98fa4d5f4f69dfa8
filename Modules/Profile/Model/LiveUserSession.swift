import Foundation
import Networking
import Storage
import Sync

/// A session that is stored in a ``SecretStore``; a ``SessionMachine`` computes its state transitions.
actor LiveUserSession: UserSession {
  private let device: FeatureEnvironment
  private let secrets: any SecretStore
  private let server: AuthServer
  private var machine = SessionMachine()
  /// The session that the ``SecretStore`` contains; `nil` if it is unknown, because the last save failed.
  private var stored: StoredSession? = StoredSession()
  private let observed = ObservedState(SessionState())
  /// A signal that is sent after each change of the state or of ``active``.
  ///
  /// The signal wakes the tasks that wait until another account or guest is current, and those that
  /// wait until the features of the current account or guest are running.
  private let stateChanges = Broadcast<Void>()
  private var isRunning = false
  /// The account or guest whose features are running, with their directory; `nil` while no features
  /// are running.
  private var active: (scope: SessionMachine.Scope, directory: StorageDirectory, gate: Gate)? {
    didSet { stateChanges.tell(()) }
  }
  /// The transport that was created last, with its account; `nil` until an account needs a transport.
  ///
  /// All requests of the account use the same transport, so they share one renewal of the access token.
  private var authorized: (account: AccountID, transport: any Transport)?
  private var mutex = AsyncMutex()
  /// The number of calls that have requested or discarded a code, or have begun to sign in.
  private var callCount = 0
  /// The last request for a code, until an answer of the service has been stored.
  private var unansweredCode: (phone: PhoneNumber, key: IdempotencyKey, time: Date)?
  /// The directories of guests that are open until the end of the scope.
  private var guestDirectories: [StorageDirectory] = []

  init(in environment: FeatureEnvironment, secrets: any SecretStore) {
    device = environment
    self.secrets = secrets
    server = AuthServer(
      transport: environment.transport, now: environment.now, makeID: environment.makeID)
  }

  nonisolated var state: SessionState { observed.state }

  nonisolated func states() -> AsyncStream<SessionState> { observed.states() }

  func load() async throws(SessionError) { try await begin() }

  // MARK: Signing in

  func requestCode(for phone: PhoneNumber) async throws(SessionError) {
    try await begin(orReplacingDamage: true)
    guard !machine.isSignedIn else { throw .alreadySignedIn }
    let call = nextCall()
    let (key, time) = codeKey(for: phone)
    unansweredCode = (phone, key, time)
    let signIn: StoredSignIn
    do throws(SessionError) { signIn = try await server.sendCode(to: phone, key: key) } catch {
      switch error {
      case .cancelled, .failed(.noAnswer), .failed(.unusable), .failed(.status): break
      // A later call may have requested a code for another number.
      default: if unansweredCode?.key == key { unansweredCode = nil }
      }
      throw error
    }
    guard try await commit({ $0.codeSent(signIn, call: call) }) else { throw .superseded }
    unansweredCode = nil
  }

  /// Returns the idempotency key of a request for a code, and the time from which it is used.
  ///
  /// After a request whose answer was lost or not stored, the user has the code, but cannot enter it, and
  /// the service sends no other one so soon. Under the same key, it repeats its answer. After a minute a
  /// code may have to be sent again, so the key is another one.
  private func codeKey(for phone: PhoneNumber) -> (IdempotencyKey, Date) {
    let now = device.now()
    guard let code = unansweredCode, code.phone == phone,
      (0..<60).contains(now.timeIntervalSince(code.time))
    else { return (device.makeID(), now) }
    return (code.key, code.time)
  }

  func discardCode() async throws(SessionError) {
    try await begin()
    let call = nextCall()
    try await commit { $0.discardCode(call: call) }
  }

  func signIn(withCode text: String) async throws(SessionError) {
    try await begin()
    guard !machine.isSignedIn else { throw .alreadySignedIn }
    guard let signIn = machine.record.signIn, let code = signIn.code else { throw .noCode }
    let characters = text.visible.filter { !$0.isSeparator }
    let digits = characters.compactMap(\.decimalDigit).map(String.init).joined()
    guard digits.count == characters.count, digits.count == code.length else { throw .badCode }
    try await self.signIn(
      by: Secret(digits), challenge: signIn.challenge,
      ["challenge": signIn.challenge, "code": digits])
  }

  func signIn(with token: ProviderToken) async throws(SessionError) {
    try await begin(orReplacingDamage: true)
    guard !machine.isSignedIn else { throw .alreadySignedIn }
    try await signIn(
      by: token.token, challenge: nil,
      ["provider": token.provider, "token": token.token.unredacted])
  }

  /// Signs in with a code or a provider's token.
  ///
  /// - Parameters:
  ///   - proof: The code or the token.
  ///   - challenge: The service's id of the code; `nil` for a token.
  ///   - body: The body of the request.
  /// - Throws: `SessionError`, as the calls of `UserSession` for a sign-in.
  private func signIn(
    by proof: Secret, challenge: String?, _ body: [String: String]
  ) async throws(SessionError) {
    let (call, newKey) = (nextCall(), device.makeID())
    // The attempt is stored before it is sent. After a crash, the same code is sent with the same key.
    let attempt = try await commit {
      $0.attempt(proof, challenge: challenge, newKey: newKey, call: call)
    }
    guard let key = attempt else { throw .superseded }
    let account: StoredAccount
    do throws(SessionError) { account = try await server.signIn(body, key: key) } catch {
      switch error {
      case .wrongCode(let left) where challenge != nil:
        await commitAnyway { $0.codeRefused(key: key, attemptsLeft: left) }
      case .codeExpired where challenge != nil:
        await commitAnyway { $0.codeRefused(key: key, attemptsLeft: 0) }
      default: break
      }
      throw error
    }
    let signOutKey = device.makeID()
    let isSignedIn = try await commit {
      $0.signedIn(account, attempt: key, signOutKey: signOutKey)
    }
    guard isSignedIn else { throw .superseded }
    try await waitForScopeStart()
  }

  func adopt(_ session: LegacySession) async throws(SessionError) {
    try await begin(orReplacingDamage: true)
    let account = StoredAccount(
      id: session.account, refreshToken: session.refreshToken, refreshKey: device.makeID())
    try await commit { $0.adopt(account) }
    try await waitForScopeStart()
  }

  /// Returns the number of a call, which is higher than that of each earlier call.
  private func nextCall() -> Int {
    callCount += 1
    return callCount
  }

  // MARK: Signing out

  func signOut(keepingData: Bool) async throws(SessionError) {
    try await begin()
    let scope = machine.scope
    if keepingData, let active, active.scope.account != nil {
      // After the sign-out, the directory is closed, and updates that are only in memory are lost.
      do throws(StorageError) { try await active.directory.flush() } catch { throw .storage(error) }
    }
    let key = device.makeID()
    // Another user may have signed in while the directory was written.
    let isSignedOut = try await commit {
      $0.scope == scope && $0.signOut(keepingData: keepingData, signOutKey: key)
    }
    guard isSignedOut else { throw machine.scope == scope ? .notSignedIn : .superseded }
    try await waitForScopeStart()
  }

  func deleteAccount() async throws(SessionError) {
    try await begin()
    let newKey = device.makeID()
    guard let id = machine.account?.id,
      let key = try await commit({ $0.requestDeletion(of: id, newKey: newKey) })
    else { throw .notSignedIn }
    do throws(SessionError) {
      try await AuthServer.delete(id, over: transport(of: id), key: key)
    } catch {
      // The error is ignored if the deletion is known. For example, an earlier call has deleted the
      // account, but its response was lost. During this call, the service has then refused to renew the
      // access token, and this session has signed the account out.
      guard machine.deletions.contains(key) else {
        switch error {
        case .failed(.refused(let problem)) where problem.response.status != 401:
          await commitAnyway { $0.deletionRefused(key: key) }
        // The service has ended the session for another reason than the deletion.
        case .failed(.refused): throw .notSignedIn
        // A later call has signed the account out, so the request cannot be repeated with a token.
        case .cancelled where !Task.isCancelled: throw .superseded
        // This request was certainly not sent. The key is new, so there is also no earlier request that
        // may have deleted the account.
        case .failed(.noAnswer(.offline)) where key == newKey:
          await commitAnyway { $0.deletionRefused(key: key) }
        default: break
        }
        throw error
      }
    }
    let signOutKey = device.makeID()
    try await commit { $0.deleted(id, key: key, signOutKey: signOutKey) }
    try await waitForScopeStart()
    // If the user had signed out before the response arrived, no start of features erases the data.
    await eraseSignedOutAccounts()
  }

  // MARK: Running

  func run(_ body: @escaping @Sendable (SessionScope) async throws -> Void) async throws {
    guard !isRunning else { return }
    isRunning = true
    defer { (isRunning, active) = (false, nil) }
    do throws(SessionError) { try await read() } catch {
      // If the session is damaged, the features run for a guest until the user signs in.
      guard error == .secrets(.damaged) else { throw error }
    }
    while !Task.isCancelled {
      try await runScope(machine.scope, body)
    }
  }

  /// Runs `body` for one account or guest.
  ///
  /// The call returns when another account or guest is current, or when the task is canceled.
  private func runScope(
    _ scope: SessionMachine.Scope, _ body: @escaping @Sendable (SessionScope) async throws -> Void
  ) async throws {
    await eraseSignedOutAccounts()
    if let account = scope.account { try requireKept(account) }
    var (guest, guestFailure): (GuestData?, SessionError?)
    if let account = scope.account {
      // The account works without the data of the guest.
      do throws(SessionError) { guest = try await findGuest(of: account) } catch {
        guestFailure = error
      }
    }
    defer {
      for directory in guestDirectories { directory.close() }
      guestDirectories = []
    }
    let name = scope.account.map(Self.name(of:)) ?? Self.guestName
    let directory = device.directory.subdirectory(name, of: scope.account?.rawValue)
    defer { directory.close() }
    // The user may have signed out while the data of the guest was looked for.
    guard machine.scope == scope else { return }
    // A request that the service refuses to this user stops neither the menu nor the cities.
    let gate = Gate(in: device.gate, closedFor: machine.isExpired ? [.signedOut] : [])
    defer { gate.close(for: .formerUser) }
    var own = environment(of: scope.account, directory)
    own.gate = gate
    let features = SessionScope(
      environment: own, account: scope.account, guest: guest, guestFailure: guestFailure
    ) { () async throws(SessionError) in
      guard let account = scope.account, await self.machine.scope == scope else { return nil }
      return try await self.findGuest(of: account)
    }
    active = (scope, directory, gate)
    defer { active = nil }
    var failure: (any Error)?
    do {
      // An error ends the group. After `body` has returned, the group still waits until another account
      // or guest is current.
      try await withThrowingDiscardingTaskGroup { group in
        group.addTask { try await body(features) }
        group.addTask {
          await self.waitForScopeEnd(scope)
          throw CancellationError()
        }
        group.addTask { await self.reopen(gate) }
        group.addTask { await self.endSessions(during: scope) }
      }
    } catch {
      // If the task of `body` was canceled, `body` may throw any error, which is ignored. So is the
      // `CancellationError`, which is thrown only after the end of the scope or in a canceled task.
      if machine.scope == scope, !Task.isCancelled { failure = error }
    }
    // The directories are closed next, and closing does not write updates. A failed flush loses them,
    // but is ignored, because no caller handles it.
    for directory in [directory] + guestDirectories {
      do { try await directory.flush() } catch {}
    }
    if let failure { throw failure }
  }

  /// Waits until another account or guest is current, or until the task is canceled.
  private func waitForScopeEnd(_ scope: SessionMachine.Scope) async {
    for await _ in stateChanges.observe(now: ()) where machine.scope != scope { break }
  }

  /// Removes the reason `.signedOut` from the `Gate` of the requests while a user is signed in.
  ///
  /// A late 401 response to a request of the previous session or of a guest can add the reason,
  /// although a user is signed in. The method returns only when the task is canceled.
  private func reopen(_ gate: Gate) async {
    for await reasons in gate.changes() {
      if reasons.contains(.signedOut), machine.isSignedIn { gate.open(for: .signedOut) }
      // The network may have become available, for which `endSessions(during:)` waits.
      stateChanges.tell(())
    }
  }

  /// Asks the service to end the sessions of signed-out accounts, after each change of the state or of
  /// the `Gate`, while the network is available.
  ///
  /// A request that fails is repeated after 5 s, doubled up to 160 s. After another account or guest has
  /// become current, nothing is sent until its features start, because this task is then canceled. The method
  /// returns only when the task is canceled.
  private func endSessions(during scope: SessionMachine.Scope) async {
    for await _ in stateChanges.observe(now: ()) where machine.scope == scope {
      var delay = Duration.seconds(5)
      while await !endSessions(), machine.scope == scope {
        do { try await device.clock.sleep(for: delay) } catch { return }
        delay = min(delay * 2, .seconds(160))
      }
    }
  }

  /// Asks the service to end the sessions of signed-out accounts, unless the network is not available.
  ///
  /// - Returns: `false` if a request has to be repeated later.
  private func endSessions() async -> Bool {
    var isDone = true
    for signOut in machine.record.departures where !device.gate.reasons.contains(.offline) {
      guard let token = signOut.refreshToken else { continue }
      let isEnded = await server.revoke(token, of: signOut.account, key: signOut.key)
      guard !Task.isCancelled else { return true }
      if isEnded {
        // If the end of this session cannot be stored, the request is repeated later, which is
        // harmless.
        do { try await commit { $0.finish(signOut.key) { $0.refreshToken = nil } } } catch {}
      } else if !device.gate.reasons.contains(.offline) {
        isDone = false
      }
    }
    return isDone
  }

  /// Waits until the features of the current account or guest are running, or until ``run(_:)`` ends.
  ///
  /// Before ``run(_:)`` starts the features, it erases the data of signed-out accounts. If ``run(_:)``
  /// is not running, this call erases the data instead, and returns without waiting.
  private func waitForScopeStart() async throws(SessionError) {
    guard isRunning else { return await eraseSignedOutAccounts() }
    for await _ in stateChanges.observe(now: ()) where !isRunning || active?.scope == machine.scope
    {
      return
    }
  }

  // MARK: Directories

  private static let guestName = "guest"
  private static func name(of account: AccountID) -> String { "account-\(account)" }
  /// The directories of the guests who signed in to an account and were not moved yet, the earliest first.
  private static func transferNames(of account: AccountID) -> [String] {
    (1...8).map { $0 == 1 ? "guest-of-\(account)" : "guest\($0)-of-\(account)" }
  }

  private func environment(
    of account: AccountID?, _ directory: StorageDirectory
  ) -> FeatureEnvironment {
    var environment = device
    environment.directory = directory
    environment.transport =
      if let account { transport(of: account) } else { GuestTransport(transport: device.transport) }
    return environment
  }

  private func transport(of account: AccountID) -> any Transport {
    if let authorized, authorized.account == account { return authorized.transport }
    let transport = AuthorizedTransport(
      device.transport, by: AccountAuthorizer(session: self, account: account),
      clock: device.clock, now: device.now)
    authorized = (account, transport)
    return transport
  }

  /// Throws if the user has requested to erase the data of this account, and erasing has failed.
  private func requireKept(_ id: AccountID) throws(SessionError) {
    guard !machine.record.departures.contains(where: { $0.account == id && $0.erases }) else {
      throw .storage(.inUse(Self.name(of: id)))
    }
  }

  /// Returns the data of the earliest guest that the app has to move to an account; `nil` if there is none.
  ///
  /// If the account has no data yet, the directory of the guest becomes the account's directory. Otherwise
  /// it gets a name that contains the account, behind those of earlier guests whose data has not been erased.
  private func findGuest(of id: AccountID) async throws(SessionError) -> GuestData? {
    let (root, own, names) = (device.directory, Self.name(of: id), Self.transferNames(of: id))
    do throws(StorageError) {
      for (name, next) in zip(names, names.dropFirst()) {
        _ = try await root.moveSubdirectory(next, to: name)
      }
      for name in names where try await root.moveSubdirectory(Self.guestName, to: name) { break }
      // The directory of an account whose features are running is in use.
      if active == nil, try await root.moveSubdirectory(names[0], to: own) { return nil }
    } catch { throw .storage(error) }
    let directory = root.subdirectory(names[0])
    do throws(StorageError) { if try await directory.isEmpty() { return nil } } catch {
      directory.close()
      throw .storage(error)
    }
    guestDirectories.append(directory)
    return GuestData(environment: environment(of: nil, directory))
  }

  /// Erases the data of the signed-out accounts for which the user requested the erasure.
  ///
  /// If erasing fails, the next call tries again.
  private func eraseSignedOutAccounts() async {
    for signOut in machine.record.departures where signOut.erases {
      // The features of this account may be running or still be ending, for example after another
      // sign-in. The account's data is not erased then.
      guard active?.scope.account != signOut.account else { continue }
      do {
        let account = signOut.account
        for name in [Self.name(of: account)] + Self.transferNames(of: account) {
          try await device.directory.subdirectory(name).erase()
        }
        try await commit { $0.finish(signOut.key) { $0.erases = false } }
      } catch {}
    }
  }

  // MARK: Authorization

  func authorization(of account: AccountID) -> Authorization {
    machine.authorization(of: account)
  }

  /// Renews the tokens of an account, unless `credential` is no longer the account's current one.
  ///
  /// The credential may have been replaced, or another user may have signed in, after the request that
  /// needs the renewal was sent. The tokens of another user must not be renewed for it.
  func renew(_ credential: Credential, of id: AccountID) async -> RenewalOutcome {
    let outcome = await renewed(credential, of: id)
    device.diagnostics.report(
      .renewal(outcome == .renewed ? .renewed : outcome == .revoked ? .revoked : .failed))
    return outcome
  }

  private func renewed(_ credential: Credential, of id: AccountID) async -> RenewalOutcome {
    guard machine.authorization(of: id) == .credential(credential), let account = machine.account
    else { return .renewed }
    // If an earlier write failed, the current tokens are only in memory, and an older refresh token is
    // stored. With this request, the service receives the current refresh token. From then on, it
    // rejects the older token, so a crash would lose the session. Therefore the current tokens are
    // stored before the request.
    if machine.record != stored {
      do throws(SessionError) { try await commit { _ in } } catch { return .unavailable() }
    }
    let (new, outcome, isDeletion) = await server.renew(account)
    if let new {
      await commitAnyway { _ = $0.renewed(account.refreshToken, new) }
    } else if outcome == .revoked {
      let key = device.makeID()
      await commitAnyway {
        $0.revoked(account.refreshToken, isDeletion: isDeletion, signOutKey: key)
      }
    }
    return outcome
  }

  // MARK: Events

  /// Reads the stored session if it has not been read yet.
  ///
  /// - Parameter replacesDamage: Whether an empty session replaces a damaged one.
  /// - Throws: ``SessionError/secrets(_:)`` or ``SessionError/cancelled``.
  private func begin(orReplacingDamage replacesDamage: Bool = false) async throws(SessionError) {
    if Task.isCancelled { throw .cancelled }
    do throws(SessionError) { try await read() } catch {
      guard replacesDamage, error == .secrets(.damaged) else { throw error }
      machine.load(StoredSession())
      publish()
    }
  }

  private func read() async throws(SessionError) {
    guard !machine.isLoaded else { return }
    await lock()
    defer { mutex.unlock() }
    guard !machine.isLoaded else { return }
    do throws(SecretError) {
      let data = try await secrets.load()
      stored =
        try data.map { data throws(SecretError) in try StoredSession(data) } ?? StoredSession()
    } catch {
      machine.failToLoad(error)
      publish()
      throw .secrets(error)
    }
    machine.load(stored ?? StoredSession())
    publish()
  }

  /// Stores the session that results from an event, then makes it current; returns the event's result.
  ///
  /// If the new session cannot be stored, the current session does not change.
  @discardableResult
  private func commit<Result>(
    _ event: (inout SessionMachine) -> Result
  ) async throws(SessionError) -> Result {
    await lock()
    defer { mutex.unlock() }
    var next = machine
    let result = event(&next)
    do throws(SecretError) { try await store(next.record) } catch { throw .secrets(error) }
    apply(next)
    return result
  }

  /// Applies an event to the session, even if the session cannot be stored afterward.
  private func commitAnyway(_ event: (inout SessionMachine) -> Void) async {
    await lock()
    defer { mutex.unlock() }
    var next = machine
    event(&next)
    do throws(SecretError) { try await store(next.record) } catch {}
    apply(next)
  }

  private func store(_ record: StoredSession) async throws(SecretError) {
    guard record != stored else { return }
    do throws(SecretError) { try await secrets.save(record.encoded()) } catch {
      // After the error, the store may contain the new or the former record. Therefore the next event is
      // stored even if it restores the former record.
      stored = nil
      throw error
    }
    stored = record
  }

  private func apply(_ next: SessionMachine) {
    let wasExpired = machine.isExpired
    machine = next
    if next.isExpired {
      active?.gate.close(for: .signedOut)
    } else if wasExpired {
      active?.gate.open(for: .signedOut)
    }
    publish()
  }

  private func publish() {
    observed.tell(machine.state)
    stateChanges.tell(())
  }

  private func lock() async {
    if !mutex.lockIfAvailable() { await withCheckedContinuation { mutex.wait($0) } }
  }
}

/// The authorizer of one account's requests; authorizes none after the account has signed out.
private struct AccountAuthorizer: Authorizer {
  // The reference is weak, because the session owns the transport, and the transport owns this value.
  weak var session: LiveUserSession?
  let account: AccountID

  func authorization() async -> Authorization {
    await session?.authorization(of: account) ?? .ended
  }

  func renew(_ credential: Credential) async -> RenewalOutcome {
    await session?.renew(credential, of: account) ?? .unavailable()
  }
}
