#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension Data {
  init(littleEndian value: some FixedWidthInteger) {
    self.init()
    append(littleEndian: value)
  }

  mutating func append(littleEndian value: some FixedWidthInteger) {
    Swift.withUnsafeBytes(of: value.littleEndian) { append(contentsOf: $0) }
  }
}

extension UnsafeRawBufferPointer {
  /// Returns the number at an offset of at least 0, or `nil` when there are too few bytes.
  ///
  /// Reading from a buffer pointer is faster than reading from `Data`.
  func littleEndian<Number: FixedWidthInteger & BitwiseCopyable>(at offset: Int) -> Number? {
    guard count - offset >= MemoryLayout<Number>.size else { return nil }
    return Number(littleEndian: loadUnaligned(fromByteOffset: offset, as: Number.self))
  }
}

extension UnsafeMutableRawBufferPointer {
  /// Stores a number at an offset; the buffer must have room for it.
  func put(littleEndian value: some FixedWidthInteger, at offset: Int) {
    Swift.withUnsafeBytes(of: value.littleEndian) { put($0, at: offset) }
  }

  /// Stores bytes at an offset; the buffer must have room for them.
  func put(_ bytes: Data, at offset: Int) {
    bytes.withUnsafeBytes { put($0, at: offset) }
  }

  private func put(_ bytes: UnsafeRawBufferPointer, at offset: Int) {
    UnsafeMutableRawBufferPointer(rebasing: self[offset...]).copyMemory(from: bytes)
  }
}
