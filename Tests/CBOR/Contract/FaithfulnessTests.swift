import CBOR
import Foundation
import Testing

/// Tests that what is encoded can be decoded, also by another release.
@Suite("CBOR: nothing is lost")
struct FaithfulnessTests {
  @Test func `A URL that could not be decoded again is refused`() throws {
    struct Value: Codable {
      var name: String
      var url: URL?
    }
    let empty = Value(name: "Ada", url: URLComponents().url)
    #expect(throws: EncodingError.self) { try CBOREncoder().encode(empty) }
    #expect(try roundTrip(Value(name: "Ada", url: URL(string: "x"))).url?.absoluteString == "x")
  }

  @Test func `An integer of 128 bits is a field, an element and a value`() throws {
    let wide = Scripted { encoder in
      var fields = encoder.fields()
      try fields.encode(Int128.min, forKey: "a")
      try fields.encodeIfPresent(Int128.max as Int128?, forKey: "b")
      var list = fields.nestedUnkeyedContainer(forKey: "c")
      try list.encode(UInt128.max)
    }
    try decoding(encodedHex(wide)) { decoder in
      let fields = try decoder.fields()
      #expect(try fields.decode(Int128.self, forKey: "a") == .min)
      #expect(try fields.decodeIfPresent(Int128.self, forKey: "b") == .max)
      var list = try fields.nestedUnkeyedContainer(forKey: "c")
      #expect(try list.decode(UInt128.self) == .max)
    }
    #expect(try roundTrip(Int128?.some(.min)) == .min)
    let scripted = Scripted { encoder in
      var fields = encoder.fields()
      try fields.encodeNil(forKey: "a")
      try fields.encode(0.5, forKey: "b")
      try fields.encode(UInt128(1), forKey: "c")
      try fields.encode(true, forKey: "d")
      var list = fields.nestedUnkeyedContainer(forKey: "e")
      try list.encode(Int128(-1))
      for value in [2, -2] as [Int128] {
        try list.encode(
          Scripted { encoder in
            var single = encoder.singleValueContainer()
            if value > 0 {
              try single.encode(UInt128(value))
            } else {
              try single.encode(value)
            }
          })
      }
    }
    #expect(
      try encodedHex(scripted) == "a5" + "6161f6" + "6162f93800" + "616301" + "6164f5"
        + "6165" + "83200221")
    try decoding("a16164f5") { decoder in
      let bool = try decoder.fields().decode(Bool.self, forKey: "d")
      #expect(bool)
    }
    #expect(throws: DecodingError.self) { try decoded(Bool.self, "14") }
    #expect(throws: DecodingError.self) { try decoded(Decimal.self, "f5") }
    #expect(throws: DecodingError.self) { try decoded(Int128.self, "c251" + "01" + zeros(16)) }
    #expect(throws: DecodingError.self) { try decoded(Int128.self, "c350" + "80" + zeros(15)) }
    #expect(try decoded(UInt128.self, "c251" + zeros(16) + "05") == 5)
    #expect(throws: DecodingError.self) {
      try decoded(Double.self, "c350" + Data(repeating: 0xFF, count: 16).hex)
    }
    #expect(throws: DecodingError.self) {
      try decoded(Float.self, "c250" + Data(repeating: 0xFF, count: 16).hex)
    }
  }

  private func zeros(_ count: Int) -> String { String(repeating: "00", count: count) }

  @Test func `A float that JSON has no form for is decoded as it was`() throws {
    let values = [Double.infinity, -.infinity, .leastNonzeroMagnitude, -0.0]
    #expect(try roundTrip(values).map(\.bitPattern) == values.map(\.bitPattern))
    #expect(try roundTrip([Double.nan, .signalingNaN]).allSatisfy(\.isNaN))
    #expect(try roundTrip([Float.infinity, .nan])[0] == .infinity)
    #expect(try roundTrip(Decimal.nan).isNaN)
    #expect(throws: DecodingError.self) { try decoded(Float.self, "fb7e37e43c8800759c") }
    #expect(throws: DecodingError.self) { try decoded(Int.self, "f97e00") }
    #expect(try decoded(Double.self, "f97c01").isNaN)
    // In the middle between two floats, the digits count, as in JSON.
    for middle in [1 + 0x1p-24, 1 + 0x1.8p-23, -0x1.8p-149] {
      let json = try JSONDecoder().decode(Float.self, from: JSONEncoder().encode(middle))
      #expect(try CBORDecoder().decode(Float.self, from: CBOREncoder().encode(middle)) == json)
    }
    for value in 0...UInt16.max where value & 0x7C00 != 0x7C00 {
      let bytes = Data([0xF9, UInt8(value >> 8), UInt8(value & 0xFF)])
      #expect(try CBOREncoder().encode(CBORDecoder().decode(Double.self, from: bytes)) == bytes)
    }
  }

  @Test(arguments: [2, 16, 17, 40])
  func `Two spellings of a text are one key, whatever the number of keys`(count: Int) throws {
    let spellings = ["\u{e9}", "e\u{301}"]
    let others = (2..<count).map { "key \($0)" }
    for names in [spellings + others, others + spellings] {
      let value = Scripted { encoder in
        var fields = encoder.fields()
        for name in names { try fields.encode(1, forKey: Name(stringValue: name)) }
      }
      #expect(throws: EncodingError.self) { try CBOREncoder().encode(value) }
    }
    let one = try encodedHex(
      Dictionary(uniqueKeysWithValues: (others + ["é", "K"]).map { ($0, 1) }))
    try decoding(one) { decoder in
      let fields = try decoder.fields()
      for name in spellings + others + ["\u{212A}"] {
        #expect(fields.contains(Name(stringValue: name)))
      }
      #expect(!fields.contains("e") && !fields.contains("\u{c9}"))
    }
    // The Kelvin sign is the letter K.
    for (document, name) in [("a1614b6161", "\u{212A}"), ("a163e284aa6161", "K")] {
      try decoding(document) { decoder in
        let fields = try decoder.fields()
        #expect(fields.contains(Name(stringValue: name)))
      }
    }
    // Of equal keys of others the first one counts.
    let equal =
      "b8" + Data([UInt8(count)]).hex + "62c3a901" + "6365cc8102"
      + others.map { Data([UInt8(0x60 + $0.utf8.count)]).hex + Data($0.utf8).hex + "00" }.joined()
    try decoding(equal) { decoder in
      let fields = try decoder.fields()
      #expect(fields.allKeys.count == count - 1)
      for name in spellings {
        #expect(try fields.decode(Int.self, forKey: Name(stringValue: name)) == 1)
      }
    }
    #expect(try decoded([String: Int].self, equal)["é"] == 1)
  }

  @Test func `Fields are found whatever their number, order and length`() throws {
    for count in [1, 23, 24, 32, 33, 300] {
      let names = (0..<count).map { String(repeating: "n", count: $0) }
      let value = Scripted { encoder in
        var fields = encoder.fields()
        for (number, name) in names.enumerated().reversed() {
          try fields.encode([number], forKey: Name(stringValue: name))
        }
      }
      try decoding(encodedHex(value)) { decoder in
        let fields = try decoder.fields()
        #expect(fields.allKeys.map(\.stringValue) == names)
        for (number, name) in names.enumerated().reversed() {
          #expect(try fields.decode([Int].self, forKey: Name(stringValue: name)) == [number])
        }
        #expect(!fields.contains(Name(stringValue: String(repeating: "n", count: 301))))
        #expect(!fields.contains("m") && !fields.contains(Name(stringValue: names[0] + "x")))
      }
    }
  }

  @Test func `The time for many fields is proportional to their number`() throws {
    func seconds(_ count: Int) throws -> Double {
      let names = (0..<count).map { Name(stringValue: "field \($0)") }
      let value = Scripted { encoder in
        var fields = encoder.fields()
        for name in names { try fields.encode(1, forKey: name) }
        for number in 0..<count / 4 {
          var list = fields.nestedUnkeyedContainer(forKey: Name(stringValue: "list \(number)"))
          try list.encode(1)
        }
      }
      let start = clock()
      try decoding(encodedHex(value)) { decoder in
        let fields = try decoder.fields()
        for name in names where !fields.contains(name) { Issue.record("\(name) is lost") }
      }
      return Double(clock() - start)
    }
    _ = try seconds(1_000)
    let (few, many) = try (seconds(4_000), seconds(64_000))
    // Sixteen times as many; their square would take 256 times as long.
    #expect(many < 80 * few)
  }
}
