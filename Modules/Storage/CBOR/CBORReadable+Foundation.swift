#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

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
  /// Reads 16 bytes or, as in JSON, a text, because the field may have been a `String` before.
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
    // `Decimal(string:)` ignores characters behind a number, so all of them are checked first.
    if text == "NaN" { return .nan }
    guard text.utf8.allSatisfy("+-.0123456789Ee".utf8.contains), let decimal = Decimal(string: text)
    else { throw reader.corrupted("The text is not a decimal number.") }
    return decimal
  }
}
