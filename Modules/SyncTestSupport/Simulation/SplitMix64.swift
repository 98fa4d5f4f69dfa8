/// A small random number generator with the same sequence for the same seed on every platform.
///
/// The algorithm is Steele, Lea and Flood's SplitMix64 (2014).
public struct SplitMix64: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// Creates the generator for a seed.
  public init(seed: UInt64) {
    state = seed
  }

  /// Returns the next number.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

/// Returns random steps, of kinds that are as common as their weights.
///
/// A swarm omits most kinds of steps for each seed, so that the remaining ones coincide more often;
/// the last kinds, which are the world's progress, always remain.
package func randomSteps<Step>(
  _ count: Int, seed: UInt64, weights: [Int], progress: Int, isSwarm: Bool,
  of make: (_ kind: Int, inout SplitMix64) -> Step
) -> [Step] {
  var random = SplitMix64(seed: seed)
  var weights = weights
  if isSwarm {
    for kind in weights.indices.dropLast(progress) {
      weights[kind] =
        Bool.random(using: &random) ? 0 : weights[kind] * .random(in: 1...4, using: &random)
    }
  }
  let bag = weights.enumerated().flatMap { Array(repeating: $0.offset, count: $0.element) }
  return (0..<count).map { _ in make(bag.randomElement(using: &random) ?? 0, &random) }
}
