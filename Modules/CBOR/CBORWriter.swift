/// The writer of a CBOR document, or of a nested container in it.
final class CBORWriter {
  let bytes = CBORBuffer<UInt8>(capacity: 256)
  var userInfo: [CodingUserInfoKey: any Sendable]
  /// The coding path of the nested container that this writer writes; empty for a whole document.
  ///
  /// The path is relative to the value whose `encode(to:)` created the container.
  var path: [any CodingKey]

  /// The number of arrays and maps that contain the next value.
  var level: Int
  let frames = CBORBuffer<CBORFrame>(capacity: 16)
  var lastFrame: UInt32 = 0
  /// The ranges in `bytes` of the field names of all open maps, to detect duplicate names.
  let fields = CBORBuffer<Range<Int>>(capacity: 64)
  /// The entries of the dictionaries and sets that are being written, to sort them afterward.
  let entries = CBORBuffer<CBORWrittenEntry>(capacity: 16)
  let nested = CBORBuffer<CBORNestedWriter>(capacity: 4)
  /// A nested writer to reuse; creating a writer takes longer than writing most nested containers.
  var spare: CBORWriter?
  let types: CBORTypeTable<CBORStrategy<any CBORWritable.Type>>

  init(
    userInfo: [CodingUserInfoKey: any Sendable] = [:], path: [any CodingKey] = [], level: Int = 0,
    types: CBORTypeTable<CBORStrategy<any CBORWritable.Type>> = CBORTypeTable()
  ) {
    self.userInfo = userInfo
    self.path = path
    self.level = level
    self.types = types
  }

  // MARK: - Items

  @inline(__always)
  func writeHead(_ kind: CBORHead.Kind, _ argument: UInt64) {
    let major = kind.rawValue << 5
    if argument < 24 {
      bytes.append(major | UInt8(argument))
    } else {
      writeLongHead(major, argument)
    }
  }

  private func writeLongHead(_ major: UInt8, _ argument: UInt64) {
    switch argument {
    case ...0xFF: writeHead(major | 24, argument, width: 1)
    case ...0xFFFF: writeHead(major | 25, argument, width: 2)
    case ...0xFFFF_FFFF: writeHead(major | 26, argument, width: 4)
    default: writeHead(major | 27, argument, width: 8)
    }
  }

  private func writeHead(_ initial: UInt8, _ argument: UInt64, width: Int) {
    bytes.append(initial)
    withUnsafeBytes(of: argument.bigEndian) { all in
      all.withMemoryRebound(to: UInt8.self) {
        bytes.append(contentsOf: UnsafeBufferPointer(rebasing: $0.suffix(width)))
      }
    }
  }

  func writeNull() { bytes.append(CBORConstant.null) }

  func write(bool: Bool) { writeHead(.simple, bool ? 21 : 20) }

  func write(integer: some BinaryInteger) {
    if integer >= 0 {
      writeHead(.unsigned, UInt64(integer))
    } else {
      writeHead(.negative, UInt64(-1 - integer))
    }
  }

  func write(double: Double) {
    let float = Float(double)
    guard Double(float) == double || double.isNaN else {
      return writeHead(0xFB, double.bitPattern, width: 8)
    }
    write(float: float)
  }

  func write(float: Float) {
    if let half = CBORFloat.half(float) {
      writeHead(0xF9, UInt64(half), width: 2)
    } else {
      writeHead(0xFA, UInt64(float.bitPattern), width: 4)
    }
  }

  func write(text: String) {
    text.withBytes { write(utf8: $0) }
  }

  @inline(__always)
  func write(utf8: UnsafeBufferPointer<UInt8>) {
    writeHead(.text, UInt64(utf8.count))
    bytes.append(contentsOf: utf8)
  }

  func write(raw: [UInt8]) { raw.withUnsafeBufferPointer { bytes.append(contentsOf: $0) } }

  /// Removes the bytes from `offset` to the end, and returns them.
  func cut(from offset: Int) -> [UInt8] {
    defer { bytes.removeAll(from: offset) }
    return bytes.withElements(from: offset) { [UInt8]($0) }
  }

  /// Replaces the placeholder byte at `offset` with the head of a container whose content follows.
  func setHead(_ kind: CBORHead.Kind, count: Int, at offset: Int) {
    guard count >= 24 else {
      bytes[offset] = kind.rawValue << 5 | UInt8(count)
      return
    }
    let content = cut(from: offset).dropFirst()
    writeHead(kind, UInt64(count))
    write(raw: [UInt8](content))
  }
}

/// Sorting of the entries of a dictionary or a set by their encoded bytes (RFC 8949, section 4.2.1).
///
/// The order is the same in every process. Whole entries are compared instead of keys, with the same
/// result, because no encoded key is a prefix of another key.
extension CBORWriter {
  /// Appends an entry to ``entries``: all bytes from the offset `start` to the current end of ``bytes``.
  ///
  /// Returns this end, which is the start of the next entry.
  func endEntry(from start: Int) -> Int {
    let bytes = start..<bytes.count
    entries.append(CBORWrittenEntry(bytes: bytes, first: self.bytes.firstWord(of: bytes)))
    return bytes.upperBound
  }

  /// Sorts the dictionary or set entries that ``endEntry(from:)`` has recorded, by their encoded bytes.
  ///
  /// Entries before the index `first` belong to an enclosing dictionary or set, and are not sorted.
  func sortEntries(from first: Int) {
    func precedes(_ one: CBORWrittenEntry, _ other: CBORWrittenEntry) -> Bool {
      one.first == other.first ? bytes.precedes(one.bytes, other.bytes) : one.first < other.first
    }
    var isOrdered = true
    for index in first..<entries.count where isOrdered && index > first {
      isOrdered = precedes(entries[index - 1], entries[index])
    }
    guard !isOrdered else { return }
    let all = entries[first].bytes.lowerBound..<bytes.count
    entries.sort(from: first, by: precedes)
    for index in first..<entries.count { bytes.append(copyOf: entries[index].bytes) }
    bytes.remove(all)
  }
}

/// The position of a written entry of a dictionary or a set.
struct CBORWrittenEntry {
  let bytes: Range<Int>
  /// The first eight bytes of the entry as a number, which is almost always enough to compare entries.
  let first: UInt64
}
