/// The container for the fields of a map, which are found by name.
struct CBORKeyedDecoding<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let reader: CBORReader
  let map: CBORMapReference

  var codingPath: [any CodingKey] { reader.path(of: map) }
  var allKeys: [Key] {
    var keys: [Key] = []
    // The code uses a loop, because an unspecialized `compactMap` would take thousands of instructions.
    for name in reader.names(of: map) { if let key = Key(stringValue: name) { keys.append(key) } }
    return keys
  }

  func contains(_ key: Key) -> Bool { reader.contains(key.stringValue, map) }

  func decodeNil(forKey key: Key) throws -> Bool { try reader.isNil(key, map) }

  // These methods are equivalent to the generic ones below, but faster for the most frequent types.
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

  /// Reads the value of a field.
  ///
  /// If `read` throws, the field's key is added to the coding path of the error.
  ///
  /// The method is always inlined, because calling the closure would take longer than most reads.
  @inline(__always)
  private func field<Value>(_ key: Key, _ read: () throws -> Value) throws -> Value {
    guard let place = try reader.seek(key.stringValue, map) else { throw reader.missing(key, map) }
    do {
      let value = try read()
      reader.endField(place)
      return value
    } catch {
      throw DecodingError.located(error, at: codingPath + [key])
    }
  }

  @inline(__always)
  private func fieldIfPresent<Value>(_ key: Key, _ read: () throws -> Value) throws -> Value? {
    guard let place = try reader.seek(key.stringValue, map) else { return nil }
    do {
      let value = try reader.readNil() ? nil : read()
      reader.endField(place)
      return value
    } catch {
      throw DecodingError.located(error, at: codingPath + [key])
    }
  }

  private func nestedDecoder(_ key: some CodingKey) throws -> CBORValueDecoder {
    try reader.nestedDecoder(key, map)
  }
}
