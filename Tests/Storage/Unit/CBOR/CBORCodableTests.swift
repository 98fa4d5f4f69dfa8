import Dispatch
import Foundation
import Synchronization
import Testing

@testable import Storage

@Suite("CBOR: all of Codable")
struct CBORCodableTests {
  private func roundTrip<T: Codable>(_ value: T) throws -> T {
    try CBORDecoder().decode(T.self, from: CBOREncoder().encode(value))
  }

  @Test func `Nested containers are encoded and decoded in any order`() throws {
    let nested = Nested(a: 1, b: [2, 3], c: "deep", d: 4)

    let text = try CBORJSON.text(of: CBOREncoder().encode(nested))

    #expect(text == #"{"inner": {"a": 1, "c": {"text": "deep"}}, "list": [2, 3, ["in"]], "d": 4}"#)
    #expect(try roundTrip(nested) == nested)
  }

  @Test func `Nested containers of a field are in the value of the field`() throws {
    struct Fields: Codable, Equatable {
      var first = 1
      var pair = WithSuper(id: 2, extra: "x")
      var last = 3
      static func == (one: Self, other: Self) -> Bool {
        (one.first, one.pair.id, one.pair.extra, one.last)
          == (other.first, other.pair.id, other.pair.extra, other.last)
      }
    }
    let text = #"{"first": 1, "pair": {"super": {"id": 2}, "extra": "x"}, "last": 3}"#
    #expect(try CBORJSON.text(of: CBOREncoder().encode(Fields())) == text)
    #expect(try roundTrip(Fields()) == Fields())
  }

  @Test
  func `A subclass is restored, with a super encoder or in its superclass's container`() throws {
    let nested = try roundTrip(WithSuper(id: 1, extra: "x"))
    let shared = try roundTrip(WithoutSuper(id: 1, extra: "x"))

    #expect(nested.id == 1 && nested.extra == "x")
    #expect(shared.id == 1 && shared.extra == "x")
    #expect(try encodedHex(WithoutSuper(id: 1, extra: "x")) == "a2626964016565787472616178")
  }

