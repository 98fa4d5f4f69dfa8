#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The Castagnoli checksum of RFC 3720, appendix B.4.
///
/// It finds every burst of up to 32 flipped bits. It finds accidents, not attackers: whoever can
/// write the file can also write its checksum.
enum CRC32C {
  static func checksum(_ bytes: Data) -> UInt32 {
    bytes.withUnsafeBytes { ~checksum($0, after: .max) }
  }

  /// That of two parts as if they were one.
  static func checksum(_ first: UnsafeRawBufferPointer, _ second: UnsafeRawBufferPointer) -> UInt32
  {
    ~checksum(second, after: checksum(first, after: .max))
  }

  /// Eight bytes at a step, each by the table for its distance from the end of the step: many times as
  /// fast as byte by byte.
  private static func checksum(
    _ bytes: UnsafeRawBufferPointer, after start: UInt32
  ) -> UInt32 {
    let tables = tables
    var (crc, offset) = (start, 0)
    while offset + 8 <= bytes.count {
      let next = UInt64(
        littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
      let step = next ^ UInt64(crc)
      let (low, high) = (Int(step & 0xFFFF_FFFF), Int(step >> 32))
      crc = tables[7 << 8 | low & 0xFF] ^ tables[6 << 8 | low >> 8 & 0xFF]
      crc ^= tables[5 << 8 | low >> 16 & 0xFF] ^ tables[4 << 8 | low >> 24]
      crc ^= tables[3 << 8 | high & 0xFF] ^ tables[2 << 8 | high >> 8 & 0xFF]
      crc ^= tables[1 << 8 | high >> 16 & 0xFF] ^ tables[high >> 24]
      offset += 8
    }
    while offset < bytes.count {
      crc = tables[Int(UInt8(truncatingIfNeeded: crc) ^ bytes[offset])] ^ (crc >> 8)
      offset += 1
    }
    return crc
  }

  /// The table of a byte that is the last one, then those of bytes that one, two … others follow.
  private static let tables: [UInt32] = {
    var tables: [UInt32] = (0..<256).map { byte in
      (0..<8).reduce(UInt32(byte)) { crc, _ in
        crc & 1 == 0 ? crc >> 1 : 0x82F6_3B78 ^ (crc >> 1)
      }
    }
    for entry in 256..<8 * 256 {
      let nearer = tables[entry - 256]
      tables.append(tables[Int(nearer & 0xFF)] ^ (nearer >> 8))
    }
    return tables
  }()
}
