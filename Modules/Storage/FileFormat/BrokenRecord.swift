#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The bytes after the last intact record of a file: either a torn append, or damage.
///
/// A damaged length field can be repaired if one or two of its bits have flipped. Then only a few
/// lengths are possible, and the checksum matches only for the original length.
///
/// An append is torn if a crash interrupted it and some of its bytes are missing. Missing bytes can be
/// zeros, because a file system may extend a file before it fills the new part. If the bytes could also
/// be a complete record with flipped bits, the record counts as damaged and not as torn.
struct BrokenRecord {
  /// The maximum number of bytes that all attempts to repair one file may read.
  ///
  /// The `budget` parameters contain the remaining number. At 0, the file counts as damaged.
  static let budget = 8 * StorageClass.largestFile

  /// The part of ``budget`` that one call of ``lengths(near:_:)`` uses, in bytes.
  private static let searchCost = 1 << 13

  /// The bytes from the beginning of the record to the end of the file.
  private let bytes: UnsafeRawBufferPointer
  /// The offset in `bytes` at which the trailing zeros of the file begin.
  private let contentEnd: Int
  /// The payload length in the record's header; `nil` if there are too few bytes for this header.
  private let declaredLength: UInt32?

  init(_ bytes: UnsafeRawBufferPointer, contentEnd: Int) {
    self.bytes = bytes
    self.contentEnd = contentEnd
    declaredLength = bytes.count < Record.headerSize ? nil : bytes.littleEndian(at: 4)
  }

  /// Returns the original payload length if the length in the record's header is damaged.
  ///
  /// The original length is the one for which the checksum matches. `budget` is the number of bytes that
  /// the repair of the file may still read; the call subtracts the bytes that it reads.
  ///
  /// Returns `nil` if there is no such length, or if `budget` is exhausted.
  func repairedLength(_ budget: inout Int) -> UInt32? {
    guard let declaredLength, isMarker(at: 0) else { return nil }
    for length in lengths(near: declaredLength, &budget) where length != declaredLength {
      budget -= Record.headerSize + Int(length)
      guard budget > 0 else { return nil }
      if Record.syndrome(of: bytes, length: length) == 0 { return length }
    }
    return nil
  }

  /// Whether the bytes are a torn append after the record with the sequence number `last`.
  ///
  /// A torn append was never reported as written, so it can be discarded. `offset` is the offset of the
  /// bytes in the file. `budget` is the number of bytes that the repair of the file may still read. If
  /// `budget` is exhausted, the result is `false`.
  func isTorn(after last: UInt64, at offset: Int, _ budget: inout Int) -> Bool {
    guard isMarker(at: 0) else { return false }
    // Fewer bytes than a record's header are a torn append, because a complete record has a header.
    guard let declaredLength else { return true }
    guard contentEnd < Record.headerSize + Int(declaredLength),
      offset + Record.headerSize + Int(declaredLength) <= StorageClass.largestFile,
      isSequencePlausible(after: last), areMarksPlausible
    else { return false }
    for length in lengths(near: declaredLength, &budget) {
      budget -= (length == declaredLength ? 34 : 2) * (Record.headerSize + Int(length))
      guard budget > 0, !isComplete(length: length, declared: declaredLength) else { return false }
    }
    return budget > 0
  }

  /// Whether a ``Record/marker`` can begin at an offset.
  ///
  /// Bytes that may be missing are not compared: the trailing zeros of the file, and bytes beyond its
  /// end. So the result is also `true` if a part of the marker, or the whole marker, may be missing.
  private func isMarker(at offset: Int) -> Bool {
    for place in 0..<max(0, min(Self.marker.count, contentEnd - offset))
    where bytes[offset + place] != Self.marker[place] { return false }
    return true
  }

  private static let marker = Array(Record.marker)

  /// Returns the possible payload lengths that differ from `declared` in at most two bits.
  ///
  /// A length is possible if the record fits into the file, and if ``isMarker(at:)`` is `true` for the
  /// end of the record.
  private func lengths(near declared: UInt32, _ budget: inout Int) -> [UInt32] {
    budget -= Self.searchCost
    guard budget > 0 else { return [] }
    var lengths: [UInt32] = []
    // `first` and `second` are the flipped bits of a length: 0 to 31, or 32 for "no flip". So the pairs
    // cover zero, one and two flipped bits, and yield each length exactly once.
    for first in UInt32(0)...32 {
      for second in first...32 where first < second || first == 32 {
        let length = declared ^ 1 << first ^ (first == second ? 0 : 1 << second)
        guard length <= bytes.count - Record.headerSize,
          isMarker(at: Record.headerSize + Int(length))
        else { continue }
        lengths.append(length)
      }
    }
    return lengths
  }

  /// Whether the sequence number in the record's header can be the number of an append.
  ///
  /// `last` is the sequence number of the record before the append. If `last` is 0, there is no earlier
  /// record, and every number is possible. Otherwise two numbers are possible. The release that owns the
  /// file appends records with `last` plus 1. A newer release appends copies of its value to the file,
  /// with `last` plus ``RollbackMirror/stride``.
  ///
  /// If some bytes of the number are missing, only the remaining bytes are compared.
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
    return copy.after == copy.before
      || copy.after.sequence == copy.before.sequence &+ RollbackMirror.stride
  }

  /// Whether the record is complete: its checksum matches, or flipped bits explain the mismatch.
  ///
  /// `length` is the assumed length of the payload, and `declared` is the length in the record's header.
  /// Each bit in which they differ counts as a flipped bit of the header. These flipped bits are
  /// considered:
  /// - one or two bits in the record's header;
  /// - one bit in the payload;
  /// - one bit in the length and one bit in the payload.
  private func isComplete(length: UInt32, declared: UInt32) -> Bool {
    let syndrome = Record.syndrome(of: bytes, length: length)
    let flips = (length ^ declared).nonzeroBitCount
    guard syndrome != 0, flips < 2 else { return syndrome == 0 }
    // The loop examines each byte of the payload, the last byte first. `difference` is the difference
    // that the stored and the computed checksum would have if the payload ended with this byte.
    var difference = syndrome
    for _ in 0..<length {
      if Self.lastByte.contains(difference) { return true }
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

  /// The checksum differences of two inputs that differ in one bit of the last byte, one for each bit.
  private static let lastByte = (0..<8).map { CRC32C.difference(ofLastByte: 1 << $0) }

  /// The checksum differences of two record headers that differ in one bit, one for each bit.
  ///
  /// The checksums are those of the headers alone, without a payload. The bits of the length and of the
  /// stored checksum are not included, because ``isComplete(length:declared:)`` examines them
  /// separately.
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
