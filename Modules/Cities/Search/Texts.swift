/// Byte strings in one buffer, each terminated by a zero byte; their own bytes are above zero.
///
/// One string per text would require hundreds of thousands of allocations.
struct Texts: Sendable, Hashable {
  private(set) var bytes: [UInt8] = []

  /// The offset of the next text.
  var end: Int { bytes.count }

  mutating func append(_ text: some Collection<UInt8>) {
    bytes.append(contentsOf: text)
    bytes.append(0)
  }

  mutating func removeAll(from offset: Int) {
    bytes.removeSubrange(offset...)
  }

  /// Returns whether the texts at two offsets are equal.
  func areEqual(_ first: Int, _ second: Int) -> Bool { order(first, second) == 0 }

  /// Returns the first eight bytes of the text at an offset, which decide most comparisons.
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

  /// Compares two texts: the result is negative if `first` sorts first, zero if they are equal.
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

  /// Compares the beginning of a text with `prefix`; the result is zero if the text begins with it.
  func order(at offset: Int, _ prefix: [UInt8]) -> Int {
    for (index, byte) in prefix.enumerated() {
      // Ends no later than at the terminating zero, which is below every byte of the prefix.
      let difference = Int(bytes[offset + index]) - Int(byte)
      if difference != 0 { return difference }
    }
    return 0
  }
}
