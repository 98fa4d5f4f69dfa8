#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A part of a collection's payload: one element, or the removal of one.
///
/// | bytes | meaning |
/// | --- | --- |
/// | 0 | 1 for a saved element, 0 for the ID of a removed one |
/// | 1–4 | length of the encoding |
/// | 5– | encoding of the element or of the ID |
enum CollectionPart: Sendable {
  case saved(Data)
  case removed(Data)

  func append(to payload: inout Data) {
    let (kind, bytes): (UInt8, Data) =
      switch self {
      case .saved(let bytes): (1, bytes)
      case .removed(let bytes): (0, bytes)
      }
    payload.append(kind)
    payload.append(littleEndian: UInt32(bytes.count))
    payload.append(bytes)
  }

  /// Returns the start of each part of a payload, followed by the end of the last part.
  ///
  /// Throws if the payload does not consist of complete parts.
  static func bounds(in payload: Data) throws(DecodingFailure) -> [Int] {
    var bounds = [payload.startIndex]
    payload.withUnsafeBytes { raw in
      var offset = 0
      while let kind: UInt8 = raw.littleEndian(at: offset), kind <= 1,
        let length: UInt32 = raw.littleEndian(at: offset + 1), raw.count - offset - 5 >= length
      {
        offset += 5 + Int(length)
        bounds.append(payload.startIndex + offset)
      }
    }
    guard bounds.last == payload.endIndex else {
      throw .undecodable("part \(bounds.count - 1): cut short")
    }
    return bounds
  }

  /// Creates a part from its encoded bytes.
  init(_ bytes: Data) {
    let content = bytes.dropFirst(5)
    self = bytes.first == 1 ? .saved(content) : .removed(content)
  }

  static func all(in payload: Data) throws(DecodingFailure) -> [CollectionPart] {
    let bounds = try bounds(in: payload)
    return zip(bounds, bounds.dropFirst()).map { CollectionPart(payload[$0..<$1]) }
  }
}
