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
  static func checksum(_ parts: Data...) -> UInt32 {
    var crc = UInt32.max
    for part in parts {
      part.withUnsafeBytes { bytes in
        for byte in bytes { crc = table[Int(UInt8(truncatingIfNeeded: crc) ^ byte)] ^ (crc >> 8) }
      }
    }
    return ~crc
  }

  private static let table: [UInt32] = (0..<256).map { byte in
    (0..<8).reduce(UInt32(byte)) { crc, _ in
      crc & 1 == 0 ? crc >> 1 : 0x82F6_3B78 ^ (crc >> 1)
    }
  }
}
