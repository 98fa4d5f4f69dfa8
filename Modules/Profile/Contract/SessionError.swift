public import Storage
public import Sync

/// The reason for a failed call of a ``UserSession``; the session is unchanged.
public enum SessionError: Error, Sendable, Hashable {
  /// The session cannot be read or stored.
  case secrets(SecretError)
  /// The files of the account or of the guest cannot be used.
  case storage(StorageError)
  /// The directory of the account contains data of another account, with this id.
  case anotherAccount(AccountID)
  /// A user is signed in; sign out first.
  case alreadySignedIn
  /// No user is signed in, or the session has expired; sign in first.
  case notSignedIn
  /// No code was sent; request one.
  case noCode
  /// The text does not have the digits of a code; nothing was sent.
  case badCode
  /// The code differs from the one that was sent.
  case wrongCode(attemptsLeft: Int)
  /// The code has expired, or was entered wrongly too often; request another one.
  case codeExpired
  /// The service sends no codes to this number.
  case phoneNotAccepted
  /// Too many requests; the next attempt is possible after this delay, `nil` if the service names none.
  case tooManyAttempts(retryAfter: Duration?)
  /// The service has not answered as documented, or has refused the request for another reason.
  case failed(FetchFailure)
  /// A later call, such as a sign-out, has replaced this one.
  case superseded
  /// The calling task was canceled.
  case cancelled
}
