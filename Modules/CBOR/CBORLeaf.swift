#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A type whose values are read and written without a coder of their own.
///
/// Most values in documents have such a type: a scalar, or an array or dictionary of scalars.
protocol CBORLeaf: Codable, SendableMetatype {
  /// The number of arrays and maps that a value consists of, one inside the other.
  static var depth: Int { get }

  static func read(_ document: CBORDocument, _ place: CBORPlace) throws(CBORFailure) -> Self
  func write(to writer: CBORWriter) throws(CBORFailure)

  static func readAll(_ document: CBORDocument, _ place: CBORPlace) throws(CBORFailure) -> [Self]
  static func readNamed(_ document: CBORDocument, _ place: CBORPlace) throws(CBORFailure)
    -> [String: Self]
  static func write(all values: [Self], to writer: CBORWriter) throws(CBORFailure)
  static func write(named values: [String: Self], to writer: CBORWriter) throws(CBORFailure)
}

/// The leaves that are looked up by their types.
enum CBORLeaves {
  /// Scalars, and collections of the most frequent ones.
  ///
  /// Each further type would delay the first value of a process by some microseconds.
  static var all: [ObjectIdentifier: any CBORLeaf.Type] {
    let types: [any CBORLeaf.Type] = [
      Bool.self, String.self, Double.self, Float.self, Int.self, Int8.self, Int16.self, Int32.self,
      Int64.self, Int128.self, UInt.self, UInt8.self, UInt16.self, UInt32.self, UInt64.self,
      UInt128.self, Date.self, URL.self, UUID.self, Data.self, Decimal.self, [String].self,
      [Int].self, [Double].self, [String: String].self, [String: Int].self, [String: Int64].self,
    ]
    return Dictionary(uniqueKeysWithValues: types.map { (ObjectIdentifier($0), $0) })
  }
}

extension Array: CBORLeaf where Element: CBORLeaf {
  static var depth: Int { Element.depth + 1 }

  static func read(_ document: CBORDocument, _ place: CBORPlace) throws(CBORFailure) -> [Element] {
    try Element.readAll(document, place)
  }
  func write(to writer: CBORWriter) throws(CBORFailure) {
    try Element.write(all: self, to: writer)
  }
}

extension Dictionary: CBORLeaf where Key == String, Value: CBORLeaf {
  static var depth: Int { Value.depth + 1 }

  static func read(_ document: CBORDocument, _ place: CBORPlace) throws(CBORFailure) -> [Key: Value]
  {
    try Value.readNamed(document, place)
  }
  func write(to writer: CBORWriter) throws(CBORFailure) {
    try Value.write(named: self, to: writer)
  }
}

// The compiler specializes these loops for each scalar. A generic loop would look up the type at run
// time for every element.
extension CBORLeaf {
  static var depth: Int { 0 }

  static func readAll(_ document: CBORDocument, _ place: CBORPlace) throws(CBORFailure) -> [Self] {
    let count = try document.count(of: .array, at: place)
    return try document.elements(of: place, count: count) {
      (element, index) throws(CBORFailure) in
      try CBORFailure.inside(CBORKey(index: index)) { () throws(CBORFailure) in
        try read(document, element)
      }
    }
  }

  static func readNamed(
    _ document: CBORDocument, _ place: CBORPlace
  ) throws(CBORFailure) -> [String: Self] {
    let count = try document.count(of: .map, at: place)
    return try document.entries(of: place, count: count) { (key) throws(CBORFailure) in
      try document.text(at: key)
    } value: { (value, key) throws(CBORFailure) in
      try CBORFailure.inside(CBORKey(stringValue: key)) { () throws(CBORFailure) in
        try read(document, value)
      }
    }
  }

  static func write(all values: [Self], to writer: CBORWriter) throws(CBORFailure) {
    writer.writeHead(.array, UInt64(values.count))
    for index in values.indices {
      try CBORFailure.inside(CBORKey(index: index)) { () throws(CBORFailure) in
        try values[index].write(to: writer)
      }
    }
  }

  static func write(named values: [String: Self], to writer: CBORWriter) throws(CBORFailure) {
    try writer.writeMap(values) { (value, name) throws(CBORFailure) in
      try CBORFailure.inside(CBORKey(stringValue: name)) { () throws(CBORFailure) in
        try value.write(to: writer)
      }
    }
  }
}

extension Bool: CBORLeaf {
  static func read(_ document: CBORDocument, _ place: CBORPlace) throws(CBORFailure) -> Bool {
    let head = document.head(at: place)
    guard head.kind == .simple, head.info == 20 || head.info == 21 else {
      throw document.mismatch(Bool.self, place)
    }
    return head.info == 21
  }
  func write(to writer: CBORWriter) { writer.write(bool: self) }
}

extension String: CBORLeaf {
  static func read(_ document: CBORDocument, _ place: CBORPlace) throws(CBORFailure) -> String {
    try document.text(at: place)
  }
  func write(to writer: CBORWriter) { writer.write(text: self) }
}

extension Double: CBORLeaf {
  static func read(_ document: CBORDocument, _ place: CBORPlace) throws(CBORFailure) -> Double {
    try document.float(Double.self, at: place)
  }
  func write(to writer: CBORWriter) { writer.write(double: self) }
}

