/// A report about opening one repository, for monitoring the rollout of a release.
///
/// It contains no stored content.
public struct OpenReport: Sendable, Hashable {
  /// The name of the repository.
  public let repository: String
  /// The schema version that this release writes.
  public let version: Int
  /// The schema version of the file that was read; `nil` when there was none or opening threw an
  /// error.
  public let foundVersion: Int?
  /// The size of that file in bytes; 0 when ``OpenReport/foundVersion`` is `nil`.
  public let bytes: Int
  /// The time from the first access to the directory until the value was available.
  public let duration: Duration
  /// The outcome of opening the repository.
  public let outcome: Outcome
  /// Damaged files that were set aside without an error for the caller.
  ///
  /// These are files of earlier releases that were not needed, and files of a cache.
  public let setAside: [StorageError]

  /// The outcome of opening a repository.
  public enum Outcome: Sendable, Hashable {
    /// No value was stored.
    case absent
    /// The value had the shape of this release.
    case current
    /// The value was migrated through these steps of its ``StoredSchema``.
    case migrated(steps: [String])
    /// An earlier release, with this schema version, had written since; its value was merged into
    /// this one.
    case merged(writtenBy: Int)
    /// No value could be read, for this reason.
    case failed(StorageError)
  }
}
