import CBOR

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The encoding of values and IDs: CBOR, with equal bytes for equal values.
enum ValueCoder {
  static func encode(_ value: some Encodable) throws -> [UInt8] {
    [UInt8](try CBOREncoder().encode(value))
  }

  static func decode<Value: Decodable>(_ type: Value.Type, from bytes: [UInt8]) throws -> Value {
    try CBORDecoder().decode(type, from: Data(bytes))
  }
}
