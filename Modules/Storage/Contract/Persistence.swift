/// The state of the value in memory relative to its file.
public enum Persistence: Sendable, Hashable {
  /// No update is waiting to be written.
  case persisted
  /// The file is behind: a write is in progress.
  case waiting
  /// The file is behind because the last write failed; the next due update or flush tries again.
  case pending(StorageError)
  /// The repository has no file.
  case memoryOnly
}
