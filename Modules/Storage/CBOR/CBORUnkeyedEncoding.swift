/// The container for the elements of an array, whose count is known after the last one.
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
  /// Returns an encoder for the next element or field, which may be used as long as its container.
  func nestedEncoder(
    in reference: CBORFrameReference, at key: some CodingKey, name: String?
  ) -> CBORValueEncoder {
    var child: CBORWriter?
    do {
      try element(of: reference, at: key, name: name) {
        child = openNested(at: path(of: reference) + [key])
      }
    } catch {
      // This method cannot throw. The output of the child is discarded, and the value fails later.
      if isOpen(reference) { frames[Int(reference.index)].misuse = .nested }
    }
    let writer = child ?? CBORWriter(userInfo: userInfo, path: [key], level: level)
    if child == nil { _ = writer.open() }
    return CBORValueEncoder(writer: writer, reference: .root)
  }
}
