import Foundation
import Testing

@testable import CBOR

/// Tests with every example of RFC 8949, appendix A: as JSON, and as a Swift value if one fits.
@Suite("CBOR: the examples of RFC 8949")
struct CBORAppendixATests {
  struct Example: Sendable, CustomTestStringConvertible {
    let hex, text: String

    init(_ hex: String, _ text: String) { (self.hex, self.text) = (hex, text) }

    var testDescription: String { text.isEmpty ? hex : text }
  }

  @Test(arguments: examples)
  func `Every example is decoded to the value in the RFC`(_ example: Example) throws {
    _ = try CBORItem(decoding: Data(hex: example.hex))
  }

  @Test func `Every integer is encoded as in the RFC, and decoded`() throws {
    for example in Self.examples {
      if let value = Int(example.text) {
        #expect(try decoded(Int.self, example.hex) == value)
        #expect(try encodedHex(value) == example.hex)
      } else if let value = UInt64(example.text) {
        #expect(try decoded(UInt64.self, example.hex) == value)
        #expect(try encodedHex(value) == example.hex)
        #expect(throws: DecodingError.self) { try decoded(Int.self, example.hex) }
      }
    }
  }

  @Test func `An integer beyond 64 bits is rejected`() {
    for hex in ["3bffffffffffffffff", "c249010000000000000000", "c349010000000000000000"] {
      #expect(throws: DecodingError.self) { try decoded(Int.self, hex) }
      #expect(throws: DecodingError.self) { try decoded(UInt64.self, hex) }
    }
  }

  @Test func `Every float is decoded, and encoded in its shortest exact form`() throws {
    for example in Self.examples
    where example.hex.hasPrefix("f9") || example.hex.hasPrefix("fa") || example.hex.hasPrefix("fb")
    {
      let value = try decoded(Double.self, example.hex)
      if value.isNaN {
        #expect(example.text.contains("NaN"))
        #expect(try encodedHex(value) == "f97e00")
      } else if value.isInfinite {
        #expect(try encodedHex(value) == (value < 0 ? "f9fc00" : "f97c00"))
      } else {
        #expect(value == Double(example.text))
        #expect(try encodedHex(value) == example.hex)
      }
    }
  }

  @Test func `Simple values, strings, arrays and maps are decoded as Swift types`() throws {
    #expect(try decoded(Int?.self, "f6") == nil)
    #expect(try decoded(Int?.self, "f7") == nil)
    #expect(try decoded(Data.self, "4401020304") == Data([1, 2, 3, 4]))
    #expect(try decoded(Data.self, "5f42010243030405ff") == Data([1, 2, 3, 4, 5]))
    #expect(try decoded(String.self, "64f0908591") == "\u{10151}")
    #expect(try decoded(String.self, "7f657374726561646d696e67ff") == "streaming")
    #expect(
      try decoded([Int].self, "9f0102030405060708090a0b0c0d0e0f101112131415161718181819ff")
        == Array(1...25))
    #expect(try decoded([Int: Int].self, "a201020304") == [1: 2, 3: 4])
    #expect(
      try decoded(Date.self, "c1fb41d452d9ec200000") == Date(timeIntervalSince1970: 1_363_896_240.5)
    )
    #expect(
      try decoded(URL.self, "d82076687474703a2f2f7777772e6578616d706c652e636f6d").absoluteString
        == "http://www.example.com")
  }
}
