/// The keys of a decoded dictionary, which speed up decoding of the next dictionary with the same keys.
///
/// The next dictionary is decoded into a copy of the previous one, so no key is created or hashed
/// again. For example, a list of places may have a dictionary of names in the same languages for each
/// place.
final class CBORKeyPattern<Key: Hashable, Value> {
  let entries: [Key: Value]
  /// The encoded keys of the dictionary ``entries``, in the sequence of the document.
  ///
  /// `text` is the range of a key in the document. `place` is the dictionary index of the same key.
  let keys: [(text: Range<Int>, place: Dictionary<Key, Value>.Index)]

  init(_ entries: [Key: Value], _ keys: [(text: Range<Int>, key: Key)]) {
    self.entries = entries
    self.keys = keys.compactMap { text, key in entries.index(forKey: key).map { (text, $0) } }
  }

  /// The maximum number of keys of a pattern, which is small because the keys are compared one by one.
  static var most: Int { 16 }
}

extension CBORReader {
  /// Reads the entries of a map quickly if the map has the encoded keys of ``keyPattern``, in the same
  /// sequence.
  ///
  /// Otherwise returns `nil` without advancing. `count` is the number of entries, `inner` is the
  /// nesting level of their values, and `read` reads one value.
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
