#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The first 20 bytes of every file; their layout never changes, whatever follows them.
///
/// | bytes | meaning |
/// | --- | --- |
/// | 0–3 | `FOST` |
/// | 4–7 | format of the payload |
/// | 8–11 | schema version of the value |
/// | 12–15 | length of the payload |
/// | 16–19 | CRC-32C of bytes 4–15 and the payload |
///
/// All numbers are little-endian. Because the checksum covers the version too, a flipped bit is
/// damage and never "a newer release".
enum SnapshotHeader {
  static let size = 20
  /// JSON payloads.
  static let format: UInt32 = 1
  private static let magic = Data("FOST".utf8)

  static func file(version: Int, payload: Data) -> Data {
    var fields = Data()
    fields.append(littleEndian: format)
    fields.append(littleEndian: UInt32(version))
    fields.append(littleEndian: UInt32(payload.count))

    var file = Data(capacity: size + payload.count)
    file.append(magic)
    file.append(fields)
    file.append(littleEndian: CRC32C.checksum(fields, payload))
    file.append(payload)
    return file
  }

  /// What a file's bytes turn out to be.
  enum Content {
    case intact(version: Int, payload: Data)
    case newer(version: Int)
    case damaged(Damage)
  }

  static func parse(_ file: Data, newest version: Int) -> Content {
    guard file.starts(with: magic) else { return .damaged(.foreign) }
    let fields = file.dropFirst(magic.count).prefix(12)
    var rest = file.dropFirst(magic.count)
    guard let storedFormat = rest.popLittleEndian(), let storedVersion = rest.popLittleEndian(),
      let length = rest.popLittleEndian(), let checksum = rest.popLittleEndian(),
      rest.count == length
    else { return .damaged(.length) }
    guard checksum == CRC32C.checksum(fields, rest) else { return .damaged(.checksum) }
    guard storedFormat <= format, storedVersion <= version else {
      return .newer(version: Int(storedVersion))
    }
    return .intact(version: Int(storedVersion), payload: rest)
  }
}
