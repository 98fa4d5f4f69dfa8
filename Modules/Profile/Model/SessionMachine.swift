import Foundation
import Networking

/// The state of a session and its transitions, as a state machine without side effects.
///
/// Each method that changes the state is an event. An event that no longer applies, such as the renewal
/// of a replaced refresh token, changes nothing. A method with a result then returns `false` or `nil`.
struct SessionMachine: Sendable, Equatable {
  /// A period in which one account or guest is current.
  ///
  /// An account that signs out and in again has two periods, so its features are restarted.
  struct Scope: Sendable, Equatable {
    /// The account; `nil` for a guest.
    let account: AccountID?
    fileprivate let period: Int
  }

  private(set) var record = StoredSession()
  /// The status that ``state`` shows until the stored session has been read.
  ///
  /// After the session has been read, this property is `nil`, and ``record`` determines the status.
  private(set) var unread: SessionState.Status? = .loading

  /// The number of the current ``Scope``; each change of the account increases it.
  private var period = 0
  /// The number of the last call that has replaced or discarded the sent code.
  private var lastCodeCall = 0
  /// The sign-in whose response may sign the user in; `nil` after it was answered or superseded.
  private var awaited: SignInCall?
  /// The idempotency key of the attempt that has signed a user in last; `nil` before the first one.
  private var lastSignInKey: IdempotencyKey?
  /// The idempotency keys of the requests by which the service has deleted accounts.
  private(set) var deletions: Set<IdempotencyKey> = []

  private struct SignInCall: Sendable, Equatable {
    let key: IdempotencyKey
    let call: Int
  }

  var isLoaded: Bool { unread == nil }
  var account: StoredAccount? { record.account }
  var scope: Scope { Scope(account: record.account?.id, period: period) }
  var isSignedIn: Bool { record.account?.isRevoked == false }
  var isExpired: Bool { record.account?.isRevoked == true }

  var state: SessionState {
    if let unread { return SessionState(status: unread) }
    var status = SessionState.Status.guest
    if let account { status = account.isRevoked ? .expired(account.id) : .signedIn(account.id) }
    return SessionState(status: status, code: record.signIn?.code)
  }

  /// Returns the authorization for a request of an account's features.
  ///
  /// The result is `Authorization.ended` if `id` is not the id of the current account.
  func authorization(of id: AccountID) -> Authorization {
    guard let account, account.id == id else { return .ended }
    guard !account.isRevoked, let credential = account.credential else { return .signedOut }
    return .credential(credential)
  }

  // MARK: Loading

  mutating func load(_ record: StoredSession) {
    self.record = record
    unread = nil
  }

  mutating func failToLoad(_ error: SecretError) { unread = .unavailable(error) }

  // MARK: Signing in

  /// Records the code that the service has sent.
  ///
  /// The code replaces the previous one, and supersedes each sign-in that began before the call.
  ///
  /// - Parameters:
  ///   - signIn: The sign-in with the code.
  ///   - call: The number of the call that has requested the code; a later call has a higher number.
  /// - Returns: Whether the code can be entered; `false` if a later call has made it obsolete.
  mutating func codeSent(_ signIn: StoredSignIn, call: Int) -> Bool {
    guard !isSignedIn, call > lastCodeCall else { return false }
    lastCodeCall = call
    record.signIn = signIn
    if let awaited, awaited.call < call { self.awaited = nil }
    return true
  }

  /// Discards the sent code and the codes of earlier calls, which have not arrived yet.
  mutating func discardCode(call: Int) {
    lastCodeCall = call
    endSignIn()
  }

  /// Records an attempt to sign in with a code, or with a provider's token; a sent code can then still be
  /// entered.
  ///
  /// - Parameters:
  ///   - proof: The entered code, or the provider's token.
  ///   - challenge: The service's id of the code; `nil` for a token.
  ///   - newKey: The idempotency key of the attempt if the proof differs from that of the last attempt.
  ///   - call: The number of the call.
  /// - Returns: The idempotency key of the attempt; `nil` if the code is not the last one that was sent,
  ///   or if a user is signed in.
  mutating func attempt(
    _ proof: Secret, challenge: String?, newKey: IdempotencyKey, call: Int
  ) -> IdempotencyKey? {
    var signIn = record.signIn ?? StoredSignIn(challenge: "")
    guard !isSignedIn, challenge == nil || challenge == signIn.challenge else { return nil }
    let known = signIn.attempt.flatMap { $0.proof == proof ? $0 : nil }
    let attempt = known ?? StoredSignIn.Attempt(proof: proof, key: newKey)
    signIn.attempt = attempt
    record.signIn = signIn
    awaited = SignInCall(key: attempt.key, call: call)
    return attempt.key
  }

  mutating func codeRefused(key: IdempotencyKey, attemptsLeft: Int) {
    guard record.signIn?.attempt?.key == key else { return }
    record.signIn?.code?.attemptsLeft = attemptsLeft
    if attemptsLeft <= 0 { record.signIn = nil }
  }

