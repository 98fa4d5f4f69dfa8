/// A change of one field of the profile; ``ProfileEditor/apply(_:)`` refuses an invalid value.
public enum ProfileEdit: Codable, Sendable, Hashable {
  /// A new name of at most 100 characters, without control characters; an empty text removes the name.
  ///
  /// White space around the name is removed.
  case name(String)
  /// A date of birth that is not in the future; only possible while ``UserProfile/isBirthdayFixed`` is
  /// `false`.
  case birthday(Birthday)
  /// A new e-mail address of at most 254 bytes, such as `ada@example.com`; an empty text removes the address.
  ///
  /// White space around the address and invisible characters are removed.
  case email(String)
  /// The BCP 47 code of the language of messages to the user; empty to use the app's language.
  ///
  /// The code has at most 35 characters, which are ASCII letters, digits and dashes.
  case language(String)
  /// A consent that the user gives or withdraws.
  case consent(Consent)

  /// The changed field, which ``ProfileError/invalid(_:)`` names if the new value is invalid.
  public var field: ProfileField {
    switch self {
    case .name: .name
    case .birthday: .birthday
    case .email: .email
    case .language: .language
    case .consent(let consent): .consent(consent.id)
    }
  }
}
