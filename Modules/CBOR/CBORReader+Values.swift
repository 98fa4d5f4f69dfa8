extension CBORReader {
  /// Reads the value at the reader's current `offset`.
  ///
  /// A value whose type is ``CBORReadable`` is read directly, and any other value by `init(from:)`.
  func read<T: Decodable>(_ type: T.Type) throws -> T {
    switch form(of: type) {
    case .texts: try checked(String.readElements(from: self))
    case .namedTexts: try checked(readNamed { try readText() })
    case .namedNumbers: try checked(readNamed { try readInteger(Int.self) })
    case .namedAmounts: try checked(readNamed { try readInteger(Int64.self) })
    case .own(let form): try read(form)
    case .codable: try readCodable(type)
    }
  }

  func form(of type: Any.Type) -> CBORStrategy<any CBORReadable.Type> {
    types.value(for: type) { CBORStrategy(of: type) }
  }

  private func read<Form: CBORReadable, T>(_ form: Form.Type) throws -> T {
    try checked(Form.read(from: self))
  }

  func checked<Value, T>(_ value: Value) throws -> T {
    guard let value: T = retyped(value) else { throw corrupted("Not a \(T.self).") }
    return value
  }

  func readCodable<T: Decodable>(_ type: T.Type) throws -> T {
    let start = offset
    let level = level
    let firstMap = maps.count
    let firstEntry = entries.count
    let firstName = names.count
    let firstPath = paths.count
    let value = try T(from: CBORValueDecoder(reader: self, start: start, level: level, path: []))
    try leave(start, level, firstMap)
    maps.removeAll(from: firstMap)
    entries.removeAll(from: firstEntry)
    names.removeAll(from: firstName)
    paths.removeAll(from: firstPath)
    return value
  }

  /// Moves to the end of a value, even if its `init(from:)` has not read the whole value.
  ///
  /// - Parameters:
  ///   - start: The offset at which the value begins.
  ///   - level: The number of arrays and maps that contain the value.
  ///   - firstMap: The position in `maps` of the first map that `init(from:)` has opened, if any. If the
  ///     value was read as a map, this first map is the value itself.
  /// - Throws: `DecodingError` if the rest of the value is not well-formed.
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
