/// Where the entries of a dictionary or set lie, to bring them into the one order that does not
/// change from process to process: that of their bytes (RFC 8949, section 4.2.1).
///
/// Comparing entries compares keys, because no encoded key is the beginning of another.
struct CBOREntryOrder {
  let start: Int
  private(set) var entries: [Range<Int>] = []

  init(from start: Int) { self.start = start }

  mutating func append(endingAt end: Int) {
    entries.append((entries.last?.upperBound ?? start)..<end)
  }

  /// The entries' bytes in order, or nothing if that is how they are.
  func sorted(in bytes: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
    func precedes(_ first: Range<Int>, _ second: Range<Int>) -> Bool {
      UnsafeBufferPointer(rebasing: bytes[first])
        .lexicographicallyPrecedes(UnsafeBufferPointer(rebasing: bytes[second]))
    }
    let isOrdered = zip(entries, entries.dropFirst()).allSatisfy { !precedes($1, $0) }
    guard !isOrdered else { return nil }
    var ordered: [UInt8] = []
    ordered.reserveCapacity(bytes.count - start)
    for entry in entries.sorted(by: precedes) {
      ordered.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[entry]))
    }
    return ordered
  }
}

extension CBORWriter {
  func sort(_ order: CBOREntryOrder) {
    guard order.entries.count > 1 else { return }
    guard let ordered = bytes.withElements(from: 0, { order.sorted(in: $0) }) else { return }
    bytes.removeAll(from: order.start)
    write(raw: ordered)
  }
}
