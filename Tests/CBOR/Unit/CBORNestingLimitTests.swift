import Foundation
import Testing

@testable import CBOR

/// Tests of the depth limit that need no small stack.
@Suite("CBOR: nesting limit")
struct CBORNestingLimitTests {
  @Test(arguments: Way.all)
  func `A value has at most 32 levels, whichever containers its type uses`(_ way: Way) throws {
    let bytes = try way.encode(32)

    try way.decode(bytes)
    #expect(throws: DecodingError.self) { try way.decode(Data(hex: way.opening) + bytes) }
    #expect(throws: EncodingError.self) { try way.encode(33) }
  }

  @Test(arguments: Way.all)
  func `A value that is ignored has at most as many levels as one that is read`(
    _ way: Way
  ) throws {
    let (allowed, deeper) = try (way.encode(31).hex, way.encode(32).hex)
    for (opening, closing) in [
      ("81", ""), ("9f", "ff"), ("a16178", ""), ("bf6178", "ff"), ("a101", ""), ("bf01", "ff"),
    ] {
      try decoding(opening + allowed + closing) { _ in }
      #expect(throws: DecodingError.self, "\(opening)") {
        try decoding(opening + deeper + closing) { _ in }
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

    #expect(try roundTrip(byText) == byText)
    #expect(try roundTrip(byPair) == byPair)
    #expect(throws: EncodingError.self) { try CBOREncoder().encode(lists(33)) }
  }

  @Test func `An attempt to decode a value as another type uses up no levels`() throws {
    let lists = String(repeating: "81", count: 31) + "80"
    func decode(_ hex: String) throws {
      try decoding(hex) { decoder in
        let container = try decoder.singleValueContainer()
        do {
          _ = try container.decode([[String]].self)
        } catch is DecodingError {
          _ = try container.decode([Scripted].self)
        }
      }
    }
    try decode(lists)
    #expect(throws: DecodingError.self) { try decode("81" + lists) }
  }

  @Test func `A container that is opened again can have the whole depth again`() throws {
    func decode(_ hex: String) throws {
      try decoding(hex) { decoder in
        for _ in 1...2 {
          let fields = try decoder.fields()
          _ = try fields.decode(AnyValue.self, forKey: "a")
          var elements = try fields.superDecoder(forKey: "b").unkeyedContainer()
          _ = try elements.decode(AnyValue.self)
          #expect(fields.allKeys.map(\.stringValue) == ["a", "b"])
        }
      }
    }
    let lists = String(repeating: "81", count: 29) + "80"
    for (opening, closing) in [("a2", ""), ("bf", "ff")] {
      try decode("\(opening)616181\(lists)61629f\(lists)ff\(closing)")
      #expect(throws: DecodingError.self) {
        try decode("\(opening)616181\(lists)61629f81\(lists)ff\(closing)")
      }
    }
  }

  /// Returns nested lists with nil in the innermost one.
  private func lists(_ depth: Int) -> AnyValue {
    depth == 0 ? .null : .list([lists(depth - 1)])
  }
}

/// A recursive value, whose children are encoded and decoded in one ``Way``.
struct Node: Codable, Hashable {
  fileprivate static let key = CodingUserInfoKey(rawValue: "way")
  var children: [Node]

  init(_ children: [Node]) { self.children = children }

  init(from decoder: any Decoder) throws {
    try self.init(Self.way(decoder.userInfo).read(decoder))
  }

  func encode(to encoder: any Encoder) throws {
    try Self.way(encoder.userInfo).write(children, encoder)
  }

  private static func way(_ userInfo: [CodingUserInfoKey: Any]) throws -> Way {
    try #require(key.flatMap { userInfo[$0] } as? Way)
  }
}

/// The containers that a value uses for its children.
struct Way: Sendable, CustomTestStringConvertible {
  let testDescription: String
  /// The encoded head and key of a value whose only child follows.
  let opening: String
  let write: @Sendable ([Node], any Encoder) throws -> Void
  let read: @Sendable (any Decoder) throws -> [Node]

  init(
    _ name: String, _ opening: String,
    write: @escaping @Sendable ([Node], any Encoder) throws -> Void,
    read: @escaping @Sendable (any Decoder) throws -> [Node]
  ) {
    (testDescription, self.opening, self.write, self.read) = (name, opening, write, read)
  }

  /// A way with the values of a dictionary.
  private init<Key: Codable & Hashable & SendableMetatype>(
    _ name: String, _ opening: String, key: @escaping @Sendable (Int) -> Key
  ) {
    self.init(name, opening) { children, encoder in
      let pairs = children.enumerated().map { (key($0), $1) }
      try encoder.write(Dictionary(uniqueKeysWithValues: pairs))
    } read: { decoder in
      Array(try decoder.singleValueContainer().decode([Key: Node].self).values)
    }
  }

