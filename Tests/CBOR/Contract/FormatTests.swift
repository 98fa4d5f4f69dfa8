import CBOR
import Foundation
import Testing

@Suite("CBOR: the bytes")
struct FormatTests {
  @Test func `Each type has its documented form`() throws {
    #expect(try encodedHex(true) == "f5")
    #expect(try encodedHex(-500) == "3901f3")
    let bounds = [23, 24, 255, 256, 65_535, 65_536, 4_294_967_295, 4_294_967_296]
    #expect(
      try encodedHex(bounds) == "8817" + "1818" + "18ff" + "190100" + "19ffff" + "1a00010000"
        + "1affffffff" + "1b0000000100000000")
    #expect(try encodedHex(UInt64.max) == "1bffffffffffffffff")
    #expect(try encodedHex(Int128(UInt64.max) + 1) == "c249010000000000000000")
    #expect(try encodedHex(-Int128(UInt64.max) - 2) == "c349010000000000000000")
    #expect(try encodedHex(Int128(1) << 79) == "c24a80000000000000000000")
    #expect(try encodedHex(1.5) == "f93e00")
    #expect(try encodedHex([Double.infinity, 65_504]) == "82f97c00f97bff")
    #expect(try encodedHex(0.1) == "fb3fb999999999999a")
    #expect(try encodedHex(Float(0.1)) == "fb3fb999999999999a")
    #expect(try encodedHex(100_000.0) == "fa47c35000")
    #expect(try encodedHex(Double.nan) == "f97e00")
    #expect(try encodedHex("水") == "63e6b0b4")
    #expect(try encodedHex(Int?.none) == "f6")
    #expect(try encodedHex(Data([1, 2])) == "420102")
    #expect(try encodedHex(Date(timeIntervalSinceReferenceDate: 2)) == "f94000")
    #expect(try encodedHex(URL(string: "a:b")) == "63613a62")
    #expect(try encodedHex(Decimal(string: "-1.50")) == "c482202e")
    #expect(try encodedHex(Decimal(string: "1E3")) == "1903e8")
    #expect(try encodedHex(Decimal(string: "12E40")) == "c48218280c")
    let uuid = UUID(uuid: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15))
    #expect(try encodedHex(uuid) == "d82550000102030405060708090a0b0c0d0e0f")
    #expect(try decoded(Data.self, encodedHex(uuid)) == Data(0..<16))
    #expect(try decoded(UUID.self, encodedHex(Data(0..<16))) == uuid)
    #expect(try encodedHex([1, 2]) == "820102")
    #expect(try encodedHex(Set([300, 1])) == "820119012c")
    #expect(try encodedHex(Set([-1, 1 << 40])) == "821b000001000000000020")
    #expect(
      try encodedHex(["same start 2": 2, "same start 1": 1]) == "a2" + "6c73616d652073746172742031"
        + "01" + "6c73616d652073746172742032" + "02")
    #expect(try encodedHex(["b": 1, "aa": 2]) == "a2616201626161" + "02")
    #expect(try encodedHex([10: 1, 9: 2]) == "a2613902" + "62313001")
    #expect(try encodedHex([Pair(x: 1, y: 2): 3]) == "82a2617801617902" + "03")
    #expect(try encodedHex(Suit.hearts) == "66686561727473")
  }

  @Test func `The fields of a type are sorted like the keys of a dictionary`() throws {
    let backward = Scripted { encoder in
      var fields = encoder.fields()
      for key in ["long", "b", "a", ""] as [Name] { try fields.encode(1, forKey: key) }
    }
    #expect(try encodedHex(backward) == encodedHex(["": 1, "a": 1, "b": 1, "long": 1]))
    let names = (0..<300).map { "field \($0)" }
    let many = [names, names.reversed()].map { names in
      Scripted { encoder in
        var fields = encoder.fields()
        for name in names { try fields.encode([name: [1]], forKey: Name(stringValue: name)) }
      }
    }
    let values = Dictionary(uniqueKeysWithValues: names.map { ($0, [$0: [1]]) })
    for value in many { #expect(try encodedHex(value) == encodedHex(values)) }
  }

  @Test(
    arguments: [
      ("00", .integer(0)), ("1864", .integer(100)), ("1a000f4240", .integer(1_000_000)),
      ("1b000000e8d4a51000", .integer(1_000_000_000_000)), ("3863", .integer(-100)),
      ("1bffffffffffffffff", .integer(Int128(UInt64.max))),
      ("3bffffffffffffffff", .integer(-Int128(UInt64.max) - 1)),
      ("c249010000000000000000", .integer(Int128(UInt64.max) + 1)),
      ("c349010000000000000000", .integer(-Int128(UInt64.max) - 2)),
      ("f93e00", .number(1.5)), ("f97bff", .integer(65504)), ("fa47c35000", .integer(100_000)),
      ("fbc010666666666666", .number(-4.1)), ("f90001", .number(0x1p-24)),
      ("f90400", .number(0x1p-14)), ("fb7e37e43c8800759c", .number(1e300)),
      ("f97c00", .number(.infinity)),
      ("faff800000", .number(-.infinity)), ("f4", .bool(false)), ("f6", .null), ("f7", .null),
      ("c48221196ab3", .number(273.15)), ("c11a514b67b0", .integer(1_363_896_240)),
      ("d74401020304", .text("AQIDBA==")), ("40", .text("")), ("62225c", .text("\"\\")),
      ("64f0908591", .text("𐅑")), ("80", .list([])),
      ("8301820203820405", .list([.integer(1), pair(2, 3), pair(4, 5)])),
      ("826161a161626163", .list([.text("a"), .map(["b": .text("c")])])),
    ] as [(String, AnyValue)])
  func `An example of the RFC is the value that the RFC says`(hex: String, value: AnyValue) throws {
    #expect(try decoded(AnyValue.self, hex) == value)
  }

  private static func pair(_ one: Int128, _ two: Int128) -> AnyValue {
    .list([.integer(one), .integer(two)])
  }

  @Test func `A document of others is decoded in any form of its numbers and keys`() throws {
    #expect(
      try decoded(Pair.self, "ba00000002" + "7801781b0000000000000001" + "617902")
        == Pair(x: 1, y: 2))
    #expect(try decoded(Pair.self, "a5206178f6000a0b617903c1617804") == Pair(x: 4, y: 3))
    #expect(try decoded(Pair.self, "d9d9f7a26178c6016179d82002") == Pair(x: 1, y: 2))
    #expect(try decoded(Date.self, "c101") == Date(timeIntervalSince1970: 1))
    #expect(
      try decoded(UUID.self, "50" + String(repeating: "00", count: 16))
        == UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)))
    // A key that is no text is ignored, and a simple value is skipped.
    try decoding("a24100016162f820") { decoder in
      let fields = try decoder.fields()
      let names = fields.allKeys.map(\.stringValue)
      #expect(names == ["b"] && !fields.contains("AA=="))
    }
    // Of equal keys the first one counts.
    let first = "a3617801617802617903"
    #expect(try decoded(Pair.self, first) == Pair(x: 1, y: 3))
    #expect(try decoded([String: Int].self, first) == ["x": 1, "y": 3])
    try decoding(first) { decoder in
      let names = try decoder.fields().allKeys.map(\.stringValue)
      #expect(names == ["x", "y"])
    }
  }
}
