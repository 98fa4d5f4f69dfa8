/// A field of the profile that the user can change.
public enum ProfileField: Sendable, Hashable {
  /// The user's name.
  case name
  /// The user's date of birth.
  case birthday
  /// The user's e-mail address.
  case email
  /// The language of messages to the user.
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
