import Foundation
import Testing

@testable import Storage

@Suite("CRC-32C")
struct CRC32CTests {
  private func checksum(_ data: Data) -> UInt32 { data.withUnsafeBytes { CRC32C.checksum($0) } }

  @Test("\"123456789\" has the published check value")
  func checkValue() {
    #expect(checksum(Data("123456789".utf8)) == 0xE306_9283)
  }

  @Test func `The examples of RFC 3720, B.4 have the checksums in the RFC`() {
    #expect(checksum(Data(repeating: 0, count: 32)) == 0x8A91_36AA)
    #expect(checksum(Data(repeating: 0xFF, count: 32)) == 0x62A8_AB43)
    #expect(checksum(Data(0..<32)) == 0x46DD_794E)
    #expect(checksum(Data((0..<32).reversed())) == 0x113F_DB5C)
    var read = Data(count: 48)
    for (index, byte) in [
      0: 0x01, 1: 0xC0, 16: 0x14, 22: 0x04, 27: 0x14, 31: 0x18, 32: 0x28, 40: 0x02,
    ] as [Int: UInt8] { read[index] = byte }
    #expect(checksum(read) == 0xD996_3A56)
  }
}
