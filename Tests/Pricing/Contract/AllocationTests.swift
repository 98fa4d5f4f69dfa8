import Pricing
import Testing

@Suite struct AllocationTests {
  private let rubles: CurrencyCode

  init() throws {
    rubles = try #require(CurrencyCode(rawValue: "RUB"))
  }

  @Test
  func `The remaining units go to the largest remainders, and to the earlier of two equal ones`()
    throws
  {
    #expect(try split(100, [1, 1, 1]) == [34, 33, 33])
    #expect(try split(101, [1, 1, 1]) == [34, 34, 33])
    #expect(try split(10, [1, 2, 4]) == [1, 3, 6])
    #expect(try split(-100, [1, 1, 1]) == [-34, -33, -33])
    #expect(try split(5, [0, 3, 0]) == [0, 5, 0])
    #expect(try split(7, [0, 1]) == [0, 7])
    #expect(try split(0, [3, 4]) == [0, 0])
  }

  @Test(arguments: [[], [0, 0], [2, -1]] as [[Int64]])
  func `Invalid weights are an error`(weights: [Int64]) {
    #expect(throws: MoneyError.noWeights) { try split(1, weights) }
  }

  @Test(arguments: 1...5)
  func `The parts add up, and each is less than one minor unit from its share`(seed: UInt64) throws
  {
    var random = SplitMix64(state: seed)
    for _ in 0..<500 {
      let total = Int64.random(in: -1_000_000...1_000_000, using: &random)
      let weights = (0..<Int.random(in: 1...12, using: &random)).map { _ in
        Int64.random(in: 0...50_000, using: &random)
      }
      guard weights.contains(where: { $0 > 0 }) else { continue }
      let parts = try split(total, weights)
      #expect(parts.reduce(0, +) == total)
      let whole = Double(weights.reduce(0, +))
      for (part, weight) in zip(parts, weights) {
        let share = Double(total) * Double(weight) / whole
        #expect(abs(Double(part) - share) < 1)
        #expect(weight > 0 || part == 0)
      }
    }
  }

  private func split(_ total: Int64, _ weights: [Int64]) throws -> [Int64] {
    try Money(total, rubles).allocated(by: weights).map(\.minorUnits)
  }
}

/// Random number generator with reproducible numbers for each seed.
struct SplitMix64: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
