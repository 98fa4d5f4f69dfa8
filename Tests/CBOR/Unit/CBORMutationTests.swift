import Foundation
import Testing

@testable import CBOR

/// Tests that damaged documents never trap; they may be rejected, or decoded as other values.
@Suite("CBOR: damaged documents")
struct CBORMutationTests {
  #if DEBUG
    private static let rounds = 2_000
  #else
    private static let rounds = 200_000
  #endif

  @Test func `No mutated document traps, and decoded values can be encoded`() throws {
    var generator = SeededGenerator(seed: 5)
    var originals: [Data] = []
    for _ in 0..<20 { originals.append(try CBOREncoder().encode(EveryField.random(&generator))) }
    var refused = 0

    for round in 0..<Self.rounds {
      let document = Self.mutated(originals[round % originals.count], &generator)
      do {
        let value = try CBORDecoder().decode(EveryField.self, from: document)
        _ = try CBOREncoder().encode(value)
      } catch is DecodingError {
        refused += 1
      }
    }

    #expect(refused > Self.rounds / 4 && refused < Self.rounds)
  }

  @Test func `No random bytes trap, for any type`() throws {
    var generator = SeededGenerator(seed: 6)
    for _ in 0..<Self.rounds / 10 {
      let count = Int.random(in: 0...40, using: &generator)
      let document = Data((0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) })
      for read in CBORHostileInputTests.readings {
        do { try read(document) } catch is DecodingError {}
      }
    }
  }

  private static func mutated(_ original: Data, _ generator: inout SeededGenerator) -> Data {
    var bytes = [UInt8](original)
    for _ in 0..<Int.random(in: 1...3, using: &generator) {
      let place = Int.random(in: 0..<max(bytes.count, 1), using: &generator)
      guard place < bytes.count else { break }
      switch Int.random(in: 0...5, using: &generator) {
      case 0: bytes[place] ^= 1 << UInt8.random(in: 0...7, using: &generator)
      case 1: bytes[place] = .random(in: 0...255, using: &generator)
      case 2: bytes.remove(at: place)
      case 3: bytes.insert(.random(in: 0...255, using: &generator), at: place)
      case 4: bytes.removeSubrange(place...)
      default:
        let other = Int.random(in: 0..<bytes.count, using: &generator)
        bytes.replaceSubrange(place..<min(place + 8, bytes.count), with: bytes[other...].prefix(8))
      }
    }
    return Data(bytes)
  }
}
