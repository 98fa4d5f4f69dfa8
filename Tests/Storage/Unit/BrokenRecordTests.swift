import Foundation
import StorageTestSupport
import Testing

@testable import Storage

/// Tests of damage and torn appends in the log of a collection.
///
/// No flipped bit removes an acknowledged record without an error. An append that never completed
/// is not reported.
@Suite("Broken records")
struct BrokenRecordTests {
  /// A log of three writes; the payload of the last one ends in zeros.
  private static let log = Log([[1], Array(2...16), [7, 0, 0]])
  private static let next = Log([[1], Array(2...16), [7, 0, 0], [8, 9, 10, 0, 11]]).records[3]

  @Test func `No single flipped bit loses a record without an error`() {
    let withoutPayload = [Log([[]]), Log([[7, 0, 0], []])]
    for log in [Self.log, Log([[], [0], [0, 0, 0]]), Log.copies] + withoutPayload {
      for bit in log.bits {
        expectNoSilentLoss(log.flipped(bit), of: log, "bit \(bit)")
      }
    }
  }

  /// Tests a part of the pairs of bits, or with `STORAGE_PAIRS=1` all of them in several minutes.
  @Test func `Two flipped bits in a header lose no record without an error`() {
    let isThorough = ProcessInfo.processInfo.environment["STORAGE_PAIRS"] != nil
    for log in [Self.log, Log([[5], [0, 0]]), Log.copies] {
      for (place, header) in log.headers.enumerated() {
        for first in header {
          // More pairs in the last length, because a longer one ends beyond the file.
          let isLength = header.lowerBound + 32..<header.lowerBound + 64 ~= first
          let share = isLength && place == log.headers.count - 1 ? 7 : 1_009
          for second in header
          where second > first && (isThorough || (7 * first + second) % share == 0) {
            expectNoSilentLoss(log.flipped(first, second), of: log, "bits \(first), \(second)")
          }
        }
      }
    }
  }

  @Test func `A flipped bit in a length loses no record at all`() {
    for start in Self.log.starts.map({ ($0 + 4) * 8 }) {
      for bit in start..<start + 32 { expectRepair(of: Self.log.flipped(bit), "bit \(bit)") }
    }
    // In the last length, also two bits.
    let last = (Self.log.starts[2] + 4) * 8
    for first in last..<last + 32 {
      for second in last..<first {
        expectRepair(of: Self.log.flipped(first, second), "bits \(first), \(second)")
      }
    }
  }

  private func expectRepair(of bytes: Data, _ what: @autoclosure () -> Comment) {
    let scan = RecordScan(bytes)
    #expect(scan.isDamaged && scan.intact == Self.log.bytes, what())
    #expect(scan.records.map(\.record.payload) == Self.log.payloads, what())
  }

  @Test func `A flipped bit in a length and one in its payload lose no record without an error`() {
    for log in [Self.log, Log.copies] {
      for (record, start) in log.starts.enumerated() {
        for first in 0..<32 {
          for second in 0..<8 * log.payloads[record].count {
            let bits = ((start + 4) * 8 + first, (start + Record.headerSize) * 8 + second)
            expectNoSilentLoss(log.flipped(bits.0, bits.1), of: log, "bits \(bits)")
          }
        }
      }
    }
  }

  @Test func `A torn append is not reported, wherever it is cut off`() {
    for log in [Self.log, Log.copies] {
      for cut in log.starts[log.starts.count - 1]...log.bytes.count {
        let isWhole = cut == log.bytes.count
        // The file system may have extended the file first, to the end of the append or beyond it.
        for zeros in [0, 1, 2, 3, 4, log.bytes.count - cut, 4_096] where !isWhole || zeros == 0 {
          let scan = RecordScan(log.bytes.prefix(cut) + Data(count: zeros))
          let isThere = isWhole || log.bytes[cut...].allSatisfy { $0 == 0 } && zeros > 0
          #expect(!scan.isDamaged || isThere, "\(cut) bytes and \(zeros) zeros")
          #expect(scan.records.count >= log.starts.count - 1)
        }
      }
    }
  }

