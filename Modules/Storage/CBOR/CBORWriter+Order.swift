/// The order of the entries of a dictionary or a set: that of their bytes (RFC 8949, section
/// 4.2.1).
///
/// It is the same in every process. Comparing entries compares keys, because no encoded key is a
/// prefix of another.
extension CBORWriter {
  /// Records the bytes from `start` on as an entry, and returns the start of the next one.
  func endEntry(from start: Int) -> Int {
    let bytes = start..<bytes.count
    entries.append(CBORWrittenEntry(bytes: bytes, first: self.bytes.firstWord(of: bytes)))
    return bytes.upperBound
  }

  /// Sorts the entries that were recorded from `first` on.
  func sortEntries(from first: Int) {
    func precedes(_ one: CBORWrittenEntry, _ other: CBORWrittenEntry) -> Bool {
      one.first == other.first ? bytes.precedes(one.bytes, other.bytes) : one.first < other.first
    }
    var isOrdered = true
    for index in first..<entries.count where isOrdered && index > first {
      isOrdered = precedes(entries[index - 1], entries[index])
    }
    guard !isOrdered else { return }
    let all = entries[first].bytes.lowerBound..<bytes.count
    entries.sort(from: first, by: precedes)
    for index in first..<entries.count { bytes.append(copyOf: entries[index].bytes) }
    bytes.remove(all)
  }
}

/// The position of a written entry.
struct CBORWrittenEntry {
  let bytes: Range<Int>
  /// The first eight bytes as a number, which nearly always suffices to compare two entries.
  let first: UInt64
}
