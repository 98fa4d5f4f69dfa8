#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A type that is encoded directly by a ``CBORWriter``, without Codable containers.
///
/// Most values in documents have a conforming type. The compiler specializes the loop over an
/// array of these values for the element type. A generic loop would look up the type at run time for
/// every element.
protocol CBORWritable: Encodable {
  func write(to writer: CBORWriter) throws
  static func write(elements: [Self], to writer: CBORWriter) throws
}

extension CBORWritable {
  static func write(elements: [Self], to writer: CBORWriter) throws {
    try writer.writeElements(elements) { try $0.write(to: writer) }
  }
}

extension Bool: CBORWritable {
  func write(to writer: CBORWriter) { writer.write(bool: self) }
}
extension String: CBORWritable {
  func write(to writer: CBORWriter) { writer.write(text: self) }
}
extension Double: CBORWritable {
  func write(to writer: CBORWriter) { writer.write(double: self) }
}
extension Float: CBORWritable {
  func write(to writer: CBORWriter) { writer.write(float: self) }
}

extension CBORWritable where Self: FixedWidthInteger {
  func write(to writer: CBORWriter) { writer.write(integer: self) }
}
extension Int: CBORWritable {}
extension Int8: CBORWritable {}
extension Int16: CBORWritable {}
extension Int32: CBORWritable {}
extension Int64: CBORWritable {}
extension UInt: CBORWritable {}
extension UInt8: CBORWritable {}
extension UInt16: CBORWritable {}
extension UInt32: CBORWritable {}
extension UInt64: CBORWritable {}

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
    writer.level = level
    for element in self {
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
    level = inner
    for index in 0..<elements.count {
      do {
        try write(elements[index])
      } catch {
        throw EncodingError.located(error, at: index)
      }
    }
    level = inner - 1
  }
}

extension Date: CBORWritable {
  func write(to writer: CBORWriter) {
    let seconds = timeIntervalSince1970
    let isExact =
      Date(timeIntervalSince1970: seconds).timeIntervalSinceReferenceDate.bitPattern
      == timeIntervalSinceReferenceDate.bitPattern
    guard isExact else { return writer.write(double: timeIntervalSinceReferenceDate) }
    writer.writeHead(.tag, CBORConstant.epochDate)
    writer.write(double: seconds)
  }
}

extension URL: CBORWritable {
  func write(to writer: CBORWriter) {
    writer.writeHead(.tag, CBORConstant.url)
    writer.write(text: absoluteString)
  }
}

extension UUID: CBORWritable {
  func write(to writer: CBORWriter) {
    writer.writeHead(.tag, CBORConstant.uuid)
    withUnsafeBytes(of: uuid) { bytes in
      writer.writeHead(.bytes, UInt64(bytes.count))
      writer.write(raw: [UInt8](bytes))
    }
  }
}

extension Data: CBORWritable {
  func write(to writer: CBORWriter) {
    writer.writeHead(.bytes, UInt64(count))
    writer.write(raw: [UInt8](self))
  }
}

extension Decimal: CBORWritable {
  func write(to writer: CBORWriter) { writer.write(text: description) }
}
