/// The first bytes of a log.
///
/// The header is followed by a snapshot, with one record per element in order, and by a tail, with the
/// changes since then. All numbers are little-endian.
///
/// | bytes | meaning |
/// | --- | --- |
/// | 0–3 | `FOST` |
/// | 4–7 | format of the file, 1 |
/// | 8–11 | schema version of this file's releases |
/// | 12–15 | length of the name with the owner |
/// | 16–23 | sequence number of the newest change in the snapshot |
/// | 24–31 | highest origin of a record so far, see ``RecordHead/origin`` |
/// | 32–39 | how far this release has seen the previous release's file, see ``Mirror`` |
/// | 40–47 | bytes of the snapshot |
/// | 48–51 | elements of the snapshot |
/// | 52–55 | 1 if damage was left out of the snapshot, otherwise 0 |
/// | 56–59 | CRC-32C of bytes 0–55 and the name |
/// | 60– | name of the repository; if the file has an owner, also a slash and the name of the owner |
package struct LogHeader {
  static let fixedSize = 60
  /// The maximum size of a header: the two names have at most 64 bytes each.
  package static let largestSize = fixedSize + 64 + 1 + 64
  static let magic = Array("FOST".utf8)
  package static let format: UInt32 = 1

  package let version: Int
  /// The name of the repository, with that of its owner; see ``FileName/label``.
  package var name: String
  var sequence: UInt64 = 0
  var origin: UInt64 = 0
  var seen: UInt64 = 0
  var snapshotBytes = 0
  var snapshotCount = 0
  /// Whether damage was left out, so that an element that is missing here may exist in another file.
  var isSalvaged = false

  init(version: Int, name: String) {
    (self.version, self.name) = (version, name)
  }

  /// The owner of the file; `nil` for none.
  var owner: String? {
    // A slash and a combining character would be one `Character`.
    name.unicodeScalars.split(separator: "/", maxSplits: 1).dropFirst().first.map { String($0) }
  }
  var size: Int { Self.fixedSize + name.utf8.count }
  package var snapshotEnd: Int { size + snapshotBytes }

  var bytes: [UInt8] {
    var bytes = Self.magic
    bytes.append(number: Self.format)
    bytes.append(number: UInt32(version))
    bytes.append(number: UInt32(name.utf8.count))
    bytes.append(number: sequence)
    bytes.append(number: origin)
    bytes.append(number: seen)
    bytes.append(number: UInt64(snapshotBytes))
    bytes.append(number: UInt32(snapshotCount))
    bytes.append(number: UInt32(isSalvaged ? 1 : 0))
    let name = Array(name.utf8)
    bytes.append(number: (bytes + name).checksum())
    return bytes + name
  }

  /// Records the origin of a change, or how far this release has seen the previous release's file.
  mutating func note(_ kind: RecordHead.Kind, origin: UInt64) {
    if kind == .seen {
      (seen, isSalvaged) = (max(seen, origin), false)
    } else {
      self.origin = max(self.origin, origin)
    }
  }

  /// The result of parsing the first bytes of a file.
  package enum Parsed {
    case intact(LogHeader)
    case newerFormat(version: Int)
    case damaged(Damage)
  }

  package static func parse(_ file: [UInt8]) -> Parsed {
    guard file.starts(with: magic.prefix(file.count)) else { return .damaged(.foreign) }
    guard file.count >= fixedSize else { return .damaged(.length) }
    return file.withUnsafeBytes { raw in
      let length = Int(raw.number(at: 12) as UInt32)
      guard length <= largestSize - fixedSize else { return .damaged(.checksum) }
      guard raw.count >= fixedSize + length else { return .damaged(.length) }
      let name = file[fixedSize..<fixedSize + length]
      guard Array(file[..<56] + name).checksum() == raw.number(at: 56) else {
        return .damaged(.checksum)
      }
      let version = Int(raw.number(at: 8) as UInt32)
      guard raw.number(at: 4) <= format else { return .newerFormat(version: version) }
      var header = LogHeader(version: version, name: String(decoding: name, as: UTF8.self))
      header.sequence = raw.number(at: 16)
      header.origin = raw.number(at: 24)
      header.seen = raw.number(at: 32)
      header.snapshotBytes = Int(min(raw.number(at: 40), UInt64(UInt32.max)))
      header.snapshotCount = Int(raw.number(at: 48) as UInt32)
      header.isSalvaged = raw[52] & 1 == 1
      return .intact(header)
    }
  }
}
