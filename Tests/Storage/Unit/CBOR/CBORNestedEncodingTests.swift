import Foundation
import Testing

@testable import Storage

@Suite("CBOR: nested encoders")
struct CBORNestedEncodingTests {
  /// Encodes the value in `userInfo` with a nested encoder, which it passes to `keep`.
  private struct Nesting: Encodable {
    static let key = CodingUserInfoKey(rawValue: "k")
    var keep: (any Encoder) -> Void = { _ in }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CBORKey.self)
      let nested = container.superEncoder(forKey: CBORKey(stringValue: "a"))
      keep(nested)
      var list = nested.unkeyedContainer()
      let key = try #require(Self.key)
      try list.encode(nested.userInfo[key] as? Int)
      try container.encode(0, forKey: CBORKey(stringValue: "b"))
    }
  }

  @Test func `Each nested encoder writes to its own document`() throws {
    let key = try #require(Nesting.key)
    for number in 1...3 {
      let bytes = try CBOREncoder(userInfo: [key: number]).encode([Nesting(), Nesting()])
      let one = "a2616181\(String(format: "%02x", number))616200"
      #expect(bytes.hex == "82\(one)\(one)")
    }
  }

  @Test func `A nested encoder that outlives its value does not change another value`() throws {
    final class Keeper {
      var encoder: (any Encoder)?
    }
    let (keeper, key) = (Keeper(), try #require(Nesting.key))
    let first = Nesting(keep: { keeper.encoder = $0 })
    let second = Nesting(keep: { _ in
      // The first value is complete, so its encoder must reject another value and leave the second
      // value unchanged.
      var list = keeper.encoder?.unkeyedContainer()
      #expect(throws: EncodingError.self) { try list?.encode(9) }
    })
    let bytes = try CBOREncoder(userInfo: [key: 1]).encode([first, second])
    #expect(bytes.hex == "82a261618101616200a261618101616200")
  }
}
