/// A report about opening one repository, for monitoring the rollout of a release.
///
/// A report contains no stored values.
public struct OpenReport: Sendable, Hashable {
  /// The name of the repository, as in its ``StorageLocation``.
  public let repository: String
  /// The schema version that this release writes.
  public let version: Int
  /// The schema version of the file that was read; `nil` when there was none or opening threw an
  /// error.
  public let foundVersion: Int?
  /// The size of the file that was read, in bytes; 0 when ``OpenReport/foundVersion`` is `nil`.
  public let bytes: Int
  /// The duration of opening: from the access to the directory until the value or an error was
  /// available.
  public let duration: Duration
  /// The outcome of opening: whether a value was found, migrated or merged, or why none could be read.
  public let outcome: Outcome
  /// The damaged files for which opening the repository threw no error.
  ///
  /// The array has one ``StorageError/corrupt(file:damage:quarantine:)`` for each such file. Damage to
  /// the file of a cache is not thrown. Damage to an earlier release's file is not thrown if a later
  /// release's file could be used instead.
  public let setAside: [StorageError]

  /// The outcome of opening a repository, with the migration steps or the error.
  public enum Outcome: Sendable, Hashable {
    /// No value was stored.
    case absent
    /// The stored value had this release's schema version, so it was not migrated.
    case current
    /// The value was migrated through these steps of its ``StoredSchema``.
    case migrated(steps: [String])
    /// The stored value was merged with one that an earlier release wrote after a rollback of the app.
    ///
    /// `writtenBy` is the schema version of the earlier release.
    case merged(writtenBy: Int)
    /// No value could be read, for this reason.
    case failed(StorageError)
  }
}
