import Foundation
import Testing

@testable import CBOR

@Suite("CBOR: containers")
struct CBORContainerTests {
  @Test func `Nil is one byte in a container of any kind, and is found there`() throws {
    let nils = Scripted { encoder in
      var fields = encoder.fields()
      try fields.encodeNil(forKey: "a")
      var list = fields.nestedUnkeyedContainer(forKey: "b")
      try list.encodeNil()
      try list.encode(1)
      try list.encodeNil()
    }
    #expect(try encodedHex(nils) == "a26161f6616283f601f6")
    let documents = "82a26161f6616283f601f6bf6161f761629ff601f6ffff"
    try decoding(documents, as: [Scripted].self) { decoder in
      let fields = try decoder.fields()
      #expect(try fields.decodeNil(forKey: "a"))
      #expect(try !fields.decodeNil(forKey: "b"))
      var list = try fields.nestedUnkeyedContainer(forKey: "b")
      #expect(try fields.decodeNil(forKey: "a"))
      #expect(try list.decodeNil())
      #expect(try !list.decodeNil())
      #expect(try list.decode(Int.self) == 1)
      #expect(try list.decodeNil())
      #expect(list.isAtEnd)
    }
  }

  @Test func `A single value is nil or not, also after an attempt to decode it`() throws {
    let null = Scripted { encoder in
      var container = encoder.singleValueContainer()
      try container.encodeNil()
    }
    #expect(try encodedHex([null]) == "81f6")
    var read: [String?] = []
    try decoding("8601f6f76178f901f6c6f6", as: [Scripted].self) { decoder in
      let container = try decoder.singleValueContainer()
      do {
        read.append(try container.decode(String.self))
      } catch is DecodingError {
        read.append(container.decodeNil() ? nil : "number")
      }
    }
    #expect(read == ["number", nil, nil, "x", "number", nil])
  }

