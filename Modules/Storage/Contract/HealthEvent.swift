/// How a repository was opened: what a release's first percent of users should tell its makers.
///
/// It holds no content.
public struct HealthEvent: Sendable, Hashable {
  /// The name of the repository.
  public let repository: String
  /// The version that this release writes.
  public let version: Int
  /// The version of the file that the value came from; `nil` when there was none to read.
  public let foundVersion: Int?
  /// The size of that file.
  public let bytes: Int
  /// How long it took from the first look at the directory to the value.
  public let duration: Duration
  /// What came of it.
  public let outcome: Outcome
  /// Damaged files that were set aside without an error for the caller: those of earlier releases that
  /// were not needed, and those of a cache.
  public let setAside: [StorageError]

  /// What opening a repository came to.
  public enum Outcome: Sendable, Hashable {
    /// There was no value.
    case absent
    /// The value was in this release's shape.
    case current
    /// The value was taken through these steps of its ``Schema``.
    case migrated(steps: [String])
    /// An earlier release had written since, and its value was brought together with this one's.
    case merged(writtenBy: Int)
    /// There is no value for this reason; the next access tries again.
    case failed(StorageError)
  }
}
