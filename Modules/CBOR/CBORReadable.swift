#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A type that is decoded directly from a ``CBORReader``, without Codable containers.
///
/// Most values in documents have a conforming type. The compiler specializes the loop over an
/// array of these values for the element type.
protocol CBORReadable: Decodable {
  static func read(from reader: CBORReader) throws -> Self
  static func readElements(from reader: CBORReader) throws -> [Self]
}

extension CBORReadable {
  static func readElements(from reader: CBORReader) throws -> [Self] {
    try reader.readElements { try Self.read(from: reader) }
  }
}

extension Bool: CBORReadable {
  static func read(from reader: CBORReader) throws -> Bool { try reader.readBool() }
}
extension String: CBORReadable {
  static func read(from reader: CBORReader) throws -> String { try reader.readText() }
}
extension Double: CBORReadable {
  static func read(from reader: CBORReader) throws -> Double { try reader.readDouble() }
}
extension Float: CBORReadable {
  static func read(from reader: CBORReader) throws -> Float { try reader.readFloat() }
}

extension CBORReadable where Self: FixedWidthInteger {
  static func read(from reader: CBORReader) throws -> Self { try reader.readInteger(Self.self) }
}
extension Int: CBORReadable {}
extension Int8: CBORReadable {}
extension Int16: CBORReadable {}
extension Int32: CBORReadable {}
extension Int64: CBORReadable {}
extension UInt: CBORReadable {}
extension UInt8: CBORReadable {}
extension UInt16: CBORReadable {}
extension UInt32: CBORReadable {}
extension UInt64: CBORReadable {}

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
  /// The maximum number of elements for which memory is reserved before they are decoded.
  ///
  /// The count in a document is not trusted, because a short document can state a large one.
  static let reservationLimit = 1024

  @inline(__always)
  func readElements<Element>(_ read: () throws -> Element) throws -> [Element] {
    let head = try untaggedHead()
    guard head.kind == .array else { throw mismatch([Element].self, head) }
    let inner = try deeper(than: level)
    let count = try count(head, width: 1)
    var elements: [Element] = []
    elements.reserveCapacity(min(count, Self.reservationLimit))
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

extension Date: CBORReadable {
  static func read(from reader: CBORReader) throws -> Date {
    let start = reader.offset
    let head = try reader.head()
    guard head.kind == .tag, head.argument == CBORConstant.epochDate else {
      reader.offset = start
      return try Date(timeIntervalSinceReferenceDate: reader.readDouble())
    }
    return try Date(timeIntervalSince1970: reader.readDouble())
  }
}

extension URL: CBORReadable {
  static func read(from reader: CBORReader) throws -> URL {
    guard let url = try URL(string: reader.readText()) else {
      throw reader.corrupted("The text is not a URL.")
    }
    return url
  }
}

extension UUID: CBORReadable {
  /// Reads a UUID from 16 bytes or from a text.
  ///
  /// A text is accepted, because an earlier release may have stored the UUID as a `String`.
  static func read(from reader: CBORReader) throws -> UUID {
    let start = reader.offset
    let head = try reader.untaggedHead()
    if head.kind == .bytes, head.argument == 16 {
      let range = try reader.range(head)
      return reader.bytes.withElements(range) { UUID(bytes: $0) }
    }
    reader.offset = start
    let uuid: UUID?
    if head.kind == .bytes {
      let bytes = try [UInt8](reader.readBytes())
      uuid = bytes.count == 16 ? bytes.withUnsafeBufferPointer { UUID(bytes: $0) } : nil
    } else {
      uuid = try UUID(uuidString: reader.readText())
    }
    guard let uuid else { throw reader.corrupted("Not a UUID.") }
    return uuid
  }

  /// Creates a UUID from 16 bytes.
  private init(bytes b: UnsafeBufferPointer<UInt8>) {
    self.init(
      uuid: (
        b[0], b[1], b[2], b[3], b[4], b[5], b[6], b[7],
        b[8], b[9], b[10], b[11], b[12], b[13], b[14], b[15]
      ))
  }
}

extension Data: CBORReadable {
  static func read(from reader: CBORReader) throws -> Data { try reader.readBytes() }
}

extension Decimal: CBORReadable {
  static func read(from reader: CBORReader) throws -> Decimal {
    let start = reader.offset
    let head = try reader.untaggedHead()
    reader.offset = start
    switch head.kind {
    case .unsigned: return try Decimal(reader.readInteger(UInt64.self))
    case .negative: return try Decimal(reader.readInteger(Int64.self))
    case .simple where !head.isNil: return try Decimal(reader.readDouble())
    default: break
    }
    let text = try reader.readText()
    // `Decimal(string:)` ignores characters after a number, so all characters are checked first.
    if text == "NaN" { return .nan }
    guard text.utf8.allSatisfy("+-.0123456789Ee".utf8.contains), let decimal = Decimal(string: text)
    else { throw reader.corrupted("The text is not a decimal number.") }
    return decimal
  }
}
