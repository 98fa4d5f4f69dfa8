extension CBORReader {
  /// Passes over one item, which has to be well-formed.
  func skip(inside level: Int) throws {
    let head = try untaggedHead()
    switch head.kind {
    case .unsigned, .negative, .tag: break
    case .simple:
      if head.isBreak { throw corrupted("A break outside of any container.") }
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
