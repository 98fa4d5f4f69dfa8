/// The container for the fields of a map, which are written in the sequence of the calls.
struct CBORKeyedEncoding<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let writer: CBORWriter
  let reference: CBORFrameReference

  var codingPath: [any CodingKey] { writer.path(of: reference) }

  func encodeNil(forKey key: Key) throws { try field(key) { writer.writeNull() } }

  // These methods are equivalent to the generic one below, but faster for the most frequent types.
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

/// The container for the elements of an array.
///
/// The head of the array contains the number of elements. So the head is set after the last element.
struct CBORUnkeyedEncoding: UnkeyedEncodingContainer {
  let writer: CBORWriter
  let reference: CBORFrameReference

  var codingPath: [any CodingKey] { writer.path(of: reference) }
  var count: Int { writer.isOpen(reference) ? writer.frames[Int(reference.index)].count : 0 }

  func encodeNil() throws { try element { writer.writeNull() } }
  func encode<T: Encodable>(_ value: T) throws { try element { try writer.write(value) } }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) -> KeyedEncodingContainer<Nested> {
    superEncoderForNext().container(keyedBy: type)
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    superEncoderForNext().unkeyedContainer()
  }

  func superEncoder() -> any Encoder { superEncoderForNext() }

  private func element(_ write: () throws -> Void) throws {
    try writer.element(of: reference, at: CBORKey(intValue: count), write)
  }

  private func superEncoderForNext() -> CBORValueEncoder {
    writer.nestedEncoder(in: reference, at: CBORKey(intValue: count), name: nil)
  }
}

extension CBORWriter {
  /// Returns an encoder for the next element or field.
  ///
  /// `reference` refers to the enclosing value; the encoder is valid until that value has been encoded.
  /// `key` is the last key of the coding path. `name` is the name of a field; `nil` for an element.
  func nestedEncoder(
    in reference: CBORFrameReference, at key: some CodingKey, name: String?
  ) -> CBORValueEncoder {
    var child: CBORWriter?
    do {
      try element(of: reference, at: key, name: name) {
        child = openNested(at: path(of: reference) + [key])
      }
    } catch {
      // This method cannot throw, so it records the failure, such as a duplicate key. An error is
      // thrown at the latest when the encoding of the enclosing value ends. The returned encoder writes
      // to a separate writer, whose output is discarded.
      // An earlier failure is the reason of this one.
      if let frame = frame(of: reference), frame.misuse == nil {
        frames[Int(reference.index)].misuse = .nested
      }
    }
    let writer = child ?? CBORWriter(userInfo: userInfo, path: [key], level: level)
    if child == nil { _ = writer.open() }
    return CBORValueEncoder(writer: writer, reference: .root)
  }
}
