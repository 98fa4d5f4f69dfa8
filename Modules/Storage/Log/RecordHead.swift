/// The head of a record in a log; the id, the value and the byte `FF` follow it.
///
/// | bytes | meaning |
/// | --- | --- |
/// | 0 | `E5` |
/// | 1 | kind |
/// | 2–3 | length of the id |
/// | 4–7 | length of the value |
/// | 8–11 | bytes from the start of this record to the end of its update |
/// | 12–15 | schema version of the value |
/// | 16–23 | sequence number |
/// | 24–31 | origin |
/// | 32–35 | CRC-32C of the value |
/// | 36–39 | CRC-32C of the id |
/// | 40–43 | CRC-32C of bytes 0–39 |
///
/// The head has its own checksum, so that a length is never guessed. The id has its own as well, because
/// a damaged value still belongs to its element. The last byte is never 0, so that zeros at the end of
/// a file are always a missing part.
package struct RecordHead {
  package static let size = 44
  static let mark: UInt8 = 0xE5
  static let end: UInt8 = 0xFF

  package enum Kind: UInt8 { case removed, saved, seen, cleared }

  package let kind: Kind
  package let idLength: Int
  package let valueLength: Int
  /// The number of bytes from the start of this record to the end of its update.
  ///
  /// All records of an update count, or none of them. The number has no meaning in the snapshot, whose
  /// records come from many updates.
  package var updateLength = 0
  let version: Int
  package let sequence: UInt64
  /// The sequence number of another file's record that this record is a copy of; otherwise 0.
  let origin: UInt64
  let valueChecksum: UInt32
  private let idChecksum: UInt32

  var recordSize: Int { Self.size + idLength + valueLength + 1 }

  init(_ kind: Kind, id: [UInt8], _ value: StoredBytes?, sequence: UInt64, origin: UInt64 = 0) {
    (self.kind, self.sequence, self.origin) = (kind, sequence, origin)
    (idLength, valueLength) = (id.count, value?.bytes.count ?? 0)
    version = value?.version ?? 0
    valueChecksum = value?.checksum ?? 0
    idChecksum = id.checksum()
  }

  /// Returns the value with its bytes.
  func stored(_ bytes: ArraySlice<UInt8>) -> StoredBytes {
    StoredBytes(bytes, version, checksum: valueChecksum)
  }

  /// Appends the encoding of a record.
  func append(id: [UInt8], _ value: StoredBytes?, to bytes: inout [UInt8]) {
    let start = bytes.count
    bytes.append(Self.mark)
    bytes.append(kind.rawValue)
    bytes.append(number: UInt16(idLength))
    bytes.append(number: UInt32(valueLength))
    bytes.append(number: UInt32(updateLength))
    bytes.append(number: UInt32(version))
    bytes.append(number: sequence)
    bytes.append(number: origin)
    bytes.append(number: valueChecksum)
    bytes.append(number: idChecksum)
    bytes.append(number: bytes.checksum(from: start))
    bytes.append(contentsOf: id)
    if let value { bytes.append(contentsOf: value.bytes) }
    bytes.append(Self.end)
  }

  /// Parses the head at the beginning of the bytes; `nil` unless its checksum matches.
  @inline(__always)
  init?(_ raw: UnsafeRawBufferPointer) {
    guard raw.count >= Self.size, raw[0] == Self.mark, let kind = Kind(rawValue: raw[1]),
      CRC32C.checksum(UnsafeRawBufferPointer(rebasing: raw[..<40])) == raw.number(at: 40) as UInt32
    else { return nil }
    self.kind = kind
    idLength = Int(raw.number(at: 2) as UInt16)
    valueLength = Int(raw.number(at: 4) as UInt32)
    updateLength = Int(raw.number(at: 8) as UInt32)
    version = Int(raw.number(at: 12) as UInt32)
    sequence = raw.number(at: 16)
    origin = raw.number(at: 24)
    valueChecksum = raw.number(at: 32)
    idChecksum = raw.number(at: 36)
  }

  /// Returns the id in the bytes of a record; `nil` unless its checksum matches.
  @inline(__always)
  func id(in raw: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer? {
    guard raw.count >= Self.size + idLength else { return nil }
    let id = UnsafeRawBufferPointer(rebasing: raw[Self.size..<Self.size + idLength])
    return CRC32C.checksum(id) == idChecksum ? id : nil
  }

  /// The place of the value in the bytes of the record.
  var valueRange: Range<Int> { Self.size + idLength..<Self.size + idLength + valueLength }

  /// Returns the value in the bytes of a record; `nil` unless its checksum matches.
  @inline(__always)
  func value(in raw: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer? {
    guard raw.count >= recordSize, raw[recordSize - 1] == Self.end else { return nil }
    let value = UnsafeRawBufferPointer(rebasing: raw[valueRange])
    return valueLength == 0 || CRC32C.checksum(value) == valueChecksum ? value : nil
  }
}
