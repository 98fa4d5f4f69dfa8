extension Dictionary: CBORWritable where Key: Encodable, Value: Encodable {
  func write(to writer: CBORWriter) throws {
    if let entries: [String: Value] = retyped(self) {
      try writer.write(entries: entries)
    } else if Key.self == Int.self {
      try writer.writeEntries(self, .map, writer.write) { try writer.write($0) }
    } else if let type = Key.self as? any (CodingKeyRepresentable & Hashable).Type {
      try write(by: type, to: writer)
    } else {
      try writer.writeEntries(self, .array, writer.write) { try writer.write($0) }
    }
  }

  /// Writes the keys as text; throws if two keys have the same text.
  private func write<Named: CodingKeyRepresentable & Hashable>(
    by type: Named.Type, to writer: CBORWriter
  ) throws {
    let entries: [Named: Value] = try writer.checked(self)
    var names = Set<String>(minimumCapacity: count)
    try writer.writeEntries(entries, .map) { key in
      let name = key.codingKey.stringValue
      guard names.insert(name).inserted else {
        throw EncodingError.invalid(self, "Two keys have the same coding key.")
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
    case .codable: try writeNamed(entries) { try writeCodable($0) }
    default: try writeNamed(entries) { try write($0) }
    }
  }

  private func write<Value, Form: CBORWritable>(
    entries: [String: Value], as form: Form.Type
  ) throws {
    let entries: [String: Form] = try checked(entries)
    try writeNamed(entries) { try $0.write(to: self) }
  }

  /// Writes entries whose keys are text.
  @inline(__always)
  func writeNamed<Value>(
    _ entries: [String: Value], _ write: (Value) throws -> Void
  ) throws {
    // The argument is a closure, because a reference to the method would retain the writer at every
    // call.
    try writeEntries(entries, .map, { self.write(text: $0) }, value: write)
  }

  /// Writes the entries of a map, or of an array of alternating keys and values.
  @inline(__always)
  func writeEntries<Key, Value>(
    _ entries: [Key: Value], _ kind: CBORHead.Kind, _ writeKey: (Key) throws -> Void,
    value write: (Value) throws -> Void
  ) throws {
    let inner = try deeper()
    writeHead(kind, UInt64(kind == .map ? entries.count : 2 * entries.count))
    var start = bytes.count
    let first = self.entries.count
    defer { self.entries.removeAll(from: first) }
    level = inner
    for (key, value) in entries {
      try writeKey(key)
      do {
        try write(value)
      } catch {
        throw EncodingError.located(error, at: [CBORKey(stringValue: "\(key)")])
      }
      start = endEntry(from: start)
    }
    sortEntries(from: first)
    level = inner - 1
  }
}
