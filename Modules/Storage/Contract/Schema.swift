/// The present shape of a stored value, and the way to it from every earlier shape.
///
/// A schema is a chain: the first shape, then one named step per version. Each step is a pure
/// function from one frozen type to the next, so it sees exactly the shape that was written; a
/// step cannot be left out, because the types would not fit.
///
/// ```swift
/// struct Profile: Codable {
///   var name: String
///
///   static let schema = Schema(ProfileV1.self)
///     .step("nick becomes handle") { ProfileV2(handle: $0.nick) }
///     .step("handle becomes name", up: { Profile(name: $0.handle) }) { ProfileV2(handle: $0.name) }
/// }
/// ```
///
/// A type that has been released is never edited: freeze a copy under its version's name and add a
/// step. How a release that is rolled back finds its values again: <doc:RollingBack>.
public struct Schema<Value: Sendable>: Sendable {
  let coding: ValueCoding<Value>

  /// Begins a chain with the shape of version 1.
  public init(_ type: Value.Type) where Value: Codable {
    coding = ValueCoding(
      steps: [],
      encode: { value, _ in try Payload.encode(value) },
      decode: { payload, _, progress throws(DecodingFailure) in
        progress(0, 1)
        return try Payload.decode(type, from: payload)
      },
      merge: { _, payload, _, _ throws(DecodingFailure) in
        try Payload.decode(type, from: payload)
      })
  }

  /// Returns the same schema, to which a file with a value that belongs elsewhere is damaged.
  ///
  /// - Parameter reason: Tells what is wrong with a value; `nil` when nothing is.
  /// - Returns: A schema of the same version.
  package func refusing(_ reason: @escaping @Sendable (Value) -> String?) -> Schema {
    let coding = coding
    let accepted = { @Sendable (value: Value) throws(DecodingFailure) -> Value in
      if let reason = reason(value) { throw .undecodable(reason) }
      return value
    }
    return Schema(
      coding: ValueCoding(
        steps: coding.steps, encode: coding.encode,
        decode: { payload, stored, progress throws(DecodingFailure) in
          try accepted(try coding.decode(payload, stored, progress))
        },
        merge: { kept, payload, stored, told throws(DecodingFailure) in
          try accepted(try coding.merge(kept, payload, stored, told))
        }))
  }

  private init(coding: ValueCoding<Value>) {
    self.coding = coding
  }

  /// Adds the next version: how a value of the present shape becomes one of the new shape.
  ///
  /// - Parameters:
  ///   - name: What changes, for errors, logs and health reports.
  ///   - up: A pure function; when it throws, the file stays as it was.
  ///   - down: The way back, for the release before; without it that release finds the value as it
  ///     was at the update.
  ///   - merge: What counts when the release before has written after this one: `kept` is this
  ///     release's value, `returned` is that release's, brought up. Without it `returned` counts,
  ///     and what only this shape has is lost.
  /// - Returns: A schema whose version is one higher.
  public func step<Next: Codable & Sendable>(
    _ name: String,
    up: @escaping @Sendable (Value) throws -> Next,
    down: (@Sendable (Next) throws -> Value)? = nil,
    merge: (@Sendable (_ kept: Next, _ returned: Next) -> Next)? = nil
  ) -> Schema<Next> {
    let previous = coding
    let steps = previous.steps + [name]
    let version = steps.count + 1
    let raise = { @Sendable (value: Value) throws(DecodingFailure) -> Next in
      do { return try up(value) } catch { throw .step(name, reason: "\(error)") }
    }
    return Schema<Next>(
      coding: ValueCoding(
        steps: steps,
        encode: { value, wanted in
          if wanted == version { return try Payload.encode(value) }
          guard let lowered = try down?(value) else { return nil }
          return try previous.encode(lowered, wanted)
        },
        decode: { payload, stored, progress throws(DecodingFailure) in
          if stored == version { return try Payload.decode(Next.self, from: payload) }
          return try raise(try previous.decode(payload, stored, progress))
        },
        merge: { kept, payload, stored, told throws(DecodingFailure) in
          if stored == version { return try Payload.decode(Next.self, from: payload) }
          var lowered: Value?
          // A value that the older shape cannot hold was not told to the older release either.
          do { lowered = try down?(kept) } catch {}
          let returned =
            if let lowered {
              try previous.merge(lowered, payload, stored, told)
            } else {
              try previous.decode(payload, stored) { _, _ in }
            }
          let raised = try raise(returned)
          return merge?(kept, raised) ?? raised
        }))
  }
}
