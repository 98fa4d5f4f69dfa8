/// The reason why a session cannot be read or stored.
///
/// None of these errors ends the session at the service or deletes the account's data.
public enum SecretError: Error, Sendable, Hashable {
  /// The store cannot be read now, for example before the device's first unlock; try again later.
  ///
  /// The text is for logs.
  case unavailable(String)
  /// A newer release of the app has stored the session; the stored session is unchanged.
  case newer
  /// The stored session is damaged; the user has to sign in again.
  case damaged
  /// The store cannot be written, and the stored session is unchanged; the text is for logs.
  case notWritten(String)
}

extension SecretError: CustomStringConvertible {
  /// A sentence about the problem in English, for logs; an app shows texts of its own.
  public var description: String {
    switch self {
    case .unavailable: "the stored session cannot be read now; try again later"
    case .newer: "a newer release has stored the session; update the app"
    case .damaged: "the stored session is damaged; sign in again"
    case .notWritten: "the session cannot be stored; free some space"
    }
  }
}
