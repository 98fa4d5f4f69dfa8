/// A change of a repository's value, as an observer receives it.
///
/// The first one describes the current state, so "not loaded yet" cannot be mistaken for "empty":
///
/// ```swift
/// for await change in repository.changes() {
///   switch change {
///   case .notLoaded: showPlaceholder()
///   case .loading(let migration): showProgress(migration?.fractionCompleted)
///   case .loaded(let profile): show(profile)
///   case .changed(from: _, to: let profile): show(profile)
///   case .failed(let error): offerRetry(error)
///   }
/// }
/// ```
public enum RepositoryChange<Value: Equatable & Sendable>: Equatable, Sendable {
  /// The value has not been accessed yet; observing does not load it.
  case notLoaded
  /// The value is being read; with progress while the steps of its ``Schema`` run.
  case loading(MigrationProgress?)
  /// The value was loaded.
  case loaded(Value)
  /// The value changed; both values are unequal.
  case changed(from: Value, to: Value)
  /// The value cannot be read.
  ///
  /// The next access tries again, unless only a newer release can read the file.
  case failed(StorageError)
}

/// The progress of a repository's migration.
public struct MigrationProgress: Sendable, Hashable {
  /// The schema version of the file.
  public let from: Int
  /// The schema version of this release.
  public let to: Int
  /// The number of migrated elements; a single value counts as one element.
  public let completed: Int
  /// The total number of elements.
  public let total: Int

  /// The completed fraction, from 0 to 1.
  public var fractionCompleted: Double { total == 0 ? 1 : Double(completed) / Double(total) }
}
