/// The container for the elements of an array, which are read one after the other.
struct CBORUnkeyedDecoding: UnkeyedDecodingContainer {
  private let decoder: CBORValueDecoder
  let count: Int?
  private(set) var currentIndex = 0
  private var next: CBORPlace
  private let end: Int

  var codingPath: [any CodingKey] { decoder.codingPath }
  var isAtEnd: Bool { next.offset == end }

  init(decoder: CBORValueDecoder, count: Int) {
    self.decoder = decoder
    self.count = count
    (next, end) = decoder.document.content(of: decoder.place)
  }

  mutating func decodeNil() throws -> Bool {
    guard decoder.document.isNil(at: try element(Never.self)) else { return false }
    advance()
    return true
  }

  mutating func decode<T: Decodable>(_ type: T.Type) throws -> T { try value() }

  // The protocol has implementations of its own for these two types, which throw.
  mutating func decode(_ type: Int128.Type) throws -> Int128 { try value() }
  mutating func decode(_ type: UInt128.Type) throws -> UInt128 { try value() }

  private mutating func value<T: Decodable>() throws -> T {
    let value = try decoder.read(T.self, at: element(T.self), .index(currentIndex))
    advance()
    return value
  }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) throws -> KeyedDecodingContainer<Nested> {
    let container = try inside(type).container(keyedBy: type)
    advance()
    return container
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    let container = try inside([Any].self).unkeyedContainer()
    advance()
    return container
  }

  mutating func superDecoder() throws -> any Decoder {
    let element = try inside((any Decoder).self)
    advance()
    return element
  }

  private func inside(_ type: Any.Type) throws -> CBORValueDecoder {
    try decoder.inside(.index(currentIndex), element(type))
  }

  private func element(_ type: Any.Type) throws -> CBORPlace {
    guard isAtEnd else { return next }
    throw DecodingError.valueNotFound(
      type,
      .init(
        codingPath: codingPath + [CBORKey(index: currentIndex)],
        debugDescription: "The array has no more elements."))
  }

  /// Moves on; only after an element has been decoded, as in JSON.
  private mutating func advance() {
    next = decoder.document.end(of: next)
    currentIndex += 1
  }
}
