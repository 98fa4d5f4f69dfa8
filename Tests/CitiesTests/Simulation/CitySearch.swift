import Foundation

/// Looks for a seed that leaves something else than one whole city or the picker.
struct CitySearch {
  /// How many seeds broke a rule.
  private(set) var hits = 0
  /// How many seeds broke each rule.
  private(set) var rules: [String: Int] = [:]
  /// Seeds that did not do the same when they were run again.
  private(set) var different: [UInt64] = []
  /// The fewest steps that break what the first hit broke, with what happens then.
  private(set) var example = ""

  /// Runs each seed, one in 16 twice, and one in 16 over real files.
  init(_ seeds: Range<UInt64>, isSwarm: Bool) async throws {
    for seed in seeds {
      // Tests beside this one go on.
      await Task.yield()
      let steps = CityStep.scenario(seed, isSwarm: isSwarm)
      let world = try Self.run(steps, seed)
      if seed % 16 == 1, try Self.run(steps, seed).trace != world.trace {
        different.append(seed)
      }
      guard let rule = world.broken.first else { continue }
      hits += 1
      for rule in world.broken { rules[rule, default: 0] += 1 }
      if hits == 1 { example = try Self.shrink(steps, rule, seed) }
    }
  }

  /// Runs one seed, every sixteenth over real files.
  static func run(_ steps: [CityStep], _ seed: UInt64) throws -> CityWorld {
    guard seed.isMultiple(of: 16) else { return try CityWorld.run(steps, seed: seed) }
    let folder = FileManager.default.temporaryDirectory
      .appending(component: "cities-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let outcome = Result { try CityWorld.run(steps, seed: seed, on: .files(folder)) }
    try FileManager.default.removeItem(at: folder)
    return try outcome.get()
  }

  /// Leaves out halves, quarters and at last single steps for as long as the same rule is broken.
  private static func shrink(
    _ steps: [CityStep], _ rule: String, _ seed: UInt64
  ) throws -> String {
    var steps = steps
    var size = steps.count / 2
    while size > 0 {
      var start = 0
      var isShorter = false
      while start < steps.count {
        var fewer = steps
        fewer.removeSubrange(start..<min(start + size, steps.count))
        if try run(fewer, seed).broken.contains(rule) {
          steps = fewer
          isShorter = true
        } else {
          start += size
        }
      }
      if !isShorter { size /= 2 }
    }
    let named = steps.enumerated().map { "step \($0.offset) is \($0.element)" }
    let trace = try run(steps, seed).trace
    return (["seed \(seed): \(rule)"] + named + trace).joined(separator: "\n  ")
  }
}
