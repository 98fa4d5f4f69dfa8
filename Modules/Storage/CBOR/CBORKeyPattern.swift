/// The keys and the table of a decoded dictionary, reused for the next dictionary with the same keys.
///
/// Such a dictionary, for example the names of a place in some languages, is decoded into a copy of the
/// table, so no key is created or hashed again.
final class CBORKeyPattern<Key: Hashable, Value> {
  let entries: [Key: Value]
  /// The encoded keys, as ranges of the document, with the indices of their values in `entries`.
  let keys: [(text: Range<Int>, place: Dictionary<Key, Value>.Index)]

  init(_ entries: [Key: Value], _ keys: [(text: Range<Int>, key: Key)]) {
    self.entries = entries
    self.keys = keys.compactMap { text, key in entries.index(forKey: key).map { (text, $0) } }
  }

  /// The maximum number of keys of a pattern, which are compared one by one.
  static var most: Int { 16 }
}

extension CBORReader {
  /// Returns the entries of a map if its keys equal those of the pattern, in the same order.
  ///
  /// Otherwise returns `nil` and leaves the offset unchanged.
  @inline(__always)
  func entriesByPattern<Key, Value>(
    _ count: Int, inside inner: Int, _ read: () throws -> Value
  ) throws -> [Key: Value]? {
    guard let pattern = keyPattern as? CBORKeyPattern<Key, Value>, pattern.keys.count == count
    else { return nil }
    let first = offset
    var entries = pattern.entries
    for (text, place) in pattern.keys {
      guard text.count <= bytes.count - offset,
        bytes.isEqual(text, offset..<offset + text.count)
      else {
        offset = first
        return nil
      }
      offset += text.count
      level = inner
      do {
        entries.values[place] = try read()
      } catch {
        throw DecodingError.located(error, at: [CBORKey(stringValue: "\(entries[place].key)")])
      }
    }
    return entries
  }
}
