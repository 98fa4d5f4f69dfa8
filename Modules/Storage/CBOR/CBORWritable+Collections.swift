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
    let level = try writer.deeper()
    writer.writeHead(.array, UInt64(count))
    for (index, element) in enumerated() {
      writer.level = level
      do {
        try writer.write(element)
      } catch {
        throw EncodingError.located(error, at: [CBORKey(intValue: index)])
      }
    }
    writer.level = level - 1
  }
}

extension Set: CBORWritable where Element: Encodable {
  func write(to writer: CBORWriter) throws {
    let level = try writer.deeper()
    writer.writeHead(.array, UInt64(count))
    var order = CBOREntryOrder(from: writer.bytes.count)
    for element in self {
      writer.level = level
      try writer.write(element)
      order.append(endingAt: writer.bytes.count)
    }
    writer.sort(order)
    writer.level = level - 1
  }
}

extension Dictionary: CBORWritable where Key: Encodable, Value: Encodable {
  func write(to writer: CBORWriter) throws {
    if Key.self == String.self || Key.self == Int.self {
      try writer.writeEntries(self, .map) { try writer.write($0) }
    } else if Key.self is any CodingKeyRepresentable.Type {
      let names = try map { key, value in
        guard let key = key as? any CodingKeyRepresentable else {
          throw EncodingError.invalid(key, "Not a coding key.")
        }
        return (key.codingKey.stringValue, value)
      }
      let named = try [String: Value](names) { _, _ in
        throw EncodingError.invalid(self, "Two keys of the dictionary have one coding key.")
      }
      try named.write(to: writer)
    } else {
      try writer.writeEntries(self, .array) { try writer.write($0) }
    }
  }
}

extension CBORWriter {
  fileprivate func writeEntries<Key: Encodable, Value: Encodable>(
    _ entries: [Key: Value], _ kind: CBORHead.Kind, _ writeKey: (Key) throws -> Void
  ) throws {
    let inner = try deeper()
    writeHead(kind, UInt64(kind == .map ? entries.count : 2 * entries.count))
    var order = CBOREntryOrder(from: bytes.count)
    for (key, value) in entries {
      level = inner
      try writeKey(key)
      do {
        try write(value)
      } catch {
        throw EncodingError.located(error, at: [CBORKey(stringValue: "\(key)")])
      }
      order.append(endingAt: bytes.count)
    }
    sort(order)
    level = inner - 1
  }
}
