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
  let coding: ValueCoding<Value>

  /// Creates a schema with a single version, 1, in which values have the type `type`.
  public init(_ type: Value.Type) where Value: Codable {
    coding = ValueCoding(
      steps: [],
      encode: { value, _ in try Payload.encode(value) },
      decode: { payload, _ throws(DecodingFailure) in
        try Payload.decode(type, from: payload)
      },
      merge: { _, payload, _, _ throws(DecodingFailure) in
        try Payload.decode(type, from: payload)
      })
  }

  /// Returns this schema with an additional validation.
  ///
  /// If the validation rejects the value of a file, the file counts as damaged.
  ///
  /// - Parameter reason: A closure that returns the reason to reject a value, or `nil` to accept it.
  /// - Returns: A schema of the same version.
  package func refusing(_ reason: @escaping @Sendable (Value) -> String?) -> StoredSchema {
    let coding = coding
    let accepted = { @Sendable (value: Value) throws(DecodingFailure) -> Value in
      if let reason = reason(value) { throw .undecodable(reason) }
      return value
    }
    return StoredSchema(
      coding: ValueCoding(
        steps: coding.steps, encode: coding.encode,
        decode: { payload, stored throws(DecodingFailure) in
          try accepted(try coding.decode(payload, stored))
        },
        merge: { kept, payload, stored, told throws(DecodingFailure) in
          try accepted(try coding.merge(kept, payload, stored, told))
        }))
  }

  private init(coding: ValueCoding<Value>) {
    self.coding = coding
  }

  /// Returns a schema with one more version and the step that migrates a value to it.
  ///
  /// - Parameters:
  ///   - name: A description of the change, for errors, logs and ``OpenReport``.
  ///   - up: A pure function to the new shape. If it throws, a cache's file is removed, and any other
  ///     file is not changed.
  ///   - down: A function back to the previous shape. Its result is stored for the previous release, in
  ///     case the app is rolled back. Without `down`, that release finds the value from before the
  ///     app's update.
  ///   - merge: A function that combines two values when the new release is installed again after a
  ///     rollback. `kept` is the value that the new release wrote before the rollback. `returned` is the
  ///     value that the previous release wrote after the rollback, migrated by `up`. Without `merge`,
  ///     `returned` is used, and data that only the new shape contains is lost.
  /// - Returns: A schema whose version is one higher.
  public func step<Next: Codable & Sendable>(
    _ name: String,
    up: @escaping @Sendable (Value) throws -> Next,
    down: (@Sendable (Next) throws -> Value)? = nil,
    merge: (@Sendable (_ kept: Next, _ returned: Next) -> Next)? = nil
  ) -> StoredSchema<Next> {
    let previous = coding
    let steps = previous.steps + [name]
    let version = steps.count + 1
    let raise = { @Sendable (value: Value) throws(DecodingFailure) -> Next in
      do { return try up(value) } catch { throw .step(name, reason: "\(error)") }
    }
    return StoredSchema<Next>(
      coding: ValueCoding(
        steps: steps,
        encode: { value, wanted in
          if wanted == version { return try Payload.encode(value) }
          guard let lowered = try down?(value) else { return nil }
          return try previous.encode(lowered, wanted)
        },
        decode: { payload, stored throws(DecodingFailure) in
          if stored == version { return try Payload.decode(Next.self, from: payload) }
          return try raise(try previous.decode(payload, stored))
        },
        merge: { kept, payload, stored, told throws(DecodingFailure) in
          if stored == version { return try Payload.decode(Next.self, from: payload) }
          var lowered: Value?
          // If `down` is missing or throws, `kept` cannot be converted to the previous shape. So the
          // two values cannot be merged in that shape, and the older release's value is only decoded.
          do { lowered = try down?(kept) } catch {}
          let returned =
            if let lowered {
              try previous.merge(lowered, payload, stored, told)
            } else {
              try previous.decode(payload, stored)
            }
          let raised = try raise(returned)
          return merge?(kept, raised) ?? raised
        }))
  }
}
