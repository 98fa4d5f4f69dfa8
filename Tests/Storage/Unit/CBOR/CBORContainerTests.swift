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
        #expect(try fields.decodeNil(forKey: CBORContainerTests.a))
        #expect(try list.decodeNil())
        #expect(try !list.decodeNil())
        #expect(try list.decode(Int.self) == 1)
        #expect(try list.decodeNil())
        #expect(list.isAtEnd)
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

  @Test func `A field that is written after its value ended is named in the error`() throws {
    var kept: KeyedEncodingContainer<CBORKey>?
    let fields = Writing { encoder in
      kept = encoder.container(keyedBy: CBORKey.self)
      try kept?.encode(1, forKey: Self.b)
    }
    #expect(try encodedHex(fields) == "a1616201")

    let error = #expect(throws: EncodingError.self) { try kept?.encode(2, forKey: Self.a) }

    #expect(Self.value(of: error) == "a")
  }

  private static func value(of error: EncodingError?) -> String? {
    guard case .invalidValue(let value, _)? = error else { return nil }
    return value as? String
  }

  @Test func `A single value whose encoding failed cannot be replaced`() throws {
    struct Reason: Error {}
    let failing = Writing { encoder in
      var list = encoder.unkeyedContainer()
      try list.encode(1)
      throw Reason()
    }
    let catching = Writing { encoder in
      var container = encoder.singleValueContainer()
      #expect(throws: Reason.self) { try container.encode(failing) }
    }
    #expect(throws: EncodingError.self) { try CBOREncoder().encode(catching) }
    #expect(throws: EncodingError.self) { try CBOREncoder().encode([catching]) }
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
      let error = #expect(throws: EncodingError.self) { try fields.encode(1, forKey: Self.a) }
      #expect(Self.value(of: error) == "a")
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

  @Test func `A map with a duplicate key is rejected, however its container is used`() throws {
    struct Asking: Decodable {
      init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CBORKey.self)
        #expect(!fields.contains(CBORContainerTests.b))
        #expect(fields.allKeys.isEmpty)
      }
    }
    struct ReadingEachKey: Decodable {
      init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CBORKey.self)
        for key in fields.allKeys { _ = try fields.decode(Int.self, forKey: key) }
      }
    }
    for hex in ["a2616101616102", "bf616101616102ff"] {
      #expect(throws: DecodingError.self) { try decoded(Asking.self, hex) }
      #expect(throws: DecodingError.self) { try decoded(ReadingEachKey.self, hex) }
    }
    _ = try decoded(ReadingEachKey.self, "a2616101616202")
  }

  @Test func `A missing field is neither nil nor a value`() throws {
    struct Fields: Decodable {
      init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CBORKey.self)
        #expect(!fields.contains(CBORContainerTests.b))
        let read: [() throws -> Void] = [
          { _ = try fields.decodeNil(forKey: CBORContainerTests.b) },
          { _ = try fields.decode(Int.self, forKey: CBORContainerTests.b) },
          { _ = try fields.superDecoder(forKey: CBORContainerTests.b) },
        ]
        for read in read {
          let error = #expect(throws: DecodingError.self) { try read() }
          guard case .keyNotFound(let key, _)? = error, key.stringValue == "b" else {
            Issue.record("\(String(describing: error))")
            return
          }
        }
      }
    }
    _ = try decoded([Fields].self, "83a1616101a1616101a0")
  }

  @Test func `The part of a value that its type does not read is skipped`() throws {
    struct First: Decodable {
      let number: Int
      init(from decoder: any Decoder) throws {
        var list = try decoder.unkeyedContainer()
        number = try list.decode(Int.self)
      }
    }
    struct Unread: Decodable {
      init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CBORKey.self)
        _ = try fields.superDecoder(forKey: CBORContainerTests.a)
        #expect(try fields.decodeIfPresent(Int.self, forKey: CBORContainerTests.b) ?? 7 == 7)
      }
    }
    #expect(try decoded([First].self, "838201028203049f0506ff").map(\.number) == [1, 3, 5])
    // The unread value is like the key of the next field.
    for map in ["a16161820102", "a261616162616207", "bf61616162616207ff", "bf61618105ff"] {
      _ = try decoded([Unread].self, "82\(map)\(map)")
    }
  }

  @Test func `An array container ends with its last element`() throws {
    struct Lists: Decodable {
      let numbers: [Int]
      init(from decoder: any Decoder) throws {
        var outer = try decoder.unkeyedContainer()
        var inner = try outer.nestedUnkeyedContainer()
        let number = try inner.decode(Int.self)
        #expect(inner.isAtEnd && inner.currentIndex == 1)
        let reads: [(inout any UnkeyedDecodingContainer) throws -> Void] = [
          { _ = try $0.decode(Int.self) }, { _ = try $0.decodeNil() },
          { _ = try $0.superDecoder() }, { _ = try $0.nestedUnkeyedContainer() },
        ]
        for read in reads {
          let error = #expect(throws: DecodingError.self) { try read(&inner) }
          guard case .valueNotFound(_, let context)? = error else {
            Issue.record("\(String(describing: error))")
            continue
          }
          #expect(context.codingPath.map(\.stringValue) == ["0", "1"])
        }
        numbers = try [number, outer.decode(Int.self)]
      }
    }
    for list in ["82810102", "829f01ff02", "9f810102ff"] {
      #expect(try decoded([Lists].self, "82\(list)\(list)").map(\.numbers) == [[1, 2], [1, 2]])
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
      // The last key is not the next value.
      #expect(throws: DecodingError.self) { try decoded(Entries.self, "82\(entries)") }
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
