import Foundation
import Testing

@testable import Storage

/// Tests of the depth limit that need no small stack.
@Suite("CBOR: nesting limit")
struct CBORNestingLimitTests {
  @Test(arguments: Nesting.all)
  func `A value has at most 32 levels, whichever containers its type uses`(
    _ nesting: Nesting
  ) throws {
    let bytes = try nesting.encode(32)

    try nesting.decode(bytes)
    #expect(throws: DecodingError.self) { try nesting.decode(nesting.parent(bytes)) }
    #expect(throws: EncodingError.self) { try nesting.encode(33) }
  }

  @Test(arguments: Nesting.all)
  func `A value that is ignored has at most as many levels as one that is read`(
    _ nesting: Nesting
  ) throws {
    let (allowed, deeper) = try (nesting.encode(31).hex, nesting.encode(32).hex)
    for (opening, closing) in [
      ("81", ""), ("9f", "ff"), ("a16178", ""), ("bf6178", "ff"), ("a101", ""), ("bf01", "ff"),
    ] {
      _ = try decoded(Ignored.self, opening + allowed + closing)
      #expect(throws: DecodingError.self, "\(opening)") {
        try decoded(Ignored.self, opening + deeper + closing)
      }
    }
    _ = try decoded(EveryField.Pair.self, "a3617a\(allowed)617801617902")
    #expect(throws: DecodingError.self) {
      try decoded(EveryField.Pair.self, "a3617a\(deeper)617801617902")
    }
  }

  @Test func `The limit is 32 levels, whether their lengths are definite or not`() throws {
    func nested(_ opening: String, _ closing: String, _ depth: Int) -> String {
      String(repeating: opening, count: depth) + String(repeating: closing, count: depth)
    }
    _ = try decoded(AnyValue.self, nested("81", "", 31) + "80")
    _ = try decoded(AnyValue.self, nested("9f", "ff", 32))
    #expect(throws: DecodingError.self) {
      try decoded(AnyValue.self, nested("81", "", 32) + "80")
    }
    #expect(throws: DecodingError.self) { try decoded(AnyValue.self, nested("9f", "ff", 33)) }
  }

  @Test func `Each of several values can have the whole depth`() throws {
    // Three dictionaries with equal keys, of which the last is read by the keys of the second.
    let byText = Array(repeating: ["a": lists(30), "b": lists(30), "c": lists(30)], count: 3)
    let byPair = [EveryField.Pair(x: 1, y: 0): lists(31), EveryField.Pair(x: 2, y: 0): lists(31)]

    #expect(
      try CBORDecoder().decode([[String: AnyValue]].self, from: CBOREncoder().encode(byText))
        == byText)
    #expect(
      try CBORDecoder().decode(
        [EveryField.Pair: AnyValue].self, from: CBOREncoder().encode(byPair)) == byPair)
  }

  @Test func `An attempt to decode a value as another type uses up no levels`() throws {
    struct Lists: Decodable {
      init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        do {
          _ = try container.decode([[String]].self)
        } catch is DecodingError {
          _ = try container.decode([Lists].self)
        }
      }
    }
    let lists = String(repeating: "81", count: 31) + "80"
    _ = try decoded(Lists.self, lists)
    #expect(throws: DecodingError.self) { try decoded(Lists.self, "81" + lists) }
  }

  @Test func `A container that is opened again can have the whole depth again`() throws {
    struct Fields: Decodable {
      init(from decoder: any Decoder) throws {
        for _ in 1...2 {
          let fields = try decoder.container(keyedBy: CBORKey.self)
          _ = try fields.decode(AnyValue.self, forKey: CBORKey(stringValue: "a"))
          var elements = try fields.superDecoder(forKey: CBORKey(stringValue: "b"))
            .unkeyedContainer()
          _ = try elements.decode(AnyValue.self)
          #expect(fields.allKeys.map(\.stringValue) == ["a", "b"])
        }
      }
    }
    let lists = String(repeating: "81", count: 29) + "80"
    for (opening, closing) in [("a2", ""), ("bf", "ff")] {
      _ = try decoded(Fields.self, "\(opening)616181\(lists)61629f\(lists)ff\(closing)")
      #expect(throws: DecodingError.self) {
        try decoded(Fields.self, "\(opening)616181\(lists)61629f81\(lists)ff\(closing)")
      }
    }
  }

  /// Returns nested lists with nil in the innermost one.
  private func lists(_ depth: Int) -> AnyValue {
    depth == 0 ? .null : .list([lists(depth - 1)])
  }

  struct Ignored: Decodable {
    init(from decoder: any Decoder) {}
  }
}

