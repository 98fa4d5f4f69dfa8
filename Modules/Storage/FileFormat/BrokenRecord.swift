#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The rest of a file after its last intact record: a torn append, or damage.
///
/// If one or two bits of a length have flipped, few lengths can be the original one. With the original
/// length the checksum matches, so the record is recovered regardless of the bytes after it.
///
/// An append is torn if some of its bytes are missing, and if flipped bits do not explain the bytes that
/// are present. Missing bytes can be zeros, because a file system may extend a file before filling it.
struct BrokenRecord {
  /// The budget for all checks of one file, in bytes read; beyond it the file counts as damaged.
  static let effort = 8 * StorageClass.largestFile

  /// The cost of one search for possible lengths, in bytes read.
  private static let searchingEffort = 1 << 13

  /// The bytes from the beginning of the record to the end of the file.
  private let bytes: UnsafeRawBufferPointer
  /// The offset of the trailing zeros of the file.
  private let contentEnd: Int
  /// The length in the header; `nil` if there are too few bytes for a header.
  private let claimed: UInt32?

  init(_ bytes: UnsafeRawBufferPointer, contentEnd: Int) {
    self.bytes = bytes
    self.contentEnd = contentEnd
    claimed = bytes.count < Record.headerSize ? nil : bytes.littleEndian(at: 4)
  }

  /// Returns the length with which the checksum matches, if it differs from the one in the header.
  ///
  /// Returns `nil` if there is no such length, and beyond the budget.
  func provenLength(_ effort: inout Int) -> UInt32? {
    guard let claimed, isMarker(at: 0) else { return nil }
    for length in lengths(near: claimed, &effort) where length != claimed {
      effort -= Record.headerSize + Int(length)
      guard effort > 0 else { return nil }
      if Record.syndrome(of: bytes, length: length) == 0 { return length }
    }
    return nil
  }

  /// Whether the bytes are a torn append that follows sequence number `last`.
  ///
  /// Such an append was never acknowledged. `false` beyond the budget.
  func isTorn(after last: UInt64, at offset: Int, _ effort: inout Int) -> Bool {
    guard isMarker(at: 0) else { return false }
    // Fewer bytes than a header are a torn append, because a complete record has a header.
    guard let claimed else { return true }
    guard contentEnd < Record.headerSize + Int(claimed),
      offset + Record.headerSize + Int(claimed) <= StorageClass.largestFile,
      isSequencePlausible(after: last), areMarksPlausible
    else { return false }
    for length in lengths(near: claimed, &effort) {
      effort -= (length == claimed ? 34 : 2) * (Record.headerSize + Int(length))
      guard effort > 0, !isComplete(length: length, claimed: claimed) else { return false }
    }
    return effort > 0
  }

  /// Whether the bytes at an offset can follow a record: a marker, its beginning, zeros, or the end.
  private func isMarker(at offset: Int) -> Bool {
    for place in 0..<max(0, min(Self.marker.count, contentEnd - offset))
    where bytes[offset + place] != Self.marker[place] { return false }
    return true
  }

  private static let marker = Array(Record.marker)

  /// Returns the possible lengths of the record that differ from `claimed` in at most two bits.
  ///
  /// A length is possible if the record fits into the file and the bytes after it can follow a record.
  private func lengths(near claimed: UInt32, _ effort: inout Int) -> [UInt32] {
    effort -= Self.searchingEffort
    guard effort > 0 else { return [] }
    var lengths: [UInt32] = []
    // Bit 32 does not exist, so flipping it changes nothing. Pairs of 33 bits therefore produce each
    // length exactly once, and `claimed` itself for the pair of bit 32 with itself.
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

  /// Whether this append can have the sequence number in the header, considering the bytes that are
  /// present.
  ///
  /// An append has the sequence number of the last record plus one. A copy for the previous release has
  /// that number plus the stride.
  private func isSequencePlausible(after last: UInt64) -> Bool {
    guard last > 0 else { return true }
    let known = bytes[min(8, contentEnd)..<min(16, contentEnd)]
    return [last &+ 1, last &+ RollbackMirror.stride].contains { expected in
      Data(littleEndian: expected).starts(with: known)
    }
  }

  private var areMarksPlausible: Bool {
    guard contentEnd >= Record.headerSize, let copy = RollbackMirror(inRecord: bytes) else {
      return true
    }
    return copy.left == copy.found
      || copy.left.sequence == copy.found.sequence &+ RollbackMirror.stride
  }

  /// Whether the record ends at this length, and flipped bits explain the wrong checksum.
  ///
  /// Considers two flipped bits in the header, including those of the length, or one in the payload.
  private func isComplete(length: UInt32, claimed: UInt32) -> Bool {
    let syndrome = Record.syndrome(of: bytes, length: length)
    let flips = (length ^ claimed).nonzeroBitCount
    guard syndrome != 0, flips < 2 else { return syndrome == 0 }
    // The checksum difference before the examined byte, computed backward from the last byte.
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

  /// The checksum differences that result from one flipped bit in the last byte.
  private static let lastByte = (0..<8).map { CRC32C.difference(ofLastByte: 1 << $0) }

  /// The checksum differences at the end of the header that result from one flipped bit outside the
  /// length.
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
