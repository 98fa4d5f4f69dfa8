/// Where the entries of a dictionary or set lie, to bring them into the one order that does not
/// change from process to process: that of their bytes (RFC 8949, section 4.2.1).
///
/// Comparing entries compares keys, because no encoded key is the beginning of another.
struct CBOREntryOrder {
  private let start: Int
  private var end: Int
  private var entries: [Range<Int>] = []

  init(from start: Int, count: Int) {
    self.start = start
    end = start
    entries.reserveCapacity(count)
  }

  mutating func append(endingAt end: Int) {
    entries.append(self.end..<end)
    self.end = end
  }

  /// The entries' bytes in order, or nothing if that is how they are.
  fileprivate mutating func sorted(in bytes: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
    func precedes(_ first: Range<Int>, _ second: Range<Int>) -> Bool {
      UnsafeBufferPointer(rebasing: bytes[first])
        .lexicographicallyPrecedes(UnsafeBufferPointer(rebasing: bytes[second]))
    }
    var isOrdered = true
    for index in entries.indices.dropFirst() where isOrdered {
      isOrdered = precedes(entries[index - 1], entries[index])
    }
    guard !isOrdered else { return nil }
    entries.sort(by: precedes)
    var ordered: [UInt8] = []
    ordered.reserveCapacity(end - start)
    for entry in entries {
      ordered.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[entry]))
    }
    return ordered
  }
}

extension CBORWriter {
  func sort(_ order: inout CBOREntryOrder, from start: Int) {
    guard let ordered = bytes.withElements(from: 0, { order.sorted(in: $0) }) else { return }
    bytes.removeAll(from: start)
    write(raw: ordered)
  }
}
