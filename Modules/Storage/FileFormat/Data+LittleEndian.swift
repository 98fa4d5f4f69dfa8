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

  /// The number that begins so many bytes behind the first, or nothing when there are too few.
  func littleEndian<Number: FixedWidthInteger & BitwiseCopyable>(at offset: Int) -> Number? {
    guard count - offset >= MemoryLayout<Number>.size else { return nil }
    return withUnsafeBytes { bytes in
      Number(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: Number.self))
    }
  }

  /// Takes a number from the front, or nothing when there are too few bytes.
  mutating func popLittleEndian<Number: FixedWidthInteger>() -> Number? {
    let size = MemoryLayout<Number>.size
    guard count >= size else { return nil }
    var value = Number.zero
    _ = Swift.withUnsafeMutableBytes(of: &value) { copyBytes(to: $0, count: size) }
    self = dropFirst(size)
    return Number(littleEndian: value)
  }
}
