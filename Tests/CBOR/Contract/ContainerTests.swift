import CBOR
import Foundation
import Testing

@Suite("CBOR: containers")
struct ContainerTests {
  private struct Reason: Error {}

  @Test func `Several containers of one kind write to the same value`() throws {
    let map = Scripted { encoder in
      try Pair(x: 1, y: 2).encode(to: encoder)
      var fields = encoder.fields()
      try fields.encode(3, forKey: "z")
      var one = fields.nestedUnkeyedContainer(forKey: "n")
      var other = fields.nestedUnkeyedContainer(forKey: "n")
      try other.encode(1)
      try one.encode(2)
    }
    #expect(try encodedHex(map) == "a4616e820102" + "617801617902617a03")
    let array = Scripted { encoder in
      for number in 1...30 {
        var list = encoder.unkeyedContainer()
        #expect(list.count == number - 1)
        try list.encode(0)
      }
    }
    #expect(try encodedHex(array) == "981e" + String(repeating: "00", count: 30))
  }

  @Test func `Of a key that is written again the last value counts`() throws {
    let value = Scripted { encoder in
      var fields = encoder.fields()
      try fields.encode("a long first value", forKey: "k")
      try fields.encode(1, forKey: "l")
      var replaced = fields.nestedUnkeyedContainer(forKey: "n")
      try replaced.encode(9)
      try fields.encode(2, forKey: "k")
      try fields.encode(3, forKey: "n")
    }
    #expect(try encodedHex(value) == "a3616b02616c01616e03")
    for names in [["k", "k"], ["k", "k", "k", "l", "l"], ["k", "k", "l", "m", "m"]] {
      let repeated = Scripted { encoder in
        var fields = encoder.fields()
        for name in names { try fields.encode(name, forKey: Name(stringValue: name)) }
      }
      let last = Dictionary(names.map { ($0, $0) }, uniquingKeysWith: { $1 })
      #expect(try encodedHex(repeated) == encodedHex(last))
    }
  }

