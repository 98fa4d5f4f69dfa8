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

  mutating func codeSent(_ signIn: StoredSignIn) -> Bool {
    guard !isSignedIn else { return false }
    record.signIn = signIn
    return true
  }

  mutating func discardCode() { record.signIn = nil }

  /// Records an attempt to sign in with a code.
  ///
  /// - Parameters:
  ///   - proof: The entered code.
  ///   - newKey: The idempotency key of the attempt if the code differs from the last entered code.
  /// - Returns: The idempotency key of the attempt; `nil` if no code was sent or a user is signed in.
  mutating func attempt(_ proof: Secret, newKey: String) -> String? {
    guard !isSignedIn, var signIn = record.signIn else { return nil }
    if let known = signIn.attempt, known.proof == proof { return known.key }
    signIn.attempt = StoredSignIn.Attempt(proof: proof, key: newKey)
    record.signIn = signIn
    return newKey
  }

  /// Records an attempt to sign in with a provider's token.
  ///
  /// - Parameters:
  ///   - proof: The provider's token.
  ///   - newKey: The idempotency key of the attempt if the token differs from the last token.
  /// - Returns: The idempotency key of the attempt; `nil` if a user is signed in.
  mutating func attemptProvider(_ proof: Secret, newKey: String) -> String? {
    guard !isSignedIn else { return nil }
    if record.signIn?.attempt?.proof != proof {
      record.signIn = StoredSignIn(challenge: "")
    }
    return attempt(proof, newKey: newKey)
  }

  mutating func codeRefused(key: String, attemptsLeft: Int) {
    guard record.signIn?.attempt?.key == key else { return }
    record.signIn?.code?.attemptsLeft = attemptsLeft
    if attemptsLeft <= 0 { record.signIn = nil }
  }

  /// Signs in with the response to a sign-in attempt.
  ///
  /// If the attempt was discarded or another account is signed in, the new session is ended at the
  /// service.
  ///
  /// - Parameters:
  ///   - account: The account with its tokens, from the response.
  ///   - key: The idempotency key of the attempt.
  ///   - signOutKey: The idempotency key of the request that ends the new session.
  /// - Returns: Whether the account is signed in; `false` if the new session is ended.
  mutating func signedIn(_ account: StoredAccount, attempt key: String, signOutKey: String)
    -> Bool
  {
    // An earlier response to the same attempt has signed the account in. The stored tokens may be newer
    // than the tokens of this response.
    if isSignedIn, record.account?.id == account.id { return true }
    guard !isSignedIn, record.signIn?.attempt?.key == key else {
      addPendingSignOut(account, key: signOutKey, erases: false)
      return false
    }
    if record.account?.id != account.id { period += 1 }
    record.account = account
    record.signIn = nil
    return true
  }

  mutating func adopt(_ account: StoredAccount) {
    guard record == StoredSession() else { return }
    period += 1
    record.account = account
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
  /// If the user has requested to delete the account, the end of the session means that the service has
  /// deleted the account. Then the account is signed out, and its data is erased. `signOutKey` is the
  /// key of the ``PendingSignOut`` for this erasure.
  mutating func revoked(_ refreshToken: Secret, signOutKey: String) {
    guard let account = record.account, account.refreshToken == refreshToken else { return }
    if account.deletionKey != nil {
      deleted(account.id, signOutKey: signOutKey)
    } else {
      record.account?.isRevoked = true
    }
  }

  // MARK: Signing out

  mutating func signOut(keepingData: Bool, signOutKey: String) -> Bool {
    guard let account else { return false }
    period += 1
    record.account = nil
    record.signIn = nil
    addPendingSignOut(account, key: signOutKey, erases: !keepingData)
    return true
  }

  mutating func requestDeletion(newKey: String) -> String? {
    guard isSignedIn else { return nil }
    let key = record.account?.deletionKey ?? newKey
    record.account?.deletionKey = key
    return key
  }

  /// Records that the service has refused to delete the account.
  ///
  /// After this call, ``revoked(_:signOutKey:)`` no longer treats the end of the session as a deletion.
  mutating func deletionRefused(key: String) {
    guard record.account?.deletionKey == key else { return }
    record.account?.deletionKey = nil
  }

  mutating func deleted(_ id: AccountID, signOutKey: String) {
    guard var account, account.id == id else { return }
    period += 1
    record.account = nil
    record.signIn = nil
    // The deletion has also ended all sessions of the account, so no request has to end this session.
    account.isRevoked = true
    addPendingSignOut(account, key: signOutKey, erases: true)
  }

  mutating func sessionEnded(_ key: String) {
    finish(key) { $0.refreshToken = nil }
  }

  mutating func erased(_ key: String) {
    finish(key) { $0.erases = false }
  }

  private mutating func addPendingSignOut(_ account: StoredAccount, key: String, erases: Bool) {
    let signOut = PendingSignOut(
      account: account.id, key: key,
      refreshToken: account.isRevoked ? nil : account.refreshToken, erases: erases)
    if !signOut.isDone { record.departures.append(signOut) }
  }

  private mutating func finish(_ key: String, _ change: (inout PendingSignOut) -> Void) {
    guard let index = record.departures.firstIndex(where: { $0.key == key }) else { return }
    change(&record.departures[index])
    if record.departures[index].isDone { record.departures.remove(at: index) }
  }
}
