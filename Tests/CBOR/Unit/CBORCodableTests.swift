import Dispatch
import Foundation
import Synchronization
import Testing

@testable import CBOR

@Suite("CBOR: all of Codable")
struct CBORCodableTests {
  @Test func `Nested containers are encoded and decoded in any order`() throws {
    let nested = Nested(a: 1, b: [2, 3], c: "deep", d: 4)

    #expect(try roundTrip(nested) == nested)
  }

  @Test func `A superclass is the value of its own key, also in a field`() throws {
    let pair = EveryField.Pair(x: 1, y: 2)
    let child = Scripted { encoder in
      var fields = encoder.fields()
      try pair.encode(to: fields.superEncoder())
      try fields.encode(3, forKey: "extra")
    }
    let parent = Scripted { encoder in
      var fields = encoder.fields()
      try fields.encode(0, forKey: "first")
      try fields.encode(child, forKey: "child")
      try fields.encode(9, forKey: "last")
    }
    _ = try CBOREncoder().encode(parent)
    try decoding(encodedHex(["k": child]), as: [String: Scripted].self) { decoder in
      let fields = try decoder.fields()
      #expect(try EveryField.Pair(from: fields.superDecoder()) == pair)
      #expect(try fields.decode(Int.self, forKey: "extra") == 3)
    }
  }

  @Test func `A value or a super encoder that writes nothing is an empty map`() throws {
    #expect(try encodedHex(Scripted { _ in }) == "a0")
    let unused = Scripted { encoder in
      var list = encoder.unkeyedContainer()
      _ = list.superEncoder()
    }
    #expect(try encodedHex(unused) == "81a0")
    try decoding("a0") { _ in }
  }

  @Test func `A field is found twice and written once, whatever its name`() throws {
    let letters = "abcdefghijklmnopqrstuvwxyz"
    let pairs = letters.flatMap { first in letters.map { "\(first)\($0)" } }
    let long = [22, 23, 24, 25, 255, 256, 300].map { String(repeating: "n", count: $0) }
    for key in ([""] + pairs + long).map(CBORKey.init(stringValue:)) {
      let field = Scripted { encoder in
        var fields = encoder.fields()
        try fields.encode(7, forKey: key)
        #expect(throws: EncodingError.self) { try fields.encode(8, forKey: key) }
      }
      try decoding(encodedHex(field)) { decoder in
        let fields = try decoder.fields()
        for _ in 1...2 { #expect(try fields.decode(Int.self, forKey: key) == 7) }
      }
    }
  }

  @Test func `Two types can share the keys of one map`() throws {
    let (pair, child) = (EveryField.Pair(x: 1, y: 2), EveryField.Child(id: 3, title: "t"))
    let both = Scripted { encoder in
      try pair.encode(to: encoder)
      try child.encode(to: encoder)
    }
    let hex = try encodedHex([both, both])
    #expect(hex.hasPrefix("82a4"))
    try decoding(hex, as: [Scripted].self) { decoder throws in
      #expect(try EveryField.Child(from: decoder) == child)
      #expect(try EveryField.Pair(from: decoder) == pair)
    }
  }

  private struct Reason: Error {}

  @Test func `A field whose encoding failed is not in the document`() throws {
    let failing = Scripted { encoder in
      var list = encoder.unkeyedContainer()
      try list.encode("half")
      _ = list.superEncoder()
      throw Reason()
    }
    let value = Scripted { encoder in
      var fields = encoder.fields()
      try fields.encode(1, forKey: "a")
      var nested = fields.nestedUnkeyedContainer(forKey: "n")
      try nested.encode(7)
      #expect(throws: Reason.self) { try fields.encode(failing, forKey: "b") }
      try fields.encode(2, forKey: "b")
    }
    #expect(try encodedHex(value) == "a3616101616e8107616202")
  }

  @Test
  func `A value whose decoding failed can be decoded as another type, also in an array`() throws {
    try decoding("82a2616101616202a2616101616202", as: [Scripted].self) { decoder in
      let fields = try decoder.fields()
      #expect(throws: DecodingError.self) { try fields.decode(String.self, forKey: "a") }
      #expect(try fields.decode(Int.self, forKey: "a") == 1)
      #expect(try fields.decode(Int.self, forKey: "b") == 2)
    }
    #expect(try decoded([AnyValue].self, "82617802") == [.text("x"), .double(2)])
  }

  @Test func `Similar keys are distinguished`() throws {
    let alike = Scripted { encoder in
      var fields = encoder.fields()
      for (number, key) in (["name", "note", "na", "", "n", "neue"] as [CBORKey]).enumerated() {
        try fields.encode(number, forKey: key)
      }
    }
    let read = try decoded([String: Int].self, encodedHex(alike))
    #expect(read == ["name": 0, "note": 1, "na": 2, "": 3, "n": 4, "neue": 5])
  }

  @Test(arguments: 0..<mistakes.count)
  func `A second value of a key, or one that a child writes to its parent, is an error`(
    mistake: Int
  ) {
    #expect(throws: EncodingError.self) {
      try CBOREncoder().encode(Scripted(Self.mistakes[mistake]))
    }
  }

