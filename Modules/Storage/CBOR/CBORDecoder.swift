#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import Synchronization

/// Reads any `Decodable` value from CBOR (RFC 8949): what ``CBOREncoder`` wrote, and what others did.
///
/// - Any well-formed document is read whose values fit the type: lengths told or not, longer forms than
///   needed, floats of any width, an integer where a float is asked for and the reverse if nothing is
///   lost, keys in any order. Tags that say nothing to the type are passed over.
/// - Fields are known by name as in JSON: keys nobody asks for are ignored, a missing one is nil or
///   `keyNotFound`. A key that is there twice is refused: one of two values would have to be
///   dropped, and readers that choose differently would see different documents.
/// - The bytes may come from anywhere: every count and length is checked before memory is
///   taken for it, depth is limited, and nothing may follow the value. Values nobody asks for
///   need only be well-formed.
///
/// Coding paths are relative to the value being decoded; an error that leaves the decoder has the whole
/// path. A `Decoder` may outlive `init(from:)`, a keyed container may not: it throws.
struct CBORDecoder: Sendable {
  var userInfo: [CodingUserInfoKey: any Sendable] = [:]

  func decode<T: Decodable>(_ type: T.Type, from data: Data) throws -> T {
    var reader = CBORReader.idle.withLock { $0.popLast() }?.coder ?? CBORReader()
    reader.begin(userInfo)
    let value = try data.withUnsafeBytes { raw in
      try raw.withMemoryRebound(to: UInt8.self) { bytes in
        try reader.bytes.borrowing(bytes) {
          try document(type, reader)
        } andAfterwards: {
          // Whoever has kept a `Decoder` goes on reading.
          !isKnownUniquelyReferenced(&reader)
        }
      }
    }
    if let idle = CBORIdle(&reader) { CBORReader.idle.withLock { $0.append(idle) } }
    return value
  }

  private func document<T: Decodable>(_ type: T.Type, _ reader: CBORReader) throws -> T {
    guard reader.bytes.count <= UInt32.max else {
      throw reader.corrupted("The document is too long.")
    }
    let value = try reader.read(type)
    guard reader.offset == reader.bytes.count else {
      throw reader.corrupted("Something follows the value.")
    }
    return value
  }
}

extension DecodingError {
  /// Not inlined, as loops are compiled for many types of element.
  @inline(never)
  static func located(_ error: any Error, at index: Int) -> any Error {
    located(error, at: [CBORKey(intValue: index)])
  }

  /// The same error, as seen from the container that holds the value at `path`.
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
