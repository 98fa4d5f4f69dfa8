/// The present shape of a stored value, and the way to it from every earlier shape.
///
/// A schema is a chain: the first shape, then one named step per version. Each step is a pure
/// function from one frozen type to the next, so it sees exactly the shape that was written; a
/// step cannot be left out, because the types would not fit.
///
/// ```swift
/// extension Profile {
///   static let schema = Schema(ProfileV1.self)
///     .step("nick becomes handle") { ProfileV2(handle: $0.nick) }
///     .step("handle becomes name") { Profile(name: $0.handle) }
/// }
/// ```
///
/// A type that has been released is never edited: freeze a copy under its version's name and add a
/// step. The rule and its cost: <doc:Decisions>.
public struct Schema<Value: Sendable>: Sendable {
  let coding: ValueCoding<Value>

  private init(coding: ValueCoding<Value>) {
    self.coding = coding
  }

  /// Begins a chain with the shape of version 1.
  public init(_ type: Value.Type) where Value: Codable {
    self.init(
      coding: ValueCoding(version: 1, encode: Payload.encode) {
        payload, _ throws(DecodingFailure) in
        try Payload.decode(type, from: payload)
      })
  }

  /// Adds the next version: how a value of the present shape becomes one of the new shape.
  ///
  /// - Parameters:
  ///   - name: What changes, for errors and logs.
  ///   - up: A pure function; when it throws, the file stays as it was.
  /// - Returns: A schema whose version is one higher.
  public func step<Next: Codable & Sendable>(
    _ name: String, up: @escaping @Sendable (Value) throws -> Next
  ) -> Schema<Next> {
    let version = coding.version + 1
    let previous = coding
    return Schema<Next>(
      coding: ValueCoding(version: version, encode: Payload.encode) {
        payload, stored throws(DecodingFailure) in
        if stored == version { return try Payload.decode(Next.self, from: payload) }
        let value = try previous.decode(payload, stored)
        do {
          return try up(value)
        } catch {
          throw .step(name, reason: "\(error)")
        }
      })
  }
}
