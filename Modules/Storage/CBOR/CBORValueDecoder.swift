/// A position in the document, as the `Decoder` of `init(from:)`.
///
/// Its three words fit into an existential without an allocation.
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
    let map = try reader.openMap(at: Int(start), level: Int(level), path: codingPath)
    return KeyedDecodingContainer(CBORKeyedDecoding<Key>(reader: reader, map: map))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try CBORUnkeyedDecoding(reader: reader, start: Int(start), level: Int(level), path: codingPath)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { self }
}

extension CBORValueDecoder: SingleValueDecodingContainer {
  func decodeNil() -> Bool {
    guard Int(start) < reader.bytes.count else { return false }
    do {
      reader.offset = Int(start)
      return try reader.readNil()
    } catch {
      // Not nil; decoding the value reports the error.
      return false
    }
  }

  func decode<T: Decodable>(_ type: T.Type) throws -> T {
    reader.offset = Int(start)
    reader.level = Int(level)
    do {
      let value = try reader.read(type)
      reader.finished = (Int(start), reader.offset)
      return value
    } catch {
      throw DecodingError.located(error, at: codingPath)
    }
  }
}
