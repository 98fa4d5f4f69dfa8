import Foundation
import SyncTestSupport
import Testing

@Suite("Reviews in simulated worlds")
struct ReviewModelTests {
  /// How many worlds are tried; nightly runs ask for more.
  private static let seeds =
    ProcessInfo.processInfo.environment["RATING_SEEDS"].flatMap { UInt64($0) } ?? 300

  @Test("Nothing is lost, nothing doubled and nothing left behind, whatever happens")
  func kept() async {
    var broken = 0
    var requests = 0
    for seed in 0..<Self.seeds {
      // Worlds take their time, and other tests have limits.
      await Task.yield()
      let outcome = ReviewSimulation.play(seed)
      requests += outcome.requests
      guard let violation = outcome.violation else { continue }
      broken += 1
      if broken <= 3 { report(seed, violation) }
    }
    #expect(broken == 0, "\(broken) of \(Self.seeds) worlds")
    #expect(requests > 3 * Int(Self.seeds), "hardly anything was sent")
  }

  @Test("A promise that was broken once is kept", arguments: Mended.allCases)
  func mended(_ world: Mended) async {
    // What happens first among what can happen is the seed's choice.
    for seed in 0..<60 as Range<UInt64> {
      await Task.yield()
      let violation = ReviewSimulation.play(world.steps(seed), seed: seed).violation
      #expect(violation == nil, "seed \(seed): \(world.rawValue)")
      guard violation == nil else { return }
    }
  }

  /// Small worlds in which a promise was broken once.
  enum Mended: String, CaseIterable, CustomTestStringConvertible {
    case spinning = "A refused photo on a full disk is not looked at without end"
    case silent = "A refused photo leaves the queue when its notice is kept, and not before"
    case takenBack = "What was taken back on a full disk and written on is not lost with a crash"
    case late = "What is taken back while its turn comes is kept"
    case twice = "What was sent and forgotten on a full disk is not taken for another review"
    case returning = "The draft of what the server has does not come back with a crash"
    case reused = "A photo in a place that was used anew is not sent for the one before it"
    case unasked = "A question that could not be remembered leaves no draft behind"
    case held = "What was refused and taken back on a full disk does not hold its next edition up"

    var testDescription: String { rawValue }

    func steps(_ seed: UInt64) -> [RatingStep] {
      let begin: [RatingStep] = [.finish(0), .open(0), .stars(0, 4)]
      return switch self {
      case .spinning:
        begin + [
          .closeGate, .attach(0), .submit(0), .fillDisk(.none), .refusePhotos(true), .openGate,
          .rest,
        ]
      case .silent:
        begin + [
          .attach(0), .closeGate, .submit(0), .fillDisk(.forQueue), .refusePhotos(true), .openGate,
          .rest, .wait, .rest, .kill, .freeDisk,
        ]
      case .takenBack:
        begin + [
          .closeGate, .submit(0), .fillDisk(.none), .takeBack(0), .freeDisk, .comment(0), .kill,
        ]
      case .late:
        begin + [.attach(0), .submit(0), .run(Int(seed % 40)), .takeBack(0), .comment(0)]
      case .twice:
        begin + [.fillDisk(.none), .comment(0), .submit(0), .rest, .kill, .submit(0), .rest]
      case .returning: begin + [.fillDisk(.forQueue), .submit(0), .rest, .kill]
      case .reused:
        begin + [
          .attach(0), .closeGate, .submit(0), .fillDisk(.none), .openGate, .rest, .finish(1),
          .open(1), .freeDisk, .attach(1), .kill, .rest,
        ]
      case .held:
        begin + [
          .refuseReviews(true), .submit(0), .rest, .fillDisk(.none), .takeBack(0), .freeDisk,
          .comment(0), .kill, .refuseReviews(false), .submit(0), .rest,
        ]
      case .unasked: [.finish(1), .fillDisk(.none), .prompt, .attach(1), .open(1)]
      }
    }
  }

  @Test("A world is the same twice")
  func same() async {
    for seed in 0..<max(Self.seeds / 10, 50) {
      await Task.yield()
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
