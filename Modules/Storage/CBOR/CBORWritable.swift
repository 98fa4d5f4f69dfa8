/// A type encoded directly by the writer, bypassing Codable containers: most values of documents.
///
/// An array of such values is encoded by the type of its element. That loop is compiled for one
/// type; a loop over any `Element` would query the runtime at every step.
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
