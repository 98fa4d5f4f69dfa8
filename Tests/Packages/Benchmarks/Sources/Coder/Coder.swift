#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// The internal coder of `Storage`, compiled from its own sources.
package enum Coder {
  package static func encode(_ value: some Encodable) throws -> Data {
    try CBOREncoder().encode(value)
  }

  package static func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value
  {
    try CBORDecoder().decode(type, from: data)
  }
}
