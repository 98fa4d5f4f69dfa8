public import Sync

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
}
