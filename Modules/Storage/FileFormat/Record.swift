#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The record of one write to a file.
///
/// The file of a single value has exactly one record. The file of a collection has one record for the
/// last write of the whole collection, and one for each later append.
///
/// A release writes its own file, and may then copy the value to the previous release's file. The record
/// in its own file contains the ``FileStamp`` of the previous release's file before and after the copy.
/// The stamp after the copy is computed in advance.
///
/// | bytes | meaning |
/// | --- | --- |
/// | 0–3 | `REC` and a line feed: a marker to find the next record after damage |
/// | 4–7 | length of the payload |
/// | 8–15 | sequence number: the file's previous number plus 1, or plus 2^32 if the record is a copy |
/// | 16–27 | stamp of the previous release's file before the copy: sequence number and checksum |
/// | 28–39 | stamp of that file after the copy; equal to the stamp before if there is no copy |
/// | 40–47 | time of the write, in seconds since 1970; this release always writes 0 |
/// | 48–51 | CRC-32C of bytes 4–47 and the payload |
struct Record: Sendable {
  static let headerSize = 52
  private static let text = "REC\n".utf8
  /// The bytes with which every record begins, to find the next record after a damaged one.
  static let marker = Data(text)

  let sequence: UInt64
  /// The stamps of the previous release's file before and after this release copies the value to it.
  ///
  /// Every write changes the stamp. If the file has any other stamp, the previous release has written it
  /// after this record.
  let copy: RollbackMirror
  let time: Int64
  let payload: Data

  /// Returns the bytes to write, and the ``FileStamp`` of the file after the write.
  ///
  /// The bytes are `head` followed by the encoded record. If the record is the first one of a new file,
  /// `head` is the file's header; for an append, `head` is empty.
  func encoded(behind head: Data = Data()) -> (bytes: Data, stamp: FileStamp) {
    var bytes = Data(count: head.count + Self.headerSize + payload.count)
    let checksum = bytes.withUnsafeMutableBytes { all in
      all.put(head, at: 0)
      let raw = UnsafeMutableRawBufferPointer(rebasing: all[head.count...])
      raw.copyBytes(from: Self.text)
      raw.put(littleEndian: UInt32(payload.count), at: 4)
      raw.put(littleEndian: sequence, at: 8)
      copy.before.put(in: raw, at: 16)
      copy.after.put(in: raw, at: 28)
      raw.put(littleEndian: time, at: 40)
      raw.put(payload, at: Self.headerSize)
      let checksum = Self.checksum(UnsafeRawBufferPointer(raw))
      raw.put(littleEndian: checksum, at: 48)
      return checksum
    }
    return (bytes, FileStamp(sequence: sequence, checksum: checksum))
  }

  /// Returns the checksum of a record, computed without the record's marker and stored checksum.
  private static func checksum(_ record: UnsafeRawBufferPointer) -> UInt32 {
    CRC32C.checksum(
      UnsafeRawBufferPointer(rebasing: record[text.count..<headerSize - 4]),
      UnsafeRawBufferPointer(rebasing: record[headerSize...]))
  }

  /// Returns the bits in which the stored and the computed checksum differ; 0 if the checksum matches.
  ///
  /// The checksum is computed for a payload of `length` bytes, which `bytes` must contain.
  static func syndrome(of bytes: UnsafeRawBufferPointer, length: UInt32) -> UInt32 {
    var fields = Array(bytes[text.count..<headerSize - 4])
    let payload = UnsafeRawBufferPointer(rebasing: bytes[headerSize..<headerSize + Int(length)])
    let checksum = fields.withUnsafeMutableBytes { fields in
      fields.put(littleEndian: length, at: 0)
      return CRC32C.checksum(UnsafeRawBufferPointer(fields), payload)
    }
    return checksum ^ (bytes.littleEndian(at: headerSize - 4) ?? 0)
  }

  /// The result of parsing a record at the beginning of a buffer.
  enum Parsed {
    case intact(Record, FileStamp, size: Int)
    /// The record extends beyond the end of the buffer, as after an interrupted append.
    case cut
    case damaged
  }

  static func isIntact(_ bytes: Data) -> Bool {
    if case .intact = parse(bytes) { true } else { false }
  }

  /// Returns the number of bytes that ``parse(_:length:)`` reads for the record at the start of
  /// `bytes`.
  ///
  /// This is the size of the record according to the length in its header. If `bytes` is too short for
  /// this length, the result is the size of a header, because no payload is read.
  static func size(declaredBy bytes: Data) -> Int {
    let length: UInt32? = bytes.withUnsafeBytes { $0.littleEndian(at: 4) }
    guard let length, bytes.count - headerSize >= length else { return headerSize }
    return headerSize + Int(length)
  }

  /// Parses the record at the beginning of the bytes.
  ///
  /// - Parameters:
  ///   - bytes: The bytes of the record, followed by any number of other bytes.
  ///   - proven: The original length of the payload if the length in the header is damaged; otherwise
  ///     `nil`.
  /// - Returns: The record, or the reason why it cannot be read.
  static func parse(_ bytes: Data, length proven: UInt32? = nil) -> Parsed {
    bytes.withUnsafeBytes { raw in
      guard raw.prefix(text.count).elementsEqual(text) else {
        return text.starts(with: raw) ? .cut : .damaged
      }
      guard let length: UInt32 = proven ?? raw.littleEndian(at: 4),
        let sequence: UInt64 = raw.littleEndian(at: 8),
        let copy = RollbackMirror(inRecord: raw),
        let time: Int64 = raw.littleEndian(at: 40),
        let checksum: UInt32 = raw.littleEndian(at: 48), raw.count - headerSize >= length
      else { return .cut }
      let size = headerSize + Int(length)
      let verified =
        proven.map { syndrome(of: raw, length: $0) == 0 }
        ?? (checksum == Self.checksum(UnsafeRawBufferPointer(rebasing: raw[..<size])))
      guard verified else { return .damaged }
      let payload = bytes[bytes.startIndex + headerSize..<bytes.startIndex + size]
      return .intact(
        Record(sequence: sequence, copy: copy, time: time, payload: payload),
        FileStamp(sequence: sequence, checksum: checksum), size: size)
    }
  }
}

/// The identity of a file's contents after a write: each write results in a different stamp.
struct FileStamp: Sendable, Equatable {
  static let none = FileStamp(sequence: 0, checksum: 0)

  var sequence: UInt64
  var checksum: UInt32
}

extension RollbackMirror {
  /// Reads the stamps of the previous release's file, before and after the copy, from a record's header;
  /// `nil` when there are too few bytes.
  init?(inRecord bytes: UnsafeRawBufferPointer) {
    guard let before = FileStamp(in: bytes, at: 16), let after = FileStamp(in: bytes, at: 28) else {
      return nil
    }
    self.init(before: before, after: after)
  }
}

extension FileStamp {
  fileprivate init?(in bytes: UnsafeRawBufferPointer, at offset: Int) {
    guard let sequence: UInt64 = bytes.littleEndian(at: offset),
      let checksum: UInt32 = bytes.littleEndian(at: offset + 8)
    else { return nil }
    self.init(sequence: sequence, checksum: checksum)
  }

  fileprivate func put(in bytes: UnsafeMutableRawBufferPointer, at offset: Int) {
    bytes.put(littleEndian: sequence, at: offset)
    bytes.put(littleEndian: checksum, at: offset + 8)
  }
}
