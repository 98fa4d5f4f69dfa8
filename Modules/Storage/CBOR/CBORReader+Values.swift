extension CBORReader {
  /// Reads a value at `offset`, by its own form if it has one, or as its `init(from:)` says.
  func read<T: Decodable>(_ type: T.Type) throws -> T {
    if let form = form(of: type) { return try read(form, as: type) }
    return try readCodable(type)
  }

  func form(of type: Any.Type) -> (any CBORReadable.Type)? {
    types.answer(for: type) { type as? any CBORReadable.Type }
  }

  private func read<Form: CBORReadable, T>(_ form: Form.Type, as type: T.Type) throws -> T {
    switch try Form.read(from: self) {
    case let value as T: return value
    default: throw corrupted("Not a \(type).")
    }
  }

  func readCodable<T: Decodable>(_ type: T.Type) throws -> T {
    let start = offset
    let level = level
    let firstMap = maps.count
    let firstEntry = entries.count
    let value = try T(from: CBORValueDecoder(reader: self, start: start, level: level, path: []))
    try leave(start, level, firstMap)
    maps.removeAll(from: firstMap)
    entries.removeAll(from: firstEntry)
    return value
  }

  /// Goes to the end of a value, wherever its `init(from:)` stopped reading.
  private func leave(_ start: Int, _ level: Int, _ firstMap: Int) throws {
    if finished.start == start {
      offset = finished.end
    } else if firstMap < maps.count, maps[firstMap].start == start {
      offset = try indexEntries(of: firstMap).end
      finished = (start, offset)
    } else {
      offset = start
      try skip(inside: level)
    }
  }
}
