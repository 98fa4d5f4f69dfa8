/// The state of a ``UserSession`` for a screen; contains no token.
public struct SessionState: Sendable, Hashable {
  /// The current user, a guest or an account, or the reason why the user is unknown.
  public enum Status: Sendable, Hashable {
    /// The stored session has not been read yet.
    case loading
    /// The stored session cannot be read, so it is unknown whether a user is signed in.
    ///
    /// After ``SecretError/damaged``, the app's features run for a guest until the user signs in again.
    /// After any other error, the next call of a ``UserSession`` method reads the stored session again.
    case unavailable(SecretError)
    /// No user is signed in.
    case guest
    /// The user of this account is signed in.
    case signedIn(AccountID)
    /// The service has ended the session of this account.
    ///
    /// The account's data stays on the device, and its pending changes are sent after the next sign-in.
    case expired(AccountID)
  }

  /// The current user of the app, or the reason why the user is unknown.
  public var status: Status
  /// The last sent code; `nil` if there is none, or if it was used, discarded or refused too often.
  ///
  /// An expired code stays until the service refuses it; see ``SentCode/isExpired(at:)``.
  public var code: SentCode?

  /// Creates a state, for samples and tests.
  ///
  /// ```swift
  /// let preview = SessionState(status: .guest, code: SentCode(phone: phone, sentAt: .now))
  /// ```
  public init(status: Status = .loading, code: SentCode? = nil) {
    self.status = status
    self.code = code
  }

  /// The account whose data is shown, even if its session has expired.
  ///
  /// `nil` for a guest, and while the stored session has not been read or cannot be read.
  public var account: AccountID? {
    switch status {
    case .signedIn(let account), .expired(let account): account
    case .loading, .unavailable, .guest: nil
    }
  }
}
