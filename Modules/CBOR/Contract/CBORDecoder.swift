#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif
import Synchronization

/// The `Decoder` that `init(from:)` receives: the position of a value in a CBOR document.
///
/// The size is three words, so that an existential (`any Decoder`) stores the value without an
/// allocation.
struct CBORValueDecoder: Decoder {
  let reader: CBORReader
  private let start: UInt32
  private let level: UInt32
  let codingPath: [any CodingKey]

  var userInfo: [CodingUserInfoKey: Any] { reader.userInfo }

  init(reader: CBORReader, start: Int, level: Int, path: [any CodingKey]) {
    self.reader = reader
    self.start = UInt32(truncatingIfNeeded: start)
    self.level = UInt32(truncatingIfNeeded: level)
    codingPath = path
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    let map = try reader.openMap(at: Int(start), level: Int(level), path: codingPath)
    return KeyedDecodingContainer(CBORKeyedDecoding<Key>(reader: reader, map: map))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try CBORUnkeyedDecoding(reader: reader, start: Int(start), level: Int(level), path: codingPath)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { self }
}

extension CBORValueDecoder: SingleValueDecodingContainer {
  func decodeNil() -> Bool {
    do {
      reader.offset = Int(start)
      return try reader.readNil()
    } catch {
      // This method cannot throw, so a value that cannot be read counts as not nil. The error is thrown
      // when `init(from:)` decodes the value.
      return false
    }
  }

  func decode<T: Decodable>(_ type: T.Type) throws -> T {
    reader.offset = Int(start)
    reader.level = Int(level)
    do {
      let value = try reader.read(type)
      reader.finished = (Int(start), reader.offset)
      return value
    } catch {
      throw DecodingError.located(error, at: codingPath)
    }
  }
}

/// Decodes any `Decodable` value from CBOR (RFC 8949), written by ``CBOREncoder`` or by others.
///
/// - A well-formed document is decoded if its values fit the type. Lengths may be definite or
///   indefinite, numbers need not have their shortest form, and keys may be in any sequence. An integer
///   is accepted for a float, and a float for an integer, if no precision is lost. Tags that the type
///   does not use are ignored.
/// - Fields are found by name, as in JSON: unknown keys are ignored, and a missing key decodes as nil
///   or throws `keyNotFound`. A duplicate key is an error, because decoders could choose different
///   values.
/// - The input is not trusted. Every count and length is checked before memory is allocated, the depth
///   is limited, and no bytes may follow the value. A skipped value need only be well-formed.
///
/// Inside `init(from:)`, coding paths are relative to the decoded value. An error that
/// ``decode(_:from:)`` throws has the complete path.
///
/// A type may store its `Decoder` and use it after `init(from:)` has returned. A stored keyed container
/// is invalid after this return: decoding from the container throws.
public struct CBORDecoder: Sendable {
  /// The values that `encode(to:)` and `init(from:)` find in their coder's `userInfo`.
  public var userInfo: [CodingUserInfoKey: any Sendable]

  public init(userInfo: [CodingUserInfoKey: any Sendable] = [:]) { self.userInfo = userInfo }

  public func decode<T: Decodable>(_ type: T.Type, from data: Data) throws -> T {
    var reader = CBORReader.idle.withLock { $0.popLast() }?.coder ?? CBORReader()
    reader.begin(userInfo)
    let value = try data.withUnsafeBytes { raw in
      try raw.withMemoryRebound(to: UInt8.self) { bytes in
        try reader.bytes.borrowing(bytes) {
          try document(type, reader)
        } andAfterwards: {
          // If a `Decoder` outlives this call, it may still read these bytes.
          !isKnownUniquelyReferenced(&reader)
        }
      }
    }
    if let idle = IdleCoder(&reader) { CBORReader.idle.withLock { $0.append(idle) } }
    return value
  }

  private func document<T: Decodable>(_ type: T.Type, _ reader: CBORReader) throws -> T {
    guard reader.bytes.count <= UInt32.max else {
      throw reader.corrupted("The document is too long.")
    }
    let value = try reader.read(type)
    guard reader.offset == reader.bytes.count else {
      throw reader.corrupted("The document continues after the value.")
    }
    return value
  }
}

extension DecodingError {
  /// Returns a decoding error with an element's index added in front of the error's coding path.
  ///
  /// The method is not inlined, because it would enlarge each of the specialized loops that call it.
  @inline(never)
  static func located(_ error: any Error, at index: Int) -> any Error {
    located(error, at: [CBORKey(intValue: index)])
  }

  /// Returns a decoding error with `path` added in front of its coding path.
  static func located(_ error: any Error, at path: [any CodingKey]) -> any Error {
    func longer(_ context: Context) -> Context {
      Context(
        codingPath: path + context.codingPath, debugDescription: context.debugDescription,
        underlyingError: context.underlyingError)
    }
    switch error as? Self {
    case .typeMismatch(let type, let context)?: return Self.typeMismatch(type, longer(context))
    case .valueNotFound(let type, let context)?: return Self.valueNotFound(type, longer(context))
    case .keyNotFound(let key, let context)?: return Self.keyNotFound(key, longer(context))
    case .dataCorrupted(let context)?: return Self.dataCorrupted(longer(context))
    default: return error
    }
  }
}
