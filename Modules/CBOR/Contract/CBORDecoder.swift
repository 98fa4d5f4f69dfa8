#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Decodes any `Decodable` value from CBOR (RFC 8949), written by ``CBOREncoder`` or by others.
///
/// ```swift
/// let copy = try CBORDecoder().decode(Note.self, from: data)
/// ```
///
/// The decoder has the semantics of `JSONDecoder`, with the same coding paths and the same kinds of
/// errors; <doc:ComparedWithJSON> lists the exceptions. For example, a missing field and a null are the
/// same for an optional, unknown fields are ignored, and a number of another type is accepted if it
/// fits.
///
/// The input is not trusted: every count and length is checked before memory is allocated, arrays and
/// maps may be nested 512 levels deep, and no bytes may follow the value. Lengths must be definite; keys
/// may be in any sequence.
public struct CBORDecoder: Sendable {
  /// Values that `init(from:)` finds in the `userInfo` of its decoder.
  public var userInfo: [CodingUserInfoKey: any Sendable]

  /// Creates a decoder.
  ///
  /// - Parameter userInfo: Values that `init(from:)` finds in the `userInfo` of its decoder.
  public init(userInfo: [CodingUserInfoKey: any Sendable] = [:]) { self.userInfo = userInfo }

  /// Decodes one value.
  ///
  /// - Throws: `DecodingError` if the data is not well-formed or does not fit the type, or an error of
  ///   the type's `init(from:)`.
  public func decode<T: Decodable>(_ type: T.Type, from data: some ContiguousBytes) throws -> T {
    try reading(data) { try $0.read(type, at: .root, .same) }
  }

  /// Decodes the elements of an array, each with the coding paths of a value of its own.
  package func decodeEach<T: Decodable>(
    _ type: T.Type, from data: some ContiguousBytes
  ) throws -> [T] {
    try reading(data) { try $0.elements(of: type) { _ in .same } }
  }

  private func reading<Value>(
    _ data: some ContiguousBytes, _ read: (CBORValueDecoder) throws -> Value
  ) throws -> Value {
    try data.withUnsafeBytes { raw in
      try raw.withMemoryRebound(to: UInt8.self) { bytes in
        var document: CBORDocument
        do throws(CBORFailure) {
          document = try CBORDocument(bytes, userInfo: userInfo)
        } catch {
          throw error.decodingError(at: [])
        }
        // A type may keep its decoder.
        defer { if !isKnownUniquelyReferenced(&document) { document.keepBytes() } }
        return try read(CBORValueDecoder(document, .root, parent: nil, .same))
      }
    }
  }
}
