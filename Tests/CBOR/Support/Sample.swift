public import Foundation

/// A type of which a test can make values and other types.
public protocol Sample: Codable, Hashable, Sendable, SendableMetatype {
  /// Returns a random value.
  static func sample(_ numbers: inout SeededGenerator) -> Self
  /// A type that another release may have instead of this one.
  static func other(_ numbers: inout SeededGenerator) -> any Sample.Type
}

extension Sample {
  /// Returns the type itself, its optional, or a leaf.
  public static func other(_ numbers: inout SeededGenerator) -> any Sample.Type {
    switch Int.random(in: 0..<3, using: &numbers) {
    case 0: Self.self
    case 1: optional(Self.self)
    default: Samples.leaf(&numbers)
    }
  }
}

func optional<T: Sample>(_ type: T.Type) -> any Sample.Type { T?.self }

/// The generated types.
public enum Samples {
  /// The types that consist of no other types.
  public static let leaves: [any Sample.Type] = [
    Bool.self, String.self, Int.self, Int8.self, Int16.self, Int32.self, Int64.self, Int128.self,
    UInt.self, UInt8.self, UInt16.self, UInt32.self, UInt64.self, UInt128.self, Double.self,
    Float.self, Date.self, URL.self, UUID.self, Data.self, Decimal.self, Suit.self, NumberID.self,
    NameID.self, Place.self, Empty.self,
  ]

  /// Returns a random leaf.
  public static func leaf(_ numbers: inout SeededGenerator) -> any Sample.Type {
    leaves[Int.random(in: leaves.indices, using: &numbers)]
  }

  /// Returns a random type, whose parts are random types.
  public static func type(_ depth: Int, _ numbers: inout SeededGenerator) -> any Sample.Type {
    guard depth > 0 else { return leaf(&numbers) }
    func part() -> any Sample.Type {
      type(Int.random(in: 0..<depth, using: &numbers), &numbers)
    }
    func key() -> any Sample.Type {
      let keys: [any Sample.Type] = [
        String.self, Int.self, NumberID.self, NameID.self, Suit.self, UUID.self, Double.self,
        Int8.self,
      ]
      return keys[Int.random(in: keys.indices, using: &numbers)]
    }
    switch Int.random(in: 0..<12, using: &numbers) {
    case 0: return leaf(&numbers)
    case 1: return optional(part())
    case 2, 3: return array(part())
    case 4: return set(part())
    case 5, 6: return dictionary(key(), part())
    case 7: return nested(part(), part())
    case 8: return child(part(), part())
    case 9: return choice(part(), part())
    case 10: return wrapped(part())
    default: return fields(part(), part(), part())
    }
  }

  static func array<T: Sample>(_: T.Type) -> any Sample.Type { [T].self }
  private static func set<T: Sample>(_: T.Type) -> any Sample.Type { Set<T>.self }
  private static func wrapped<T: Sample>(_: T.Type) -> any Sample.Type { Wrapped<T>.self }
  static func dictionary<K: Sample, T: Sample>(
    _: K.Type, _: T.Type
  ) -> any Sample.Type { [K: T].self }
  private static func nested<A: Sample, B: Sample>(_: A.Type, _: B.Type) -> any Sample.Type {
    Nested<A, B>.self
  }
  private static func child<A: Sample, B: Sample>(_: A.Type, _: B.Type) -> any Sample.Type {
    Child<A, B>.self
  }
  private static func choice<A: Sample, B: Sample>(_: A.Type, _: B.Type) -> any Sample.Type {
    Choice<A, B>.self
  }
  static func fields<A: Sample, B: Sample, C: Sample>(
    _: A.Type, _: B.Type, _: C.Type
  ) -> any Sample.Type { Fields<A, B, C>.self }
  static func shuffled<A: Sample, B: Sample, C: Sample>(
    _: A.Type, _: B.Type, _: C.Type
  ) -> any Sample.Type { Shuffled<A, B, C>.self }
}

// MARK: - Types of other types

/// A type with synthesized coding.
struct Fields<A: Sample, B: Sample, C: Sample>: Sample {
  var first: A
  var optional: B?
  var aDateOrSo: C

