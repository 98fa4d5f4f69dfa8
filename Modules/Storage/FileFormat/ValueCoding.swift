#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// How a value becomes the payload of a file, and back from any version of it.
struct ValueCoding<Value: Sendable>: Sendable {
  /// The version that `encode` writes and the highest that `decode` takes.
  let version: Int
  let encode: @Sendable (Value) throws -> Data
  let decode: @Sendable (_ payload: Data, _ version: Int) throws(DecodingFailure) -> Value
}

/// Why intact bytes did not become a value.
enum DecodingFailure: Error {
  /// The bytes are not a value of their version.
  case undecodable(String)
  /// A step of the schema threw.
  case step(String, reason: String)
}

/// The payload's encoding, in one place so that another encoding is one change.
enum Payload {
  @Sendable static func encode(_ value: some Encodable) throws -> Data {
    let encoder = JSONEncoder()
    // Deterministic bytes: an equal value gives an equal file.
    encoder.outputFormatting = .sortedKeys
    return try encoder.encode(value)
  }

  static func decode<Value: Decodable>(
    _ type: Value.Type, from payload: Data
  ) throws(DecodingFailure) -> Value {
    do {
      return try JSONDecoder().decode(type, from: payload)
    } catch {
      throw .undecodable("\(error)")
    }
  }
}
