/// A reason why the server rejects a change of the profile, which then stays in ``ProfileState/pending``.
public enum ProfileRejection: Codable, Sendable, Hashable {
  /// The server does not accept the new value.
  case invalid
  /// The birthday has been set before, and only customer support can change it.
  case birthdayFixed
  /// Another account has the e-mail address.
  case emailTaken
  /// Another reason, with the service's code.
  case other(String)
}

extension ProfileRejection: CustomStringConvertible {
  /// A sentence about the problem in English, for logs; an app shows texts of its own.
  public var description: String {
    switch self {
    case .invalid: "the server does not accept it"
    case .birthdayFixed: "only support can change the birthday"
    case .emailTaken: "another account has this address"
    case .other(let code): "the server reports: \(code)"
    }
  }
}
