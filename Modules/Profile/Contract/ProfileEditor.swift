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
