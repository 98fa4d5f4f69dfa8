#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The conversion between a value and the payload of a file, in any schema version.
///
/// The closures of the versions form a chain. Each closure applies one migration step, and calls the
/// closure of the previous version for the remaining steps. So this type does not name the types of
/// earlier versions.
struct ValueCoding<Value: Sendable>: Sendable {
  /// The names of the migration steps, beginning with the step from version 1.
  let steps: [String]

  /// The current schema version, which is also the highest version that can be read.
  var version: Int { steps.count + 1 }

  /// A closure that returns the payload of a value in any version up to ``version``; `nil` if a step
  /// has no function `down`.
  let encode: @Sendable (_ value: Value, _ version: Int) throws -> Data?

  /// A closure that returns the value of a payload in any version up to ``version``.
  let decode: @Sendable (_ payload: Data, _ version: Int) throws(DecodingFailure) -> Value

  /// A closure that merges this release's value `kept` with the later writes of an earlier release.
  ///
  /// `payload` is the value that the earlier release has stored, in the schema version `version`.
  /// `told` is the oldest version in which the earlier release may have read this release's value;
  /// `nil` if it has not read the value. The earlier release can have removed only elements that it has
  /// read.
  let merge:
    @Sendable (_ kept: Value, _ payload: Data, _ version: Int, _ told: Int?)
      throws(DecodingFailure) -> Value

  /// The conversion of changes; `nil` for a single value, which is always written as a whole.
  var changes: ChangeCoding<Value>?
}

/// The conversion of the unwritten changes of a value to a payload that is appended to the file.
///
/// The payload of the whole value is the concatenation of all payloads in the file.
struct ChangeCoding<Value: Sendable>: Sendable {
  /// A closure that returns the payload of the changes since the last call of ``markAsWritten``.
  ///
  /// The closure returns `nil` if a step has no function `down`, or if the whole value has to be
  /// written.
  let encode: @Sendable (_ value: Value, _ version: Int) throws -> Data?

  /// A closure that returns the number of unwritten changes, and the number of elements (`parts`).
  ///
  /// For a decoded value, the changes in the decoded payload count as unwritten until
  /// ``markAsWritten`` is called.
  let count: @Sendable (_ value: Value) -> (changes: Int, parts: Int)

  /// A closure that removes the changes in `written` from the list of unwritten changes in `value`.
  let markAsWritten: @Sendable (_ value: inout Value, _ written: Value) -> Void
}

/// An error in decoding intact bytes.
enum DecodingFailure: Error {
  /// The bytes do not encode a value of the file's version.
  case undecodable(String)
  /// A step of the schema threw an error.
  case step(String, reason: String)
}

/// The encoding of payloads: CBOR, which common tools can read.
///
/// Equal values have equal bytes. All values are encoded and decoded by this type. So a change of the
/// encoding affects only this type and the conversion to JSON (``CBORJSON``).
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
