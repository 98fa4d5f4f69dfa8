/// A container's reference to a frame of its writer: one word, because containers are copied.
struct CBORFrameReference {
  let index: UInt32
  let id: UInt32

  /// The reference to the only value of a nested writer.
  static let root = CBORFrameReference(index: 0, id: 1)
}

/// The `Encoder` of `encode(to:)`.
struct CBORValueEncoder: Encoder {
  let writer: CBORWriter
  let reference: CBORFrameReference

  var codingPath: [any CodingKey] { writer.path(of: reference) }
  var userInfo: [CodingUserInfoKey: Any] { writer.userInfo }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    writer.begin(.map, reference)
    return KeyedEncodingContainer(CBORKeyedEncoding<Key>(writer: writer, reference: reference))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    writer.begin(.array, reference)
    return CBORUnkeyedEncoding(writer: writer, reference: reference)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    CBORSingleValueEncoding(writer: writer, reference: reference)
  }
}

/// The container for a single value: a raw value, or the content of a wrapper.
struct CBORSingleValueEncoding: SingleValueEncodingContainer {
  let writer: CBORWriter
  let reference: CBORFrameReference

  var codingPath: [any CodingKey] { writer.path(of: reference) }

  func encodeNil() throws { try single { writer.writeNull() } }
  func encode(_ value: String) throws { try single { writer.write(text: value) } }
  func encode(_ value: Int) throws { try single { writer.write(integer: value) } }
  func encode<T: Encodable>(_ value: T) throws { try single { try writer.write(value) } }

  @inline(__always)
  private func single(_ write: () throws -> Void) throws {
    writer.begin(.single, reference)
    guard let frame = writer.frame(of: reference) else {
      throw EncodingError.invalid("", "The container was used after its value ended.")
    }
    if let misuse = frame.misuse { throw EncodingError.invalid("", misuse.reason) }
    try write()
  }
}
