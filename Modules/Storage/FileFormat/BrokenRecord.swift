#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A record that is not intact, followed by the rest of its file: either a torn append, or damage.
///
/// An append is torn if a crash interrupted it and some of its bytes are missing. Missing bytes can be
/// zeros, because a file system may extend a file before it fills the new part. Bytes that could also be
/// a complete record with flipped bits count as damaged.
///
/// A damaged length field can be repaired if one or two of its bits have flipped. Each length that
/// differs in one or two bits is tried, and the checksum matches only for the original length.
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
  /// The comparison stops where the file ends or where its trailing zeros begin: the bytes from there on
  /// may be the missing part of an append. If there is no byte to compare, the result is `true`.
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

  /// Whether the sequence number in the record's header is a possible successor of `last`.
  ///
  /// `last` is the sequence number of the preceding record; 0 if there is none, and then every number is
  /// possible. Otherwise an append has one of two numbers:
  /// - `last` plus 1, if the release that owns the file has appended a record;
  /// - `last` plus ``RollbackMirror/stride``, if a newer release has appended a copy of its value.
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

  /// Whether the record is complete, and a few flipped bits explain why its checksum does not match.
  ///
  /// `declared` is the payload length in the record's header. `length` is the payload length to assume.
  /// Each bit in which they differ is a flipped bit of the header. These flipped bits are allowed:
  /// - one or two bits in the header;
  /// - one bit in the payload;
  /// - one bit in the payload and one bit in the header's length field.
  private func isComplete(length: UInt32, declared: UInt32) -> Bool {
    let flips = (length ^ declared).nonzeroBitCount
    guard flips < 2 else { return false }
    let syndrome = Record.syndrome(of: bytes, length: length)
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

  /// The change of a checksum (exclusive or) when a bit of the last byte flips, for each of the 8 bits.
  private static let lastByte = (0..<8).map { CRC32C.difference(ofLastByte: 1 << $0) }

  /// The change of a header's checksum (exclusive or) when one bit flips, for each bit of bytes 8–47.
  ///
  /// The checksum is that of the header alone, without a payload. The bits of the length and of the
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