/// A float is written as the double with the same digits, as which the next release may read it.
extension Float: CBORLeaf {
  static func read(_ document: CBORDocument, _ place: CBORPlace) throws(CBORFailure) -> Float {
    try document.float(Float.self, at: place)
  }
  func write(to writer: CBORWriter) { writer.write(double: Double("\(self)") ?? Double(self)) }
}

extension CBORLeaf where Self: FixedWidthInteger {
  static func read(_ document: CBORDocument, _ place: CBORPlace) throws(CBORFailure) -> Self {
    try document.integer(Self.self, at: place)
  }
  func write(to writer: CBORWriter) { writer.write(integer: self) }
}
extension Int: CBORLeaf {}
extension Int8: CBORLeaf {}
extension Int16: CBORLeaf {}
extension Int32: CBORLeaf {}
extension Int64: CBORLeaf {}
extension Int128: CBORLeaf {}
extension UInt: CBORLeaf {}
extension UInt8: CBORLeaf {}
extension UInt16: CBORLeaf {}
extension UInt32: CBORLeaf {}
extension UInt64: CBORLeaf {}
extension UInt128: CBORLeaf {}

/// A date is its number of seconds since 2001, as in JSON and in `Date` itself.
extension Date: CBORLeaf {
  static func read(_ document: CBORDocument, _ place: CBORPlace) throws(CBORFailure) -> Date {
    let seconds = try document.float(Double.self, at: place)
    // Other programs write seconds since 1970, and say so.
    return document.head(at: place).tag == CBORTag.epochDate
      ? Date(timeIntervalSince1970: seconds) : Date(timeIntervalSinceReferenceDate: seconds)
  }
  func write(to writer: CBORWriter) { writer.write(double: timeIntervalSinceReferenceDate) }
}

extension URL: CBORLeaf {
  static func read(_ document: CBORDocument, _ place: CBORPlace) throws(CBORFailure) -> URL {
    guard let url = URL(string: try document.text(at: place)) else {
      throw document.failure("The text is not a URL.", place)
    }
    return url
  }

  func write(to writer: CBORWriter) throws(CBORFailure) {
    guard URL(string: absoluteString) != nil else {
      throw CBORFailure("The URL could not be decoded again.")
    }
    writer.write(text: absoluteString)
  }
}

/// A UUID is also read from a text, as which JSON writes it.
extension UUID: CBORLeaf {
  static func read(_ document: CBORDocument, _ place: CBORPlace) throws(CBORFailure) -> UUID {
    let head = document.head(at: place)
    let uuid: UUID?
    if head.kind == .bytes, !head.isNumber {
      let bytes = UnsafeRawBufferPointer(document.string(head))
      uuid = bytes.count == 16 ? UUID(uuid: bytes.loadUnaligned(as: uuid_t.self)) : nil
    } else {
      uuid = UUID(uuidString: try document.text(at: place))
    }
    guard let uuid else { throw document.failure("Not a UUID.", place) }
    return uuid
  }

  func write(to writer: CBORWriter) {
    writer.writeHead(.tag, CBORTag.uuid)
    withUnsafeBytes(of: uuid) { writer.write(bytes: $0) }
  }
}

/// Data is also read from a text, as which JSON writes it.
extension Data: CBORLeaf {
  static func read(_ document: CBORDocument, _ place: CBORPlace) throws(CBORFailure) -> Data {
    let head = document.head(at: place)
    if head.kind == .bytes, !head.isNumber { return Data(document.string(head)) }
    if let data = Data(base64Encoded: try document.text(at: place)) { return data }
    throw document.failure("The text is not valid Base64.", place)
  }
  func write(to writer: CBORWriter) { withUnsafeBytes { writer.write(bytes: $0) } }
}

/// A whole number is an integer, any other one a decimal fraction (RFC 8949, section 3.4.4).
extension Decimal: CBORLeaf {
  static func read(_ document: CBORDocument, _ place: CBORPlace) throws(CBORFailure) -> Decimal {
    let head = document.head(at: place)
    if head.kind == .simple, document.simpleFloat(head)?.isNaN ?? false { return .nan }
    let value = Decimal(string: try document.digits(Decimal.self, at: place))
    guard let value, !value.isNaN else { throw document.doesNotFit(Decimal.self, place) }
    return value
  }

  func write(to writer: CBORWriter) throws(CBORFailure) {
    guard !isNaN else { return writer.write(double: .nan) }
    let parts = magnitude.description.split(separator: ".")
    var digits = parts.joined()
    var exponent = parts.count == 2 ? -parts[1].count : 0
    let isNegative = self < 0
    if exponent == 0, let magnitude = UInt128(digits) {
      return writer.write(isNegative: isNegative, magnitude: magnitude)
    }
    while digits.last == "0" {
      digits.removeLast()
      exponent += 1
    }
    guard let mantissa = UInt128(digits) else {
      throw CBORFailure("The number has too many digits.")
    }
    writer.writeHead(.tag, CBORTag.decimal)
    writer.writeHead(.array, 2)
    writer.write(integer: exponent)
    writer.write(isNegative: isNegative, magnitude: mantissa)
  }
}