  private static let mistakes: [@Sendable (any Encoder) throws -> Void] = [
    // A key that is written again, after a similar one and around a map.
    { encoder in
      var fields = encoder.fields()
      for key in ["a long key", "a long kex", "a long key"] as [CBORKey] {
        try fields.encode(1, forKey: key)
      }
    },
    { encoder in
      var fields = encoder.fields()
      try fields.encode(1, forKey: "a")
      try fields.encode(EveryField.Pair(x: 1, y: 2), forKey: "b")
      try fields.encode(3, forKey: "a")
    },
    { encoder in
      var fields = encoder.fields()
      try fields.encode(1, forKey: "a")
      _ = fields.nestedUnkeyedContainer(forKey: "a")
    },
    // A child that writes to its parent.
    { encoder in
      var list = encoder.unkeyedContainer()
      let copy = list
      try list.encode(
        Scripted { _ in
          var parent = copy
          try parent.encode(1)
        })
    },
    { encoder in
      struct SameName: Hashable, Encodable, CodingKeyRepresentable {
        var number: Int
        init(_ number: Int) { self.number = number }
        var codingKey: any CodingKey { CBORKey(stringValue: "same") }
        init?(codingKey: some CodingKey) { return nil }
      }
      var container = encoder.singleValueContainer()
      try container.encode([SameName(1): 1, SameName(2): 2])
    },
  ]

  @Test
  func `A duplicate key that is caught leaves no bytes, and array containers share an array`()
    throws
  {
    let caught = Scripted { encoder in
      var fields = encoder.fields()
      try fields.encode(1, forKey: "a")
      #expect(throws: EncodingError.self) { try fields.encode(9, forKey: "a") }
      try fields.encode(2, forKey: "b")
    }
    let shared = Scripted { encoder in
      for number in 1...2 {
        var list = encoder.unkeyedContainer()
        try list.encode(number)
      }
    }
    #expect(try encodedHex(caught) == "a2616101616202")
    #expect(try encodedHex(shared) == "820102")
  }

  @Test func `A decoder can outlive its value; a keyed container then throws`() throws {
    struct Keeper: Decodable {
      let decoder: any Decoder
      let fields: KeyedDecodingContainer<CBORKey>
      init(from decoder: any Decoder) throws {
        self.decoder = decoder
        fields = try decoder.fields()
      }
      func expectEnd() {
        #expect(throws: DecodingError.self) { try fields.decode(Int.self, forKey: "x") }
      }
    }
    let pairs = [EveryField.Pair(x: 1, y: 2), EveryField.Pair(x: 3, y: 4)]
    try decoding(encodedHex(pairs)) { decoder in
      var list = try decoder.unkeyedContainer()
      let first = try list.decode(Keeper.self)
      first.expectEnd()
      let second = try list.decode(Keeper.self)
      #expect(try EveryField.Pair(from: first.decoder) == pairs[0])
      second.expectEnd()
    }
  }

