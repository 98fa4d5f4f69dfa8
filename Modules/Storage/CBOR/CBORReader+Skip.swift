extension CBORReader {
  /// Skips one item; throws when it is not well-formed.
  func skip(inside level: Int) throws {
    if skipShort() { return }
    let head = try untaggedHead()
    switch head.kind {
    case .unsigned, .negative, .tag: break
    case .simple:
      if head.isBreak { throw corrupted("Found a break outside any container.") }
    case .bytes, .text:
      if head.isIndefinite {
        try forEachChunk(of: head.kind) { _ in }
      } else {
        _ = try range(head)
      }
    case .array: try skipEntries(head, width: 1, inside: deeper(than: level))
    case .map: try skipEntries(head, width: 2, inside: deeper(than: level))
    }
  }

  /// Skips a short string or a number of one byte, and returns whether there was one.
  ///
  /// Most items are of this kind, and need no head.
  private func skipShort() -> Bool {
    guard offset < bytes.count else { return false }
    let initial = bytes[offset]
    switch initial {
    case 0x00..<0x18, 0x20..<0x38:
      offset += 1
      return true
    case 0x40..<0x58, 0x60..<0x78:
      let end = offset + 1 + Int(initial & 0x1F)
      guard end <= bytes.count else { return false }
      offset = end
      return true
    default: return false
    }
  }

  private func skipEntries(_ head: CBORHead, width: Int, inside level: Int) throws {
    if head.isIndefinite {
      while try !readBreak() {
        for _ in 0..<width { try skip(inside: level) }
      }
    } else {
      for _ in 0..<width * (try count(head, width: width)) { try skip(inside: level) }
    }
  }
}
