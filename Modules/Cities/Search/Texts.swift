/// Texts of bytes above zero, end to end in one buffer, each with a zero behind it.
///
/// A string each would be an object each: too much for names by the hundred thousand.
struct Texts: Sendable, Hashable {
  private(set) var bytes: [UInt8] = []

  /// Where the next text will begin.
  var end: Int { bytes.count }

  mutating func append(_ text: some Collection<UInt8>) {
    bytes.append(contentsOf: text)
    bytes.append(0)
  }

  mutating func removeAll(from offset: Int) {
    bytes.removeSubrange(offset...)
  }

  /// Whether the texts at two offsets are the same.
  func areEqual(_ first: Int, _ second: Int) -> Bool { order(first, second) == 0 }

  /// The first eight bytes of the text at an offset, which decide most comparisons.
  func beginning(at offset: Int) -> UInt64 {
    var beginning: UInt64 = 0
    var offset = offset
    for _ in 0..<8 {
      beginning <<= 8
      if bytes[offset] != 0 {
        beginning |= UInt64(bytes[offset])
        offset += 1
      }
    }
    return beginning
  }

  /// Below zero, zero or above, as the text at `first` comes before, with or after that at `second`.
  func order(_ first: Int, _ second: Int) -> Int {
    bytes.withUnsafeBufferPointer { bytes in
      var (first, second) = (first, second)
      while bytes[first] == bytes[second] {
        if bytes[first] == 0 { return 0 }
        first += 1
        second += 1
      }
      return Int(bytes[first]) - Int(bytes[second])
    }
  }

  /// The same for the first bytes of the text at an offset and `prefix`: zero when it begins with it.
  func order(at offset: Int, _ prefix: [UInt8]) -> Int {
    for (index, byte) in prefix.enumerated() {
      // Ends at the latest at the zero, which is below every byte of the prefix.
      let difference = Int(bytes[offset + index]) - Int(byte)
      if difference != 0 { return difference }
    }
    return 0
  }
}
