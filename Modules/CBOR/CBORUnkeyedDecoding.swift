/// The container for the elements of an array, which are read one after the other.
struct CBORUnkeyedDecoding: UnkeyedDecodingContainer {
  let codingPath: [any CodingKey]
  let count: Int?
  private(set) var currentIndex = 0
  private let reader: CBORReader
  private let start: Int
  private let level: Int
  private let isIndefinite: Bool
  private var next: Int

  var isAtEnd: Bool { currentIndex == count }

  init(reader: CBORReader, start: Int, level: Int, path: [any CodingKey]) throws {
    let (head, count) = try reader.located(at: path) {
      try reader.openContainer(.array, at: start, level: level)
    }
    self.reader = reader
    self.start = start
    self.level = level + 1
    self.count = count
    codingPath = path
    isIndefinite = head.isIndefinite
    next = reader.offset
    finishIfAtEnd()
  }

  mutating func decodeNil() throws -> Bool {
    guard !isAtEnd else { throw end(of: Never?.self) }
    reader.offset = next
    guard try reader.readNil() else { return false }
    advance()
    return true
  }

  mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
    try element(type) { reader, _ in try reader.read(type) }
  }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) throws -> KeyedDecodingContainer<Nested> {
    try nestedDecoder().container(keyedBy: type)
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try nestedDecoder().unkeyedContainer()
  }

  mutating func superDecoder() throws -> any Decoder { try nestedDecoder() }

  private mutating func nestedDecoder() throws -> CBORValueDecoder {
    let element = next
    let path = codingPath + [CBORKey(intValue: currentIndex)]
    try self.element((any Decoder).self) { reader, level in try reader.skip(inside: level) }
    return CBORValueDecoder(reader: reader, start: element, level: level, path: path)
  }

  private mutating func element<Value>(
    _ type: Any.Type, _ read: (CBORReader, _ level: Int) throws -> Value
  ) throws -> Value {
    guard !isAtEnd else { throw end(of: type) }
    do {
      reader.offset = next
      reader.level = level
      let value = try read(reader, level)
      advance()
      return value
    } catch {
      throw DecodingError.located(error, at: codingPath + [CBORKey(intValue: currentIndex)])
    }
  }

  private mutating func advance() {
    next = reader.offset
    currentIndex += 1
    finishIfAtEnd()
  }

  private func finishIfAtEnd() {
    if isAtEnd { reader.finished = (start, isIndefinite ? next + 1 : next) }
  }

  private func end(of type: Any.Type) -> DecodingError {
    .valueNotFound(
      type,
      .init(
        codingPath: codingPath + [CBORKey(intValue: currentIndex)],
        debugDescription: "The array has no more elements."))
  }
}
