/// The Castagnoli checksum (CRC-32C) of RFC 3720, appendix B.4.
///
/// It detects every burst of up to 32 flipped bits. It does not protect against an attacker, who can
/// compute the checksum of a forged file.
enum CRC32C {
  /// Returns the checksum of the bytes of a buffer, computed with 16 bytes per step.
  ///
  /// In ``tables``, each of the 16 bytes has a separate table. Steps of 16 bytes are many times as fast
  /// as steps of one byte, and twice as fast as steps of 8 bytes.
  static func checksum(_ bytes: UnsafeRawBufferPointer) -> UInt32 {
    let tables = tables
    var (crc, offset) = (UInt32.max, 0)
    while offset + 16 <= bytes.count {
      let first = UInt64(crc) ^ word(bytes, at: offset)
      crc = share(of: first, before: 8, tables)
      crc ^= share(of: word(bytes, at: offset + 8), before: 0, tables)
      offset += 16
    }
    while offset < bytes.count {
      crc = tables[Int(UInt8(truncatingIfNeeded: crc) ^ bytes[offset])] ^ (crc >> 8)
      offset += 1
    }
    return ~crc
  }

  @inline(__always)
  private static func word(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> UInt64 {
    UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }

  /// Returns the contribution of eight bytes to a checksum that is updated 16 bytes at a time.
  ///
  /// `word` contains the eight bytes. `others` is the number of bytes that follow them among the 16
  /// bytes: 8 for the first half, 0 for the second half.
  @inline(__always)
  private static func share(of word: UInt64, before others: Int, _ tables: [UInt32]) -> UInt32 {
    var share: UInt32 = 0
    for byte in 0..<8 {
      let value = Int(truncatingIfNeeded: word >> UInt64(8 * byte)) & 0xFF
      share ^= tables[(others + 7 - byte) << 8 | value]
    }
    return share
  }

  /// Sixteen tables of 256 entries, one for each position in a step of 16 bytes.
  ///
  /// The first table is for the last byte of a step, and the last table for the first byte.
  private static let tables: [UInt32] = {
    var tables = [UInt32](repeating: 0, count: 16 * 256)
    for entry in tables.indices {
      if entry < 256 {
        tables[entry] = (0..<8).reduce(UInt32(entry)) { crc, _ in
          crc & 1 == 0 ? crc >> 1 : 0x82F6_3B78 ^ (crc >> 1)
        }
      } else {
        let nearer = tables[entry - 256]
        tables[entry] = tables[Int(nearer & 0xFF)] ^ (nearer >> 8)
      }
    }
    return tables
  }()
}