  @Test func `A value or a super encoder that writes nothing is an empty map`() throws {
    struct Nothing: Codable {}
    struct Unused: Encodable {
      func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        _ = container.superEncoder()
      }
    }
    #expect(try encodedHex(Nothing()) == "a0")
    #expect(try encodedHex(Unused()) == "81a0")
    _ = try roundTrip(Nothing())
  }

  @Test func `A field is found twice and written once, whatever its name`() throws {
    struct Field: Codable {
      init() {}
      init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CBORKey.self)
        for _ in 1...2 {
          #expect(try fields.decode(Int.self, forKey: Self.key(decoder.userInfo)) == 7)
        }
      }
      func encode(to encoder: any Encoder) throws {
        let key = Self.key(encoder.userInfo)
        var fields = encoder.container(keyedBy: CBORKey.self)
        try fields.encode(7, forKey: key)
        #expect(throws: EncodingError.self) { try fields.encode(8, forKey: key) }
      }
      static func key(_ userInfo: [CodingUserInfoKey: Any]) -> CBORKey {
        CBORKey(
          stringValue: CodingUserInfoKey(rawValue: "name").flatMap { userInfo[$0] } as? String ?? ""
        )
      }
    }
    let letters = "abcdefghijklmnopqrstuvwxyz"
    let pairs = letters.flatMap { first in letters.map { "\(first)\($0)" } }
    let long = [22, 23, 24, 25, 255, 256, 300].map { String(repeating: "n", count: $0) }
    let name = try #require(CodingUserInfoKey(rawValue: "name"))
    for text in [""] + pairs + long {
      var (encoder, decoder) = (CBOREncoder(), CBORDecoder())
      encoder.userInfo[name] = text
      decoder.userInfo[name] = text
      _ = try decoder.decode(Field.self, from: encoder.encode(Field()))
    }
  }

  @Test func `Two types can share the keys of one map`() throws {
    struct Both: Codable, Equatable {
      var pair = EveryField.Pair(x: 1, y: 2)
      var child = EveryField.Child(id: 3, title: "t")
      init() {}
      init(from decoder: any Decoder) throws {
        child = try .init(from: decoder)
        pair = try .init(from: decoder)
      }
      func encode(to encoder: any Encoder) throws {
        try pair.encode(to: encoder)
        try child.encode(to: encoder)
      }
    }
    #expect(try encodedHex(Both()).hasPrefix("a4"))
    #expect(try roundTrip([Both(), Both()]) == [Both(), Both()])
  }

  @Test func `A field whose encoding failed is not in the document`() throws {
    struct Failing: Encodable {
      struct Reason: Error {}
      func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        try container.encode("half")
        _ = container.superEncoder()
        throw Reason()
      }
    }
    struct Value: Encodable {
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CBORKey.self)
        try container.encode(1, forKey: CBORKey(stringValue: "a"))
        var nested = container.nestedUnkeyedContainer(forKey: CBORKey(stringValue: "n"))
        try nested.encode(7)
        do {
          try container.encode(Failing(), forKey: CBORKey(stringValue: "b"))
        } catch is Failing.Reason {}
        try container.encode(2, forKey: CBORKey(stringValue: "b"))
      }
    }
    #expect(try encodedHex(Value()) == "a3616101616e8107616202")
  }

  @Test
  func `A field whose decoding failed can be decoded as another type, also in an array`() throws {
    struct Either: Decodable, Equatable {
      var text: String
      enum CodingKeys: CodingKey { case value, after }
      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        do {
          text = try container.decode(String.self, forKey: .value)
        } catch is DecodingError {
          text = try "\(container.decode(Int.self, forKey: .value))"
        }
        text += try container.decode(String.self, forKey: .after)
      }
    }
    let documents: [[String: Lossy]] = [
      ["value": .init(1), "after": .init("!")], ["value": .init("b"), "after": .init("?")],
    ]
    let read = try CBORDecoder().decode([Either].self, from: CBOREncoder().encode(documents))
    #expect(read.map(\.text) == ["1!", "b?"])
    #expect(
      try CBORDecoder().decode([Lossy].self, from: CBOREncoder().encode([Lossy("x"), Lossy(2)]))
        .map(\.text) == ["x", "2"])
  }

  @Test func `Similar keys are distinguished`() throws {
    struct Alike: Encodable {
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CBORKey.self)
        for (number, key) in ["name", "note", "na", "", "n", "neue"].enumerated() {
          try container.encode(number, forKey: CBORKey(stringValue: key))
        }
      }
    }
    let read = try CBORDecoder().decode([String: Int].self, from: CBOREncoder().encode(Alike()))
    #expect(read == ["name": 0, "note": 1, "na": 2, "": 3, "n": 4, "neue": 5])
  }

  @Test func `Duplicate keys and containers of two kinds are encoding errors`() {
    struct Twice: Encodable {
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CBORKey.self)
        try container.encode(1, forKey: CBORKey(stringValue: "a long key"))
        try container.encode(2, forKey: CBORKey(stringValue: "a long kex"))
        try container.encode(3, forKey: CBORKey(stringValue: "a long key"))
      }
    }
    struct TwiceAroundMap: Encodable {
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CBORKey.self)
        try container.encode(1, forKey: CBORKey(stringValue: "a"))
        try container.encode(EveryField.Pair(x: 1, y: 2), forKey: CBORKey(stringValue: "b"))
        try container.encode(3, forKey: CBORKey(stringValue: "a"))
      }
    }
    struct Mixture: Encodable {
      func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        try container.encode(1)
        _ = encoder.container(keyedBy: CBORKey.self)
      }
    }
    struct Parent: Encodable {
      func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        try container.encode(Late(parent: container))
      }
      struct Late: Encodable {
        let parent: any UnkeyedEncodingContainer
        func encode(to encoder: any Encoder) throws {
          var parent = parent
          try parent.encode(1)
        }
      }
    }
    #expect(throws: EncodingError.self) { try CBOREncoder().encode(Twice()) }
    #expect(throws: EncodingError.self) { try CBOREncoder().encode(TwiceAroundMap()) }
    #expect(throws: EncodingError.self) { try CBOREncoder().encode(Mixture()) }
    #expect(throws: EncodingError.self) { try CBOREncoder().encode(Parent()) }
  }

  @Test func `A nested container, a dictionary and a single value have no second value`() {
    struct NestedTwice: Encodable {
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CBORKey.self)
        try container.encode(1, forKey: CBORKey(stringValue: "a"))
        _ = container.nestedUnkeyedContainer(forKey: CBORKey(stringValue: "a"))
      }
    }
    struct SingleTwice: Encodable {
      func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(1)
        try container.encode(2)
      }
    }
    struct SameName: Hashable, Encodable, CodingKeyRepresentable {
      var number: Int
      init(_ number: Int) { self.number = number }
      var codingKey: any CodingKey { CBORKey(stringValue: "same") }
      init?(codingKey: some CodingKey) { return nil }
    }
    #expect(throws: EncodingError.self) { try CBOREncoder().encode(NestedTwice()) }
    #expect(throws: EncodingError.self) { try CBOREncoder().encode(SingleTwice()) }
    #expect(throws: EncodingError.self) {
      try CBOREncoder().encode([SameName(1): 1, SameName(2): 2])
    }
  }

  @Test func `A duplicate key that is caught leaves no bytes, and array containers share an array`()
    throws
  {
    struct Caught: Encodable {
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CBORKey.self)
        try container.encode(1, forKey: CBORKey(stringValue: "a"))
        do {
          try container.encode(9, forKey: CBORKey(stringValue: "a"))
        } catch is EncodingError {}
        try container.encode(2, forKey: CBORKey(stringValue: "b"))
      }
    }
    struct Shared: Encodable {
      func encode(to encoder: any Encoder) throws {
        var first = encoder.unkeyedContainer()
        try first.encode(1)
        var second = encoder.unkeyedContainer()
        try second.encode(2)
      }
    }
    #expect(try encodedHex(Caught()) == "a2616101616202")
    #expect(try encodedHex(Shared()) == "820102")
  }

  @Test func `A decoder can outlive its value; a keyed container then throws`() throws {
    struct Keeper: Decodable {
      let decoder: any Decoder
      let container: KeyedDecodingContainer<CBORKey>
      init(from decoder: any Decoder) throws {
        self.decoder = decoder
        container = try decoder.container(keyedBy: CBORKey.self)
      }
    }
    struct Document: Decodable {
      init(from decoder: any Decoder) throws {
        var list = try decoder.unkeyedContainer()
        let first = try list.decode(Keeper.self)
        let second = try list.decode(Keeper.self)
        let pair = try EveryField.Pair(from: first.decoder)
        #expect(pair == EveryField.Pair(x: 1, y: 2))
        #expect(throws: DecodingError.self) {
          try second.container.decode(Int.self, forKey: CBORKey(stringValue: "x"))
        }
      }
    }
    let pairs = [EveryField.Pair(x: 1, y: 2), EveryField.Pair(x: 3, y: 4)]
    _ = try CBORDecoder().decode(Document.self, from: CBOREncoder().encode(pairs))
  }

  @Test func `A keyed container throws as soon as its value is decoded`() throws {
    struct Keeper: Decodable {
      let container: KeyedDecodingContainer<CBORKey>
      init(from decoder: any Decoder) throws {
        container = try decoder.container(keyedBy: CBORKey.self)
      }
    }
    struct Document: Decodable {
      init(from decoder: any Decoder) throws {
        var list = try decoder.unkeyedContainer()
        let first = try list.decode(Keeper.self)
        #expect(throws: DecodingError.self) {
          try first.container.decode(Int.self, forKey: CBORKey(stringValue: "x"))
        }
      }
    }
    _ = try CBORDecoder().decode(
      Document.self, from: CBOREncoder().encode([EveryField.Pair(x: 1, y: 2)]))
  }

  @Test func `A decoder that outlives its document can still decode from it`() throws {
    struct Keeper: Decodable {
      let decoder: any Decoder
      init(from decoder: any Decoder) { self.decoder = decoder }
    }
    struct Refusal: Error, @unchecked Sendable { let decoder: any Decoder }
    struct Refusing: Decodable {
      init(from decoder: any Decoder) throws { throw Refusal(decoder: decoder) }
    }
    let bytes = try CBOREncoder().encode(EveryField.Pair(x: 1, y: 2))
    let keeper = try CBORDecoder().decode(Keeper.self, from: bytes)
    // The next document is not read by the reader that the decoder refers to.
    #expect(try decoded([Int].self, "83030405") == [3, 4, 5])
    #expect(try EveryField.Pair(from: keeper.decoder) == EveryField.Pair(x: 1, y: 2))
    let refusal = #expect(throws: Refusal.self) {
      try CBORDecoder().decode(Refusing.self, from: bytes)
    }
    for decoder in try [keeper.decoder, #require(refusal).decoder] {
      #expect(try EveryField.Pair(from: decoder) == EveryField.Pair(x: 1, y: 2))
    }
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
    DispatchQueue.concurrentPerform(iterations: 64) { thread in
      for number in 0..<500 {
        let pair = EveryField.Pair(x: thread, y: number)
        do {
          let bytes = try CBOREncoder().encode(pair)
          if try CBORDecoder().decode(EveryField.Pair.self, from: bytes) == pair { continue }
        } catch {}
        wrong.withLock { $0 += 1 }
      }
    }
    #expect(wrong.withLock(\.self) == 0)
  }

  @Test func `userInfo reaches every value`() throws {
    struct Asking: Codable, Equatable {
      var found: String
      init(found: String) { self.found = found }
      init(from decoder: any Decoder) throws {
        found = try decoder.userInfo[Self.key()] as? String ?? ""
      }
      func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(encoder.userInfo[Self.key()] as? String)
      }
      static func key() throws -> CodingUserInfoKey {
        try #require(CodingUserInfoKey(rawValue: "k"))
      }
    }
    let bytes = try CBOREncoder(userInfo: [Asking.key(): "in"]).encode([["a": Asking(found: "")]])
    #expect(bytes.hex == "81a1616162696e")
    let read = try CBORDecoder(userInfo: [Asking.key(): "out"])
      .decode([[String: Asking]].self, from: bytes)
    #expect(read == [["a": Asking(found: "out")]])
  }
}
