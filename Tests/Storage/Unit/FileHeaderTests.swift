import Foundation
import Testing

@testable import Storage

@Suite("The header of a file")
struct FileHeaderTests {
  let header = FileHeader(version: 0x0102_0304)

  @Test func `The bytes of the header never change`() {
    #expect(hex(header.bytes) == "464f5354 01000000 04030201 c08d3681")
    #expect(header.bytes.count == FileHeader.size)
  }

  @Test(arguments: [1, 2, 0x7FFF_FFFF])
  func `The version is read, whatever follows the header`(version: Int) {
    let bytes = FileHeader(version: version).bytes
    #expect(parsed(bytes) == "version \(version)")
    #expect(parsed(bytes + [1, 2, 3]) == "version \(version)")
  }

  @Test func `A header with any flipped bit is damaged, and never of a newer release`() {
    for (index, bit) in (0..<FileHeader.size).flatMap({ index in (0..<8).map { (index, $0) } }) {
      var flipped = header.bytes
      flipped[index] ^= 1 << bit
      let damage = index < 4 ? "not a stored value" : "wrong checksum"
      #expect(parsed(flipped) == damage, "bit \(bit) of byte \(index)")
    }
  }

  @Test(arguments: 0..<FileHeader.size)
  func `A truncated header is damaged`(count: Int) {
    let damage = count < 4 ? "not a stored value" : "wrong length"
    #expect(parsed(header.bytes.prefix(count)) == damage)
  }

  @Test func `A higher format is of a newer release, and a lower one is not`() {
    for (format, expected) in [0: "version 7", 1: "version 7", 2: "newer format of version 7"] {
      var fields = Data(littleEndian: UInt32(format))
      fields.append(littleEndian: UInt32(7))
      let bytes = Data("FOST".utf8) + fields + Data(littleEndian: CRC32C.checksum(fields))
      #expect(parsed(bytes) == expected)
    }
  }

  private func parsed(_ bytes: Data) -> String {
    switch FileHeader.parse(bytes) {
    case .intact(let header): "version \(header.version)"
    case .newerFormat(let version): "newer format of version \(version)"
    case .damaged(let damage): damage.description
    }
  }
}
