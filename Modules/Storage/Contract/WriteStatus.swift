/// The state of the value in memory relative to its file.
public enum WriteStatus: Sendable, Hashable {
  /// No update is waiting to be written.
  case written
  /// The file is behind: a write is in progress.
  case scheduled
  /// The file is behind because the last write failed; the next due update or flush tries again.
  case failed(StorageError)
  /// The repository has no file.
  case inMemory
}
