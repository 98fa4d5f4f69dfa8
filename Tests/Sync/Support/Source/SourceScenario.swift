import Foundation

/// A scenario of a simulated source; one seed in 64 stores its snapshots in real files.
package struct SourceScenario: SimulatedWorld {
  package let seed: UInt64
  package var steps: [SourceStep]

  package init(seed: UInt64, isSwarm: Bool) {
    self.seed = seed
    steps = SourceStep.scenario(seed, isSwarm: isSwarm)
  }

  package func play(isTracing: Bool) throws -> Outcome {
    guard seed.isMultiple(of: 64) else {
      return try SourceWorld.play(steps, seed: seed, isTracing: isTracing)
    }
    let directory = FileManager.default.temporaryDirectory
      .appending(component: "source-\(UUID().uuidString)")
    defer { do { try FileManager.default.removeItem(at: directory) } catch {} }
    return try SourceWorld.play(steps, seed: seed, on: .files(directory), isTracing: isTracing)
  }
}
