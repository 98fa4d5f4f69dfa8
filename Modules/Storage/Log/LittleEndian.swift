extension [UInt8] {
  mutating func append(number: some FixedWidthInteger) {
    Swift.withUnsafeBytes(of: number.littleEndian) { append(contentsOf: $0) }
  }

  /// The CRC-32C of the bytes from `start` to the end.
  func checksum(from start: Int = 0) -> UInt32 {
    withUnsafeBytes { CRC32C.checksum(UnsafeRawBufferPointer(rebasing: $0[start...])) }
  }
}

extension UnsafeRawBufferPointer {
  /// Returns the little-endian number at an offset; the buffer must have its bytes.
  @inline(__always)
  func number<Number: FixedWidthInteger & BitwiseCopyable>(at offset: Int) -> Number {
    Number(littleEndian: loadUnaligned(fromByteOffset: offset, as: Number.self))
  }
}
