/// An open file that is read in pieces.
package final class FileReader {
  private static let windowSize = 128 << 10

  /// The file when it was opened.
  let identity: FileIdentity
  private let content: FileDescriptor
  /// The bytes that were read last.
  private(set) var window: [UInt8] = []
  private var start = 0

  package var size: Int { identity.size }

  package init(_ content: consuming FileDescriptor) throws(SystemFailure) {
    identity = try content.identity()
    self.content = content
  }

  /// Returns the bytes in a range, as far as the file has them.
  package func bytes(_ range: Range<Int>) throws(SystemFailure) -> [UInt8] {
    let count = max(0, min(size, range.upperBound) - range.lowerBound)
    var failure: SystemFailure?
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      do throws(SystemFailure) {
        filled = try content.read(
          into: UnsafeMutableRawBufferPointer(buffer), at: range.lowerBound)
      } catch { failure = error }
    }
    if let failure { throw failure }
    return bytes
  }

  /// Reads the whole file, so that later calls read nothing.
  func readAll() throws(SystemFailure) {
    (window, start) = (try bytes(0..<size), 0)
  }

  /// Calls `body` with the bytes from `offset`: at least `count`, unless the file ends before.
  ///
  /// Consecutive calls with ascending offsets read the file in large pieces.
  func withBytes<Result>(
    at offset: Int, _ count: Int, _ body: (UnsafeRawBufferPointer) -> Result
  ) throws(SystemFailure) -> Result {
    let end = min(size, offset + count)
    if offset < start || end > start + window.count {
      window = try bytes(offset..<max(end, min(size, offset + Self.windowSize)))
      start = offset
    }
    return window.withUnsafeBytes { all in
      body(UnsafeRawBufferPointer(rebasing: all[min(all.count, offset - start)...]))
    }
  }

  /// Returns the end of the bytes without the zeros at the end of the file.
  func contentEnd() throws(SystemFailure) -> Int {
    var end = size
    while end > 0 {
      let piece = try bytes(max(0, end - 4096)..<end)
      guard !piece.isEmpty else { return end }
      if let last = piece.lastIndex(where: { $0 != 0 }) { return end - piece.count + last + 1 }
      end -= piece.count
    }
    return 0
  }
}
