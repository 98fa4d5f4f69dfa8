/// Keeps one value, such as the user's profile or the current city.
///
/// The declaration says how many (one) and where (the location); everything else is the same
/// wherever the value lives:
///
/// ```swift
/// let profile = SingleRepository(
///   .memoryBackedByFile("profile"), class: .critical, schema: Profile.schema, in: directory)
/// let preview = SingleRepository<Profile>(inMemory: .sample)
/// ```
///
/// Creating a repository touches no file. The first access reads; a file that is damaged, cannot
/// be read, or was written by a newer release is a ``StorageError``, never an empty repository.
/// A repository may be shared by any number of tasks. A second repository of the same name in the same
/// directory throws ``StorageError/inUse(_:)`` from its first use on, until the first one is gone.
public final class SingleRepository<Value: Sendable>: Sendable {
  private let store: any ValueStore<Value>
  /// Kept, because the store does not.
  private let directory: StorageDirectory?
  private let claim: Claim?

  /// Creates a repository that lives and dies with the process, for tests, previews and drafts.
  ///
  /// The value need not be `Codable`.
  public init(inMemory value: Value? = nil) {
    (directory, claim) = (nil, nil)
    store = InMemoryStore(value)
  }

  /// Creates a repository whose value is kept in a file.
  ///
  /// - Parameters:
  ///   - location: The file's name, and whether the value is also held in memory.
  ///   - dataClass: What the value is worth.
  ///   - schema: The present shape of the value and the way to it from every earlier one.
  ///   - directory: Where the file lives; made on the first write.
  public init(
    _ location: Location, class dataClass: DataClass, schema: Schema<Value>,
    in directory: StorageDirectory
  ) {
    self.directory = directory
    (store, claim) = location.makeStore(schema.coding, dataClass, in: directory)
  }

  /// Returns the value, or `nil` when none was ever stored.
  ///
  /// - Throws: ``StorageError`` when there may be a value and it could not be read.
  public func value() async throws(StorageError) -> Value? {
    try claim?.hold()
    if let held = store.held { return held.value }
    return try await store.value()
  }

  /// Reads, changes and writes the value as one step that no other update can come between.
  ///
  /// With ``Location/file(_:)`` a failed write throws and the old value stays. With
  /// ``Location/memoryBackedByFile(_:coalescing:)`` memory wins: the call succeeds, and ``persistence`` says
  /// that the file is behind.
  ///
  /// - Parameter change: Sees `nil` when there is no value; leaving `nil` removes the value.
  /// - Returns: Whatever `change` returns.
  /// - Throws: ``StorageError``; the value is then as it was before the call, except after
  ///   ``StorageError/notDurable(_:)``.
  @discardableResult
  public func update<Result: Sendable>(
    _ change: @Sendable (inout Value?) -> Result
  ) async throws(StorageError) -> Result {
    try claim?.hold()
    return try await store.update(change)
  }

  /// Stores `value` in place of the present one.
  public func save(_ value: Value) async throws(StorageError) {
    try await update { $0 = value }
  }

  /// Removes the value; an absent value is no error.
  public func remove() async throws(StorageError) {
    try await update { $0 = nil }
  }

  /// Whether the value seen by readers would survive the end of the process.
  public var persistence: Persistence { store.persistence }

  /// Writes what is still pending, if anything is; call it when space or permission may be back.
  ///
  /// - Throws: ``StorageError`` when it is still pending afterwards.
  public func flush() async throws(StorageError) {
    try claim?.hold()
    try await store.flush()
  }
}

extension SingleRepository where Value: Equatable {
  /// The changes of the value, beginning with how things stand; `nil` is no value.
  ///
  /// An observer that is slower than the changes gets one from what it saw last to what is there
  /// now; nothing waits for it. It ends with the repository, and when its task is cancelled.
  public func changes() -> some AsyncSequence<RepositoryChange<Value?>, Never> & Sendable {
    store.sightings().changes { $0 }
  }
}
