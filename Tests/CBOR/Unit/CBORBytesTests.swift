import Foundation
import Testing

@testable import CBOR

@Suite("CBOR: encoded bytes")
struct CBORBytesTests {
  @Test func `Lengths and integers have their shortest form`() throws {
    let lengths = [0: "60", 23: "77", 24: "7818", 255: "78ff", 256: "790100", 65_536: "7a00010000"]
    for (length, head) in lengths {
      #expect(
        try encodedHex(String(repeating: "a", count: length)).hasPrefix(
          head + (length > 0 ? "61" : "")))
    }
    let numbers: [UInt64: String] = [
      23: "17", 24: "1818", 255: "18ff", 256: "190100", 65_535: "19ffff", 65_536: "1a00010000",
      4_294_967_295: "1affffffff", 4_294_967_296: "1b0000000100000000",
    ]
    for (number, hex) in numbers { #expect(try encodedHex(number) == hex) }
    #expect(try encodedHex(UInt8(255)) == "18ff")
    #expect(try encodedHex(Int64.min) == "3b7fffffffffffffff")
    #expect(try encodedHex(Array(repeating: 0, count: 24)).hasPrefix("981800"))
    #expect(try encodedHex(Int?.none) == "f6")
    #expect(try encodedHex([Int?.none, 1]) == "82f601")
  }

  @Test(arguments: [0, 1, 23, 24, 25, 255, 256])
  func `A container has the same head as an array or a dictionary of its length`(
    count: Int
  ) throws {
    let elements = Scripted { encoder in
      var list = encoder.unkeyedContainer()
      for number in 0..<count { try list.encode(number) }
    }
    let fields = Scripted { encoder in
      var fields = encoder.fields()
      for number in 0..<count { try fields.encode(number, forKey: CBORKey(intValue: number)) }
    }
    #expect(try encodedHex(elements) == encodedHex(Array(0..<count)))
    let read = try decoded([String: Int].self, encodedHex(fields))
    #expect(read == Dictionary(uniqueKeysWithValues: (0..<count).map { ("\($0)", $0) }))
  }

  @Test func `Fields are written in the order of encodeto:, without nil values`() throws {
    struct Value: Encodable {
      var z = 1
      var a: Int?
      var m = "x"
    }
    #expect(try encodedHex(Value()) == "a2617a01616d6178")
  }

  @Test func `Dictionaries and sets are sorted by the bytes of their keys and elements`() throws {
    #expect(try encodedHex(["b": 1, "aa": 2, "a": 3]) == "a361610361620162616102")
    #expect(try encodedHex([-1: 0, 100: 1, 2: 2, 1000: 3]) == "a402021864011903e8032000")
    #expect(try encodedHex(Set([300, 1, -5])) == "830119012c24")
    #expect(try encodedHex([EveryField.Name(rawValue: "k"): 1]) == "a1616b01")
    let start = String(repeating: "61", count: 20)
    let alike = ["62", "61", "63"].map {
      String(repeating: "a", count: 20) + String(decoding: Data(hex: $0), as: UTF8.self)
    }
    #expect(
      try encodedHex(Set(alike)) == "83" + ["61", "62", "63"].map { "75" + start + $0 }.joined())
  }

  @Test func `The order of entries is that of their bytes, for keys of every length and kind`()
    throws
  {
    func expectOrder<Key: Encodable & Hashable>(of keys: [Key], _ head: (Int) -> String) throws {
      let entries = Dictionary(keys.map { ($0, 0) }, uniquingKeysWith: { first, _ in first })
      let bytes = try entries.keys.map { try encodedHex($0) + "00" }.sorted().joined()
      #expect(try encodedHex(entries) == head(entries.count) + bytes)
      // Values of the type `Int` have code of their own.
      #expect(try encodedHex(entries.mapValues { Int64($0) }) == encodedHex(entries))
    }
    var generator = SeededGenerator(seed: 3)
    for _ in 1...40 {
      let names = (0..<20).map { _ in
        let length = Int.random(in: 0...12, using: &generator)
        return String((0..<length).map { _ in "ab".randomElement(using: &generator) ?? "a" })
      }
      try expectOrder(of: names) { String(0xA0 + $0, radix: 16) }
    }
    let lists = [[], [0], [2, 1], [1000], [-3], [1]]
    try expectOrder(of: lists) { String(0x80 + 2 * $0, radix: 16) }
  }

  @Test func `Date, URL and UUID have their tags, Data is a byte string, Decimal is text`() throws {
    let uuid = try #require(UUID(uuidString: "00112233-4455-6677-8899-AABBCCDDEEFF"))
    let url = try #require(URL(string: "http://a.b"))
    #expect(try encodedHex(Date(timeIntervalSince1970: 1_363_896_240)) == "c1fb41d452d9ec000000")
    #expect(try encodedHex(Date(timeIntervalSinceReferenceDate: 0x1p-40)) == "fa2b800000")
    #expect(try encodedHex(url) == "d8206a687474703a2f2f612e62")
    #expect(try encodedHex(uuid) == "d8255000112233445566778899aabbccddeeff")
    #expect(try encodedHex(Data([1, 2])) == "420102")
    #expect(try encodedHex(Decimal(125) / 100) == "64312e3235")
  }

  @Test func `A difference in any byte is found, for every length`() {
    func buffer(_ bytes: [UInt8]) -> CBORBuffer<UInt8> {
      let buffer = CBORBuffer<UInt8>(capacity: 64)
      bytes.withUnsafeBufferPointer(buffer.append(contentsOf:))
      return buffer
    }
    for length in 0...24 {
      let text = (0..<length).map { UInt8($0 + 1) }
      let own = buffer([0x7F] + text + [0x7F])
      #expect(text.withUnsafeBufferPointer { own.contains($0, at: 1) }, "\(length)")
      #expect(own.isASCII(1..<1 + length), "\(length)")
      for place in text.indices {
        for bit in [UInt8(1), 0x80] {
          var other = text
          other[place] ^= bit
          #expect(
            !other.withUnsafeBufferPointer { own.contains($0, at: 1) }, "\(place) of \(length)")
          #expect(buffer(other).isASCII(0..<length) == (bit == 1), "\(place) of \(length)")
        }
      }
    }
    #expect(buffer([1]).contains(UnsafeBufferPointer(start: nil, count: 0), at: 1))
  }
}
