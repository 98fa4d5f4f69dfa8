extension Optional: CBORReadable where Wrapped: Decodable {
  static func read(from reader: CBORReader) throws -> Wrapped? {
    try reader.readNil() ? nil : reader.read(Wrapped.self)
  }
}

extension Array: CBORReadable where Element: Decodable {
  static func read(from reader: CBORReader) throws -> [Element] {
    var elements: [Element] = []
    try reader.readElements(Element.self) { count in
      elements.reserveCapacity(count)
    } append: {
      elements.append($0)
    }
    return elements
  }
}

extension Set: CBORReadable where Element: Decodable {
  static func read(from reader: CBORReader) throws -> Set<Element> {
    var elements: Set<Element> = []
    try reader.readElements(Element.self) { count in
      elements.reserveCapacity(count)
    } append: {
      elements.insert($0)
    }
    return elements
  }
}

extension Dictionary: CBORReadable where Key: Decodable, Value: Decodable {
  static func read(from reader: CBORReader) throws -> [Key: Value] {
    if Key.self == String.self {
      return try reader.readEntries(.map) { try reader.readText() as? Key }
    }
    if Key.self == Int.self {
      return try reader.readEntries(.map) { try reader.readName().flatMap { Int($0) } as? Key }
    }
    guard let type = Key.self as? any CodingKeyRepresentable.Type else {
      return try reader.readEntries(.array) { try reader.read(Key.self) }
    }
    return try reader.readEntries(.map) {
      try reader.readName().flatMap { type.init(codingKey: CBORKey(stringValue: $0)) } as? Key
    }
  }
}

extension CBORReader {
  /// The most elements that memory is taken for in advance: a short document can claim many.
  private static let mostReserved = 1024

  fileprivate func readElements<Element: Decodable>(
    _ type: Element.Type, reserve: (Int) -> Void, append: (Element) -> Void
  ) throws {
    let head = try untaggedHead()
    guard head.kind == .array else { throw mismatch([Element].self, head) }
    let inner = try deeper(than: level)
    let count = try count(head, width: 1)
    reserve(min(count, Self.mostReserved))
    for index in 0..<count {
      level = inner
      do {
        append(try read(type))
      } catch {
        throw DecodingError.located(error, at: [CBORKey(intValue: index)])
      }
    }
    if head.isIndefinite { offset += 1 }
  }

  /// Entries of a map, or of an array with keys and values in turn.
  fileprivate func readEntries<Key: Decodable, Value: Decodable>(
    _ kind: CBORHead.Kind, _ readKey: () throws -> Key?
  ) throws -> [Key: Value] {
    let head = try untaggedHead()
    guard head.kind == kind else { throw mismatch([Key: Value].self, head) }
    let inner = try deeper(than: level)
    var count = try count(head, width: kind == .map ? 2 : 1)
    if kind == .array {
      guard count.isMultiple(of: 2) else { throw corrupted("A key without a value.") }
      count /= 2
    }
    var entries: [Key: Value] = [:]
    entries.reserveCapacity(min(count, Self.mostReserved))
    for _ in 0..<count {
      level = inner
      guard let key = try readKey() else { throw corrupted("Not a key of \([Key: Value].self).") }
      level = inner
      do {
        guard entries.updateValue(try read(Value.self), forKey: key) == nil else {
          throw corrupted("A key is there twice.")
        }
      } catch {
        throw DecodingError.located(error, at: [CBORKey(stringValue: "\(key)")])
      }
    }
    if head.isIndefinite { offset += 1 }
    return entries
  }
}
