import CBOR

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The encoding of values and ids: CBOR, with equal bytes for equal values.
package enum ValueCoder {
  static func encode(_ value: some Encodable) throws -> [UInt8] {
    [UInt8](try CBOREncoder().encode(value))
  }

  static func decode<Value: Decodable>(
    _ type: Value.Type, from bytes: some ContiguousBytes
  ) throws -> Value {
    try CBORDecoder().decode(type, from: bytes)
  }

  /// Decodes many values as one array, which takes less time for each of them.
  ///
  /// Returns `nil` if any value cannot be decoded.
  package static func decodeAll<Value: Decodable>(
    _ type: Value.Type, from values: [ArraySlice<UInt8>]
  ) -> [Value]? {
    do { return try CBORDecoder().decodeEach(type, from: array(of: values)) } catch { return nil }
  }

  /// Returns the encoding of an array with encoded values.
  private static func array(of values: [ArraySlice<UInt8>]) -> [UInt8] {
    var array: [UInt8] = []
    array.reserveCapacity(values.reduce(9) { $0 + $1.count })
    array.append(0x9B)
    withUnsafeBytes(of: UInt64(values.count).bigEndian) { array.append(contentsOf: $0) }
    for value in values { array.append(contentsOf: value) }
    return array
  }
}
