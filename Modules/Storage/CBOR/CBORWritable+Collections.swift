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
    case .texts, .namedTexts: try writer.writeElements(self) { try writer.write($0) }
    }
  }

  private func write<Form: CBORWritable>(as form: Form.Type, to writer: CBORWriter) throws {
    // By way of `Any` the types are compared; a cast from array to array would go by elements.
    guard let elements = self as Any as? [Form] else {
      throw EncodingError.invalid(self, "Not elements of \(form).")
    }
    try Form.write(elements: elements, to: writer)
  }
}

extension Set: CBORWritable where Element: Encodable {
  func write(to writer: CBORWriter) throws {
    let level = try writer.deeper()
    writer.writeHead(.array, UInt64(count))
    let start = writer.bytes.count
    var order = CBOREntryOrder(from: start, count: count)
    for element in self {
      writer.level = level
      try writer.write(element)
      order.append(endingAt: writer.bytes.count)
    }
    writer.sort(&order, from: start)
    writer.level = level - 1
  }
}

extension Dictionary: CBORWritable where Key: Encodable, Value: Encodable {
  func write(to writer: CBORWriter) throws {
    if Key.self == String.self, let entries = self as Any as? [String: Value] {
      try writer.write(entries: entries)
    } else if Key.self == Int.self {
      try writer.writeEntries(self, .map, writer.write) { try writer.write($0) }
    } else if let type = Key.self as? any (CodingKeyRepresentable & Hashable).Type {
      try write(by: type, to: writer)
    } else {
      try writer.writeEntries(self, .array, writer.write) { try writer.write($0) }
    }
  }

  /// By the text of the keys, which has to be a different one for each.
  private func write<Named: CodingKeyRepresentable & Hashable>(
    by type: Named.Type, to writer: CBORWriter
  ) throws {
    guard let entries = self as Any as? [Named: Value] else {
      throw EncodingError.invalid(self, "Not keys of \(type).")
    }
    var names = Set<String>(minimumCapacity: count)
    try writer.writeEntries(entries, .map) { key in
      let name = key.codingKey.stringValue
      guard names.insert(name).inserted else {
        throw EncodingError.invalid(self, "Two keys have one coding key.")
      }
      writer.write(text: name)
    } value: {
      try writer.write($0)
    }
  }
}

extension CBORWriter {
  func write<Value: Encodable>(entries: [String: Value]) throws {
    switch form(of: Value.self) {
    case .own(let form): try write(entries: entries, as: form)
    case .codable: try writeEntries(entries, .map, write(text:)) { try writeCodable($0) }
    case .texts, .namedTexts: try writeEntries(entries, .map, write(text:)) { try write($0) }
    }
  }

  private func write<Value, Form: CBORWritable>(
    entries: [String: Value], as form: Form.Type
  ) throws {
    guard let entries = entries as Any as? [String: Form] else {
      throw EncodingError.invalid(entries, "Not values of \(form).")
    }
    try Form.write(entries: entries, to: self)
  }

  @inline(__always)
  func writeElements<Element>(_ elements: [Element], _ write: (Element) throws -> Void) throws {
    let inner = try deeper()
    writeHead(.array, UInt64(elements.count))
    for index in 0..<elements.count {
      level = inner
      do {
        try write(elements[index])
      } catch {
        throw EncodingError.located(error, at: [CBORKey(intValue: index)])
      }
    }
    level = inner - 1
  }

  /// Entries of a map, or of an array with keys and values in turn.
  @inline(__always)
  func writeEntries<Key, Value>(
    _ entries: [Key: Value], _ kind: CBORHead.Kind, _ writeKey: (Key) throws -> Void,
    value write: (Value) throws -> Void
  ) throws {
    let inner = try deeper()
    writeHead(kind, UInt64(kind == .map ? entries.count : 2 * entries.count))
    let start = bytes.count
    var order = CBOREntryOrder(from: start, count: entries.count)
    for (key, value) in entries {
      level = inner
      try writeKey(key)
      level = inner
      do {
        try write(value)
      } catch {
        throw EncodingError.located(error, at: [CBORKey(stringValue: "\(key)")])
      }
      order.append(endingAt: bytes.count)
    }
    sort(&order, from: start)
    level = inner - 1
  }
}
