/// The elements of an array whose count is known when the last one is written.
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
  /// An encoder for the next element or field, which goes on while its container does.
  func nestedEncoder(
    in reference: CBORFrameReference, at key: some CodingKey, name: String?
  ) -> CBORValueEncoder {
    var child: CBORWriter?
    do {
      try element(of: reference, at: key, name: name) {
        child = openNested(at: path(of: reference) + [key])
      }
    } catch {
      // Nothing can be thrown here; what this child is given goes nowhere, and the value fails.
      if isOpen(reference) { frames[Int(reference.index)].misuse = .nested }
    }
    let writer = child ?? CBORWriter(userInfo: userInfo, path: [key], level: level)
    if child == nil { _ = writer.open() }
    return CBORValueEncoder(writer: writer, reference: .root)
  }
}
