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
/// A repository may be shared by any number of tasks. One process may have one repository per name
/// and directory.
public final class SingleRepository<Value: Sendable>: Sendable {
  private let store: any ValueStore<Value>

  /// Creates a repository that lives and dies with the process, for tests, previews and drafts.
  ///
  /// The value need not be `Codable`.
  public init(inMemory value: Value? = nil) {
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
    store = location.makeStore(
      RecordFile(location.name, coding: schema.coding, dataClass: dataClass, in: directory))
  }

  /// Returns the value, or `nil` when none was ever stored.
  ///
  /// - Throws: ``StorageError`` when there may be a value and it could not be read.
  public func value() async throws(StorageError) -> Value? {
    try await store.value()
  }

  /// Reads, changes and writes the value as one step that no other update can come between.
  ///
  /// With ``Location/file(_:)`` a failed write throws and the old value stays. With
  /// ``Location/memoryBackedByFile(_:)`` memory wins: the call succeeds, and ``persistence`` says
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
    try await store.update(change)
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
    try await store.flush()
  }
}
