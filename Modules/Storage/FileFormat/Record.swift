#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// One write of a file: a value has one, a collection one for each update since it was written
/// whole.
///
/// | bytes | meaning |
/// | --- | --- |
/// | 0–3 | `REC` and a line feed, by which the next record is found behind damage |
/// | 4–7 | length of the payload |
/// | 8–15 | sequence number, one higher with each write of the file |
/// | 16–27 | mark of the previous release's file, as found: its sequence number and checksum |
/// | 28–39 | mark of that file, as left |
/// | 40–47 | time of the write, in seconds since 1970; 0 when it does not matter |
/// | 48–51 | CRC-32C of bytes 4–47 and the payload |
struct Record: Sendable {
  static let headerSize = 52
  static let marker = Data("REC\n".utf8)

  let sequence: UInt64
  /// How the previous release's file stood at this write and after it: in any other state it has
  /// been written by that release.
  let copy: Copy
  let time: Int64
  let payload: Data

  /// The record as it stands in a file, and the mark it leaves there.
  func encoded() -> (bytes: Data, mark: Mark) {
    var fields = Data()
    fields.append(littleEndian: UInt32(payload.count))
    fields.append(littleEndian: sequence)
    for mark in [copy.found, copy.left] {
      fields.append(littleEndian: mark.sequence)
      fields.append(littleEndian: mark.checksum)
    }
    fields.append(littleEndian: time)
    let checksum = CRC32C.checksum(fields, payload)

    var bytes = Data(capacity: Self.headerSize + payload.count)
    bytes.append(Self.marker)
    bytes.append(fields)
    bytes.append(littleEndian: checksum)
    bytes.append(payload)
    return (bytes, Mark(sequence: sequence, checksum: checksum))
  }

  /// What stands at the beginning of some bytes.
  enum Parsed {
    case intact(Record, Mark, size: Int)
    /// It goes on behind the end, as a write that was cut off does.
    case cut
    case damaged
  }

  /// How many of the bytes have to be looked at to know whether a record stands at their beginning.
  static func size(claimedBy bytes: Data) -> Int {
    var rest = bytes.dropFirst(marker.count)
    guard let length: UInt32 = rest.popLittleEndian(), rest.count >= length else {
      return headerSize
    }
    return headerSize + Int(length)
  }

  static func parse(_ bytes: Data) -> Parsed {
    guard bytes.starts(with: marker) else { return marker.starts(with: bytes) ? .cut : .damaged }
    var rest = bytes.dropFirst(marker.count)
    let fields = rest.prefix(headerSize - marker.count - 4)
    guard let length: UInt32 = rest.popLittleEndian(),
      let sequence: UInt64 = rest.popLittleEndian(),
      let found = Mark(popFrom: &rest), let left = Mark(popFrom: &rest),
      let time: Int64 = rest.popLittleEndian(), let checksum: UInt32 = rest.popLittleEndian(),
      rest.count >= length
    else { return .cut }
    let payload = rest.prefix(Int(length))
    guard checksum == CRC32C.checksum(fields, payload) else { return .damaged }
    return .intact(
      Record(
        sequence: sequence, copy: Copy(found: found, left: left), time: time, payload: payload),
      Mark(sequence: sequence, checksum: checksum), size: headerSize + Int(length))
  }
}

/// How a file stands after a write; the next write by anyone leaves another mark.
struct Mark: Sendable, Equatable {
  static let none = Mark(sequence: 0, checksum: 0)

  var sequence: UInt64
  var checksum: UInt32
}

extension Mark {
  fileprivate init?(popFrom bytes: inout Data) {
    guard let sequence: UInt64 = bytes.popLittleEndian(),
      let checksum: UInt32 = bytes.popLittleEndian()
    else { return nil }
    self.init(sequence: sequence, checksum: checksum)
  }
}
