import Foundation
import Testing

@testable import CBOR

/// Tests of the decoder's reuse of the previous dictionary's keys for a dictionary with equal keys.
@Suite("CBOR: consecutive dictionaries with equal keys")
struct CBORAlikeMapsTests {
  @Test func `Each dictionary has its own values, for all types and forms of maps`() throws {
    let names = (0..<9).map { ["en": "City \($0)", "kk": "Қала \($0)", "ru": "Город \($0)"] }
    #expect(try roundTrip(names) == names)
    let numbers = (0..<9).map { [1: $0, 2: -$0, 300: $0 * $0] }
    #expect(try roundTrip(numbers) == numbers)
    let byName = (0..<9).map { [EveryField.Name(rawValue: "k"): [$0], .init(rawValue: "l"): []] }
    #expect(try roundTrip(byName) == byName)
    #expect(
      try decoded(
        [[String: Int]].self, "84a2616101616202bf616103616204ffbf616105616206ffa2616107616208")
        == [["a": 1, "b": 2], ["a": 3, "b": 4], ["a": 5, "b": 6], ["a": 7, "b": 8]])
  }

  @Test func `A document may change from one set of keys to another, and back`() throws {
    let kinds: [[String]] = [
      ["a", "b"], ["a", "c"], ["b", "a"], ["a", "bb"], ["a"], [], ["a", "b", "c"],
    ]
    var generator = SeededGenerator(seed: 9)
    for _ in 0..<60 {
      let maps = (0..<12).map { number in
        let keys = kinds.randomElement(using: &generator) ?? []
        return Dictionary(uniqueKeysWithValues: keys.map { ($0, "\($0)\(number)") })
      }
      #expect(try roundTrip(maps) == maps)
    }
  }

  @Test func `An error in a value has its coding path`() {
    // Three maps with the keys a and b; in the third, the value of b is not text.
    let bytes = "83" + String(repeating: "a26161617861626178", count: 2) + "a26161617861620a"
    let error = #expect(throws: DecodingError.self) { try decoded([[String: String]].self, bytes) }
    #expect(error?.kind == "typeMismatch")
    #expect(error?.path == ["2", "b"])
  }

  @Test func `A duplicate key is rejected at the place of another key`() {
    #expect(throws: DecodingError.self) {
      try decoded([[String: Int]].self, "83a2616101616202a2616101616202a2616101616102")
    }
  }

  @Test func `A document that is truncated or claims too many entries is rejected`() throws {
    let two = "a2616101616202a2616101616202"
    for rest in ["a2", "a261", "a26161", "a2616101", "a261610161", "a26161016162"] {
      #expect(throws: DecodingError.self, "\(rest)") {
        try decoded([[String: Int]].self, "83\(two)\(rest)")
      }
    }
    // The last map has a shorter key than the document has bytes for.
    let long = "a1646162636401a1646162636402"
    #expect(throws: DecodingError.self) { try decoded([[String: Int]].self, "83\(long)a16161") }
    #expect(try decoded([[String: Int]].self, "83\(long)a1616103").last == ["a": 3])
  }
}
