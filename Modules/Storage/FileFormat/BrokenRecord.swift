#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The rest of a file where a record has to begin and no intact one does: a torn append, or damage.
///
/// A length in which one or two bits have flipped leaves few lengths that can have been written. With
/// the right one the checksum verifies, so the record is found again whatever follows it. An append is
/// torn when some of its bytes are missing, or are zeros because the file system has lengthened the file
/// first, and when no flipped bits explain what is there.
struct BrokenRecord {
  /// The number of bytes that all checks of one file may read; a file that needs more counts as damaged.
  static let effort = 8 * DataClass.largestFile

  /// The cost of a search for possible lengths, in bytes read.
  private static let searchingEffort = 1 << 13

  /// From the beginning of the record to the end of the file.
  private let bytes: UnsafeRawBufferPointer
  /// Where the zeros at the end of the file begin.
  private let contentEnd: Int
  /// The length in the header; `nil` when the bytes are too few for a header.
  private let claimed: UInt32?

  init(_ bytes: UnsafeRawBufferPointer, contentEnd: Int) {
    self.bytes = bytes
    self.contentEnd = contentEnd
    claimed = bytes.count < Record.headerSize ? nil : bytes.littleEndian(at: 4)
  }

  /// The length with which the checksum verifies, when it is not the one in the header.
  func provenLength(_ effort: inout Int) -> UInt32? {
    guard let claimed, isMarker(at: 0) else { return nil }
    for length in lengths(near: claimed, &effort) where length != claimed {
      effort -= Record.headerSize + Int(length)
      guard effort > 0 else { return nil }
      if Record.syndrome(of: bytes, length: length) == 0 { return length }
    }
    return nil
  }

  /// Whether this is what an append behind the record `last` leaves when it is cut off, so that no
  /// caller was told that it had ended.
  func isTorn(after last: UInt64, at offset: Int, _ effort: inout Int) -> Bool {
    guard isMarker(at: 0) else { return false }
    // No record that was ever complete is shorter than its header.
    guard let claimed else { return true }
    guard contentEnd < Record.headerSize + Int(claimed),
      offset + Record.headerSize + Int(claimed) <= DataClass.largestFile,
      isSequencePlausible(after: last), areMarksPlausible
    else { return false }
    for length in lengths(near: claimed, &effort) {
      effort -= (length == claimed ? 34 : 2) * (Record.headerSize + Int(length))
      guard effort > 0, !isComplete(length: length, claimed: claimed) else { return false }
    }
    return effort > 0
  }

  /// Whether another record, a part of one, zeros or nothing is at an offset.
  private func isMarker(at offset: Int) -> Bool {
    for place in 0..<max(0, min(Self.marker.count, contentEnd - offset))
    where bytes[offset + place] != Self.marker[place] { return false }
    return true
  }

  private static let marker = Array(Record.marker)

  /// The lengths at which the record can end and that differ from `claimed` in at most two bits.
  private func lengths(near claimed: UInt32, _ effort: inout Int) -> [UInt32] {
    effort -= Self.searchingEffort
    guard effort > 0 else { return [] }
    var lengths: [UInt32] = []
    // A bit beyond the highest is none: 33 of them, in pairs, are all lengths once but `claimed`.
    for first in UInt32(0)...32 {
      for second in first...32 where first < second || first == 32 {
        let length = claimed ^ 1 << first ^ (first == second ? 0 : 1 << second)
        guard length <= bytes.count - Record.headerSize,
          isMarker(at: Record.headerSize + Int(length))
        else { continue }
        lengths.append(length)
      }
    }
    return lengths
  }

  /// An append is numbered one higher, a copy for the release before by its stride.
  private func isSequencePlausible(after last: UInt64) -> Bool {
    guard last > 0 else { return true }
    let known = bytes[min(8, contentEnd)..<min(16, contentEnd)]
    return [last &+ 1, last &+ Copy.stride].contains { expected in
      Data(littleEndian: expected).starts(with: known)
    }
  }

  private var areMarksPlausible: Bool {
    guard contentEnd >= Record.headerSize, let copy = Copy(inRecord: bytes) else { return true }
    return copy.left == copy.found
      || copy.left.sequence == copy.found.sequence &+ Copy.stride
  }

  /// Whether the record has ended with this length, and flipped bits explain why its checksum does not
  /// verify: two in the header, those of the length among them, or one in the payload.
  private func isComplete(length: UInt32, claimed: UInt32) -> Bool {
    let syndrome = Record.syndrome(of: bytes, length: length)
    let flips = (length ^ claimed).nonzeroBitCount
    guard syndrome != 0, flips < 2 else { return syndrome == 0 }
    // What the syndrome is in front of the byte that is looked at, from the last one back.
    var difference = syndrome
    for _ in 0..<length {
      if flips == 0, Self.lastByte.contains(difference) { return true }
      difference = CRC32C.difference(before: difference)
    }
    if syndrome.nonzeroBitCount == 1 || Self.headerBits.contains(difference) { return true }
    guard flips == 0 else { return false }
    return syndrome.nonzeroBitCount == 2
      || Self.headerBits.contains { Self.headerBits.contains(difference ^ $0) }
      || (0..<32).contains { bit in
        var other = UInt32(1) << bit
        for _ in 0..<length { other = CRC32C.difference(before: other) }
        return Self.headerBits.contains(difference ^ other)
      }
  }

  /// The differences that one flipped bit of the last byte makes.
  private static let lastByte = (0..<8).map { CRC32C.difference(ofLastByte: 1 << $0) }

  /// The differences behind the header that one flipped bit of it makes, the length apart.
  private static let headerBits: Set<UInt32> = {
    var differences: Set<UInt32> = []
    var last = lastByte
    for _ in 8..<48 {
      differences.formUnion(last)
      last = last.map(CRC32C.difference(after:))
    }
    return differences
  }()
}
