/// A stored value, such as the user's profile or the current city.
///
/// A repository stores its value in a file, and can also cache it in memory (``StorageLocation``). For
/// tests and previews, a repository can store its value in memory only:
///
/// ```swift
/// let profile = SingleRepository(
///   .memoryBackedByFile("profile"), class: .critical, schema: Profile.schema, in: directory)
/// let preview = SingleRepository<Profile>(inMemory: .sample)
/// ```
///
/// Creating a repository does not access the disk; the first access reads the file. If the file is
/// damaged, cannot be read, or was written by a newer release, the access throws a ``StorageError``
/// instead of returning `nil`. Only a damaged file of the class ``StorageClass/cache`` counts as
/// absent.
///
/// Any number of tasks may share a repository. From the first use of a repository until its
/// deallocation, a second repository with the same name in the same directory throws
/// ``StorageError/inUse(_:)``. To store a collection, use ``CollectionRepository``.
public final class SingleRepository<Value: Sendable>: Sendable {
  private let values: CollectionRepository<Only<Value>>

  /// Creates a repository without a file, for tests, previews and drafts.
  ///
  /// The value is lost when the repository is deallocated. It need not be `Codable`.
  public init(inMemory value: Value? = nil) {
    values = CollectionRepository(inMemory: value.map { [Only(value: $0)] } ?? [])
  }

  /// Creates a repository that stores its value in a file.
  ///
  /// The initializer does not access the disk; the first access reads the file.
  ///
  /// - Parameters:
  ///   - location: The name of the file, and whether the value is also cached in memory.
  ///   - dataClass: The storage class, which determines durability and the handling of damaged files.
  ///   - schema: The current shape of the value and the migration steps from every earlier shape.
  ///   - directory: The directory of the file; created by the first write.
  public init(
    _ location: StorageLocation, class dataClass: StorageClass, schema: StoredSchema<Value>,
    in directory: StorageDirectory
  ) {
    values = CollectionRepository(
      location, OnlyShape(shape: schema.shape), dataClass, isWhole: true, in: directory)
  }

  /// Returns the value, or `nil` when none is stored.
  ///
  /// The call does not suspend if the value is in memory.
  ///
  /// ```swift
  /// let name = try await profile.value()?.name ?? "Guest"
  /// ```
  ///
  /// - Throws: ``StorageError`` if a value may be stored but cannot be read.
  public func value(
    isolation: isolated (any Actor)? = #isolation
  ) async throws(StorageError) -> Value? {
    try await values.elements().first?.value
  }

  /// Reads, changes and writes the value as one atomic step.
  ///
  /// No other update runs in between.
  ///
  /// With ``StorageLocation/file(_:)``, a failed write throws, and the old value remains. With
  /// ``StorageLocation/memoryBackedByFile(_:)``, a failed write does not throw: the new value is in
  /// memory, and ``writeStatus`` reports the failure.
  ///
  /// ```swift
  /// try await profile.update { $0?.name = "Ada" }
  /// ```
  ///
  /// - Parameters:
  ///   - change: A closure that changes the value, which is `nil` when none is stored. Assigning `nil`
  ///     removes the value.
  ///   - isolation: The actor of the caller, which is the default.
  /// - Returns: The result of `change`.
  /// - Throws: ``StorageError``; the value is then unchanged, except after
  ///   ``StorageError/notDurable(_:)``.
  @discardableResult
  public func update<Result: Sendable>(
    _ change: @Sendable (inout Value?) -> Result,
    isolation: isolated (any Actor)? = #isolation
  ) async throws(StorageError) -> Result {
    try await values.update { elements in
      // The value is moved out of the array, because changing a value with a second reference copies
      // it.
      let stored = elements.take(Only<Value>.ID())
      let isStored = stored != nil
      var value = stored?.value
      _ = consume stored
      let result = change(&value)
      if let value {
        elements.save(Only(value: value))
      } else if isStored {
        elements.remove(Only<Value>.ID())
      }
      return result
    }
  }

  /// Stores `value` in place of the current one.
  ///
  /// - Throws: ``StorageError``, as ``update(_:isolation:)`` does.
  public func save(
    _ value: Value, isolation: isolated (any Actor)? = #isolation
  ) async throws(StorageError) {
    try await update { $0 = value }
  }

  /// Removes the value, even if this release cannot decode it; it is no error if there is none.
  ///
  /// - Throws: ``StorageError``. If a migration step rejects the value, the error is
  ///   ``StorageError/migrationFailed(file:step:reason:)``, and the value stays for a release whose steps
  ///   accept it.
  public func remove(isolation: isolated (any Actor)? = #isolation) async throws(StorageError) {
    // A value that this release cannot read is removed as well.
    try await values.update { elements in _ = elements.remove(Only<Value>.ID()) }
  }

  /// The status of the file: whether it contains the current value.
  ///
  /// A value that is not in the file is lost when the process ends.
  public var writeStatus: WriteStatus { values.writeStatus }

  /// Writes the updates that are not in the file yet.
  ///
  /// Call it when a failed write may succeed, for example after disk space was freed.
  ///
  /// ```swift
  /// if case .failed = profile.writeStatus { try await profile.flush() }
  /// ```
  ///
  /// - Throws: ``StorageError`` if the file still lacks an update afterward.
  public func flush(isolation: isolated (any Actor)? = #isolation) async throws(StorageError) {
    try await values.flush()
  }
}
