public import Storage
public import Sync

/// The profile of the signed-in user, which can be read and changed with or without a network.
///
/// Every change is shown at once, is on the disk before its call returns, and is sent until the server
/// has answered. Each field of the profile is changed separately, and the last of several changes of one
/// field is used. If the server refuses a change, the user decides what happens to it.
///
/// ```swift
/// let profile = ProfileFactory.makeProfile(in: scope.environment)
///
/// group.addTask { try await profile.run() }
///
/// try await profile.apply(.name("Ada"))
/// ```
///
/// All members may be called from any task, at any time and concurrently. Every call ends; in a
/// canceled task it throws `SyncError.cancelled` and changes nothing.
public protocol ProfileEditor: StateProvider<ProfileState> {
  /// Sends changes and fetches the profile until its task is canceled; await it in one task of the app.
  ///
  /// Nothing is sent before a city is chosen. A second call returns at once while the first is running.
  ///
  /// - Throws: ``ProfileError/sync(_:)`` with `SyncError.storage` if the files cannot be read; call it
  ///   again later.
  func run() async throws(ProfileError)

  /// Changes a field of the profile.
  ///
  /// - Returns: Whether the change would survive a crash.
  /// - Throws: ``ProfileError``; then nothing was changed.
  @discardableResult
  func apply(_ edit: ProfileEdit) async throws(ProfileError) -> WriteStatus

  /// Sends a refused change again, or sends a delayed change now.
  ///
  /// - Throws: ``ProfileError``; then nothing was changed.
  func retry(_ change: PendingEdit.ID) async throws(ProfileError)

  /// Removes a pending change that the server certainly does not have.
  ///
  /// - Throws: ``ProfileError/sync(_:)`` with `SyncError.mayBeApplied` if the server may have the change.
  func discard(_ change: PendingEdit.ID) async throws(ProfileError)

  /// Fetches the profile and waits for the result; works without ``run()``.
  ///
  /// - Throws: ``ProfileError/sync(_:)``; the state shows the same profile as before.
  func refresh() async throws(ProfileError)
}

/// The profile for a screen: the server's profile with the pending changes on top.
public struct ProfileState: Sendable, Hashable {
  /// The profile; `nil` before the server's profile has been fetched once, unless there are pending
  /// changes.
  public internal(set) var profile: UserProfile?
  /// The changes that the server has not confirmed, the oldest first.
  public internal(set) var pending: [PendingEdit]
  /// The status of loading, fetching and storing.
  public internal(set) var sync: SyncState

  /// Creates a state, for samples and tests.
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
  /// The id of the change, for ``ProfileEditor/retry(_:)`` and ``ProfileEditor/discard(_:)``.
  public let id: Int
  /// The change; `nil` if this release cannot decode it.
  public let edit: ProfileEdit?
  /// The status of the change, compared with the server.
  public let status: SyncStatus<ProfileRejection>

  /// Creates a value, for samples and tests.
  public init(id: Int, edit: ProfileEdit?, status: SyncStatus<ProfileRejection> = .pending) {
    self.id = id
    self.edit = edit
    self.status = status
  }
}

/// A reason for which the server refuses a change of the profile.
public enum ProfileRejection: Codable, Sendable, Hashable {
  /// The value is not accepted.
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
  /// An error that can occur in every feature.
  case sync(SyncError)
  /// The new value of this field is invalid.
  case invalid(ProfileField)
  /// The birthday has been set before.
  case birthdayFixed
}
