/// The current shape of a stored value, and the migration steps from every earlier shape.
///
/// A schema is a chain: the first shape, then one named step per version. Each step is a pure function
/// from the type of one version to the type of the next. The types of earlier versions are never
/// edited, so a step receives exactly the shape that was written. A missing step does not compile,
/// because the types do not match.
///
/// ```swift
/// nonisolated struct Profile: Codable {
///   var name: String
///
///   static let schema = StoredSchema(ProfileV1.self)
///     .step("nick becomes handle") { ProfileV2(handle: $0.nick) }
///     .step("handle becomes name", up: { Profile(name: $0.handle) }) { ProfileV2(handle: $0.name) }
/// }
/// ```
///
/// To change a released type, first copy it under the name of its version (`ProfileV1`), then edit the
/// original and add a step. <doc:RollingBack> describes how a rolled-back release finds its values.
public struct StoredSchema<Value: Sendable>: Sendable {
  let shape: any Shape<Value>

  /// Creates a schema with a single version, 1, in which values have the type `type`.
  public init(_ type: Value.Type) where Value: Codable {
    shape = FirstShape<Value>()
  }

  init(shape: any Shape<Value>) {
    self.shape = shape
  }

  /// Returns a schema with one more version and the step that migrates a value to it.
  ///
  /// - Parameters:
  ///   - name: A description of the change, for errors, logs and ``OpenReport``.
  ///   - up: A pure function to the new shape. If it throws, the value cannot be read by this release;
  ///     its bytes stay for a release that can. An element keeps its id; a ``RepositoryMigration`` to
  ///     another name can give it a new one.
  ///   - down: A function back to the previous shape. In the class ``StorageClass/critical``, its result
  ///     is stored for the previous release, in case the app is rolled back. Without `down`, that
  ///     release finds the value from before the app's update.
  /// - Returns: A schema whose version is one higher.
  public func step<Next: Codable & Sendable>(
    _ name: String,
    up: @escaping @Sendable (Value) throws -> Next,
    down: (@Sendable (Next) throws -> Value)? = nil
  ) -> StoredSchema<Next> {
    step(name, up: { old, _ in try up(old) }, down: down)
  }

  /// Returns a schema with one more version, whose step can combine two values after a rollback.
  ///
  /// ```swift
  /// .step(
  ///   "points are new",
  ///   up: { old, kept in Guest(name: old.name, points: kept?.points ?? 0) },
  ///   down: { GuestV1(name: $0.name) })
  /// ```
  ///
  /// - Parameters:
  ///   - name: A description of the change, for errors, logs and ``OpenReport``.
  ///   - up: A pure function to the new shape. `kept` is the value that this release wrote before a
  ///     rollback, if the previous release has written `old` after it. Otherwise `kept` is `nil`.
  ///   - down: A function back to the previous shape, as in ``step(_:up:down:)``.
  /// - Returns: A schema whose version is one higher.
  public func step<Next: Codable & Sendable>(
    _ name: String,
    up: @escaping @Sendable (_ old: Value, _ kept: Next?) throws -> Next,
    down: (@Sendable (Next) throws -> Value)? = nil
  ) -> StoredSchema<Next> {
    StoredSchema<Next>(
      shape: NextShape(previous: shape, steps: shape.steps + [name], up: up, down: down))
  }
}
