import Foundation
import Testing

/// A deterministic simulation: the same seed and steps give the same run.
package protocol SimulatedWorld: Sendable {
  associatedtype Step

  /// The events in order; every subset is a valid world too.
  var steps: [Step] { get set }

  /// Plays the steps to the end, or until a rule is broken.
  func play(isTracing: Bool) throws -> Outcome

  /// Returns a smaller world that is still broken.
  func shrunk(while isBroken: (Self) throws -> Bool) rethrows -> Self
}

extension SimulatedWorld {
  package func shrunk(while isBroken: (Self) throws -> Bool) rethrows -> Self {
    try leavingStepsOut(while: isBroken)
  }

  /// Removes halves, then quarters, down to single steps, as long as the world is still broken.
  package func leavingStepsOut(while isBroken: (Self) throws -> Bool) rethrows -> Self {
    var smallest = self
    var size = max(steps.count / 2, 1)
    while size > 0 {
      let count = smallest.steps.count
      var start = 0
      while start < smallest.steps.count {
        var smaller = smallest
        smaller.steps.removeSubrange(start..<min(start + size, smaller.steps.count))
        if try isBroken(smaller) { smallest = smaller } else { start += size }
      }
      if smallest.steps.count == count { size /= 2 }
    }
    return smallest
  }
}

/// Prints how often something is done, for `Tests/Figures.md`: `Tests/Checks/Figures/check`.
public func reportFigure(_ key: String, _ count: Int) {
  FileHandle.standardError.write(Data("figure: \(key) \(count)\n".utf8))
}

/// Returns the number of worlds: that of an environment variable, for longer runs, or a smaller one.
///
/// The environment variable `SEEDS_PERCENT` changes the numbers of all simulations whose own variable
/// is not set.
package func seedCount(_ variable: String, otherwise count: UInt64) -> UInt64 {
  let environment = ProcessInfo.processInfo.environment
  let percent = environment["SEEDS_PERCENT"].flatMap { UInt16($0) } ?? 100
  let seeds =
    environment[variable].flatMap { UInt64($0) } ?? max(1, count * UInt64(percent) / 100)
  reportFigure(variable, Int(seeds))
  return seeds
}

/// Expects that no rule is broken in the worlds of these seeds.
///
/// Also expects more than `perWorld` requests per world on average, because worlds without requests
/// break no rule either.
package func expectKept<World: SimulatedWorld>(
  _ kind: String = "", in seeds: Range<UInt64>, sending perWorld: Int? = nil,
  _ makeWorld: (_ seed: UInt64) -> World
) async throws {
  var (broken, requests) = (0, 0)
  var rules: [String: [String]] = [:]
  var reported: Set<String> = []
  for seed in seeds {
    // A yield between worlds lets concurrent tests proceed.
    await Task.yield()
    if seed > seeds.lowerBound, (seed - seeds.lowerBound).isMultiple(of: 5000) {
      let progress = "seeds \(seeds.lowerBound)..<\(seed) of \(seeds): \(broken) broken\n"
      FileHandle.standardError.write(Data(progress.utf8))
    }
    let world = makeWorld(seed)
    let outcome = try world.play(isTracing: false)
    requests += outcome.requests
    for violation in outcome.violations {
      rules[Outcome.rule(of: violation), default: []].append(violation)
    }
    guard let violation = outcome.violation else { continue }
    broken += 1
    // One world of each broken rule is the most that a reader can look into.
    if reported.count < 5, reported.insert(Outcome.rule(of: violation)).inserted {
      try report(world, seed, violation)
    }
  }
  let list = rules.values.sorted { $0.count > $1.count }.map { "\($0.count) × \($0[0])" }
  #expect(
    broken == 0, "\(broken) of \(seeds.count) \(kind) worlds\n\(list.joined(separator: "\n"))")
  if let perWorld { #expect(requests > perWorld * seeds.count, "hardly anything was sent") }
}

/// Records an issue with the smallest world that breaks the same rule.
private func report(_ world: some SimulatedWorld, _ seed: UInt64, _ violation: String) throws {
  let smallest = try world.shrunk { try $0.play(isTracing: false).breaks(violation) }
  let trace = try smallest.play(isTracing: true).trace.joined(separator: "\n")
  Issue.record("seed \(seed): \(violation)\n\(smallest)\n\(trace)")
}

/// Expects that two runs of each seed have the same trace.
package func expectSame<World: SimulatedWorld>(
  in seeds: Range<UInt64> = 0..<20, _ makeWorld: (_ seed: UInt64) -> World
) async throws {
  for seed in seeds {
    await Task.yield()
    let first = try makeWorld(seed).play(isTracing: true).trace
    let second = try makeWorld(seed).play(isTracing: true).trace
    let difference = zip(first, second).first { $0 != $1 }
    #expect(
      difference == nil && first.count == second.count,
      "seed \(seed): \(String(describing: difference))")
  }
}
