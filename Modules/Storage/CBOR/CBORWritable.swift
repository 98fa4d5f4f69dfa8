#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A type that is written without a container of its own: most values of most documents.
///
/// Arrays and dictionaries of such values are written by the type of the element: its loop is compiled
/// for that type alone, where a loop over any `Element` asks the runtime about it at every step.
protocol CBORWritable: Encodable {
  func write(to writer: CBORWriter) throws
  static func write(elements: [Self], to writer: CBORWriter) throws
  static func write(entries: [String: Self], to writer: CBORWriter) throws
}

extension CBORWritable {
  static func write(elements: [Self], to writer: CBORWriter) throws {
    try writer.writeElements(elements) { try $0.write(to: writer) }
  }

  static func write(entries: [String: Self], to writer: CBORWriter) throws {
    try writer.writeEntries(entries, .map, writer.write(text:)) { try $0.write(to: writer) }
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