  static func sample(_ numbers: inout SeededGenerator) -> Self {
    Self(
      first: .sample(&numbers), optional: B?.sample(&numbers), aDateOrSo: .sample(&numbers))
  }
  static func other(_ numbers: inout SeededGenerator) -> any Sample.Type {
    let (a, b, c) = (A.other(&numbers), B.other(&numbers), C.other(&numbers))
    return Bool.random(using: &numbers) ? Samples.fields(a, b, c) : Samples.shuffled(a, b, c)
  }
}

/// `Fields` with another order, one field less, and one more.
struct Shuffled<A: Sample, B: Sample, C: Sample>: Sample {
  var aDateOrSo: C
  var added: [A]?
  var first: A

  static func sample(_ numbers: inout SeededGenerator) -> Self {
    Self(aDateOrSo: .sample(&numbers), added: nil, first: .sample(&numbers))
  }
}

/// An enumeration with synthesized coding of its associated values.
enum Choice<A: Sample, B: Sample>: Sample {
  case none
  case one(A)
  case both(a: A, b: B?)

  static func sample(_ numbers: inout SeededGenerator) -> Self {
    switch Int.random(in: 0..<3, using: &numbers) {
    case 0: .none
    case 1: .one(.sample(&numbers))
    default: .both(a: .sample(&numbers), b: B?.sample(&numbers))
    }
  }
}

/// A value in the place of another one.
struct Wrapped<T: Sample>: Sample {
  var value: T

  init(value: T) { self.value = value }
  init(from decoder: any Decoder) throws {
    value = try decoder.singleValueContainer().decode(T.self)
  }
  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(value)
  }
  static func sample(_ numbers: inout SeededGenerator) -> Self {
    Self(value: .sample(&numbers))
  }
  static func other(_ numbers: inout SeededGenerator) -> any Sample.Type { T.other(&numbers) }
}

/// A type that writes to nested containers in alternation.
struct Nested<A: Sample, B: Sample>: Sample {
  private enum Key: String, CodingKey { case inner, list, more, z }
  var a: A
  var b: B

  init(a: A, b: B) { (self.a, self.b) = (a, b) }
  init(from decoder: any Decoder) throws {
    let outer = try decoder.container(keyedBy: Key.self)
    var list = try outer.nestedUnkeyedContainer(forKey: .list)
    let inner = try outer.nestedContainer(keyedBy: Key.self, forKey: .inner)
    b = try inner.decode(B.self, forKey: .more)
    let first = try list.nestedContainer(keyedBy: Key.self)
    a = try first.decode(A.self, forKey: .z)
    guard try inner.decode(A.self, forKey: .z) == a, try list.decodeNil() else {
      throw DecodingError.dataCorruptedError(in: list, debugDescription: "Not what was written.")
    }
    _ = try list.nestedUnkeyedContainer()
  }
  func encode(to encoder: any Encoder) throws {
    var outer = encoder.container(keyedBy: Key.self)
    var inner = outer.nestedContainer(keyedBy: Key.self, forKey: .inner)
    var list = outer.nestedUnkeyedContainer(forKey: .list)
    var first = list.nestedContainer(keyedBy: Key.self)
    try list.encodeNil()
    try inner.encode(a, forKey: .z)
    try first.encode(a, forKey: .z)
    _ = list.nestedUnkeyedContainer()
    var again = outer.nestedContainer(keyedBy: Key.self, forKey: .inner)
    try again.encode(b, forKey: .more)
    try outer.encode(1, forKey: .z)
  }
  static func sample(_ numbers: inout SeededGenerator) -> Self {
    Self(a: .sample(&numbers), b: .sample(&numbers))
  }
}

/// A type that writes a superclass, and one field twice.
struct Child<A: Sample, B: Sample>: Sample {
  private enum Key: String, CodingKey { case own, parent }
  var own: A
  var parent: B

  init(own: A, parent: B) { (self.own, self.parent) = (own, parent) }
  init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: Key.self)
    own = try fields.decode(A.self, forKey: .own)
    parent = try B(from: fields.superDecoder())
    _ = try B(from: fields.superDecoder(forKey: .parent))
  }
  func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: Key.self)
    try Wrapped(value: parent).encode(to: fields.superEncoder())
    try fields.encode("overwritten", forKey: .own)
    try Wrapped(value: parent).encode(to: fields.superEncoder(forKey: .parent))
    try fields.encode(own, forKey: .own)
  }
  static func sample(_ numbers: inout SeededGenerator) -> Self {
    Self(own: .sample(&numbers), parent: .sample(&numbers))
  }
}

