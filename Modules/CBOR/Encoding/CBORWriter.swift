/// The output of an encoder: the bytes of the document, or of a nested container in it.
final class CBORWriter {
  let bytes: CBORBuffer<UInt8>
  /// The written entries of all open maps, dictionaries and sets, the outermost first.
  let entries: CBORBuffer<CBOREntry>
  let userInfo: [CodingUserInfoKey: any Sendable]

  /// The number of the innermost open value, which is the only one that may write.
  var innermost = 0
  private var lastNumber = 0
  var forms = CBORForms(CBORForm<any CBORWritable.Type>.table)

  init(capacity: Int, userInfo: [CodingUserInfoKey: any Sendable]) {
    bytes = CBORBuffer(capacity: capacity)
    entries = CBORBuffer(capacity: capacity / 16)
    self.userInfo = userInfo
  }

  deinit {
    bytes.deallocate()
    entries.deallocate()
  }

  func nextNumber() -> Int {
    lastNumber += 1
    return lastNumber
  }

  // MARK: - Items

  @inline(__always)
  func writeHead(_ kind: CBORHead.Kind, _ argument: UInt64) {
    let major = kind.rawValue << 5
    if argument < 24 {
      bytes.append(major | UInt8(truncatingIfNeeded: argument))
    } else {
      writeLongHead(major, argument)
    }
  }

  @inline(never)
  private func writeLongHead(_ major: UInt8, _ argument: UInt64) {
    let size = argument > 0xFFFF_FFFF ? 3 : argument > 0xFFFF ? 2 : argument > 0xFF ? 1 : 0
    writeHead(major | UInt8(24 + size), argument, width: 1 << size)
  }

  private func writeHead(_ initial: UInt8, _ argument: UInt64, width: Int) {
    bytes.append(initial)
    for shift in stride(from: 8 * (width - 1), through: 0, by: -8) {
      bytes.append(UInt8(truncatingIfNeeded: argument >> UInt64(shift)))
    }
  }

  func writeNull() { bytes.append(CBORConstant.null) }

  func write(bool: Bool) { writeHead(.simple, bool ? 21 : 20) }

  @inline(__always)
  func write<Integer: FixedWidthInteger>(integer: Integer) {
    if integer >= 0, let argument = UInt64(exactly: integer) {
      writeHead(.unsigned, argument)
    } else {
      write(isNegative: integer < 0, magnitude: UInt128(integer.magnitude))
    }
  }

  /// Writes an integer, which is a bignum (RFC 8949, section 3.4.3) if it needs more than 64 bits.
  ///
  /// Zero is not negative.
  func write(isNegative: Bool, magnitude: UInt128) {
    let argument = isNegative ? magnitude - 1 : magnitude
    if let argument = UInt64(exactly: argument) {
      return writeHead(isNegative ? .negative : .unsigned, argument)
    }
    writeHead(.tag, isNegative ? CBORTag.negative : CBORTag.positive)
    withUnsafeBytes(of: argument.bigEndian) { digits in
      write(bytes: UnsafeRawBufferPointer(rebasing: digits[(argument.leadingZeroBitCount / 8)...]))
    }
  }

  func write(double: Double) {
    let float = Float(double)
    guard Double(float) == double || double.isNaN else {
      return writeHead(0xFB, double.bitPattern, width: 8)
    }
    if let half = CBORHalf.bits(float) {
      writeHead(0xF9, UInt64(half), width: 2)
    } else {
      writeHead(0xFA, UInt64(float.bitPattern), width: 4)
    }
  }

  @inline(__always)
  func write(text: String) {
    text.withBytes { utf8 in
      writeHead(.text, UInt64(utf8.count))
      bytes.append(contentsOf: utf8)
    }
  }

  func write(bytes: UnsafeRawBufferPointer) {
    writeHead(.bytes, UInt64(bytes.count))
    bytes.withMemoryRebound(to: UInt8.self) { self.bytes.append(contentsOf: $0) }
  }
}

