import Foundation
import SyncTestSupport

/// Scenario of a simulated app with a city; one in 16 uses real files.
struct CityScenario: SimulatedWorld {
  let seed: UInt64
  var steps: [CityStep]

  init(seed: UInt64, steps: [CityStep]) {
    self.seed = seed
    self.steps = steps
  }

  init(seed: UInt64, isSwarm: Bool) {
    self.init(seed: seed, steps: CityStep.scenario(seed, isSwarm: isSwarm))
  }

  func play(isTracing: Bool = false) throws -> Outcome {
    guard seed.isMultiple(of: 16) else {
      return try CityWorld.play(steps, seed: seed, isTracing: isTracing)
    }
    let folder = FileManager.default.temporaryDirectory
      .appending(component: "cities-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let outcome = Result {
      try CityWorld.play(steps, seed: seed, on: .files(folder), isTracing: isTracing)
    }
    try FileManager.default.removeItem(at: folder)
    return try outcome.get()
  }
}