// MARK: - Types of the standard library

extension Optional: Sample where Wrapped: Sample {
  /// Returns a random value.
  public static func sample(_ numbers: inout SeededGenerator) -> Self {
    Bool.random(using: &numbers) ? .some(.sample(&numbers)) : .none
  }
  /// Returns a type whose parts are those of another release.
  public static func other(_ numbers: inout SeededGenerator) -> any Sample.Type {
    Bool.random(using: &numbers) ? Wrapped.self : Self.self
  }
}

extension Array: Sample where Element: Sample {
  /// Returns a random value.
  public static func sample(_ numbers: inout SeededGenerator) -> Self {
    (0..<Samples.count(&numbers)).map { _ in .sample(&numbers) }
  }
  /// Returns a type whose parts are those of another release.
  public static func other(_ numbers: inout SeededGenerator) -> any Sample.Type {
    Samples.array(Element.other(&numbers))
  }
}

extension Set: Sample where Element: Sample {
  /// Returns a random value.
  public static func sample(_ numbers: inout SeededGenerator) -> Self {
    Set((0..<Samples.count(&numbers)).map { _ in .sample(&numbers) })
  }
  // An array would show the order of the set, which in JSON is another one in each process.
  /// Returns a type whose parts are those of another release.
  public static func other(_ numbers: inout SeededGenerator) -> any Sample.Type { Self.self }
}

extension Dictionary: Sample where Key: Sample, Value: Sample {
  /// Returns a random value.
  public static func sample(_ numbers: inout SeededGenerator) -> Self {
    Dictionary(
      (0..<Samples.count(&numbers)).map { _ in (.sample(&numbers), .sample(&numbers)) },
      uniquingKeysWith: { first, _ in first })
  }
  /// Returns a type whose parts are those of another release.
  public static func other(_ numbers: inout SeededGenerator) -> any Sample.Type {
    let keys: [any Sample.Type] = [Key.self, String.self, Int.self, NumberID.self, NameID.self]
    let key = keys[Int.random(in: keys.indices, using: &numbers)]
    let value = Value.other(&numbers)
    return Samples.dictionary(key, value)
  }
}

extension Samples {
  /// A number of elements: usually few, sometimes more than one byte of a head can count.
  static func count(_ numbers: inout SeededGenerator) -> Int {
    Int.random(in: 0..<20, using: &numbers) == 0 ? 40 : Int.random(in: 0..<4, using: &numbers)
  }
}

extension Bool: Sample {
  /// Returns a random value.
  public static func sample(_ numbers: inout SeededGenerator) -> Bool { random(using: &numbers) }
}

extension String: Sample {
  /// Returns a random value.
  public static func sample(_ numbers: inout SeededGenerator) -> String {
    let texts = [
      "", "a", "7", "-12", "éa", "Ж水🍕", "AQID", "same", "first", "\u{0}\n\"\\",
      "6F9619FF-8B86-D011-B42D-00C04FC964FF", "a text that is longer than 23 bytes",
    ]
    return texts[Int.random(in: texts.indices, using: &numbers)]
  }
}

extension Sample where Self: FixedWidthInteger {
  /// Returns a random value.
  public static func sample(_ numbers: inout SeededGenerator) -> Self {
    let width = Int.random(in: 0...bitWidth, using: &numbers)
    let bits = UInt128(numbers.next()) << 64 | UInt128(numbers.next())
    return Self(truncatingIfNeeded: width == 128 ? bits : bits & (1 << UInt128(width) - 1))
  }
}
extension Int: Sample {}
extension Int8: Sample {}
extension Int16: Sample {}
extension Int32: Sample {}
extension Int64: Sample {}
extension Int128: Sample {}
extension UInt: Sample {}
extension UInt8: Sample {}
extension UInt16: Sample {}
extension UInt32: Sample {}
extension UInt64: Sample {}
extension UInt128: Sample {}

extension Double: Sample {
  /// Returns a random value.
  public static func sample(_ numbers: inout SeededGenerator) -> Double {
    let values = [
      0, -0.0, 1, 1.5, 0.1, 300, -7, 1e15, 1e18, 9.5e15, 1e20, 1e300, .leastNonzeroMagnitude, 65504,
      3.4e38,
      4_611_686_018_427_387_904, 123_456.789, 1 + 0x1p-24, random(in: -1...1, using: &numbers),
    ]
    return values[Int.random(in: values.indices, using: &numbers)]
  }
}

