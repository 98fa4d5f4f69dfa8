/// What becomes of a repository's value, as an observer is told.
///
/// The first one says how things stand, so that "not loaded yet" is never taken for "empty":
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
  /// Nobody has accessed the value yet; observing it does not.
  case notLoaded
  /// The value is being read, and taken through the steps of its ``Schema`` when there are any.
  case loading(MigrationProgress?)
  /// The value is there.
  case loaded(Value)
  /// The value is another one; never an equal one.
  case changed(from: Value, to: Value)
  /// There may be a value and it cannot be had; the next access tries again.
  case failed(StorageError)
}

/// How far the migration of a repository has come.
public struct MigrationProgress: Sendable, Hashable {
  /// The version that was found.
  public let from: Int
  /// The version of this release.
  public let to: Int
  /// How many elements of a collection have been through all steps; a value is one element.
  public let completed: Int
  /// How many there are.
  public let total: Int

  /// The completed part, from 0 to 1.
  public var fractionCompleted: Double { total == 0 ? 1 : Double(completed) / Double(total) }
}
