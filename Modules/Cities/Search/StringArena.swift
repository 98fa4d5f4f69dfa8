import Synchronization

/// A buffer with many texts as UTF-8, each terminated by a zero byte.
///
/// A text must not contain a zero byte. One buffer replaces hundreds of thousands of strings, each of
/// which would require an allocation.
struct StringArena: Sendable, Hashable {
  private(set) var bytes: [UInt8] = []

  /// The offset at which the next text will begin.
  var end: Int { bytes.count }

  mutating func append(_ text: some Collection<UInt8>) {
    bytes.append(contentsOf: text)
    bytes.append(0)
  }

  mutating func removeAll(from offset: Int) {
    bytes.removeSubrange(offset...)
  }

  /// Whether the texts at two offsets are equal.
  func areEqual(_ first: Int, _ second: Int) -> Bool { order(first, second) == 0 }

  /// Returns the first eight bytes of the text at an offset as a big-endian number.
  ///
  /// A shorter text is padded with zero bytes. If the numbers of two texts differ, the text with the
  /// lower number is sorted first.
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

  /// Compares the texts at two offsets.
  ///
  /// The result is negative if the text at `first` is sorted before the text at `second`. The result is
  /// zero if the texts are equal, and otherwise positive.
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

  /// Compares the beginning of the text at an offset with `prefix`.
  ///
  /// The result is zero if the text begins with the prefix. Otherwise the result is negative if the
  /// text is sorted before `prefix`, and positive if it is sorted after all texts with the prefix.
  func order(at offset: Int, _ prefix: some Collection<UInt8>) -> Int {
    var offset = offset
    for byte in prefix {
      // A shorter text ends with a zero byte, which differs from every byte of the prefix. So the loop
      // reads no byte after the end of the text.
      let difference = Int(bytes[offset]) - Int(byte)
      if difference != 0 { return difference }
      offset += 1
    }
    return 0
  }

  /// Returns the bytes of the letter at an offset; a zero byte at the end of a text.
  func letter(at offset: Int) -> ArraySlice<UInt8> {
    var end = offset + 1
    while end < bytes.count, bytes[end] & 0xC0 == 0x80 { end += 1 }
    return bytes[offset..<end]
  }
}

/// A value that is computed once, at its first use; concurrent readers wait for the result.
final class Lazy<Value: Sendable>: Sendable {
  private enum State {
    case pending(@Sendable () -> Value)
    case made(Value)
  }

  private let state: Mutex<State>

  init(_ make: @escaping @Sendable () -> Value) {
    state = Mutex(.pending(make))
  }

  var value: Value {
    state.withLock { state in
      switch state {
      case .made(let value): return value
      case .pending(let make):
        let value = make()
        state = .made(value)
        return value
      }
    }
  }
}
