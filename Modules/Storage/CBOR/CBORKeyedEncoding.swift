/// The container for the fields of a map, which are written in the order of the calls.
struct CBORKeyedEncoding<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let writer: CBORWriter
  let reference: CBORFrameReference

  var codingPath: [any CodingKey] { writer.path(of: reference) }

  func encodeNil(forKey key: Key) throws { try field(key) { writer.writeNull() } }

  // The generic method below has the same results; these are faster for the most frequent types.
  func encode(_ value: Bool, forKey key: Key) throws {
    try field(key) { writer.write(bool: value) }
  }
  func encode(_ value: Int, forKey key: Key) throws {
    try field(key) { writer.write(integer: value) }
  }
  func encode(_ value: Double, forKey key: Key) throws {
    try field(key) { writer.write(double: value) }
  }
  func encode(_ value: String, forKey key: Key) throws {
    try field(key) { writer.write(text: value) }
  }
  func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
    try field(key) { try writer.write(value) }
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) -> KeyedEncodingContainer<Nested> {
    nestedEncoder(key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    nestedEncoder(key).unkeyedContainer()
  }

  func superEncoder() -> any Encoder { nestedEncoder(CBORKey.super) }
  func superEncoder(forKey key: Key) -> any Encoder { nestedEncoder(key) }

  @inline(__always)
  private func field(_ key: Key, _ write: () throws -> Void) throws {
    try writer.element(of: reference, at: key, name: key.stringValue, write)
  }

  private func nestedEncoder(_ key: some CodingKey) -> CBORValueEncoder {
    writer.nestedEncoder(in: reference, at: key, name: key.stringValue)
  }
}
