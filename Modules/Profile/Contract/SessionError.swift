public import Storage
public import Sync

/// The reason for a failed call of a ``UserSession``; the session is unchanged.
public enum SessionError: Error, Sendable, Hashable {
  /// The ``SecretStore`` cannot read or store the session.
  case secrets(SecretError)
  /// The files of the account or of the guest cannot be used.
  case storage(StorageError)
  /// The account's directory contains data of another account, which has this id.
  case anotherAccount(AccountID)
  /// A user is signed in; sign out first.
  case alreadySignedIn
  /// No user is signed in, or the session has expired; sign in first.
  case notSignedIn
  /// No code was sent, or the sent code is no longer valid; request a code first.
  case noCode
  /// The entered text does not have as many digits as the expected code; no request was sent.
  case badCode
  /// The code is wrong; `attemptsLeft` is the number of attempts that are left.
  case wrongCode(attemptsLeft: Int)
  /// The code has expired, or was entered wrongly too often; request another code.
  case codeExpired
  /// The service sends no codes to this number.
  case phoneNotAccepted
  /// Too many requests were made; `retryAfter` is the time to wait, or `nil` if it is unknown.
  case tooManyAttempts(retryAfter: Duration?)
  /// No response in the documented form arrived, or the service rejected the request for a reason that
  /// no other case describes.
  case failed(FetchFailure)
  /// A later call, such as a sign-out, has made this call obsolete.
  case superseded
  /// The calling task was canceled.
  case cancelled
}
