/// A type decoded directly from the reader, bypassing Codable containers: most values of documents.
///
/// An array of such values is decoded by the type of its element, as ``CBORWritable`` encodes it.
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
