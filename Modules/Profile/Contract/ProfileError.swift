public import Sync

/// The reason for a failed call of a ``ProfileEditor``; nothing was changed.
public enum ProfileError: SyncFailure, Hashable {
  /// An error that is not specific to the profile, such as a full queue of changes.
  case sync(SyncError)
  /// The new value of this field is invalid; the cases of ``ProfileEdit`` state the rules.
  case invalid(ProfileField)
  /// The birthday has been set before, and the user cannot change it.
  case birthdayFixed
}

extension ProfileError: CustomStringConvertible {
  /// A sentence about the problem in English, for logs; an app shows texts of its own.
  public var description: String {
    switch self {
    case .sync(let error): "\(error)"
    case .invalid(let field): "check the \(field)"
    case .birthdayFixed: "only support can change the birthday"
    }
  }
}
