#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// One element in the payload of a collection, or that it is there no more.
///
/// | bytes | meaning |
/// | --- | --- |
/// | 0 | 1 for an element, 0 for the identity of one that was removed |
/// | 1–4 | length of what follows |
/// | 5– | the element's payload, or the identity's |
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

  static func all(in payload: Data) throws(DecodingFailure) -> [CollectionPart] {
    var parts: [CollectionPart] = []
    let end = payload.withUnsafeBytes { raw in
      var offset = 0
      while let kind: UInt8 = raw.littleEndian(at: offset), kind <= 1,
        let length: UInt32 = raw.littleEndian(at: offset + 1), raw.count - offset - 5 >= length
      {
        let start = payload.startIndex + offset + 5
        let bytes = payload[start..<start + Int(length)]
        parts.append(kind == 1 ? .saved(bytes) : .removed(bytes))
        offset += 5 + Int(length)
      }
      return offset
    }
    guard end == payload.count else { throw .undecodable("part \(parts.count): cut short") }
    return parts
  }
}