extension CBORNestingLimitTests {
  /// A recursive type whose values have the children that they are created with.
  protocol Nested: Codable, Hashable, SendableMetatype {
    init(_ children: [Self])

    /// The encoded head and key of a value whose only child follows.
    static var opening: String { get }
  }

  /// The encoding and decoding of one recursive type.
  struct Nesting: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// Returns the encoded value of a depth, in which each value has two children of the same depth.
    let encode: @Sendable (Int) throws -> Data
    let decode: @Sendable (Data) throws -> Void
    /// Returns the encoded parent of an encoded value.
    let parent: @Sendable (Data) -> Data

    init<Value: Nested>(_ type: Value.Type) {
      @Sendable func chain(_ depth: Int) -> Value {
        depth == 1 ? Value([]) : Value([chain(depth - 1)])
      }
      // The first child shows that its levels do not count for the second one.
      @Sendable func value(_ depth: Int) -> Value {
        depth == 1 ? Value([]) : Value([chain(depth - 1), value(depth - 1)])
      }
      testDescription = "\(Value.self)"
      encode = { try CBOREncoder().encode(value($0)) }
      decode = { _ = try CBORDecoder().decode(Value.self, from: $0) }
      parent = { Data(hex: Value.opening) + $0 }
    }

    static let all = [
      Nesting(InArray.self), Nesting(InOptionals.self), Nesting(InSet.self),
      Nesting(InNames.self), Nesting(InNumbers.self), Nesting(InCodingKeys.self),
      Nesting(InPairs.self), Nesting(InFields.self), Nesting(InFieldsFromTheLast.self),
      Nesting(InFieldsIfPresent.self), Nesting(InElements.self), Nesting(InNestedFields.self),
      Nesting(InNestedElements.self), Nesting(InSuperFields.self),
      Nesting(InSuperElements.self),
    ]
  }

  struct InArray: Nested {
    var children: [Self]
    init(_ children: [Self]) { self.children = children }
    init(from decoder: any Decoder) throws { children = try [Self](from: decoder) }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(children)
    }
    static let opening = "81"
  }

  struct InOptionals: Nested {
    var children: [Self?]
    init(_ children: [Self]) { self.children = children }
    init(from decoder: any Decoder) throws {
      children = try decoder.singleValueContainer().decode([Self?].self)
    }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(children)
    }
    static let opening = "81"
  }

  struct InSet: Nested {
    var children: Set<Self>
    init(_ children: [Self]) { self.children = Set(children) }
    init(from decoder: any Decoder) throws {
      children = try decoder.singleValueContainer().decode(Set<Self>.self)
    }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(children)
    }
    static let opening = "81"
  }

  /// A type whose children are the values of a dictionary.
  protocol InDictionary: Nested {
    associatedtype Key: Codable & Hashable
    var children: [Key: Self] { get }
    init(children: [Key: Self])
    static func key(_ number: Int) -> Key
  }

  struct InNames: InDictionary {
    var children: [String: Self]
    static func key(_ number: Int) -> String { "\(number)" }
    static let opening = "a16130"
  }

  struct InNumbers: InDictionary {
    var children: [Int: Self]
    static func key(_ number: Int) -> Int { number }
    static let opening = "a100"
  }

  struct InCodingKeys: InDictionary {
    var children: [EveryField.Name: Self]
    static func key(_ number: Int) -> EveryField.Name { .init(rawValue: "\(number)") }
    static let opening = "a16130"
  }

  struct InPairs: InDictionary {
    var children: [EveryField.Pair: Self]
    static func key(_ number: Int) -> EveryField.Pair { .init(x: number, y: 0) }
    static let opening = "82a2617800617900"
  }

  /// A type whose children are the fields of a keyed container.
  protocol InMap: Nested {
    var children: [Self] { get }
  }

  struct InFields: InMap {
    var children: [Self]
    init(_ children: [Self]) { self.children = children }
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CBORKey.self)
      children = try container.allKeys.map { try container.decode(Self.self, forKey: $0) }
    }
  }

  struct InFieldsFromTheLast: InMap {
    var children: [Self]
    init(_ children: [Self]) { self.children = children }
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CBORKey.self)
      children = try container.allKeys.reversed().map {
        try container.decode(Self.self, forKey: $0)
      }
    }
  }

  struct InFieldsIfPresent: InMap {
    var children: [Self]
    init(_ children: [Self]) { self.children = children }
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CBORKey.self)
      children = try (0...2).compactMap {
        try container.decodeIfPresent(Self.self, forKey: CBORKey(intValue: $0))
      }
    }
  }

  struct InElements: Nested {
    var children: [Self]
    init(_ children: [Self]) { self.children = children }
    init(from decoder: any Decoder) throws {
      children = []
      var container = try decoder.unkeyedContainer()
      while try !container.isAtEnd && !container.decodeNil() {
        children.append(try container.decode(Self.self))
      }
    }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.unkeyedContainer()
      for child in children { try container.encode(child) }
    }
    static let opening = "81"
  }

  struct InNestedFields: Nested {
    var children: [Self]
    init(_ children: [Self]) { self.children = children }
    init(from decoder: any Decoder) throws {
      try self.init(decoder.container(keyedBy: CBORKey.self))
    }
    private init(_ container: KeyedDecodingContainer<CBORKey>) throws {
      children = try container.allKeys.map {
        try Self(container.nestedContainer(keyedBy: CBORKey.self, forKey: $0))
      }
    }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CBORKey.self)
      try encode(&container)
    }
    private func encode(_ container: inout KeyedEncodingContainer<CBORKey>) throws {
      for (number, child) in children.enumerated() {
        var nested = container.nestedContainer(
          keyedBy: CBORKey.self, forKey: CBORKey(intValue: number))
        try child.encode(&nested)
      }
    }
    static let opening = "a16130"
  }

  struct InNestedElements: Nested {
    var children: [Self]
    init(_ children: [Self]) { self.children = children }
    init(from decoder: any Decoder) throws {
      var container = try decoder.unkeyedContainer()
      try self.init(&container)
    }
    private init(_ container: inout any UnkeyedDecodingContainer) throws {
      children = []
      while !container.isAtEnd {
        var nested = try container.nestedUnkeyedContainer()
        children.append(try Self(&nested))
      }
    }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.unkeyedContainer()
      encode(&container)
    }
    private func encode(_ container: inout any UnkeyedEncodingContainer) {
      for child in children {
        var nested = container.nestedUnkeyedContainer()
        child.encode(&nested)
      }
    }
    static let opening = "81"
  }

  struct InSuperFields: Nested {
    var children: [Self]
    init(_ children: [Self]) { self.children = children }
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CBORKey.self)
      children = try container.allKeys.map { try Self(from: container.superDecoder(forKey: $0)) }
    }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CBORKey.self)
      for (number, child) in children.enumerated() {
        try child.encode(to: container.superEncoder(forKey: CBORKey(intValue: number)))
      }
    }
    static let opening = "a16130"
  }

  struct InSuperElements: Nested {
    var children: [Self]
    init(_ children: [Self]) { self.children = children }
    init(from decoder: any Decoder) throws {
      children = []
      var container = try decoder.unkeyedContainer()
      while !container.isAtEnd { children.append(try Self(from: container.superDecoder())) }
    }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.unkeyedContainer()
      for child in children { try child.encode(to: container.superEncoder()) }
    }
    static let opening = "81"
  }
}

extension CBORNestingLimitTests.InDictionary {
  init(_ children: [Self]) {
    self.init(
      children: Dictionary(
        uniqueKeysWithValues: children.enumerated().map { (Self.key($0), $1) }))
  }

  init(from decoder: any Decoder) throws {
    self.init(children: try decoder.singleValueContainer().decode([Key: Self].self))
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(children)
  }
}

extension CBORNestingLimitTests.InMap {
  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CBORKey.self)
    for (number, child) in children.enumerated() {
      try container.encode(child, forKey: CBORKey(intValue: number))
    }
  }

  static var opening: String { "a16130" }
}
