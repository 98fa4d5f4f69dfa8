public import Storage
public import Sync

/// The reason for a failed call of a ``UserSession``; the session is unchanged.
public enum SessionError: Error, Sendable, Hashable {
  /// The secret store cannot read or store the session.
  case secrets(SecretError)
  /// The files of the account or of the guest cannot be used.
  case storage(StorageError)
  /// The directory of the account contains data of another account, with this id.
  case anotherAccount(AccountID)
  /// A user is signed in; sign out first.
  case alreadySignedIn
  /// No user is signed in, or the session has expired; sign in first.
  case notSignedIn
  /// No code was sent that the user could enter; request a code.
  case noCode
  /// The text does not have as many digits as a code; it was not sent to the service.
  case badCode
  /// The code differs from the one that was sent.
  case wrongCode(attemptsLeft: Int)
  /// The code has expired, or was entered wrongly too often; request another one.
  case codeExpired
  /// The service sends no codes to this number.
  case phoneNotAccepted
  /// Too many requests were made; wait for this time, which is `nil` if the service does not name it.
  case tooManyAttempts(retryAfter: Duration?)
  /// The service gave no documented answer, or refused the request for another reason.
  case failed(FetchFailure)
  /// A later call, such as a sign-out, has made this one obsolete.
  case superseded
  /// The calling task was canceled.
  case cancelled
}
