import SyncTestSupport

/// A scenario of a simulated source.
struct SourceScenario: SimulatedWorld {
  let seed: UInt64
  var steps: [SourceStep]

  init(seed: UInt64, isSwarm: Bool) {
    self.seed = seed
    steps = randomSteps(
      32, seed: seed, weights: [6, 5, 5, 1, 4, 5, 5, 2, 3, 3, 1, 8, 6, 10], progress: 3,
      isSwarm: isSwarm, of: SourceStep.make)
  }

  func play(isTracing: Bool) throws -> Outcome {
    try SourceWorld(seed: seed).play(steps, isTracing: isTracing)
  }
}
