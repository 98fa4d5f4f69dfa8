extension CBORReader {
  func openMap(at start: Int, level: Int, path: [any CodingKey]) throws -> CBORMapReference {
    let (head, count) = try located(at: path) {
      try openContainer(.map, at: start, level: level)
    }
    lastMap &+= 1
    maps.append(
      CBOROpenMap(
        id: lastMap, start: start, first: offset, count: count, isIndefinite: head.isIndefinite,
        level: level + 1, next: offset, left: count))
    let reference = CBORMapReference(index: UInt32(maps.count - 1), id: lastMap)
    if count == 0 { finish(maps.count - 1) }
    if !path.isEmpty {
      paths.append(CBORPath(map: lastMap, keys: path))
      // Indexing a map throws if the map has duplicate keys. The map of a nested container is indexed
      // now, because the reader does not notice when the container is no longer used. Any other map
      // can be indexed when `init(from:)` returns.
      _ = try locatedIndex(of: maps.count - 1)
    }
    return reference
  }

  /// Reads the ``CBORHead`` of the array or map at the offset `start`.
  ///
  /// - Parameters:
  ///   - kind: The expected kind.
  ///   - start: The offset of the container in the document.
  ///   - level: The number of arrays and maps that contain the container.
  /// - Returns: The head, and the number of entries.
  /// - Throws: `DecodingError` if the item has another kind, or is nested too deeply.
  func openContainer(
    _ kind: CBORHead.Kind, at start: Int, level: Int
  ) throws -> (head: CBORHead, count: Int) {
    offset = start
    self.level = level
    let head = try untaggedHead()
    guard head.kind == kind else {
      throw mismatch(kind == .map ? [String: Any].self : [Any].self, head)
    }
    _ = try deeper(than: level)
    return (head, try count(head, width: kind == .map ? 2 : 1))
  }

  /// Returns the position of a container's map in `maps`.
  ///
  /// Throws if the container is used after the value that it belongs to was decoded.
  @inline(__always)
  func index(of reference: CBORMapReference) throws -> Int {
    let index = Int(reference.index)
    guard index < maps.count, maps[index].id == reference.id else {
      throw corrupted("A container was used after its value was decoded.")
    }
    return index
  }

  /// Moves to the value of the field with this name, and returns its ``CBORPlace``.
  ///
  /// Returns `nil` if the map has no such field.
  func seek(_ name: String, _ reference: CBORMapReference) throws -> CBORPlace? {
    let map = try index(of: reference)
    level = maps[map].level
    let (left, next) = (maps[map].left, maps[map].next)
    let (bit, value) = name.withBytes { utf8 in
      (utf8.nameBit, left == 0 ? nil : valueIfNext(utf8, at: next))
    }
    if let value {
      maps.update(map) { $0.found |= bit }
      offset = value
      return CBORPlace(map: map, isNext: true)
    }
    // All entries were read in sequence, and none has this name. So the field is missing.
    if left == 0, maps[map].found & bit == 0 { return nil }
    guard let value = try locatedIndex(of: map).value(of: name, self) else { return nil }
    offset = value
    return CBORPlace(map: map, isNext: false)
  }

  /// Ends reading the value of a field.
  ///
  /// If the field was found at ``CBOROpenMap/next``, the method sets `next` to the current offset, which
  /// is the end of the value. Otherwise `next` does not change.
  func endField(_ place: CBORPlace) {
    guard place.isNext else { return }
    maps.update(place.map) { map in
      map.next = offset
      map.left -= 1
    }
    if maps[place.map].left == 0 { finish(place.map) }
  }

  private func finish(_ map: Int) {
    let end = maps[map].isIndefinite ? maps[map].next + 1 : maps[map].next
    finished = (maps[map].start, end)
  }

  /// Returns the offset of the value if the entry at `offset` has this name, otherwise `nil`.
  ///
  /// The result is also `nil` for a name of more than 23 bytes, because only a key whose head has a
  /// single byte is compared.
  @inline(__always)
  private func valueIfNext(_ name: UnsafeBufferPointer<UInt8>, at offset: Int) -> Int? {
    guard name.count < 24, name.count < bytes.count - offset,
      bytes[offset] == CBORHead.Kind.text.rawValue << 5 | UInt8(name.count),
      bytes.contains(name, at: offset + 1)
    else { return nil }
    return offset + 1 + name.count
  }

  func hasText(_ name: String, at offset: Int) -> Bool {
    name.withBytes { bytes.contains($0, at: offset) }
  }
}
