/// The fields of a map, found by name.
struct CBORKeyedDecoding<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let reader: CBORReader
  let map: CBORMapReference

  var codingPath: [any CodingKey] { reader.path(of: map) }
  var allKeys: [Key] { reader.names(of: map).compactMap(Key.init(stringValue:)) }

  func contains(_ key: Key) -> Bool { reader.contains(key.stringValue, map) }

  func decodeNil(forKey key: Key) throws -> Bool { try field(key) { try reader.readNil() } }

  // The generic methods below would do for these too; they are most of all fields.
  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool {
    try field(key) { try reader.readBool() }
  }
  func decode(_ type: Int.Type, forKey key: Key) throws -> Int {
    try field(key) { try reader.readInteger(type) }
  }
  func decode(_ type: Double.Type, forKey key: Key) throws -> Double {
    try field(key) { try reader.readDouble() }
  }
  func decode(_ type: String.Type, forKey key: Key) throws -> String {
    try field(key) { try reader.readText() }
  }
  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
    try field(key) { try reader.read(type) }
  }

  func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? {
    try fieldIfPresent(key) { try reader.readInteger(type) }
  }
  func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
    try fieldIfPresent(key) { try reader.readText() }
  }
  func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
    try fieldIfPresent(key) { try reader.read(type) }
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> {
    try nestedDecoder(key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try nestedDecoder(key).unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder { try nestedDecoder(CBORKey.super) }
  func superDecoder(forKey key: Key) throws -> any Decoder { try nestedDecoder(key) }

  /// Always inlined: the closures would cost more than what most of them read.
  @inline(__always)
  private func field<Value>(_ key: Key, _ read: () throws -> Value) throws -> Value {
    guard let value = try fieldOrNothing(key, isNilNothing: false, read) else {
      throw reader.missing(key, map)
    }
    return value
  }

  @inline(__always)
  private func fieldIfPresent<Value>(_ key: Key, _ read: () throws -> Value) throws -> Value? {
    try fieldOrNothing(key, isNilNothing: true, read)
  }

  @inline(__always)
  private func fieldOrNothing<Value>(
    _ key: Key, isNilNothing: Bool, _ read: () throws -> Value
  ) throws -> Value? {
    do {
      let index = try reader.index(of: map)
      guard try reader.seek(key.stringValue, in: index) else { return nil }
      let start = reader.offset
      let value = try isNilNothing && reader.readNil() ? nil : read()
      reader.endField(from: start, in: index)
      return value
    } catch {
      throw DecodingError.located(error, at: codingPath + [key])
    }
  }

  private func nestedDecoder(_ key: some CodingKey) throws -> CBORValueDecoder {
    do {
      return try reader.nestedDecoder(key, map)
    } catch {
      throw DecodingError.located(error, at: codingPath)
    }
  }
}
