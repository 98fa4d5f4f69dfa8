/// A migration of elements and values across the repositories of one directory.
///
/// A migration splits one repository into two, joins two, or moves a value to another module. It copies
/// from sources to targets, and all targets change as one step: after a crash, the directory has the
/// files from before or those from after.
///
/// ```swift
/// let migration = RepositoryMigration("places-are-homes-and-offices")
///   .elements(from: "places", Place.schema, to: "homes", Home.schema) { place, _ in
///     place.isHome ? Home(place) : nil
///   }
///   .elements(from: "places", Place.schema, to: "offices", Office.schema) { place, _ in
///     place.isHome ? nil : Office(place)
///   }
/// try await directory.migrate(migration)
/// ```
///
/// The sources stay, so that a release before the migration still finds its elements after a rollback.
/// When the app is updated again, the migration copies the elements that the earlier release has written
/// in the meantime. Elements that it has removed stay in the targets. A later release can remove the
/// sources.
///
/// All sources and targets must have the class ``StorageClass/critical`` or ``StorageClass/userState``.
public struct RepositoryMigration: Sendable {
  let name: String
  /// The copies, each from a source to a target.
  private(set) var parts: [Part] = []
  typealias Part = @Sendable (MigrationRun) throws(StorageError) -> Void

  /// Creates a migration without parts.
  ///
  /// - Parameter name: The name of the file that records how far each source was copied, as in
  ///   ``StorageLocation``. It must not change between releases.
  public init(_ name: String) {
    self.name = name
  }

  /// Returns this migration with a copy of elements to another collection.
  ///
  /// - Parameters:
  ///   - source: The name of the repository that is read.
  ///   - sourceSchema: Its schema; keep it in the code for as long as the migration.
  ///   - target: The name of the repository that receives the elements.
  ///   - targetSchema: Its schema.
  ///   - transform: A pure function from an element to the target's element, or `nil` for none. Its
  ///     second parameter looks up an element that the target already has. An element for which the
  ///     function throws stays in the source, and each later call tries it again.
  /// - Returns: The migration with one more part.
  public func elements<Source: Identifiable, Target: Identifiable>(
    from source: String, _ sourceSchema: StoredSchema<Source>,
    to target: String, _ targetSchema: StoredSchema<Target>,
    _ transform: @escaping @Sendable (Source, _ existing: (Target.ID) -> Target?) throws -> Target?
  ) -> RepositoryMigration where Source.ID: Codable & Sendable, Target.ID: Codable & Sendable {
    let part: Part = { run throws(StorageError) in
      try run.copy(source, sourceSchema.shape, to: target, targetSchema.shape, transform)
    }
    var migration = self
    migration.parts.append(part)
    return migration
  }

  /// Returns this migration with a copy of a single value to another one.
  ///
  /// The parameters are those of ``elements(from:_:to:_:_:)``. The second parameter of `transform` is the
  /// value that the target already has, for example from another source.
  ///
  /// ```swift
  /// let migration = RepositoryMigration("nick-is-the-profile")
  ///   .value(from: "nick", Nick.schema, to: "profile", Profile.schema) { nick, existing in
  ///     existing ?? Profile(name: nick.text)
  ///   }
  /// ```
  public func value<Source, Target>(
    from source: String, _ sourceSchema: StoredSchema<Source>,
    to target: String, _ targetSchema: StoredSchema<Target>,
    _ transform: @escaping @Sendable (Source, _ existing: Target?) throws -> Target?
  ) -> RepositoryMigration {
    elements(
      from: source, StoredSchema(shape: OnlyShape(shape: sourceSchema.shape)),
      to: target, StoredSchema(shape: OnlyShape(shape: targetSchema.shape))
    ) { source, existing in
      try transform(source.value, existing(Only<Target>.ID())?.value).map { Only(value: $0) }
    }
  }
}

extension StorageDirectory {
  /// Performs a migration across repositories, unless all its sources are copied already.
  ///
  /// Call it at launch, before the repositories are used. In a directory in memory, it does nothing.
  ///
  /// ```swift
  /// let failures = try await directory.migrate(migration)
  /// ```
  ///
  /// - Parameters:
  ///   - migration: The migration.
  ///   - removingSources: Whether the sources are removed after the step. Pass `true` only in a release
  ///     that is not rolled back to one that reads them. The sources stay if an element could not be
  ///     copied, now or by an earlier call.
  /// - Returns: One error for each element that could not be copied, and stays in its source.
  /// - Throws: ``StorageError/inUse(_:)`` if one of the repositories is in use; otherwise the error of a
  ///   file. The directory is then unchanged, or the next access finishes the step.
  @concurrent @discardableResult
  public func migrate(
    _ migration: RepositoryMigration, removingSources: Bool = false
  ) async throws(StorageError) -> [StorageError] {
    guard memory == nil else { return [] }
    let run = try MigrationRun(migration.name, in: self)
    for part in migration.parts { try part(run) }
    try run.commit(removingSources: removingSources)
    return run.failures
  }
}
