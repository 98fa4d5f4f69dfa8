extension CBORReader {
  /// Returns the range of a definite-length string whose head was read, and advances past it.
  @inline(__always)
  func range(_ head: CBORHead) throws -> Range<Int> {
    guard head.argument <= UInt64(bytes.count - offset) else {
      throw corrupted("The document ends too early.")
    }
    let start = offset
    offset += Int(head.argument)
    return start..<offset
  }

  /// Returns the number of entries of a container whose head was read; an entry has `width` items.
  ///
  /// Throws when the rest of the document has fewer bytes than items.
  func count(_ head: CBORHead, width: Int) throws -> Int {
    if head.isIndefinite { return try countToBreak(width: width) }
    guard head.argument <= UInt64((bytes.count - offset) / width) else {
      throw corrupted("The count exceeds the remaining bytes.")
    }
    return Int(head.argument)
  }

  private func countToBreak(width: Int) throws -> Int {
    let start = offset
    var count = 0
    while try !readBreak() {
      for _ in 0..<width { try skip(inside: level + 1) }
      count += 1
    }
    offset = start
    return count
  }

  func readBreak() throws -> Bool {
    guard offset < bytes.count else { throw corrupted("The document ends too early.") }
    guard bytes[offset] == 0xFF else { return false }
    offset += 1
    return true
  }
}
