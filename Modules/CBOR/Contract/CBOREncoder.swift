#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Encodes any `Encodable` value as CBOR (RFC 8949); equal values have equal bytes in every process.
///
/// ```swift
/// let data = try CBOREncoder().encode(note)
/// ```
///
/// The document has the core deterministic encoding of RFC 8949, section 4.2.1: numbers have their
/// shortest form, lengths are definite, and the keys of all maps are sorted, however the type writes its
/// fields. What `JSONEncoder` encodes, this encoder encodes as well, with the same coding paths;
/// <doc:ComparedWithJSON> lists the exceptions. <doc:Format> describes the form of each type.
public struct CBOREncoder: Sendable {
  /// Values that `encode(to:)` finds in the `userInfo` of its encoder.
  public var userInfo: [CodingUserInfoKey: any Sendable]

  /// Creates an encoder.
  ///
  /// - Parameter userInfo: Values that `encode(to:)` finds in the `userInfo` of its encoder.
  public init(userInfo: [CodingUserInfoKey: any Sendable] = [:]) { self.userInfo = userInfo }

  /// Encodes one value.
  ///
  /// - Throws: `EncodingError` if the value has no encoding that could be decoded again, such as an
  ///   empty URL or more than 512 nested arrays and maps, or an error of a type's `encode(to:)`.
  public func encode<T: Encodable>(_ value: T) throws -> Data {
    let writer = CBORWriter(capacity: 512, userInfo: userInfo)
    try CBORValueEncoder(writer).write(value, .same)
    return Data(writer.bytes.slice(0..<writer.bytes.count))
  }
}
