/// Value/: values of the current shape, from the bytes of any version, in a file or also in memory.
///
/// The type is one version of a schema, which knows the version before it.
protocol Shape<Value>: Sendable {
  associatedtype Value: Sendable

  /// The names of the migration steps, beginning with the step from version 1.
  var steps: [String] { get }

  func encode(_ value: Value) throws -> [UInt8]

  /// Decodes a value of this or an earlier version, and migrates it to this version.
  ///
  /// `kept` is this release's value if an earlier release has written `stored` after a rollback.
  func decode(_ stored: StoredBytes, kept: Value?) throws(DecodingFailure) -> Value

  /// Decodes values together; returns `nil` unless all are of this version, and can be decoded.
  func decodeAll(_ values: [StoredBytes]) -> [Value]?

  /// Encodes a value for a release of an earlier version; returns `nil` if a step has no `down`.
  func lower(_ value: Value, to version: Int) throws -> StoredBytes?
}

extension Shape {
  /// The schema version.
  var version: Int { steps.count + 1 }

  fileprivate func decode<Stored: Decodable>(
    _ type: Stored.Type, _ stored: StoredBytes
  ) throws(DecodingFailure) -> Stored {
    do { return try ValueCoder.decode(type, from: stored.bytes) } catch {
      throw .undecodable("\(error)")
    }
  }
}

extension Shape where Value: Codable {
  func encode(_ value: Value) throws -> [UInt8] { try ValueCoder.encode(value) }

  func decodeAll(_ values: [StoredBytes]) -> [Value]? {
    guard values.allSatisfy({ $0.version == version }) else { return nil }
    return ValueCoder.decodeAll(Value.self, from: values.map { $0.bytes })
  }
}

/// An error in decoding intact bytes.
enum DecodingFailure: Error {
  /// The bytes do not encode a value of their version.
  case undecodable(String)
  /// A step of the schema threw an error.
  case step(String, reason: String)
}

/// The first version of a schema.
struct FirstShape<Value: Codable & Sendable>: Shape {
  var steps: [String] { [] }

  func decode(_ stored: StoredBytes, kept: Value?) throws(DecodingFailure) -> Value {
    guard stored.version == 1 else { throw .undecodable("version \(stored.version)") }
    return try decode(Value.self, stored)
  }

  func lower(_ value: Value, to version: Int) throws -> StoredBytes? {
    try StoredBytes(bytes: encode(value), version: 1)
  }
}

/// A later version of a schema, with the step from the version before.
struct NextShape<Previous: Sendable, Value: Codable & Sendable>: Shape {
  let previous: any Shape<Previous>
  let steps: [String]
  let up: @Sendable (_ old: Previous, _ kept: Value?) throws -> Value
  let down: (@Sendable (Value) throws -> Previous)?

  func decode(_ stored: StoredBytes, kept: Value?) throws(DecodingFailure) -> Value {
    if stored.version == version { return try decode(Value.self, stored) }
    var keptBefore: Previous?
    // A value that cannot be converted to the previous shape gives that shape nothing to keep.
    if let kept { do { keptBefore = try down?(kept) } catch {} }
    let old = try previous.decode(stored, kept: keptBefore)
    do { return try up(old, kept) } catch {
      throw .step(steps[steps.count - 1], reason: "\(error)")
    }
  }

  func lower(_ value: Value, to version: Int) throws -> StoredBytes? {
    if version == self.version { return try StoredBytes(bytes: encode(value), version: version) }
    guard let down else { return nil }
    return try previous.lower(down(value), to: version)
  }
}

/// A single value as the only element of a collection.
struct Only<Value: Sendable>: Identifiable, Sendable {
  struct ID: Hashable, Codable, Sendable {}

  let value: Value
  var id: ID { ID() }
}

/// The shape of a single value, as that of the only element of a collection.
struct OnlyShape<Value: Sendable>: Shape {
  let shape: any Shape<Value>

  var steps: [String] { shape.steps }

  func encode(_ only: Only<Value>) throws -> [UInt8] { try shape.encode(only.value) }

  func decode(_ stored: StoredBytes, kept: Only<Value>?) throws(DecodingFailure) -> Only<Value> {
    Only(value: try shape.decode(stored, kept: kept?.value))
  }

  func decodeAll(_ values: [StoredBytes]) -> [Only<Value>]? { nil }

  func lower(_ only: Only<Value>, to version: Int) throws -> StoredBytes? {
    try shape.lower(only.value, to: version)
  }
}
