import Foundation
import Testing

@testable import Storage

@Suite("CBOR: containers")
struct CBORContainerTests {
  private struct Writing: Encodable {
    let write: (any Encoder) throws -> Void
    func encode(to encoder: any Encoder) throws { try write(encoder) }
  }

  fileprivate static let a = CBORKey(stringValue: "a")
  fileprivate static let b = CBORKey(stringValue: "b")

  @Test func `Nil is one byte in a container of any kind, and is found there`() throws {
    struct Nils: Codable {
      init() {}
      init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CBORKey.self)
        #expect(try fields.decodeNil(forKey: CBORContainerTests.a))
        #expect(try !fields.decodeNil(forKey: CBORContainerTests.b))
        var list = try fields.nestedUnkeyedContainer(forKey: CBORContainerTests.b)
        #expect(try list.decodeNil())
        #expect(try !list.decodeNil())
        #expect(try list.decode(Int.self) == 1)
        #expect(try list.decodeNil())
        #expect(list.isAtEnd)
        #expect(throws: DecodingError.self) { try list.decodeNil() }
      }
      func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: CBORKey.self)
        try fields.encodeNil(forKey: CBORContainerTests.a)
        var list = fields.nestedUnkeyedContainer(forKey: CBORContainerTests.b)
        try list.encodeNil()
        try list.encode(1)
        try list.encodeNil()
      }
    }
    #expect(try encodedHex(Nils()) == "a26161f6616283f601f6")
    _ = try decoded([Nils].self, "82a26161f6616283f601f6bf6161f761629ff601f6ffff")
  }

  @Test func `A single value is nil or not, also after an attempt to decode it`() throws {
    struct Value: Codable, Equatable {
      var text: String?
      init(text: String?) { self.text = text }
      init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        do {
          text = try container.decode(String.self)
        } catch is DecodingError {
          text = container.decodeNil() ? nil : "number"
        }
      }
      func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        if let text { try container.encode(text) } else { try container.encodeNil() }
      }
    }
    #expect(try encodedHex([Value(text: nil), Value(text: "x")]) == "82f66178")
    let read = try decoded([Value].self, "8601f6f76178f901f6c6f6")
    #expect(read.map(\.text) == ["number", nil, nil, "x", "number", nil])
  }

  @Test func `An array container counts its elements until its value ends`() throws {
    var kept: (any UnkeyedEncodingContainer)?
    let list = Writing { encoder in
      var list = encoder.unkeyedContainer()
      #expect(list.count == 0)
      try list.encode(7)
      #expect(list.count == 1)
      _ = list.superEncoder()
      try list.encodeNil()
      _ = list.nestedUnkeyedContainer()
      #expect(list.count == 4)
      #expect(encoder.unkeyedContainer().count == 4)
      kept = list
    }

    #expect(try encodedHex([list]) == "818407a0f680")

    #expect(kept?.count == 0)
    #expect(throws: EncodingError.self) { try kept?.encode(8) }
  }

  @Test func `A value that is not allowed is rejected where it is written`() throws {
    let second = Writing { encoder in
      var container = encoder.singleValueContainer()
      try container.encode(1)
      #expect(throws: EncodingError.self) { try container.encode(2) }
      #expect(throws: EncodingError.self) { try container.encodeNil() }
    }
    let mixture = Writing { encoder in
      var list = encoder.unkeyedContainer()
      var fields = encoder.container(keyedBy: CBORKey.self)
      #expect(throws: EncodingError.self) { try list.encode(1) }
      #expect(throws: EncodingError.self) { try fields.encode(1, forKey: Self.a) }
    }
    for value in [second, mixture] {
      #expect(throws: EncodingError.self) { try CBOREncoder().encode(value) }
    }
  }

  @Test func `A keyed container reads a map, and an unkeyed container an array`() throws {
    func mismatch<T: Decodable>(_ type: T.Type, _ hex: String) -> Any.Type? {
      let error = #expect(throws: DecodingError.self, "\(hex)") { try decoded(type, hex) }
      guard case .typeMismatch(let expected, _)? = error else { return nil }
      return expected
    }
    struct List: Decodable {
      init(from decoder: any Decoder) throws { _ = try decoder.unkeyedContainer() }
    }
    struct Fields: Decodable {
      init(from decoder: any Decoder) throws { _ = try decoder.container(keyedBy: CBORKey.self) }
    }
    for hex in ["80", "8201616102", "9fff", "00", "40", "60", "f4"] {
      #expect(mismatch(Fields.self, hex) == [String: Any].self, "\(hex)")
    }
    for hex in ["a0", "a1616101", "bfff", "00", "40", "60", "f4"] {
      #expect(mismatch(List.self, hex) == [Any].self, "\(hex)")
    }
  }

  @Test func `A field that is missing in a child is not found after the child`() throws {
    struct Parent: Decodable {
      struct Child: Decodable { var a, b: Int? }
      var child: Child
      var b: Int
    }
    for (child, a) in ["a0": nil, "a1616101": 1, "bf616101ff": 1] as [String: Int?] {
      let parent = try decoded(Parent.self, "a2656368696c64\(child)616202")
      #expect(parent.child.a == a, "\(child)")
      #expect(parent.child.b == nil, "\(child)")
      #expect(parent.b == 2, "\(child)")
    }
  }

  @Test func `An array of keys and values has a value for each key`() throws {
    struct Entries: Decodable {
      let values: [UInt8: UInt8]
      let next: Int
      init(from decoder: any Decoder) throws {
        var list = try decoder.unkeyedContainer()
        values = try list.decode([UInt8: UInt8].self)
        next = try list.decode(Int.self)
      }
    }
    let documents: [String: [UInt8: UInt8]] = ["80": [:], "820102": [1: 2], "9f0102ff": [1: 2]]
    for (entries, values) in documents {
      #expect(try decoded([UInt8: UInt8].self, entries) == values)
      #expect(try decoded(Entries.self, "82\(entries)03").values == values)
    }
    for entries in ["8101", "83010203", "9f01ff", "9f010203ff"] {
      #expect(throws: DecodingError.self) { try decoded([UInt8: UInt8].self, entries) }
      #expect(throws: DecodingError.self) { try decoded(Entries.self, "82\(entries)03") }
    }
  }

  @Test func `An encoding error names the first rule that was broken`() throws {
    func reason(_ write: @escaping (any Encoder) throws -> Void) throws -> String? {
      let error = #expect(throws: EncodingError.self) {
        try CBOREncoder().encode(Writing(write: write))
      }
      guard case .invalidValue(_, let context)? = error else { return nil }
      return context.debugDescription
    }
    // The nested container accepts values, although they cannot be in the document.
    let doubled = try reason { encoder in
      var fields = encoder.container(keyedBy: CBORKey.self)
      try fields.encode(1, forKey: Self.a)
      var nested = fields.nestedContainer(keyedBy: CBORKey.self, forKey: Self.a)
      try nested.encode(2, forKey: Self.b)
    }
    let mixed = try reason { encoder in
      _ = encoder.unkeyedContainer()
      var fields = encoder.container(keyedBy: CBORKey.self)
      _ = fields.nestedUnkeyedContainer(forKey: Self.a)
    }
    let deep = try reason { encoder in
      var list = encoder.unkeyedContainer()
      for _ in 0..<40 { list = list.nestedUnkeyedContainer() }
    }
    #expect(doubled == "A nested container has a key that was already written.")
    #expect(mixed == "The value requested containers of different kinds.")
    #expect(deep == "Nested deeper than 32 levels.")
  }
}
