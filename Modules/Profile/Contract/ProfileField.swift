/// A field of the profile that the user can change.
public enum ProfileField: Sendable, Hashable {
  /// The user's name, which ``ProfileEdit/name(_:)`` changes.
  case name
  /// The user's date of birth, which ``ProfileEdit/birthday(_:)`` changes.
  case birthday
  /// The user's e-mail address, which ``ProfileEdit/email(_:)`` changes.
  case email
  /// The language of messages to the user, which need not be that of the app.
  case language
  /// The consent of one kind; the text is the service's name of the kind, such as `marketing`.
  case consent(String)
}

extension ProfileField: CustomStringConvertible {
  /// The name of the field in English, for logs; an app shows texts of its own.
  public var description: String {
    switch self {
    case .name: "name"
    case .birthday: "birthday"
    case .email: "e-mail"
    case .language: "language"
    case .consent: "consent"
    }
  }
}
