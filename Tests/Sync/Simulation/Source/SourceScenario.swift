import SyncTestSupport

/// A scenario of a simulated source.
struct SourceScenario: SimulatedWorld {
  let seed: UInt64
  var steps: [SourceStep]

  init(seed: UInt64, isSwarm: Bool) {
    self.seed = seed
    steps = SourceStep.scenario(seed, isSwarm: isSwarm)
  }

  func play(isTracing: Bool) throws -> Outcome {
    try SourceWorld(seed: seed).play(steps, isTracing: isTracing)
  }
}
