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
