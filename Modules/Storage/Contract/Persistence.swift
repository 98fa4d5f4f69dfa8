/// Whether what readers see would survive the end of the process.
public enum Persistence: Sendable, Hashable {
  /// Nothing is waiting to be written.
  case persisted
  /// Memory is ahead of the file because a write is under way, or because fewer updates have been made
  /// than are written together.
  case waiting
  /// Memory is ahead of the file, for this reason; the next update or flush tries again.
  case pending(StorageError)
  /// There is no file and never will be.
  case memoryOnly
}
