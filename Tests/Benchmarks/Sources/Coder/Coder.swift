#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The coder that `Storage` keeps to itself, compiled from its own sources.
public enum Coder {
  public static func encode(_ value: some Encodable) throws -> Data {
    try CBOREncoder().encode(value)
  }

  public static func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
    try CBORDecoder().decode(type, from: data)
  }
}