  @Test func `A flipped bit in front of a torn append loses no record without an error`() {
    for (cut, zeros) in [(3, 5), (30, 0), (Self.next.count - 1, 5)] {
      let torn = Self.next.prefix(cut) + Data(count: zeros)
      for bit in Self.log.bits {
        let bytes = Self.log.flipped(bit) + torn
        expectNoSilentLoss(bytes, of: Self.log, "bit \(bit), \(cut) bytes, \(zeros) zeros")
        let isLength = Self.log.starts.contains { ($0 + 4) * 8..<($0 + 8) * 8 ~= bit }
        if isLength && zeros == 0 { expectRepair(of: bytes, "bit \(bit), \(cut) bytes") }
      }
    }
  }

  @Test func `A header that is impossible for an append is damage`() {
    let head = Log([[1]])
    let cut = { (record: Record) in RecordScan(head.bytes + record.encoded().bytes.dropLast()) }
    let payload = Data([1, 2, 3])
    let found = FileStamp(sequence: 5, checksum: 6)
    #expect(cut(Record(sequence: 2, copy: .none, time: 0, payload: payload)).isCut)
    for sequence in [3, 4, RollbackMirror.stride, .max] {
      #expect(cut(Record(sequence: sequence, copy: .none, time: 0, payload: payload)).isDamaged)
    }
    let foreign = RollbackMirror(before: found, after: FileStamp(sequence: 6, checksum: 7))
    let marked = Record(sequence: 2, copy: foreign, time: 0, payload: payload)
    #expect(cut(marked).isDamaged)
    #expect(RecordScan(head.bytes + marked.encoded().bytes.prefix(Record.headerSize)).isDamaged)
    var long = Record(sequence: 2, copy: .none, time: 0, payload: payload).encoded().bytes
    long.replaceSubrange(4..<8, with: Data(littleEndian: UInt32(64 << 20)))
    #expect(RecordScan(head.bytes + long).isDamaged)
  }

  @Test func `Bytes after the last record that begin no record are damage`() {
    for tail in [Data("\n".utf8), Data("RED".utf8), Data([1]), Data(repeating: 7, count: 60)] {
      let scan = RecordScan(Self.log.bytes + tail)
      #expect(scan.isDamaged && !scan.isCut, "\(tail.count) bytes")
      #expect(scan.records.map(\.record.payload) == Self.log.payloads)
    }
  }

  @Test func `A last record with all its bytes is never torn, however many of them are wrong`() {
    let log = Log([[1], [9, 9, 9, 9]])
    let scan = RecordScan(log.bytes.dropLast(4) + [1, 2, 3, 4])
    #expect(scan.isDamaged && !scan.isCut)
    #expect(scan.records.count == 1)
  }

  @Test func `Two flipped bits explain a wrong checksum, and three do not`() {
    let log = Log([[1], [9, 9, 9]])
    let header = log.starts[1] * 8
    let (length, checksum, payload) = (header + 36, header + 48 * 8, header + Record.headerSize * 8)
    for bit in 0..<24 {
      #expect(RecordScan(log.flipped(length, length + 1)).isDamaged)
      #expect(RecordScan(log.flipped(length, payload + bit)).isDamaged)
      for flipped in [
        log.flipped(length, length + 1, payload + bit),
        log.flipped(length, checksum + bit, checksum + bit + 1),
      ] {
        let scan = RecordScan(flipped)
        #expect(scan.isCut && !scan.isDamaged, "bit \(bit)")
      }
    }
  }

  @Test func `A record that is not newer than the one before it is damage`() {
    for stale in Self.log.records {
      let scan = RecordScan(Self.log.bytes + stale)
      #expect(scan.isDamaged)
      #expect(scan.records.map(\.record.payload) == Self.log.payloads)
    }
  }

  @Test func `A torn append may end at the largest size of a file, and not beyond it`() {
    let head = Log([[1]]).bytes
    let room = StorageClass.largestFile - FileHeader.size - head.count - Record.headerSize
    for (length, isCut) in [(room, true), (room + 1, false)] {
      var torn = Record(sequence: 2, copy: .none, time: 0, payload: Data([1, 2, 3])).encoded().bytes
      torn.replaceSubrange(4..<8, with: Data(littleEndian: UInt32(length)))
      let bytes = head + torn.dropLast()
      // A repository scans the slice behind the header of a file.
      let slice = (Data(count: FileHeader.size) + bytes).dropFirst(FileHeader.size)
      for scan in [RecordScan(bytes), RecordScan(slice)] {
        #expect(scan.isCut == isCut && scan.isDamaged != isCut, "\(length)")
      }
    }
  }

