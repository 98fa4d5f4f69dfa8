extension CBORReader {
  /// The maximum number of entries of a map that is indexed with a list; a longer map is indexed with a
  /// dictionary.
  ///
  /// The number is small, because a lookup compares the entries of a list one by one.
  private static let shortList = 16

  /// Returns the ``CBOROpenMap/Index`` of the map at the position `map` in `maps`.
  ///
  /// Errors have the coding path of the keyed container that reads this map.
  func locatedIndex(of map: Int) throws -> CBOROpenMap.Index {
    try located(at: path(of: maps[map].id)) { try indexEntries(of: map) }
  }

  /// Returns the ``CBOROpenMap/Index`` of the map at the position `map` in `maps`; creates it if
  /// necessary.
  ///
  /// Throws if the map has a duplicate key.
  func indexEntries(of map: Int) throws -> CBOROpenMap.Index {
    if let index = maps[map].index { return index }
    let index = try listEntries(of: maps[map]) ?? nameEntries(of: maps[map])
    maps[map].index = index
    return index
  }

  /// Creates the index of a short map with text keys, as a list; returns `nil` for any other map.
  private func listEntries(of map: CBOROpenMap) throws -> CBOROpenMap.Index? {
    guard map.count <= Self.shortList else { return nil }
    let firstEntry = entries.count
    offset = map.first
    for _ in 0..<map.count {
      let head = try head()
      guard head.kind == .text, !head.isIndefinite else {
        entries.removeAll(from: firstEntry)
        return nil
      }
      let key = try range(head)
      for other in firstEntry..<entries.count where bytes.isEqual(entries[other].key, key) {
        throw doubled(key: try text(key))
      }
      entries.append(CBOREntry(key: key, value: offset))
      try skip(inside: map.level)
    }
    return CBOROpenMap.Index(entries: firstEntry..<entries.count, names: nil, end: end(of: map))
  }

  /// Creates a dictionary index for a map that is long or has keys other than definite-length text.
  ///
  /// The dictionary contains only text and integer keys, because no other key can be requested.
  private func nameEntries(of map: CBOROpenMap) throws -> CBOROpenMap.Index {
    var offsets: [String: Int] = [:]
    var others: Set<[UInt8]> = []
    offset = map.first
    for _ in 0..<map.count {
      let start = offset
      if let name = try readName() {
        guard offsets.updateValue(offset, forKey: name) == nil else { throw doubled(key: name) }
      } else {
        offset = start
        try skip(inside: map.level)
        let key = bytes.withElements(start..<offset) { [UInt8]($0) }
        guard others.insert(key).inserted else { throw doubled(key: key) }
      }
      try skip(inside: map.level)
    }
    names.append(offsets)
    return CBOROpenMap.Index(entries: 0..<0, names: names.count - 1, end: end(of: map))
  }

  /// Reads a key as text, and an integer key as its digits, as in JSON; `nil` for any other key.
  func readName() throws -> String? {
    let start = offset
    let head = try untaggedHead()
    switch head.kind {
    case .text:
      offset = start
      return try readText()
    case .unsigned: return "\(head.argument)"
    case .negative: return Int64(exactly: head.argument).map { "\(~$0)" }
    default: return nil
    }
  }

  private func end(of map: CBOROpenMap) -> Int { map.isIndefinite ? offset + 1 : offset }

  private func doubled(key: Any) -> DecodingError { corrupted("Duplicate key: \(key).") }
}

extension CBOROpenMap.Index {
  func value(of name: String, _ reader: CBORReader) -> Int? {
    if let names { return reader.names[names][name] }
    let count = name.utf8.count
    for index in entries {
      let entry = reader.entries[index]
      if entry.key.count == count, reader.hasText(name, at: entry.key.lowerBound) {
        return entry.value
      }
    }
    return nil
  }
}
