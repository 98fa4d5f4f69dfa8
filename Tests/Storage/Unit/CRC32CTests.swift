import Foundation
import Testing

@testable import Storage

@Suite("CRC-32C")
struct CRC32CTests {
  @Test("\"123456789\" has the published check value")
  func checkValue() {
    #expect(CRC32C.checksum(Data("123456789".utf8)) == 0xE306_9283)
  }

  @Test func `The examples of RFC 3720, B.4 have the checksums in the RFC`() {
    #expect(CRC32C.checksum(Data(repeating: 0, count: 32)) == 0x8A91_36AA)
    #expect(CRC32C.checksum(Data(repeating: 0xFF, count: 32)) == 0x62A8_AB43)
    #expect(CRC32C.checksum(Data(0..<32)) == 0x46DD_794E)
    #expect(CRC32C.checksum(Data((0..<32).reversed())) == 0x113F_DB5C)
    var read = Data(count: 48)
    for (index, byte) in [
      0: 0x01, 1: 0xC0, 16: 0x14, 22: 0x04, 27: 0x14, 31: 0x18, 32: 0x28, 40: 0x02,
    ] as [Int: UInt8] { read[index] = byte }
    #expect(CRC32C.checksum(read) == 0xD996_3A56)
  }

  @Test func `Two parts have the checksum of their concatenation`() {
    Data("123456789".utf8).withUnsafeBytes { bytes in
      for end in 0...bytes.count {
        let parts = [bytes[..<end], bytes[end...]].map(UnsafeRawBufferPointer.init(rebasing:))
        #expect(CRC32C.checksum(parts[0], parts[1]) == 0xE306_9283)
      }
    }
  }

  @Test func `The difference of two checksums is known after equal bytes, and before them`() {
    var (first, second) = (Data("12345678A".utf8), Data("12345678z".utf8))
    var difference = CRC32C.difference(ofLastByte: UInt8(ascii: "A") ^ UInt8(ascii: "z"))
    for byte in UInt8(0)..<50 {
      #expect(CRC32C.checksum(first) ^ CRC32C.checksum(second) == difference)
      first.append(byte)
      second.append(byte)
      let next = CRC32C.difference(after: difference)
      #expect(CRC32C.difference(before: next) == difference)
      difference = next
    }
  }
}
