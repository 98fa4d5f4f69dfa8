import CBOR

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

  /// A closure that encodes a value in the schema version `version`: the current one or an earlier one.
  ///
  /// The closure returns `nil` if a migration step between `version` and the current version has no
  /// function `down`.
  let encode: @Sendable (_ value: Value, _ version: Int) throws -> Data?

  /// A closure that decodes a payload and migrates its value to the current schema version.
  ///
  /// The parameter `version` is the schema version of the payload, at most the current one.
  let decode: @Sendable (_ payload: Data, _ version: Int) throws(DecodingFailure) -> Value

  /// A closure that merges this release's value `kept` with a value that an earlier release wrote later.
  ///
  /// `payload` is the later value, in the schema version `version`. If a collection in `payload` lacks
  /// an element of `kept`, the element counts as removed only if the earlier release had read it. That
  /// release had read each element that can be converted to the schema version `told`; no element if
  /// `told` is `nil`.
  let merge:
    @Sendable (_ kept: Value, _ payload: Data, _ version: Int, _ told: Int?)
      throws(DecodingFailure) -> Value

  /// The encoding of only the unwritten changes; `nil` for a single value, which is always written as a
  /// whole.
  var changes: ChangeCoding<Value>?
}

/// The encoding of a value's unwritten changes, which are appended to the file as one record.
///
/// The payloads of all records in the file, in file order, are together the encoding of the whole value.
struct ChangeCoding<Value: Sendable>: Sendable {
  /// A closure that encodes the changes since the last call of ``markAsWritten``, in a schema version.
  ///
  /// The closure returns `nil` if the whole value has to be written. It also returns `nil` if a changed
  /// element cannot be converted to that version, because a migration step has no function `down`.
  let encode: @Sendable (_ value: Value, _ version: Int) throws -> Data?

  /// A closure that returns the number of unwritten changes, and the number of elements (`parts`).
  ///
  /// After a value is decoded from a file, the changes in the file also count as unwritten, until
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