  /// A way with the fields of a keyed container.
  private init(
    fields name: String,
    read: @escaping @Sendable (KeyedDecodingContainer<CBORKey>) throws -> [Node]
  ) {
    self.init(name, "a16130") { children, encoder in
      var fields = encoder.fields()
      for (number, child) in children.enumerated() {
        try fields.encode(child, forKey: CBORKey(intValue: number))
      }
    } read: { decoder in
      try read(decoder.fields())
    }
  }

  /// Returns the encoded value of a depth, in which each value has two children of the same depth.
  @discardableResult
  func encode(_ depth: Int) throws -> Data {
    func chain(_ depth: Int) -> Node { Node(depth == 1 ? [] : [chain(depth - 1)]) }
    // The first child shows that its levels do not count for the second one.
    func value(_ depth: Int) -> Node {
      Node(depth == 1 ? [] : [chain(depth - 1), value(depth - 1)])
    }
    return try CBOREncoder(userInfo: [#require(Node.key): self]).encode(value(depth))
  }

  func decode(_ bytes: Data) throws {
    _ = try CBORDecoder(userInfo: [#require(Node.key): self]).decode(Node.self, from: bytes)
  }

  static let all = [
    Way("array", "81", write: { try $1.write($0) }, read: { try [Node](from: $0) }),
    Way("array of optionals", "81", write: { try $1.write($0.map(Optional.some)) }) {
      try $0.singleValueContainer().decode([Node?].self).compactMap(\.self)
    },
    Way("set", "81", write: { try $1.write(Set($0)) }) {
      Array(try $0.singleValueContainer().decode(Set<Node>.self))
    },
    Way("dictionary by text", "a16130", key: { "\($0)" }),
    Way("dictionary by number", "a100", key: { $0 }),
    Way("dictionary by coding key", "a16130", key: { EveryField.Name(rawValue: "\($0)") }),
    Way("dictionary by pair", "82a2617800617900", key: { EveryField.Pair(x: $0, y: 0) }),
    Way(fields: "fields") { fields in
      try fields.allKeys.map { try fields.decode(Node.self, forKey: $0) }
    },
    Way(fields: "fields from the last") { fields in
      try fields.allKeys.reversed().map { try fields.decode(Node.self, forKey: $0) }
    },
    Way(fields: "fields if present") { fields in
      try (0...2).compactMap {
        try fields.decodeIfPresent(Node.self, forKey: CBORKey(intValue: $0))
      }
    },
    Way("elements", "81") { children, encoder in
      var list = encoder.unkeyedContainer()
      for child in children { try list.encode(child) }
    } read: { decoder in
      var (list, children) = (try decoder.unkeyedContainer(), [Node]())
      while try !list.isAtEnd && !list.decodeNil() { children.append(try list.decode(Node.self)) }
      return children
    },
    Way("nested fields", "a16130") { children, encoder in
      var fields = encoder.fields()
      nest(children, &fields)
    } read: { decoder in
      try nested(decoder.fields())
    },
    Way("nested elements", "81") { children, encoder in
      var list = encoder.unkeyedContainer()
      nest(children, &list)
    } read: { decoder in
      var list = try decoder.unkeyedContainer()
      return try nested(&list)
    },
    Way("super fields", "a16130") { children, encoder in
      var fields = encoder.fields()
      for (number, child) in children.enumerated() {
        try child.encode(to: fields.superEncoder(forKey: CBORKey(intValue: number)))
      }
    } read: { decoder in
      let fields = try decoder.fields()
      return try fields.allKeys.map { try Node(from: fields.superDecoder(forKey: $0)) }
    },
    Way("super elements", "81") { children, encoder in
      var list = encoder.unkeyedContainer()
      for child in children { try child.encode(to: list.superEncoder()) }
    } read: { decoder in
      var (list, children) = (try decoder.unkeyedContainer(), [Node]())
      while !list.isAtEnd { children.append(try Node(from: list.superDecoder())) }
      return children
    },
  ]

  private static func nest(
    _ children: [Node], _ fields: inout KeyedEncodingContainer<CBORKey>
  ) {
    for (number, child) in children.enumerated() {
      var below = fields.nestedContainer(
        keyedBy: CBORKey.self, forKey: CBORKey(intValue: number))
      nest(child.children, &below)
    }
  }

  private static func nested(_ fields: KeyedDecodingContainer<CBORKey>) throws -> [Node] {
    try fields.allKeys.map {
      try Node(nested(fields.nestedContainer(keyedBy: CBORKey.self, forKey: $0)))
    }
  }

  private static func nest(_ children: [Node], _ list: inout any UnkeyedEncodingContainer) {
    for child in children {
      var below = list.nestedUnkeyedContainer()
      nest(child.children, &below)
    }
  }

  private static func nested(_ list: inout any UnkeyedDecodingContainer) throws -> [Node] {
    var children: [Node] = []
    while !list.isAtEnd {
      var below = try list.nestedUnkeyedContainer()
      children.append(Node(try nested(&below)))
    }
    return children
  }
}

extension Encoder {
  fileprivate func write(_ value: some Encodable) throws {
    var container = singleValueContainer()
    try container.encode(value)
  }
}
