#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The first 16 bytes of every file; their layout is the same in all formats.
///
/// | bytes | meaning |
/// | --- | --- |
/// | 0–3 | `FOST` |
/// | 4–7 | format of the bytes after the header |
/// | 8–11 | schema version of the values |
/// | 12–15 | CRC-32C of bytes 4–11 |
///
/// All numbers are little-endian. The checksum covers the format and the version. So a flipped bit in
/// them counts as damage, and not as the file of a newer release.
struct FileHeader {
  static let size = 16
  /// The current format: records as in ``Record``, with payloads as in ``Payload``.
  static let format: UInt32 = 1
  private static let magic = "FOST".utf8

  let version: Int

  var bytes: Data {
    var fields = Data()
    fields.append(littleEndian: Self.format)
    fields.append(littleEndian: UInt32(version))
    return Data(Self.magic) + fields + Data(littleEndian: CRC32C.checksum(fields))
  }

  /// The result of parsing the first bytes of a file.
  enum Parsed {
    case intact(FileHeader)
    case newerFormat(version: Int)
    case damaged(Damage)
  }

  static func parse(_ file: Data) -> Parsed {
    file.withUnsafeBytes { raw in
      guard raw.prefix(magic.count).elementsEqual(magic) else { return .damaged(.foreign) }
      guard let format: UInt32 = raw.littleEndian(at: 4),
        let version: UInt32 = raw.littleEndian(at: 8),
        let checksum: UInt32 = raw.littleEndian(at: 12)
      else { return .damaged(.length) }
      let fields = UnsafeRawBufferPointer(rebasing: raw[4..<12])
      guard checksum == CRC32C.checksum(fields) else { return .damaged(.checksum) }
      guard format <= Self.format else { return .newerFormat(version: Int(version)) }
      return .intact(FileHeader(version: Int(version)))
    }
  }
}
