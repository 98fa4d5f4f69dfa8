import Foundation
import Testing

@testable import Storage

@Suite("Records")
struct RecordTests {
  let record = Record(
    sequence: 0x0102_0304_0506_0708,
    copy: RollbackMirror(
      before: FileStamp(sequence: 0x1112_1314_1516_1718, checksum: 0x2122_2324),
      after: FileStamp(sequence: 0x3132_3334_3536_3738, checksum: 0x4142_4344)),
    time: 0x5152_5354_5556_5758, payload: Data("salt".utf8))

  @Test func `The bytes of a record never change`() {
    #expect(
      hex(record.encoded().bytes) == """
        5245430a 04000000 08070605 04030201 18171615 14131211 24232221 \
        38373635 34333231 44434241 58575655 54535251 c9b32adf 73616c74
        """)
  }

  @Test func `A record is parsed to its fields and its stamp`() throws {
    for payload in [Data(), Data("salt".utf8), Data(count: 100_000)] {
      let written = Record(sequence: 3, copy: record.copy, time: -1, payload: payload)
      let (bytes, stamp) = written.encoded()
      guard case .intact(let read, stamp, bytes.count) = Record.parse(bytes) else {
        Issue.record("damaged")
        continue
      }
      #expect(read.sequence == 3 && read.copy == record.copy && read.time == -1)
      #expect(read.payload == payload)
      #expect(stamp.sequence == 3)
    }
  }

  @Test func `A record with any flipped bit is damaged`() {
    let bytes = record.encoded().bytes
    for (index, bit) in bytes.indices.flatMap({ index in (0..<8).map { (index, $0) } }) {
      var flipped = bytes
      flipped[index] ^= 1 << bit
      // A flipped length can also point beyond the end.
      let damage = damage(flipped)
      #expect(
        damage == .checksum || (4..<8).contains(index) && damage == .length,
        "bit \(bit) of byte \(index)")
    }
  }

  @Test func `A record with another length is damaged`() {
    let bytes = record.encoded().bytes
    for count in 0..<bytes.count { #expect(damage(bytes.prefix(count)) == .length) }
    for tail in [Data([0]), bytes] { #expect(damage(bytes + tail) == .length) }
  }

  @Test func `A record is parsed from a slice`() {
    #expect(damage((Data([1, 2, 3]) + record.encoded().bytes).dropFirst(3)) == nil)
  }

  @Test func `The previous release's file is foreign unless its stamp is the one found or left`() {
    let copy = RollbackMirror(
      before: FileStamp(sequence: 1, checksum: 7),
      after: FileStamp(sequence: 1 + RollbackMirror.stride, checksum: 8))
    #expect(!copy.isForeign(copy.before))
    #expect(!copy.isForeign(copy.after))
    for stamp in [
      FileStamp(sequence: 1, checksum: 8), FileStamp(sequence: 2, checksum: 7), .none,
      FileStamp(sequence: 1 + RollbackMirror.stride, checksum: 7),
      FileStamp(sequence: 2 + RollbackMirror.stride, checksum: 8),
    ] { #expect(copy.isForeign(stamp)) }
  }

  @Test func `Only a write after the copy has seen it`() {
    let found = FileStamp(sequence: 1, checksum: 7)
    let copy = RollbackMirror(
      before: found, after: FileStamp(sequence: 1 + RollbackMirror.stride, checksum: 8))
    #expect(copy.wasSeen(before: FileStamp(sequence: 2 + RollbackMirror.stride, checksum: 9)))
    for sequence in [1_000_000, copy.after.sequence] {
      #expect(!copy.wasSeen(before: FileStamp(sequence: sequence, checksum: 9)))
    }
    #expect(
      !RollbackMirror(before: found, after: found).wasSeen(
        before: FileStamp(sequence: 2, checksum: 9)))
    #expect(!RollbackMirror.none.wasSeen(before: FileStamp(sequence: 1, checksum: 9)))
  }

  private func damage(_ bytes: Data) -> Damage? {
    switch Record.parse(bytes) {
    case .intact(_, _, bytes.count): nil
    case .intact, .cut: .length
    case .damaged: .checksum
    }
  }
}
