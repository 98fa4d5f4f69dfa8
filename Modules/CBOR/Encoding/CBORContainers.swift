/// The container for the fields of a map.
struct CBORKeyedEncoding<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let encoder: CBORValueEncoder

  var codingPath: [any CodingKey] { encoder.codingPath }

  func encodeNil(forKey key: Key) throws { try field(key) { encoder.writer.writeNull() } }

  // These methods are equivalent to the generic one below, but faster for the most frequent types.
  func encode(_ value: Int, forKey key: Key) throws {
    try field(key) { encoder.writer.write(integer: value) }
  }
  func encode(_ value: Double, forKey key: Key) throws {
    try field(key) { encoder.writer.write(double: value) }
  }
  func encode(_ value: String, forKey key: Key) throws {
    try field(key) { encoder.writer.write(text: value) }
  }

  func encode<T: Encodable>(_ value: T, forKey key: Key) throws { try write(value, key) }

  // The protocol has implementations of its own for these two types, which throw.
  func encode(_ value: Int128, forKey key: Key) throws { try write(value, key) }
  func encode(_ value: UInt128, forKey key: Key) throws { try write(value, key) }

  private func write<T: Encodable>(_ value: T, _ key: Key) throws {
    try field(key) { try encoder.write(value, .key(key)) }
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) -> KeyedEncodingContainer<Nested> {
    encoder.insertNested(key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    encoder.insertNested(key).unkeyedContainer()
  }

  func superEncoder() -> any Encoder {
    encoder.insert(.key(CBORKey.super), name: CBORKey.super.stringValue)
  }
  func superEncoder(forKey key: Key) -> any Encoder {
    encoder.insert(.key(key), name: key.stringValue)
  }

  @inline(__always)
  private func field(_ key: Key, _ write: () throws -> Void) throws {
    try encoder.element(.key(key), name: key.stringValue, write)
  }
}

/// The container for the elements of an array.
struct CBORUnkeyedEncoding: UnkeyedEncodingContainer {
  let encoder: CBORValueEncoder

  var codingPath: [any CodingKey] { encoder.codingPath }
  var count: Int { encoder.count }

  func encodeNil() throws { try element { encoder.writer.writeNull() } }
  func encode<T: Encodable>(_ value: T) throws { try write(value) }

  // The protocol has implementations of its own for these two types, which throw.
  func encode(_ value: Int128) throws { try write(value) }
  func encode(_ value: UInt128) throws { try write(value) }

  private func write<T: Encodable>(_ value: T) throws {
    try element { try encoder.write(value, .index(count)) }
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) -> KeyedEncodingContainer<Nested> {
    encoder.insert(.index(count)).container(keyedBy: type)
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    encoder.insert(.index(count)).unkeyedContainer()
  }

  func superEncoder() -> any Encoder { encoder.insert(.index(count)) }

  private func element(_ write: () throws -> Void) throws {
    try encoder.element(.index(count), write)
  }
}
