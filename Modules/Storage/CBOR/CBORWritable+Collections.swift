extension Optional: CBORWritable where Wrapped: Encodable {
  func write(to writer: CBORWriter) throws {
    switch self {
    case .none: writer.writeNull()
    case .some(let value): try writer.write(value)
    }
  }
}

extension Array: CBORWritable where Element: Encodable {
  func write(to writer: CBORWriter) throws {
    switch writer.form(of: Element.self) {
    case .own(let form): try write(as: form, to: writer)
    case .codable: try writer.writeElements(self) { try writer.writeCodable($0) }
    default: try writer.writeElements(self) { try writer.write($0) }
    }
  }

  private func write<Form: CBORWritable>(as form: Form.Type, to writer: CBORWriter) throws {
    try Form.write(elements: writer.checked(self), to: writer)
  }
}

extension Set: CBORWritable where Element: Encodable {
  func write(to writer: CBORWriter) throws {
    let level = try writer.deeper()
    writer.writeHead(.array, UInt64(count))
    var start = writer.bytes.count
    let first = writer.entries.count
    defer { writer.entries.removeAll(from: first) }
    for element in self {
      writer.level = level
      try writer.write(element)
      start = writer.endEntry(from: start)
    }
    writer.sortEntries(from: first)
    writer.level = level - 1
  }
}

extension CBORWriter {
  @inline(__always)
  func writeElements<Element>(_ elements: [Element], _ write: (Element) throws -> Void) throws {
    let inner = try deeper()
    writeHead(.array, UInt64(elements.count))
    for index in 0..<elements.count {
      level = inner
      do {
        try write(elements[index])
      } catch {
        throw EncodingError.located(error, at: index)
      }
    }
    level = inner - 1
  }
}
