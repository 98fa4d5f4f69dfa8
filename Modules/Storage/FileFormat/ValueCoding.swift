#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// How a value becomes the payload of a file, and back from any version of it.
///
/// Each function is a chain of closures, one per step of the schema, so that the types of earlier
/// versions are known to their own step only.
struct ValueCoding<Value: Sendable>: Sendable {
  /// The names of the steps from version 1 on.
  let steps: [String]

  /// The version that is written, and the highest that can be read.
  var version: Int { steps.count + 1 }

  /// The payload in a version, or nothing where a step on the way back is missing.
  let encode: @Sendable (_ value: Value, _ version: Int) throws -> Data?

  /// The value in a payload of any version up to this one.
  let decode:
    @Sendable (_ payload: Data, _ version: Int, _ progress: Progress) throws(DecodingFailure)
      -> Value

  /// Is told how many parts of a value have been decoded, and of how many.
  typealias Progress = @Sendable (_ completed: Int, _ total: Int) -> Void

  /// The value that keeps what this release has and takes over what an earlier one has written
  /// since, in a payload of its version; `told` is the version in which that release had seen what is kept, if it had.
  let merge:
    @Sendable (_ kept: Value, _ payload: Data, _ version: Int, _ told: Int?)
      throws(DecodingFailure) -> Value

  /// How changes are written by themselves, where a value has parts.
  var changes: ChangeCoding<Value>?
}

/// How the changes of a value become a payload that follows an earlier one: the payload of the whole
/// is one payload after the other.
struct ChangeCoding<Value: Sendable>: Sendable {
  /// The changes since they were last settled, in a version; nothing where a step on the way back is
  /// missing, or when all has to be written.
  let encode: @Sendable (_ value: Value, _ version: Int) throws -> Data?

  /// How many changes a value has, and how many parts.
  let count: @Sendable (_ value: Value) -> (changes: Int, parts: Int)

  /// Forgets the changes that had been made in `written`.
  let settle: @Sendable (_ value: inout Value, _ written: Value) -> Void
}

/// Why intact bytes did not become a value.
enum DecodingFailure: Error {
  /// The bytes are not a value of their version.
  case undecodable(String)
  /// A step of the schema threw.
  case step(String, reason: String)
}

/// The payload's encoding, in one place so that another encoding is one change: CBOR, which any tool
/// reads, and whose bytes are the same for equal values.
enum Payload {
  static func encode(_ value: some Encodable) throws -> Data {
    try CBOREncoder().encode(value)
  }

  static func decode<Value: Decodable>(
    _ type: Value.Type, from payload: Data
  ) throws(DecodingFailure) -> Value {
    do {
      return try CBORDecoder().decode(type, from: payload)
    } catch {
      throw .undecodable("\(error)")
    }
  }
}
