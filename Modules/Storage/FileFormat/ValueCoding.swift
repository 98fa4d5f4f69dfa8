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

  /// A closure that returns a value encoded in the current or an earlier schema version; `nil` if a
  /// migration step between the two versions has no function `down`.
  let encode: @Sendable (_ value: Value, _ version: Int) throws -> Data?

  /// A closure that returns the value of a payload in any version up to ``version``.
  let decode: @Sendable (_ payload: Data, _ version: Int) throws(DecodingFailure) -> Value

  /// A closure that merges this release's value `kept` with a value that an earlier release wrote later.
  ///
  /// `payload` is the earlier release's value, in the schema version `version`. An element of `kept` can
  /// count as removed only if the earlier release has read the element. That release has read the
  /// elements that can be converted to the schema version `told`; none if `told` is `nil`.
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
  /// A closure that encodes the changes since the last call of ``markAsWritten``, in a schema version.
  ///
  /// The closure returns `nil` if the whole value has to be written. It also returns `nil` if a changed
  /// element cannot be converted to that version, because a migration step has no function `down`.
  let encode: @Sendable (_ value: Value, _ version: Int) throws -> Data?

  /// A closure that returns the number of unwritten changes, and the number of elements (`parts`).
  ///
  /// For a value that was decoded from a file, the first number also includes the changes in the file,
  /// until ``markAsWritten`` is called.
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
