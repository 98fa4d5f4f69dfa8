public import Storage
public import Sync

/// The reason for a failed call of a ``UserSession``; the session is unchanged.
public enum SessionError: Error, Sendable, Hashable {
  /// The ``SecretStore`` cannot read or store the session.
  case secrets(SecretError)
  /// The files of the account or of the guest cannot be used.
  case storage(StorageError)
  /// A user is signed in; sign out first.
  case alreadySignedIn
  /// No user is signed in, or the session has expired; sign in first.
  case notSignedIn
  /// No code was sent, or the sent code is no longer valid; request a code first.
  case noCode
  /// The entered text does not have ``SentCode/length`` digits, or has a character that is neither a digit
  /// nor a separator such as a space; no request was sent.
  case badCode
  /// The code is wrong; `attemptsLeft` is the number of attempts that are left for the same code.
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
  /// The calling task was canceled; the service may still have executed a request of the call.
  case cancelled
}

extension SessionError: CustomStringConvertible {
  /// A sentence about the problem in English, for logs; an app shows texts of its own.
  public var description: String {
    switch self {
    case .secrets(let error): "\(error)"
    case .storage(let error): "\(error)"
    case .alreadySignedIn: "sign out first"
    case .notSignedIn: "sign in first"
    case .noCode: "request a code first"
    case .badCode: "enter the digits of the code"
    case .wrongCode(let left): "the code is wrong; attempts left: \(left)"
    case .codeExpired: "the code has expired; request another one"
    case .phoneNotAccepted: "the server sends no codes to this number"
    case .tooManyAttempts(let delay):
      "too early; try again in \(delay?.components.seconds ?? 60) s"
    case .failed(let failure): "\(failure)"
    case .superseded: "a later action replaced it"
    case .cancelled: "canceled"
    }
  }
}
