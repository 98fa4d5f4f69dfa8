/// What `init(from:)` is given: a place in the document. Three words, which an existential holds
/// without allocating.
struct CBORValueDecoder: Decoder {
  let reader: CBORReader
  private let start: UInt32
  private let level: UInt32
  let codingPath: [any CodingKey]

  var userInfo: [CodingUserInfoKey: Any] { reader.userInfo }

  init(reader: CBORReader, start: Int, level: Int, path: [any CodingKey]) {
    self.reader = reader
    self.start = UInt32(truncatingIfNeeded: start)
    self.level = UInt32(truncatingIfNeeded: level)
    codingPath = path
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    let map = try located { try reader.openMap(at: Int(start), level: Int(level), path: codingPath) }
    return KeyedDecodingContainer(CBORKeyedDecoding<Key>(reader: reader, map: map))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try located {
      try CBORUnkeyedDecoding(reader: reader, start: Int(start), level: Int(level), path: codingPath)
    }
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { self }

  private func located<Value>(_ body: () throws -> Value) throws -> Value {
    do {
      return try body()
    } catch {
      throw DecodingError.located(error, at: codingPath)
    }
  }
}

extension CBORValueDecoder: SingleValueDecodingContainer {
  func decodeNil() -> Bool {
    guard Int(start) < reader.bytes.count else { return false }
    do {
      reader.offset = Int(start)
      return try reader.readNil()
    } catch {
      // Not nil; what it is instead is said when it is decoded.
      return false
    }
  }

  func decode(_ type: String.Type) throws -> String { try single { try reader.readText() } }
  func decode(_ type: Int.Type) throws -> Int { try single { try reader.readInteger(type) } }
  func decode<T: Decodable>(_ type: T.Type) throws -> T { try single { try reader.read(type) } }

  private func single<Value>(_ read: () throws -> Value) throws -> Value {
    try located {
      reader.offset = Int(start)
      reader.level = Int(level)
      let value = try read()
      reader.finished = (Int(start), reader.offset)
      return value
    }
  }
}
