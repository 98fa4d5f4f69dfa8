extension Dictionary: CBORReadable where Key: Decodable, Value: Decodable {
  static func read(from reader: CBORReader) throws -> [Key: Value] {
    if Key.self == String.self { return try reader.checked(reader.readEntries(of: Value.self)) }
    if Key.self == Int.self {
      return try reader.readEntries(.map) {
        try reader.readName().flatMap { Int($0) } as? Key
      } value: {
        try reader.read(Value.self)
      }
    }
    guard let type = Key.self as? any (CodingKeyRepresentable & Hashable).Type else {
      return try reader.readEntries(.array) {
        try reader.read(Key.self)
      } value: {
        try reader.read(Value.self)
      }
    }
    return try read(by: type, from: reader)
  }

  /// Reads a dictionary whose keys are encoded as text.
  private static func read<Named: CodingKeyRepresentable & Hashable>(
    by type: Named.Type, from reader: CBORReader
  ) throws -> [Key: Value] {
    let entries: [Named: Value] = try reader.readEntries(.map) {
      try Named(codingKey: CBORKey(stringValue: reader.readText()))
    } value: {
      try reader.read(Value.self)
    }
    return try reader.checked(entries)
  }
}

extension CBORReader {
  func readEntries<Value: Decodable>(of type: Value.Type) throws -> [String: Value] {
    switch form(of: type) {
    case .own(let form): try readEntries(as: form)
    case .codable: try readNamed { try readCodable(type) }
    default: try readNamed { try read(type) }
    }
  }

  private func readEntries<Form: CBORReadable, Value>(
    as form: Form.Type
  ) throws -> [String: Value] {
    try checked(readNamed { try Form.read(from: self) })
  }

  /// Reads entries whose keys are text.
  @inline(__always)
  func readNamed<Value>(_ read: () throws -> Value) throws -> [String: Value] {
    // The argument is a closure, because a reference to the method would retain the reader at every
    // call.
    try readEntries(.map, { try readText() }, value: read)
  }

  /// Reads the entries of a map, or of an array of alternating keys and values.
  @inline(__always)
  func readEntries<Key, Value>(
    _ kind: CBORHead.Kind, _ readKey: () throws -> Key?, value read: () throws -> Value
  ) throws -> [Key: Value] {
    let head = try untaggedHead()
    guard head.kind == kind else { throw mismatch([Key: Value].self, head) }
    let inner = try deeper(than: level)
    var count = try count(head, width: kind == .map ? 2 : 1)
    if kind == .array {
      guard count.isMultiple(of: 2) else { throw corrupted("The last key has no value.") }
      count /= 2
    }
    if kind == .map, let entries: [Key: Value] = try entriesByPattern(count, inside: inner, read) {
      if head.isIndefinite { offset += 1 }
      return entries
    }
    var entries = [Key: Value](minimumCapacity: min(count, Self.reservationLimit))
    var keys: [(Range<Int>, Key)] = []
    let isPattern = kind == .map && lastCount == count && count <= CBORKeyPattern<Key, Value>.most
    lastCount = count
    for _ in 0..<count {
      level = inner
      let start = offset
      guard let key = try readKey() else {
        throw corrupted("The key does not fit \([Key: Value].self).")
      }
      if isPattern { keys.append((start..<offset, key)) }
      level = inner
      do {
        guard entries.updateValue(try read(), forKey: key) == nil else {
          throw corrupted("Duplicate key.")
        }
      } catch {
        throw DecodingError.located(error, at: [CBORKey(stringValue: "\(key)")])
      }
    }
    if isPattern { keyPattern = CBORKeyPattern(entries, keys) }
    if head.isIndefinite { offset += 1 }
    return entries
  }
}
