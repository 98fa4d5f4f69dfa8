import SyncTestSupport

/// Scenario of a simulated app with a city.
struct CityScenario: SimulatedWorld {
  let seed: UInt64
  var steps: [CityStep]

  init(seed: UInt64, isSwarm: Bool) {
    self.seed = seed
    steps = CityStep.scenario(seed, isSwarm: isSwarm)
  }

  func play(isTracing: Bool = false) throws -> Outcome {
    try CityWorld(seed: seed).play(steps, isTracing: isTracing)
  }
}
