extension Optional: CBORReadable where Wrapped: Decodable {
  static func read(from reader: CBORReader) throws -> Wrapped? {
    try reader.readNil() ? nil : reader.read(Wrapped.self)
  }
}

extension Array: CBORReadable where Element: Decodable {
  static func read(from reader: CBORReader) throws -> [Element] {
    switch reader.form(of: Element.self) {
    case .own(let form): try read(as: form, from: reader)
    case .codable: try reader.readElements { try reader.readCodable(Element.self) }
    default: try reader.readElements { try reader.read(Element.self) }
    }
  }

  private static func read<Form: CBORReadable>(
    as form: Form.Type, from reader: CBORReader
  ) throws -> [Element] {
    try reader.checked(Form.readElements(from: reader))
  }
}

extension Set: CBORReadable where Element: Decodable {
  static func read(from reader: CBORReader) throws -> Set<Element> {
    try Set([Element].read(from: reader))
  }
}

extension CBORReader {
  /// The maximum number of elements to reserve memory for, because a short document can claim many.
  static let mostReserved = 1024

  @inline(__always)
  func readElements<Element>(_ read: () throws -> Element) throws -> [Element] {
    let head = try untaggedHead()
    guard head.kind == .array else { throw mismatch([Element].self, head) }
    let inner = try deeper(than: level)
    let count = try count(head, width: 1)
    var elements: [Element] = []
    elements.reserveCapacity(min(count, Self.mostReserved))
    for index in 0..<count {
      level = inner
      do {
        elements.append(try read())
      } catch {
        throw DecodingError.located(error, at: index)
      }
    }
    if head.isIndefinite { offset += 1 }
    return elements
  }
}
