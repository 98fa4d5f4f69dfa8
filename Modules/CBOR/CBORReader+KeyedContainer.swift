/// The parts of a keyed container that do not depend on its key type.
extension CBORReader {
  func path(of map: CBORMapReference) -> [any CodingKey] {
    path(of: map.id)
  }

  /// Returns the coding path of the keyed container with this ``CBORMapReference/id``.
  ///
  /// Only a nested container has a path in `paths`. For any other container, the result is empty. The
  /// search begins with the last element, because the containers that were opened last are used most.
  func path(of map: UInt32) -> [any CodingKey] {
    for index in (0..<paths.count).reversed() where paths[index].map == map {
      return paths[index].keys
    }
    return []
  }

  func missing(_ key: some CodingKey, _ map: CBORMapReference) -> DecodingError {
    .keyNotFound(
      key,
      .init(
        codingPath: path(of: map), debugDescription: "No value for the key \(key.stringValue)."))
  }

  func contains(_ name: String, _ map: CBORMapReference) -> Bool {
    do {
      return try seek(name, map) != nil
    } catch {
      // This method cannot throw. If the map is malformed, an error is thrown after the `init(from:)`
      // that reads the map has returned.
      return false
    }
  }

  /// Whether the value of a field is nil.
  ///
  /// If the value is nil, the reader moves past it; otherwise the value can still be read.
  func isNil(_ key: some CodingKey, _ map: CBORMapReference) throws -> Bool {
    guard try seek(key.stringValue, map) != nil else { throw missing(key, map) }
    return try readNil()
  }

  func names(of map: CBORMapReference) -> [String] {
    do {
      let found = try index(of: map)
      _ = try indexEntries(of: found)
      offset = maps[found].first
      level = maps[found].level
      var names: [String] = []
      for _ in 0..<maps[found].count {
        let start = offset
        if let name = try readName() {
          names.append(name)
        } else {
          offset = start; try skip(inside: level)
        }
        try skip(inside: level)
      }
      return names
    } catch {
      // This method cannot throw. If the map is malformed, an error is thrown after the `init(from:)`
      // that reads the map has returned.
      return []
    }
  }

  /// Skips a field, and returns a decoder for the value of the field.
  ///
  /// The decoder may be used after other fields have been read.
  func nestedDecoder(_ key: some CodingKey, _ map: CBORMapReference) throws -> CBORValueDecoder {
    guard let place = try seek(key.stringValue, map) else { throw missing(key, map) }
    let (start, level, path) = (offset, level, path(of: map) + [key])
    try located(at: path) { try skip(inside: level) }
    endField(place)
    return CBORValueDecoder(reader: self, start: start, level: level, path: path)
  }
}
