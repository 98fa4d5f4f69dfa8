/// The entries of a dictionary or set are brought into the one order that does not change from
/// process to process: that of their bytes (RFC 8949, section 4.2.1).
///
/// Comparing entries compares keys, because no encoded key is the beginning of another.
extension CBORWriter {
  /// Notes that the bytes from `start` on are an entry; returns where the next one begins.
  func endEntry(from start: Int) -> Int {
    let bytes = start..<bytes.count
    entries.append(CBORWrittenEntry(bytes: bytes, first: self.bytes.firstWord(of: bytes)))
    return bytes.upperBound
  }

  /// Sorts the entries that were noted from `first` on.
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

/// Where an entry is.
struct CBORWrittenEntry {
  let bytes: Range<Int>
  /// Its first eight bytes as a number, which nearly always is enough to compare it with another.
  let first: UInt64
}
