public import Sync

/// The reason for a failed call; nothing was changed.
public enum SampleError: SyncFailure, Hashable {
  /// The store failed, for a reason that is common to all features.
  case sync(SyncError)
  /// The note contains only white space: ask for a text.
  case empty
}