  @Test func `A decoder that outlives its document can still decode from it`() throws {
    var kept: [any Decoder] = []
    let pair = EveryField.Pair(x: 1, y: 2)
    let hex = try encodedHex(pair)
    try decoding(hex) { kept.append($0) }
    // The next document is not read by the reader that the decoder refers to.
    #expect(try decoded([Int].self, "83030405") == [3, 4, 5])
    #expect(try EveryField.Pair(from: kept[0]) == pair)
    #expect(throws: Reason.self) {
      try decoding(hex) { decoder in
        kept.append(decoder)
        throw Reason()
      }
    }
    for decoder in kept { #expect(try EveryField.Pair(from: decoder) == pair) }
  }

  @Test func `A reused reader starts in its initial state`() throws {
    var reader = CBORReader()
    let rest: [UInt8] = [1, 2, 3]
    rest.withUnsafeBufferPointer(reader.bytes.append(contentsOf:))
    let idle = try #require(IdleCoder(&reader))
    CBORReader.idle.withLock { $0.append(idle) }
    #expect(try decoded([Int].self, "820405") == [4, 5])
  }

  @Test func `Concurrent threads use separate coders`() {
    let wrong = Mutex(0)
    DispatchQueue.concurrentPerform(iterations: 32) { thread in
      for number in 0..<100 {
        let pair = EveryField.Pair(x: thread, y: number)
        do {
          if try roundTrip(pair) == pair { continue }
        } catch {}
        wrong.withLock { $0 += 1 }
      }
    }
    #expect(wrong.withLock(\.self) == 0)
  }

  @Test func `Each nested encoder has the userInfo, and writes to its own value only`() throws {
    let key = try #require(CodingUserInfoKey(rawValue: "k"))
    var ended: (any Encoder)?
    let value = Scripted { encoder in
      var fields = encoder.fields()
      let nested = fields.superEncoder(forKey: "a")
      // The encoder of the first value must reject another value and leave the second one unchanged.
      var outdated = ended?.unkeyedContainer()
      if outdated != nil { #expect(throws: EncodingError.self) { try outdated?.encode(9) } }
      ended = nested
      var list = nested.unkeyedContainer()
      try list.encode(nested.userInfo[key] as? Int)
      try fields.encode(0, forKey: "b")
    }
    for number in 1...3 {
      ended = nil
      let bytes = try CBOREncoder(userInfo: [key: number]).encode([value, value])
      let one = "a26161810\(number)616200"
      #expect(bytes.hex == "82\(one)\(one)")
    }
  }
}

extension CBORCodableTests {
  struct Nested: Codable, Equatable {
    var a: Int
    var b: [Int]
    var c: String
    var d: Int

    enum CodingKeys: CodingKey { case inner, list, d }
    enum InnerKeys: CodingKey { case a, c }
    enum TextKeys: CodingKey { case text }

    init(a: Int, b: [Int], c: String, d: Int) { (self.a, self.b, self.c, self.d) = (a, b, c, d) }

    func encode(to encoder: any Encoder) throws {
      var outer = encoder.container(keyedBy: CodingKeys.self)
      var inner = outer.nestedContainer(keyedBy: InnerKeys.self, forKey: .inner)
      var list = outer.nestedUnkeyedContainer(forKey: .list)
      try list.encode(b[0])
      try outer.encode(d, forKey: .d)
      try inner.encode(a, forKey: .a)
      var text = inner.nestedContainer(keyedBy: TextKeys.self, forKey: .c)
      try list.encode(b[1])
      try text.encode(c, forKey: .text)
      var last = list.nestedUnkeyedContainer()
      try last.encode("in")
    }

    init(from decoder: any Decoder) throws {
      let outer = try decoder.container(keyedBy: CodingKeys.self)
      let inner = try outer.nestedContainer(keyedBy: InnerKeys.self, forKey: .inner)
      var list = try outer.nestedUnkeyedContainer(forKey: .list)
      let text = try inner.nestedContainer(keyedBy: TextKeys.self, forKey: .c)
      a = try inner.decode(Int.self, forKey: .a)
      b = [try list.decode(Int.self)]
      d = try outer.decode(Int.self, forKey: .d)
      b.append(try list.decode(Int.self))
      c = try text.decode(String.self, forKey: .text)
      var last = try list.nestedUnkeyedContainer()
      guard try last.decode(String.self) == "in", last.isAtEnd, list.isAtEnd else {
        throw DecodingError.dataCorruptedError(in: last, debugDescription: "Not the same.")
      }
    }
  }
}