  @Test func `An array container counts its elements until its value ends`() throws {
    var kept: (any UnkeyedEncodingContainer)?
    let list = Scripted { encoder in
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

  private static func value(of error: EncodingError?) -> String? {
    guard case .invalidValue(let value, _)? = error else { return nil }
    return value as? String
  }

  @Test func `A single value whose encoding failed cannot be replaced`() throws {
    struct Reason: Error {}
    let failing = Scripted { encoder in
      var list = encoder.unkeyedContainer()
      try list.encode(1)
      throw Reason()
    }
    let catching = Scripted { encoder in
      var container = encoder.singleValueContainer()
      #expect(throws: Reason.self) { try container.encode(failing) }
    }
    #expect(throws: EncodingError.self) { try CBOREncoder().encode(catching) }
    #expect(throws: EncodingError.self) { try CBOREncoder().encode([catching]) }
  }

  @Test func `A value that is not allowed is rejected where it is written`() throws {
    let second = Scripted { encoder in
      var container = encoder.singleValueContainer()
      try container.encode(1)
      #expect(throws: EncodingError.self) { try container.encode(2) }
      #expect(throws: EncodingError.self) { try container.encodeNil() }
    }
    let mixture = Scripted { encoder in
      var list = encoder.unkeyedContainer()
      var fields = encoder.fields()
      #expect(throws: EncodingError.self) { try list.encode(1) }
      let error = #expect(throws: EncodingError.self) { try fields.encode(1, forKey: "a") }
      #expect(Self.value(of: error) == "a")
    }
    for value in [second, mixture] {
      #expect(throws: EncodingError.self) { try CBOREncoder().encode(value) }
    }
  }

  @Test func `A keyed container reads a map, and an unkeyed container an array`() throws {
    func mismatch(_ hex: String, _ open: @escaping (any Decoder) throws -> Void) -> Any.Type? {
      let error = #expect(throws: DecodingError.self, "\(hex)") { try decoding(hex, open) }
      guard case .typeMismatch(let expected, _)? = error else { return nil }
      return expected
    }
    for hex in ["80", "8201616102", "9fff", "00", "40", "60", "f4"] {
      #expect(mismatch(hex) { _ = try $0.fields() } == [String: Any].self, "\(hex)")
    }
    for hex in ["a0", "a1616101", "bfff", "00", "40", "60", "f4"] {
      #expect(mismatch(hex) { _ = try $0.unkeyedContainer() } == [Any].self, "\(hex)")
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
    let asking = { (decoder: any Decoder) in
      let fields = try decoder.fields()
      #expect(!fields.contains("b"))
      #expect(fields.allKeys.isEmpty)
    }
    let readingEachKey = { (decoder: any Decoder) in
      let fields = try decoder.fields()
      for key in fields.allKeys { _ = try fields.decode(Int.self, forKey: key) }
    }
    for hex in ["a2616101616102", "bf616101616102ff"] {
      #expect(throws: DecodingError.self) { try decoding(hex, asking) }
      #expect(throws: DecodingError.self) { try decoding(hex, readingEachKey) }
    }
    try decoding("a2616101616202", readingEachKey)
  }

  @Test func `A missing field is neither nil nor a value`() throws {
    try decoding("83a1616101a1616101a0", as: [Scripted].self) { decoder in
      let fields = try decoder.fields()
      #expect(!fields.contains("b"))
      let read: [() throws -> Void] = [
        { _ = try fields.decodeNil(forKey: "b") },
        { _ = try fields.decode(Int.self, forKey: "b") },
        { _ = try fields.superDecoder(forKey: "b") },
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

  @Test func `The part of a value that its type does not read is skipped`() throws {
    var firsts: [Int] = []
    try decoding("838201028203049f0506ff", as: [Scripted].self) { decoder in
      var list = try decoder.unkeyedContainer()
      firsts.append(try list.decode(Int.self))
    }
    #expect(firsts == [1, 3, 5])
    // The unread value is like the key of the next field.
    for map in ["a16161820102", "a261616162616207", "bf61616162616207ff", "bf61618105ff"] {
      try decoding("82\(map)\(map)", as: [Scripted].self) { decoder in
        let fields = try decoder.fields()
        _ = try fields.superDecoder(forKey: "a")
        #expect(try fields.decodeIfPresent(Int.self, forKey: "b") ?? 7 == 7)
      }
    }
  }

  @Test func `An array container ends with its last element`() throws {
    for list in ["82810102", "829f01ff02", "9f810102ff"] {
      try decoding("82\(list)\(list)", as: [Scripted].self) { decoder in
        var outer = try decoder.unkeyedContainer()
        var inner = try outer.nestedUnkeyedContainer()
        #expect(try inner.decode(Int.self) == 1)
        #expect(inner.isAtEnd && inner.currentIndex == 1)
        let reads: [(inout any UnkeyedDecodingContainer) throws -> Void] = [
          { _ = try $0.decode(Int.self) }, { _ = try $0.decodeNil() },
          { _ = try $0.superDecoder() }, { _ = try $0.nestedUnkeyedContainer() },
        ]
        for read in reads {
          let error = #expect(throws: DecodingError.self) { try read(&inner) }
          guard case .valueNotFound? = error else {
            Issue.record("\(String(describing: error))")
            continue
          }
          #expect(error?.path == ["0", "1"])
        }
        #expect(try outer.decode(Int.self) == 2)
      }
    }
  }

  @Test func `An array of keys and values has a value for each key`() throws {
    let documents: [String: [UInt8: UInt8]] = ["80": [:], "820102": [1: 2], "9f0102ff": [1: 2]]
    for (entries, values) in documents {
      #expect(try decoded([UInt8: UInt8].self, entries) == values)
      try decoding("82\(entries)03") { decoder in
        var list = try decoder.unkeyedContainer()
        #expect(try list.decode([UInt8: UInt8].self) == values)
        #expect(try list.decode(Int.self) == 3)
      }
    }
    for entries in ["8101", "83010203", "9f01ff", "9f010203ff"] {
      #expect(throws: DecodingError.self) { try decoded([UInt8: UInt8].self, entries) }
      // The last key is not the next value.
      #expect(throws: DecodingError.self) {
        try decoding("82\(entries)") { decoder in
          var list = try decoder.unkeyedContainer()
          _ = try list.decode([UInt8: UInt8].self)
          _ = try list.decode(Int.self)
        }
      }
    }
  }
}
