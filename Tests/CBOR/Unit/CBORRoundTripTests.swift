import Foundation
import Testing

@testable import CBOR

@Suite("CBOR: round trips")
struct CBORRoundTripTests {
  @Test func `A value with every kind of field is restored, with the same result as JSON`() throws {
    var generator = SeededGenerator(seed: 1)
    for _ in 0..<100 {
      let value = EveryField.random(&generator)

      let bytes = try CBOREncoder().encode(value)
      let back = try CBORDecoder().decode(EveryField.self, from: bytes)
      let byJSON = try JSONDecoder().decode(EveryField.self, from: JSONEncoder().encode(value))

      #expect(back == value)
      #expect(byJSON == value)
      #expect(try CBOREncoder().encode(back) == bytes)
    }
  }

  @Test func `A value of any type can be the whole document`() throws {
    func same<T: Codable & Equatable>(_ value: T) throws {
      #expect(try roundTrip(value) == value)
    }
    try same(true)
    try same(Int8.min)
    try same(UInt64.max)
    try same("text")
    try same([1, 2])
    try same([Int]())
    try same(["a": [1]])
    try same(["a": ["b": ["c": "d"]]])
    try same(["a": Int64.max, "b": .min, "c": 0])
    try same(Int?.none)
    try same([Int?.some(1), nil])
    try same(Data(count: 70_000))
    try same(String(repeating: "я", count: 40_000))
    try same(Set(0..<1000))
    try same(Decimal.pi)
    try same(Decimal.nan)
    try same(EveryField.Suit.spades)
    try same(["a", "b"].map(EveryField.Name.init(rawValue:)))
    try same(Array(repeating: EveryField.Pair(x: 1, y: 2), count: 5000))
  }

  @Test func `Every Double is restored with the same bits, and every NaN as a NaN`() throws {
    var generator = SeededGenerator(seed: 2)
    let special: [Double] = [
      0, -0.0, .infinity, -.infinity, .leastNonzeroMagnitude, .leastNormalMagnitude,
      .greatestFiniteMagnitude, 0x1p-24, 0x1p-25, 0x1.8p-24, 65504, 65505, 65536, 0x1p-14, 0x1p-15,
      0x1.ffcp-15, 0x1.ffep-15, 0.1, Double(Float.greatestFiniteMagnitude),
      Double(Float.leastNonzeroMagnitude), 0x1p-150,
    ]
    let random = (0..<3_000).map { _ in Double(bitPattern: generator.next()) }
    let halves = (UInt16(0)..<13_107).map { Double(CBORFloat.value(half: 5 * $0)) }
    for value in special + random + halves {
      let back = try roundTrip(value)
      #expect(value.isNaN ? back.isNaN : back.bitPattern == value.bitPattern)
    }
  }

  @Test func `A Float next to a half is restored`() throws {
    for half in [Float(1), 0x1p-14, 0x1p-15, 0x1.8p-20, 65_504] {
      for float in [half.nextUp, half.nextDown] {
        #expect(try roundTrip(float) == float, "\(float)")
      }
    }
  }

  @Test func `A date is restored with the same bits, for every fraction of a second`() throws {
    var generator = SeededGenerator(seed: 3)
    var forms: Set<UInt8> = []
    for _ in 0..<1000 {
      let date = Date(timeIntervalSinceReferenceDate: .random(in: -9e8...9e8, using: &generator))
      let bytes = try CBOREncoder().encode(date)
      let back = try CBORDecoder().decode(Date.self, from: bytes)
      #expect(
        back.timeIntervalSinceReferenceDate.bitPattern
          == date.timeIntervalSinceReferenceDate.bitPattern)
      forms.insert(bytes[0])
    }
    #expect(forms.isSuperset(of: [0xC1, 0xFB]), "both forms of a date were needed")
  }
}
