import Foundation

/// Looks for a seed that breaks a promise of a source.
public struct SourceSearch {
  /// How many seeds broke a promise.
  public private(set) var hits = 0
  /// How many seeds broke each rule.
  public private(set) var rules: [String: Int] = [:]
  /// Seeds that did not do the same when they were run again.
  public private(set) var different: [UInt64] = []
  /// The fewest steps that break what the first hit broke, with what happens then.
  public private(set) var example = ""

  /// Runs each seed twice; one in 64 over real files.
  public init(_ seeds: Range<UInt64>, isSwarm: Bool) throws {
    for seed in seeds {
      let steps = SourceStep.scenario(seed, isSwarm: isSwarm)
      let usesFiles = seed.isMultiple(of: 64)
      let world = try Self.run(steps, seed, usesFiles)
      if try Self.run(steps, seed, usesFiles).trace != world.trace { different.append(seed) }
      guard let rule = world.broken.first else { continue }
      hits += 1
      for rule in world.broken { rules[rule, default: 0] += 1 }
      if hits == 1 { example = try Self.shrink(steps, rule, seed, usesFiles) }
    }
  }

  private static func run(
    _ steps: [SourceStep], _ seed: UInt64, _ usesFiles: Bool
  ) throws -> SourceWorld {
    guard usesFiles else { return try SourceWorld.run(steps, seed: seed) }
    let directory = FileManager.default.temporaryDirectory
      .appending(component: "source-\(UUID().uuidString)")
    defer { do { try FileManager.default.removeItem(at: directory) } catch {} }
    return try SourceWorld.run(steps, seed: seed, on: .files(directory))
  }

  /// Leaves out halves, quarters and at last single steps for as long as the same rule is broken.
  private static func shrink(
    _ steps: [SourceStep], _ rule: String, _ seed: UInt64, _ usesFiles: Bool
  ) throws -> String {
    var steps = steps
    var size = steps.count / 2
    while size > 0 {
      var start = 0
      var isShorter = false
      while start < steps.count {
        var fewer = steps
        fewer.removeSubrange(start..<min(start + size, steps.count))
        if try run(fewer, seed, usesFiles).broken.contains(rule) {
          steps = fewer
          isShorter = true
        } else {
          start += size
        }
      }
      if !isShorter { size /= 2 }
    }
    let named = steps.enumerated().map { "step \($0.offset) is \($0.element)" }
    let trace = try run(steps, seed, usesFiles).trace
    return (["seed \(seed): \(rule)"] + named + trace).joined(separator: "\n  ")
  }
}
