#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

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

  /// Whether no byte has its highest bit set.
  func isASCII(_ range: Range<Int>) -> Bool {
    withElements(range) { bytes in
      var union: UInt8 = 0
      for byte in bytes { union |= byte }
      return union < 0x80
    }
  }

  /// Whether two ranges contain equal bytes.
  func isEqual(_ first: Range<Int>, _ second: Range<Int>) -> Bool {
    first.count == second.count && withElements(first) { contains($0, at: second.lowerBound) }
  }

  /// Whether the bytes of `first` precede those of `second` in lexicographic order.
  func precedes(_ first: Range<Int>, _ second: Range<Int>) -> Bool {
    withElements(first) { first in
      withElements(second) { second in first.lexicographicallyPrecedes(second) }
    }
  }

  /// Whether the bytes at `start` are those of `other`; the buffer must contain so many.
  @inline(__always)
  func contains(_ other: UnsafeBufferPointer<UInt8>, at start: Int) -> Bool {
    withElements(start..<start + other.count) { own in
      // Only an empty sequence has no address.
      guard let own = own.baseAddress, let address = other.baseAddress else { return true }
      return memcmp(own, address, other.count) == 0
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