  @Test(arguments: [22, 23, 24, 25, 255, 256])
  func `Containers of any size have the bytes of an array and a dictionary`(count: Int) throws {
    let names = (100..<100 + count).map { "\($0)" }
    let list = Scripted { encoder in
      var list = encoder.unkeyedContainer()
      for name in names { try list.encode(name) }
    }
    let map = Scripted { encoder in
      var fields = encoder.fields()
      for name in names { try fields.encode(name, forKey: Name(stringValue: name)) }
    }
    #expect(try encodedHex(list) == encodedHex(names))
    #expect(
      try encodedHex(map) == encodedHex(Dictionary(uniqueKeysWithValues: zip(names, names))))
  }

  @Test func `A nested container for the key of a value is refused with its name`() {
    var errors: [(any Error)?] = []
    let value = Scripted { encoder in
      var fields = encoder.fields()
      try fields.encode(["x": 1], forKey: "taken")
      _ = fields.nestedUnkeyedContainer(forKey: "free")
      var inner = fields.nestedUnkeyedContainer(forKey: "taken")
      errors.append(#expect(throws: EncodingError.self) { try inner.encode(2) })
      _ = fields.nestedUnkeyedContainer(forKey: "free")
    }
    errors.append(#expect(throws: EncodingError.self) { try CBOREncoder().encode(value) })
    for error in errors { #expect("\(error, default: "")".contains("the key of a value: taken")) }
  }

  @Test func `A value that writes nothing is an empty map`() throws {
    #expect(try encodedHex(Scripted { _ in }) == "a0")
    #expect(try encodedHex([Scripted { _ = $0.singleValueContainer() }]) == "81a0")
    let unused = Scripted { encoder in
      var list = encoder.unkeyedContainer()
      _ = list.superEncoder()
      #expect(list.count == 1)
    }
    #expect(try encodedHex(unused) == "81a0")
  }

  @Test func `A value that failed leaves nothing behind, and can be replaced`() throws {
    let failing = Scripted { encoder in
      var fields = encoder.fields()
      try fields.encode("half", forKey: "h")
      var list = fields.nestedUnkeyedContainer(forKey: "n")
      try list.encode("half")
      _ = list.nestedUnkeyedContainer()
      throw Reason()
    }
    let value = Scripted { encoder in
      var fields = encoder.fields()
      try fields.encode(1, forKey: "a")
      #expect(throws: Reason.self) { try fields.encode(failing, forKey: "b") }
      let single = Scripted { encoder in
        var container = encoder.singleValueContainer()
        #expect(throws: Reason.self) { try container.encode([["x": failing]]) }
        try container.encode(2)
      }
      try fields.encode(single, forKey: "c")
    }
    #expect(try encodedHex(value) == "a2616101616302")
  }

  @Test(arguments: 0..<mistakes.count)
  func `A misused container is an error, and never another value`(mistake: Int) {
    #expect(throws: EncodingError.self) {
      try CBOREncoder().encode([Scripted(Self.mistakes[mistake])])
    }
  }

  private static let mistakes: [@Sendable (any Encoder) throws -> Void] = [
    { encoder in  // Two single values.
      var container = encoder.singleValueContainer()
      try container.encode(1)
      try? container.encode(2)
    },
    { encoder in  // Two kinds of containers.
      _ = encoder.unkeyedContainer()
      _ = encoder.fields()
    },
    { encoder in
      var container = encoder.singleValueContainer()
      try container.encode(1)
      _ = encoder.fields()
    },
    { encoder in  // A child that writes to its parent.
      let list = encoder.unkeyedContainer()
      var copy = list
      try copy.encode(
        Scripted { _ in
          var parent = list
          try parent.encode(1)
        })
    },
    { encoder in
      let fields = encoder.fields()
      var copy = fields
      try copy.encode(
        Scripted { _ in
          var parent = fields
          _ = parent.nestedUnkeyedContainer(forKey: "a")
        }, forKey: "b")
    },
    { encoder in  // A nested container for the key of a value that follows it.
      var fields = encoder.fields()
      var inner = fields.nestedContainer(keyedBy: Name.self, forKey: "a")
      try fields.encode(Pair(x: 1, y: 2), forKey: "a")
      inner = fields.nestedContainer(keyedBy: Name.self, forKey: "a")
      try? inner.encode(2, forKey: "z")
    },
    { encoder in  // Two keys with one coding key.
      struct Same: Hashable, Encodable, CodingKeyRepresentable {
        var number: Int
        init(_ number: Int) { self.number = number }
        var codingKey: any CodingKey { Name(stringValue: "same") }
        init?(codingKey: some CodingKey) { return nil }
      }
      var container = encoder.singleValueContainer()
      try container.encode([Same(1): 1, Same(2): 2])
    },
  ]

  @Test func `A container that outlives its value cannot write to a later one`() throws {
    var kept: [any UnkeyedEncodingContainer] = []
    let value = Scripted { encoder in
      for index in kept.indices {
        #expect(throws: EncodingError.self) { try kept[index].encode(9) }
        _ = kept[index].nestedUnkeyedContainer()
        var other = kept[index].superEncoder().unkeyedContainer()
        #expect(throws: EncodingError.self) { try other.encode(9) }
      }
      var list = encoder.unkeyedContainer()
      kept.append(list)
      kept.append(list.nestedUnkeyedContainer())
    }
    #expect(try encodedHex([value, value, value]) == "83" + "8180" + "8180" + "8180")
  }

  @Test func `An encoder that outlives its value cannot write, and is freed`() throws {
    var kept: [any Encoder] = []
    weak var last: AnyObject?
    let empty = Scripted { kept.append($0) }
    let late = Scripted { encoder in
      for old in kept {
        var list = old.unkeyedContainer()
        #expect(throws: EncodingError.self) { try list.encode(9) }
      }
      try Pair(x: 1, y: 2).encode(to: encoder)
    }
    let freed = Scripted { encoder in
      var fields = encoder.fields()
      _ = fields.superEncoder()
      last = encoder as AnyObject
    }
    #expect(
      try encodedHex([empty, late, freed]) == "83a0" + "a2617801617902" + "a1657375706572a0")
    #expect(last == nil)
  }

  @Test func `A decoder and its containers outlive the document`() throws {
    var kept: [() throws -> Pair] = []
    try decoding("8182a2617801617902a2617801617903", as: [[Scripted]].self) { decoder in
      let fields = try decoder.fields()
      kept.append { try Pair(from: decoder) }
      kept.append {
        try Pair(x: fields.decode(Int.self, forKey: "x"), y: fields.decode(Int.self, forKey: "y"))
      }
    }
    #expect(try decoded([Int].self, "83030405") == [3, 4, 5])
    #expect(throws: Reason.self) {
      try decoding("a2617801617902") { decoder in
        kept.append { try Pair(from: decoder) }
        throw Reason()
      }
    }
    #expect(kept.count == 5)
    #expect(try kept.map { try $0().y } == [2, 2, 3, 3, 2])
  }

  @Test func `A missing superclass is nil, and any other missing field is not found`() throws {
    try decoding("a16161f6") { decoder in
      let fields = try decoder.fields()
      #expect(try fields.superDecoder().singleValueContainer().decodeNil())
      #expect(try fields.superDecoder(forKey: "b").singleValueContainer().decodeNil())
      #expect(try fields.decodeNil(forKey: "a"))
      #expect(fields.contains("a") && !fields.contains("b"))
      #expect(try fields.decodeIfPresent(Int.self, forKey: "a") == nil)
      #expect(throws: DecodingError.self) { try fields.decodeNil(forKey: "b") }
      #expect(throws: DecodingError.self) {
        try fields.nestedContainer(keyedBy: Name.self, forKey: "b")
      }
    }
  }

  @Test func `An element that failed can be decoded as another type`() throws {
    try decoding("85616101f68101a0") { decoder in
      var list = try decoder.unkeyedContainer()
      #expect(list.count == 5)
      #expect(throws: DecodingError.self) { try list.decode(Int.self) }
      #expect(throws: DecodingError.self) { try list.nestedUnkeyedContainer() }
      #expect(try !list.decodeNil())
      #expect(try list.decode(String.self) == "a")
      #expect(list.currentIndex == 1)
      #expect(try list.superDecoder().codingPath.map(\.stringValue) == ["Index 1"])
      #expect(try list.decodeNil())
      var inner = try list.nestedUnkeyedContainer()
      #expect(try inner.decode(Int.self) == 1)
      #expect(try list.nestedContainer(keyedBy: Name.self).allKeys.isEmpty)
      #expect(list.isAtEnd)
      #expect(throws: DecodingError.self) { try list.decode(Int.self) }
      #expect(throws: DecodingError.self) { try list.decodeNil() }
    }
  }

  @Test func `Every coding path is complete`() throws {
    var written: [[String]] = []
    let value = Scripted { encoder in
      var fields = encoder.fields()
      var list = fields.nestedUnkeyedContainer(forKey: "n")
      let inner = Scripted { written.append($0.codingPath.map(\.stringValue)) }
      try list.encode(0)
      try list.encode(inner)
      try fields.encode(["d": [Suit.hearts: [inner], .spades: [inner]]], forKey: "f")
      try inner.encode(to: fields.superEncoder())
    }
    _ = try encodedHex(["k": [value]])
    let start = ["k", "Index 0"]
    let paths = [
      start + ["n", "Index 1"], start + ["f", "d", "Index 1", "Index 0"],
      start + ["f", "d", "Index 3", "Index 0"], start + ["super"],
    ]
    #expect(written == paths)
  }

  @Test func `The error of a deep value has its coding path in both directions`() throws {
    let wrong = #expect(throws: DecodingError.self) {
      try decoded([String: [[Int]]].self, "a1616b82810182026178")
    }
    guard case .typeMismatch(_, let context)? = wrong else { throw try #require(wrong) }
    #expect(context.codingPath.map(\.stringValue) == ["k", "Index 1", "Index 1"])
    let empty = try #require(URLComponents().url)
    let refused = #expect(throws: EncodingError.self) {
      try CBOREncoder().encode(["k": [[empty]]])
    }
    guard case .invalidValue(_, let place)? = refused else { throw try #require(refused) }
    #expect(place.codingPath.map(\.stringValue) == ["k", "Index 0", "Index 0"])
  }
}
