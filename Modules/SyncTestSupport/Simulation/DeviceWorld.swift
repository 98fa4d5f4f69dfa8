/// A seed, the steps on a simulated device, and the fault rate of its network.
package struct DeviceWorld<Simulation: DeviceSimulation>: SimulatedWorld {
  package let seed: UInt64
  package var steps: [Simulation.Step]
  /// The percentage of requests that meet a fault.
  package var faultRate: Int

  package init(seed: UInt64, steps: [Simulation.Step], faultRate: Int = 0) {
    self.seed = seed
    self.steps = steps
    self.faultRate = faultRate
  }

  /// Creates a world with random steps.
  ///
  /// For even seeds the usual weights are multiplied by random factors, so that rare kinds of steps
  /// are common in some worlds.
  package init(
    seed: UInt64, usual weights: [Int], count: ClosedRange<Int>,
    of step: (_ kind: Int, inout SplitMix64) -> Simulation.Step
  ) {
    var random = SplitMix64(seed: seed)
    var weights = weights
    for kind in weights.indices where seed % 2 == 0 {
      weights[kind] *= .random(in: 0...4, using: &random) * .random(in: 0...3, using: &random)
    }
    let faultRate = [0, 10, 30, 60].randomElement(using: &random) ?? 0
    let count = Int.random(in: count, using: &random)
    let steps = (0..<count).map { _ in
      var pick = Int.random(in: 0..<max(1, weights.reduce(0, +)), using: &random)
      let kind = weights.firstIndex { weight in
        pick -= weight
        return pick < 0
      }
      return step(kind ?? weights.count, &random)
    }
    self.init(seed: seed, steps: steps, faultRate: faultRate)
  }

  package func play(isTracing: Bool = false) -> Outcome {
    let simulation = Simulation(self, isTracing: isTracing)
    simulation.begin()
    simulation.play(steps)
    return Outcome(simulation.ledger, requests: simulation.network.requests)
  }

  package func shrunk(while isBroken: (Self) throws -> Bool) rethrows -> Self {
    let calm = Self(seed: seed, steps: steps)
    return try (try isBroken(calm) ? calm : self).leavingStepsOut(while: isBroken)
  }
}
