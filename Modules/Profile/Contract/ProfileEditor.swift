public import Sync

/// The profile of the signed-in user, which can be read and changed without a network.
///
/// Each field of the profile is changed separately. If a field is changed several times, the last
/// change applies.
///
/// ```swift
/// let profile = scope.environment.makeProfileEditor()
///
/// group.addTask { try await profile.run() }
///
/// try await profile.apply(.name("Ada"))
/// ```
public protocol ProfileEditor: SyncedFeature<ProfileState, ProfileError> {
  /// Changes a field of the profile.
  ///
  /// ```swift
  /// guard let birthday = Birthday(year: 1990, month: 5, day: 1) else { return showProblem() }
  /// try await profile.apply(.birthday(birthday))
  /// ```
  ///
  /// - Throws: ``ProfileError``; nothing was changed.
  func apply(_ edit: ProfileEdit) async throws(ProfileError)
}

/// The profile for a screen: the server's profile with the pending changes on top.
public struct ProfileState: Sendable, Hashable {
  /// The profile; `nil` if there are no pending changes and no profile has been fetched yet.
  ///
  /// A change that the server has rejected is not applied.
  public internal(set) var profile: UserProfile?
  /// The changes that the server has not confirmed, the oldest first.
  ///
  /// A rejected change stays until it is retried or discarded, or the user changes the same field again.
  public internal(set) var pending: [PendingEdit]
  /// The status of loading, fetching and storing the profile.
  public internal(set) var sync: SyncState

  /// Creates a state, for samples and tests.
  ///
  /// ```swift
  /// let preview = ProfileState(profile: UserProfile(name: "Ada", email: "ada@example.com"))
  /// ```
  public init(
    profile: UserProfile? = nil, pending: [PendingEdit] = [], sync: SyncState = SyncState()
  ) {
    self.profile = profile
    self.pending = pending
    self.sync = sync
  }
}

/// A pending change of the profile.
public struct PendingEdit: Sendable, Hashable, Identifiable {
  /// The id of the change, for `retry(_:)` and `discard(_:)`; a later change has a higher id.
  public let id: Int
  /// The change; `nil` if this release cannot decode it.
  public let edit: ProfileEdit?
  /// The synchronization status of the change; in the state of an editor it is never `.confirmed`.
  public let status: SyncStatus<ProfileRejection>

  /// Creates a pending change, for samples and tests.
  public init(id: Int, edit: ProfileEdit?, status: SyncStatus<ProfileRejection> = .pending) {
    self.id = id
    self.edit = edit
    self.status = status
  }
}

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
    case .sync(.fetch(.status(503))):
      "HTTP 503 from the server, or from the app, which renews a session every 30 s at most; "
        + "try again later"
    case .sync(let error): "\(error)"
    case .invalid(let field): "check the \(field)"
    case .birthdayFixed: "only support can change the birthday"
    }
  }
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