extension Float: Sample {
  /// Returns a random value.
  public static func sample(_ numbers: inout SeededGenerator) -> Float {
    let values: [Float] = [
      0, 1, 0.1, -2.5, 3.4e38, .leastNonzeroMagnitude, .random(in: -1...1, using: &numbers),
    ]
    return values[Int.random(in: values.indices, using: &numbers)]
  }
}

extension Date: Sample {
  /// Returns a random value.
  public static func sample(_ numbers: inout SeededGenerator) -> Date {
    Date(timeIntervalSinceReferenceDate: .sample(&numbers))
  }
}

extension URL: Sample {
  /// Returns a random value.
  public static func sample(_ numbers: inout SeededGenerator) -> URL {
    let texts = ["https://example.com/a?b=c#d", "file:///tmp/%20x", "relative/path", "tel:+7"]
    return texts.compactMap { URL(string: $0) }[Int.random(in: 0..<4, using: &numbers)]
  }
}

extension UUID: Sample {
  /// Returns a random value.
  public static func sample(_ numbers: inout SeededGenerator) -> UUID {
    let (b, c) = (UInt8.sample(&numbers), UInt8.sample(&numbers))
    return UUID(uuid: (b, c, 3, 4, 5, 6, 7, 8, 9, b, 11, 12, 13, 14, 15, c))
  }
}

extension Data: Sample {
  /// Returns a random value.
  public static func sample(_ numbers: inout SeededGenerator) -> Data {
    Data((0..<Samples.count(&numbers)).map { _ in .sample(&numbers) })
  }
}

extension Decimal: Sample {
  /// Returns a random value.
  public static func sample(_ numbers: inout SeededGenerator) -> Decimal {
    let texts = [
      "0", "3", "-7", "0.1", "-1.50", "1E30", "0.333333333333333333333333333333", "1E-20",
    ]
    return Decimal(string: texts[Int.random(in: texts.indices, using: &numbers)]) ?? 0
  }
}

// MARK: - Other leaves

enum Suit: String, Sample, CaseIterable {
  case hearts, spades
  static func sample(_ numbers: inout SeededGenerator) -> Suit {
    Bool.random(using: &numbers) ? hearts : spades
  }
}

struct NumberID: Sample, RawRepresentable, CodingKeyRepresentable {
  var rawValue: Int
  static func sample(_ numbers: inout SeededGenerator) -> Self {
    Self(rawValue: .sample(&numbers))
  }
}

struct NameID: Sample, RawRepresentable, CodingKeyRepresentable {
  var rawValue: String
  static func sample(_ numbers: inout SeededGenerator) -> Self {
    Self(rawValue: .sample(&numbers))
  }
}

struct Empty: Sample {
  static func sample(_ numbers: inout SeededGenerator) -> Empty { Empty() }
}

/// The description of coding paths.
public enum CodingPath {
  /// Returns the names and the integers of the keys.
  public static func text(_ path: [any CodingKey]) -> String {
    path.map { "\($0.stringValue)/\($0.intValue.map(String.init) ?? "")" }.joined(separator: " ")
  }
}

/// A value that knows its coding path, in which both coders have to agree.
struct Place: Sample {
  private enum Key: String, CodingKey { case path, number }
  var path: [String]

  init() { path = [] }
  init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: Key.self)
    path = Self.text(decoder.codingPath)
    guard path == Self.text(fields.codingPath) else {
      throw DecodingError.dataCorruptedError(
        forKey: .number, in: fields, debugDescription: "The paths of coder and container differ.")
    }
    path += try fields.decode([String].self, forKey: .path)
  }
  func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: Key.self)
    // In a nested container, `JSONEncoder` leaves out the path of the container.
    try fields.encode(Self.text(encoder.codingPath.suffix(1)), forKey: .path)
  }
  private static func text(_ path: some Sequence<any CodingKey>) -> [String] {
    // The index of an element of a set differs in each process.
    path.map { $0.stringValue.hasPrefix("Index ") ? "Index" : CodingPath.text([$0]) }
  }
  static func sample(_ numbers: inout SeededGenerator) -> Self { Self() }
}
