import SyncTestSupport

/// A step of a simulated machine; the seed decides its details, whatever came before it.
struct MachineStep {
  enum Kind: Int, CaseIterable {
    case kill, fillDisk, city, run, observe, setClock, deliver, flap, offline, refresh, cancel
    case importAgain, decide, tap, wait, finish
  }

  let kind: Kind
  let seed: UInt64
}

/// A scenario of a simulated machine.
struct MachineScenario: SimulatedWorld {
  let seed: UInt64
  var steps: [MachineStep]

  init(seed: UInt64, isSwarm: Bool) {
    self.seed = seed
    steps = randomSteps(
      90, seed: seed, weights: [3, 3, 2, 2, 2, 1, 2, 4, 2, 2, 1, 1, 8, 24, 4, 46], progress: 3,
      isSwarm: isSwarm
    ) { MachineStep(kind: MachineStep.Kind.allCases[$0], seed: $1.next()) }
  }

  func play(isTracing: Bool) throws -> Outcome {
    let world = MachineWorld(seed: seed, isTracing: isTracing)
    let outcome = try world.play(steps, isTracing: isTracing)
    return Outcome(
      violations: outcome.violations, trace: outcome.trace, requests: world.server.requests)
  }
}
