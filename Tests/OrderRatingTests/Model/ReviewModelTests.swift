import Foundation
import Testing

@Suite("Reviews in simulated worlds")
struct ReviewModelTests {
  /// How many worlds are tried; nightly runs ask for more.
  private static let seeds =
    ProcessInfo.processInfo.environment["RATING_SEEDS"].flatMap { UInt64($0) } ?? 300

  @Test("Nothing is lost, nothing doubled and nothing left behind, whatever happens")
  func kept() {
    var broken = 0
    var requests = 0
    for seed in 0..<Self.seeds {
      let outcome = ReviewSimulation.play(seed)
      requests += outcome.requests
      guard let violation = outcome.violation else { continue }
      broken += 1
      if broken <= 3 { report(seed, violation) }
    }
    #expect(broken == 0, "\(broken) of \(Self.seeds) worlds")
    #expect(requests > 3 * Int(Self.seeds), "hardly anything was sent")
  }

  /// Worlds in which a promise was broken once.
  @Test(
    arguments: [
      (619, "A refused photo on a full disk is not looked at without end"),
      (840, "What was taken back on a full disk and written on is not lost with a crash"),
      (139, "What was sent and forgotten on a full disk is not taken for another review"),
      (487, "A question that could not be remembered leaves no draft behind"),
      (3_717, "What is taken back while its turn comes is kept"),
    ] as [(UInt64, String)])
  func mended(_ seed: UInt64, _ rule: String) {
    let outcome = ReviewSimulation.play(seed)
    #expect(outcome.violation == nil, "\(rule)")
  }

  @Test("A world is the same twice")
  func same() {
    for seed in 0..<max(Self.seeds / 10, 50) {
      let first = ReviewSimulation.play(seed, isTracing: true).trace
      let second = ReviewSimulation.play(seed, isTracing: true).trace
      let difference = zip(first, second).first { $0 != $1 }
      #expect(
        difference == nil && first.count == second.count,
        "seed \(seed): \(String(describing: difference))")
    }
  }

  /// Shows the smallest part of a world in which the same promise is broken.
  private func report(_ seed: UInt64, _ violation: String) {
    var (steps, faultRate) = RatingStep.world(seed: seed)
    let rule = violation.filter(\.isLetter).prefix(24)
    func isBroken(_ steps: [RatingStep], _ faultRate: Int) -> Bool {
      let violation = ReviewSimulation.play(steps, faultRate, seed: seed).violation
      return violation?.filter(\.isLetter).prefix(24) == rule
    }
    if isBroken(steps, 0) { faultRate = 0 }
    var index = 0
    while index < steps.count {
      var fewer = steps
      fewer.remove(at: index)
      if isBroken(fewer, faultRate) { steps = fewer } else { index += 1 }
    }
    let trace = ReviewSimulation.play(steps, faultRate, seed: seed, isTracing: true).trace
    Issue.record("seed \(seed): \(violation)\n\(steps)\n\(trace.joined(separator: "\n"))")
  }
}
