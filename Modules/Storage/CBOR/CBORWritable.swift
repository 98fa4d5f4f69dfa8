/// A type that is written without a container of its own: most values of most documents.
///
/// Arrays of such values are written by the type of the element: its loop is compiled
/// for that type alone, where a loop over any `Element` asks the runtime about it at every step.
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
