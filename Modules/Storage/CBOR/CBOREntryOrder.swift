/// The entries of a dictionary or set are brought into the one order that does not change from
/// process to process: that of their bytes (RFC 8949, section 4.2.1).
///
/// Comparing entries compares keys, because no encoded key is the beginning of another.
extension CBORWriter {
  /// Notes that the bytes from `start` on are an entry; returns where the next one begins.
  func endEntry(from start: Int) -> Int {
    entries.append(start..<bytes.count)
    return bytes.count
  }

  /// Sorts the entries that were noted from `first` on.
  func sortEntries(from first: Int) {
    var isOrdered = true
    for index in first..<entries.count where isOrdered && index > first {
      isOrdered = bytes.precedes(entries[index - 1], entries[index])
    }
    guard !isOrdered else { return }
    let all = entries[first].lowerBound..<bytes.count
    entries.sort(from: first, by: bytes.precedes)
    for index in first..<entries.count { bytes.append(copyOf: entries[index]) }
    bytes.remove(all)
  }
}