  @Test func `A torn first record may have any number, and a later one must have all its bytes`() {
    let payload = Data([1, 2, 3])
    for sequence in [1, 5, RollbackMirror.stride, .max] {
      let record = Record(sequence: sequence, copy: .none, time: 0, payload: payload)
      #expect(RecordScan(record.encoded().bytes.dropLast()).isCut, "\(sequence)")
    }
    let head = Log([[1]]).bytes
    let next = Record(sequence: 2 + 1 << 56, copy: .none, time: 0, payload: payload)
    #expect(RecordScan(head + next.encoded().bytes.dropLast()).isDamaged)
  }

  @Test func `A large torn append is not reported`() {
    let log = Log([[1], (0..<20_000).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 3) }])
    for zeros in [0, 2_000] {
      let scan = RecordScan(log.bytes.prefix(18_000) + Data(count: zeros))
      #expect(scan.isCut && !scan.isDamaged, "\(zeros) zeros")
    }
  }

  @Test func `Damage that exceeds the budget of checks is reported`() {
    let log = Log([[1], Array(repeating: 0, count: 10_000)])
    let cut = log.bytes.dropLast(1_000)
    #expect(RecordScan(cut).isCut)
    let scan = RecordScan(cut, budget: 1 << 17)
    #expect(scan.isDamaged && !scan.isCut)
    #expect(scan.records.count == 1)
  }

  @Test(arguments: [(9, 1), (10, 0)])
  func `The search for the next record reads at most eight times the size of a file`(
    headers: Int, found: Int
  ) {
    let scan = RecordScan(forged(headers))
    #expect(scan.records.count == found && scan.isDamaged)
  }

  /// Returns headers without a record, and one intact record at the end.
  private func forged(_ headers: Int) -> Data {
    let record = Record(sequence: 9, copy: .none, time: 0, payload: Data([1, 2, 3])).encoded().bytes
    let gap = 20_000
    var bytes = Data()
    for header in 1...headers {
      let rest = (headers - header) * Record.headerSize + gap + record.count
      bytes.append(Record.marker)
      bytes.append(littleEndian: UInt32(rest))
      bytes.append(Data([1]) + Data(count: Record.headerSize - 9))
    }
    return bytes + Data(count: gap) + record
  }

  private func expectNoSilentLoss(_ bytes: Data, of log: Log, _ what: @autoclosure () -> String) {
    let scan = RecordScan(bytes)
    let payloads = scan.records.map(\.record.payload)
    if payloads != log.payloads && !scan.isDamaged {
      Issue.record("\(what()): \(payloads.count) of \(log.payloads.count) records, no error")
    }
    // Every payload that is found must be one that was written.
    if !payloads.allSatisfy(log.payloads.contains) { Issue.record("\(what()): another payload") }
  }
}

/// The consecutive records of a file.
private struct Log {
  let records: [Data]
  let payloads: [Data]
  let bytes: Data
  let starts: [Int]

  init(_ payloads: [[UInt8]], _ copy: RollbackMirror = .none, stride: UInt64 = 1) {
    self.payloads = payloads.map { Data($0) }
    let records = payloads.enumerated().map { place, payload in
      Record(sequence: 1 + UInt64(place) * stride, copy: copy, time: 0, payload: Data(payload))
        .encoded().bytes
    }
    self.records = records
    bytes = records.reduce(Data(), +)
    starts = records.indices.map { records[..<$0].reduce(0) { $0 + $1.count } }
  }

  /// A log with the marks of an earlier release's file, and with the sequence numbers of a copy.
  static let copies = Log(
    [[1, 2], [3], [0]],
    RollbackMirror(
      before: FileStamp(sequence: 1, checksum: 7),
      after: FileStamp(sequence: 1 + RollbackMirror.stride, checksum: 8)),
    stride: RollbackMirror.stride)

  var bits: Range<Int> { 0..<bytes.count * 8 }
  /// The range of bits of each header.
  var headers: [Range<Int>] { starts.map { $0 * 8..<($0 + Record.headerSize) * 8 } }

  func flipped(_ bits: Int...) -> Data {
    var bytes = bytes
    for bit in bits { bytes[bit / 8] ^= 1 << (bit % 8) }
    return bytes
  }
}
