extension CBORBuffer<UInt8> {
  /// Returns the big-endian number of `width` bytes at `start`; `width` is 1, 2, 4 or 8.
  @inline(__always)
  func bigEndian(at start: Int, width: Int) -> UInt64 {
    withElements(start..<start + width) { bytes in
      let raw = UnsafeRawBufferPointer(bytes)
      switch width {
      case 1: return UInt64(raw[0])
      case 2: return UInt64(UInt16(bigEndian: raw.loadUnaligned(as: UInt16.self)))
      case 4: return UInt64(UInt32(bigEndian: raw.loadUnaligned(as: UInt32.self)))
      default: return UInt64(bigEndian: raw.loadUnaligned(as: UInt64.self))
      }
    }
  }

  /// Returns the first eight bytes of a range as a big-endian number.
  ///
  /// If the range has fewer than eight bytes, zeros are appended.
  func firstWord(of range: Range<Int>) -> UInt64 {
    guard range.count < 8 else { return bigEndian(at: range.lowerBound, width: 8) }
    return withElements(range) { $0.reduce(0) { $0 << 8 | UInt64($1) } << (64 - 8 * range.count) }
  }

  /// Whether no byte has its highest bit set; checks eight bytes at a time.
  func isASCII(_ range: Range<Int>) -> Bool {
    withElements(range) { bytes in
      let words = CBORWords(bytes)
      var found = words.last
      for index in 0..<words.count { found |= words[index] }
      return found & 0x8080_8080_8080_8080 == 0
    }
  }

  /// Whether two ranges contain equal bytes.
  func isEqual(_ first: Range<Int>, _ second: Range<Int>) -> Bool {
    guard first.count == second.count else { return false }
    return withElements(first) { contains($0, at: second.lowerBound) }
  }

  /// Whether the bytes of `first` precede those of `second` in lexicographic order.
  ///
  /// The method compares eight bytes at a time.
  func precedes(_ first: Range<Int>, _ second: Range<Int>) -> Bool {
    let shared = min(first.count, second.count)
    var offset = 0
    while offset < shared {
      let width = offset + 8 <= shared ? 8 : 1
      let own = bigEndian(at: first.lowerBound + offset, width: width)
      let other = bigEndian(at: second.lowerBound + offset, width: width)
      guard own == other else { return own < other }
      offset += width
    }
    return first.count < second.count
  }

  /// Whether the buffer contains the bytes `other` at `start`; compares eight bytes at a time.
  @inline(__always)
  func contains(_ other: UnsafeBufferPointer<UInt8>, at start: Int) -> Bool {
    guard other.count <= count - start else { return false }
    return withElements(start..<start + other.count) { own in
      let (own, other) = (CBORWords(own), CBORWords(other))
      guard own.last == other.last else { return false }
      for index in 0..<own.count where own[index] != other[index] { return false }
      return true
    }
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// A mask with a single set bit for the name of a field, which this buffer contains as UTF-8.
  ///
  /// The bit is a small hash of the length, the first byte and the last byte. Equal names have the same
  /// bit. A map stores the union of its names' masks. If the union lacks the bit of a name, the map
  /// does not contain the name.
  @inline(__always)
  var nameBit: UInt64 {
    1 << UInt64((count &+ 5 &* Int(first ?? 0) &+ Int(last ?? 0)) & 63)
  }
}

extension String {
  /// Calls `body` with the UTF-8 bytes of the string, almost always without a copy.
  @inline(__always)
  func withBytes<Result>(
    _ body: (UnsafeBufferPointer<UInt8>) throws -> Result
  ) rethrows -> Result {
    if let result = try utf8.withContiguousStorageIfAvailable(body) { return result }
    // A string that is bridged from Objective-C has no contiguous UTF-8, but a native copy of it has.
    var copy = self
    return try copy.withUTF8(body)
  }
}

/// A view of a byte sequence as 64-bit numbers.
///
/// The subscript divides the sequence into groups of eight bytes from its start. It omits a remainder of
/// fewer than eight bytes. ``last`` covers the remainder, because it reads the last eight bytes. Of a
/// shorter sequence, it reads each byte at least once, and its unused bits are zero. Reading a byte
/// twice is harmless, because the callers only compare bytes or test their bits.
private struct CBORWords {
  private let bytes: UnsafeRawBufferPointer

  @inline(__always)
  init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = UnsafeRawBufferPointer(bytes) }

  /// The number of complete groups of eight bytes.
  var count: Int { bytes.count >> 3 }

  @inline(__always)
  subscript(index: Int) -> UInt64 { load(index << 3) }

  var last: UInt64 {
    @inline(__always) get {
      switch bytes.count {
      case 8...: load(bytes.count - 8)
      case 4...: UInt64(half(0)) << 32 | UInt64(half(bytes.count - 4))
      case 1...:
        UInt64(bytes[0]) << 16 | UInt64(bytes[bytes.count >> 1]) << 8
          | UInt64(bytes[bytes.count - 1])
      default: 0
      }
    }
  }

  @inline(__always)
  private func load(_ offset: Int) -> UInt64 {
    bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
  }

  @inline(__always)
  private func half(_ offset: Int) -> UInt32 {
    bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
  }
}
