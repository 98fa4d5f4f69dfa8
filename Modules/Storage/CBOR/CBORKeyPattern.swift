/// A dictionary that was read, as the pattern of the next one: when that has the same keys, as the
/// names of places in some languages do, the table is copied, and no key is made or hashed again.
final class CBORKeyPattern<Key: Hashable, Value> {
  let entries: [Key: Value]
  /// The keys as they are in the document, and where their values are in `entries`.
  let keys: [(text: Range<Int>, place: Dictionary<Key, Value>.Index)]

  init(_ entries: [Key: Value], _ keys: [(text: Range<Int>, key: Key)]) {
    self.entries = entries
    self.keys = keys.compactMap { text, key in entries.index(forKey: key).map { (text, $0) } }
  }

  /// The most keys that are compared one by one.
  static var most: Int { 16 }
}

extension CBORReader {
  /// The entries of a map, if its keys are those of the pattern, in the same order.
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
