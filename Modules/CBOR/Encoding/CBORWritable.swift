/// A collection that is written in one loop, and in an order that is the same in every process.
protocol CBORWritable: Encodable {
  func write(to encoder: CBORValueEncoder) throws
}

extension Array: CBORWritable where Element: Encodable {
  func write(to encoder: CBORValueEncoder) throws {
    encoder.writer.writeHead(.array, UInt64(count))
    switch encoder.writer.forms.form(of: Element.self) {
    case .codable: for index in indices { try encoder.writeCodable(self[index], .index(index)) }
    default: for index in indices { try encoder.write(self[index], .index(index)) }
    }
  }
}

extension Set: CBORWritable where Element: Encodable {
  func write(to encoder: CBORValueEncoder) throws {
    let writer = encoder.writer
    writer.writeHead(.array, UInt64(count))
    try writer.writeSorted { () throws(any Error) in
      for (index, element) in self.enumerated() {
        let start = writer.bytes.count
        try encoder.write(element, .index(index))
        writer.endEntry(start, keyEnd: writer.bytes.count)
      }
    }
  }
}

extension Dictionary: CBORWritable where Key: Encodable, Value: Encodable {
  func write(to encoder: CBORValueEncoder) throws {
    if Key.self == String.self {
      let entries: [String: Value] = retyped(self)
      try encoder.writer.writeMap(entries) { (value, name) throws(any Error) in
        try encoder.write(value, .key(CBORKey(stringValue: name)))
      }
    } else if Key.self == Int.self || Key.self is any CodingKeyRepresentable.Type {
      // The keys become texts.
      try encode(to: encoder)
      try encoder.end(self)
      guard encoder.count == count else {
        throw CBORFailure("Two keys have the same coding key.")
          .encodingError(of: self, at: encoder.codingPath)
      }
    } else {
      try writePairs(to: encoder)
    }
  }

  /// Writes an array of alternating keys and values.
  private func writePairs(to encoder: CBORValueEncoder) throws {
    let writer = encoder.writer
    writer.writeHead(.array, UInt64(2 * count))
    try writer.writeSorted { () throws(any Error) in
      for (index, entry) in self.enumerated() {
        let start = writer.bytes.count
        try encoder.write(entry.key, .index(2 * index))
        let keyEnd = writer.bytes.count
        try encoder.write(entry.value, .index(2 * index + 1))
        writer.endEntry(start, keyEnd: keyEnd)
      }
    }
  }
}