/// An entry of a map, or an element of a set, that has been written.
struct CBOREntry: BitwiseCopyable {
  let start: Int
  /// The end of the key; of an element of a set its end.
  let keyEnd: Int
  let end: Int
  /// The first eight bytes of the key, which are almost always enough to compare entries.
  let word: UInt64

  var key: Range<Int> { start..<keyEnd }
}

/// The order of maps and sets: by the bytes of the keys (RFC 8949, section 4.2.1).
///
/// Equal values have equal bytes in every process, however a dictionary or `encode(to:)` orders them.
extension CBORWriter {
  @inline(__always)
  func endEntry(_ start: Int, keyEnd: Int) {
    entries.append(
      CBOREntry(
        start: start, keyEnd: keyEnd, end: bytes.count, word: bytes.firstWord(of: start..<keyEnd)))
  }

  /// Sorts the entries from an index on; returns whether their bytes have to be moved.
  func sortEntries(from first: Int) -> Bool {
    var entries = entries.slice(first..<entries.count)
    var isOrdered = true
    for index in 1..<max(1, entries.count) where isOrdered {
      isOrdered = precedes(entries[index - 1], entries[index])
    }
    if isOrdered { return false }
    entries.sort(by: precedes)
    return true
  }

  /// Whether an entry is written before another one; of equal keys the earlier one is.
  @inline(__always)
  private func precedes(_ one: CBOREntry, _ other: CBOREntry) -> Bool {
    if one.word != other.word { return one.word < other.word }
    let order = bytes.compare(one.key, other.key)
    return order == 0 ? one.start < other.start : order < 0
  }

  /// Keeps only the last one of entries with the same key, as in JSON; returns whether there were any.
  ///
  /// The entries from the index on are sorted.
  func removeRepeatedKeys(from first: Int) -> Bool {
    var kept = first
    for index in first..<entries.count {
      let isRepeated =
        kept > first && entries[kept - 1].word == entries[index].word
        && bytes.compare(entries[kept - 1].key, entries[index].key) == 0
      if isRepeated { kept -= 1 }
      entries[kept] = entries[index]
      kept += 1
    }
    defer { entries.removeAll(from: kept) }
    return kept < entries.count
  }

  /// Throws if two keys with different bytes are the same `String`: é has two spellings.
  ///
  /// They would be one key when they are decoded.
  func checkSpellings(from first: Int) throws(CBORFailure) {
    guard Set(names(from: first)).count == entries.count - first else {
      throw CBORFailure("Two keys are the same text in different spellings.")
    }
  }

  /// Returns the keys from an index on, which are texts.
  func names(from first: Int) -> [String] {
    (first..<entries.count).map { index in
      let key = UnsafeBufferPointer(bytes.slice(entries[index].key))
      return String(decoding: key.dropFirst(CBORHead(key, at: 0).content), as: UTF8.self)
    }
  }

  /// Writes a map with the entries of a dictionary.
  @inline(__always)
  func writeMap<Value, Failure: Error>(
    _ values: [String: Value], _ write: (Value, _ name: String) throws(Failure) -> Void
  ) throws(Failure) {
    writeHead(.map, UInt64(values.count))
    try writeSorted { () throws(Failure) in
      for (name, value) in values {
        let start = bytes.count
        self.write(text: name)
        let keyEnd = bytes.count
        try write(value, name)
        endEntry(start, keyEnd: keyEnd)
      }
    }
  }

  /// Sorts the entries of a dictionary or a set, which `write` writes.
  @inline(__always)
  func writeSorted<Failure: Error>(_ write: () throws(Failure) -> Void) throws(Failure) {
    let (start, first) = (bytes.count, entries.count)
    defer { entries.removeAll(from: first) }
    try write()
    guard sortEntries(from: first) else { return }
    let end = bytes.count
    for index in first..<entries.count {
      bytes.append(copyOf: entries[index].start..<entries[index].end)
    }
    bytes.remove(start..<end)
  }
}