  /// Signs in with the response to a sign-in attempt.
  ///
  /// If the attempt was discarded, or another attempt has signed a user in, the new session is ended at
  /// the service.
  ///
  /// - Parameters:
  ///   - account: The account with its tokens, from the response.
  ///   - key: The idempotency key of the attempt.
  ///   - signOutKey: The idempotency key of the request that ends the new session.
  /// - Returns: Whether the account is signed in; `false` if the new session is ended.
  mutating func signedIn(
    _ account: StoredAccount, attempt key: IdempotencyKey, signOutKey: IdempotencyKey
  )
    -> Bool
  {
    // An earlier response to the same attempt has signed the account in. The stored tokens may be newer
    // than the tokens of this response.
    if isSignedIn, lastSignInKey == key, record.account?.id == account.id { return true }
    guard !isSignedIn, let awaited, awaited.key == key else {
      addPendingSignOut(account, key: signOutKey, erases: false)
      return false
    }
    if record.account?.id != account.id { period += 1 }
    record.account = account
    lastSignInKey = key
    lastCodeCall = max(lastCodeCall, awaited.call)
    endSignIn()
    return true
  }

  /// Signs in with the session of a former app; supersedes a sign-in in progress.
  mutating func adopt(_ account: StoredAccount) {
    guard record.account == nil, record.departures.isEmpty else { return }
    period += 1
    record.account = account
    endSignIn()
  }

  private mutating func endSignIn() {
    record.signIn = nil
    awaited = nil
  }

  // MARK: Renewing

  /// Stores the account with the new tokens of a renewal.
  ///
  /// `old` is the refresh token with which the renewal was requested. The method changes nothing and
  /// returns `false` if another refresh token is stored now.
  mutating func renewed(_ old: Secret, _ account: StoredAccount) -> Bool {
    guard let current = record.account, current.id == account.id, current.refreshToken == old else {
      return false
    }
    record.account = account
    record.account?.deletionKey = current.deletionKey
    return true
  }

  /// Records that the service has ended the session to which a refresh token belongs.
  ///
  /// If the service has deleted the account, and the user has requested it, the account is signed out,
  /// and its data is erased. `signOutKey` is the key of the ``PendingSignOut`` for this erasure. After
  /// any other end of the session, the account is expired.
  mutating func revoked(_ refreshToken: Secret, isDeletion: Bool, signOutKey: IdempotencyKey) {
    guard let account = record.account, account.refreshToken == refreshToken else { return }
    if isDeletion, let key = account.deletionKey {
      deleted(account.id, key: key, signOutKey: signOutKey)
    } else {
      record.account?.isRevoked = true
    }
  }

  // MARK: Signing out

  mutating func signOut(keepingData: Bool, signOutKey: IdempotencyKey) -> Bool {
    guard let account else { return false }
    period += 1
    record.account = nil
    endSignIn()
    addPendingSignOut(account, key: signOutKey, erases: !keepingData)
    return true
  }

  mutating func requestDeletion(of id: AccountID, newKey: IdempotencyKey) -> IdempotencyKey? {
    guard isSignedIn, record.account?.id == id else { return nil }
    let key = record.account?.deletionKey ?? newKey
    record.account?.deletionKey = key
    return key
  }

  /// Records that the service has refused to delete the account.
  ///
  /// After this call, ``revoked(_:isDeletion:signOutKey:)`` no longer erases the account's data.
  mutating func deletionRefused(key: IdempotencyKey) {
    guard record.account?.deletionKey == key else { return }
    record.account?.deletionKey = nil
  }

  /// Records that the service has deleted an account; only the first call with the same key has an effect.
  ///
  /// The account's data is erased, even if the user has signed out since the deletion was requested.
  mutating func deleted(_ id: AccountID, key: IdempotencyKey, signOutKey: IdempotencyKey) {
    guard deletions.insert(key).inserted else { return }
    if record.account?.id == id {
      period += 1
      record.account = nil
      endSignIn()
    }
    // The deletion has also ended all sessions of the account, so no request has to end this session.
    record.departures.append(
      PendingSignOut(account: id, key: signOutKey, refreshToken: nil, erases: true))
  }

  private mutating func addPendingSignOut(
    _ account: StoredAccount, key: IdempotencyKey, erases: Bool
  ) {
    let signOut = PendingSignOut(
      account: account.id, key: key,
      refreshToken: account.isRevoked ? nil : account.refreshToken, erases: erases)
    if !signOut.isDone { record.departures.append(signOut) }
  }

  /// Removes a part of the remaining work for a signed-out account, which was done.
  mutating func finish(_ key: IdempotencyKey, _ change: (inout PendingSignOut) -> Void) {
    guard let index = record.departures.firstIndex(where: { $0.key == key }) else { return }
    change(&record.departures[index])
    if record.departures[index].isDone { record.departures.remove(at: index) }
  }
}
