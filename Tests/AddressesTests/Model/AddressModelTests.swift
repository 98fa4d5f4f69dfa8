import Foundation
import SyncTestSupport
import Testing

@Suite("Addresses in simulated worlds")
struct AddressModelTests {
  /// How many worlds are tried; nightly runs ask for more.
  private static let seeds =
    ProcessInfo.processInfo.environment["ADDRESSES_SEEDS"].flatMap { UInt64($0) } ?? 300

  @Test("Nothing is lost and nothing doubled, whatever happens")
  func kept() {
    var broken = 0
    var requests = 0
    for seed in 0..<Self.seeds {
      let outcome = AddressSimulation.play(seed)
      requests += outcome.requests
      guard let violation = outcome.violation else { continue }
      broken += 1
      if broken <= 3 { report(seed, violation) }
    }
    #expect(broken == 0, "\(broken) of \(Self.seeds) worlds")
    #expect(requests > Int(Self.seeds), "hardly anything was sent")
  }

  @Test(
    "What was done to an address that is gone is not taken as done to the one made in its place")
  func madeAnew() {
    let steps: [AddressStep] = [
      .add(2, place: 3), .edit(2, place: 0, floor: 6), .prefer(2), .fillDisk,
      .edit(2, place: 1, floor: 2), .add(1, place: 0), .rest, .kill, .removeElsewhere,
    ]
    for seed in 0..<20 {
      let outcome = AddressSimulation.play(steps, 0, seed: UInt64(seed), isTracing: true)
      #expect(outcome.violation == nil, "\(outcome.trace.joined(separator: "\n"))")
    }
  }

  @Test("A correction does not take a place that another address has yet to leave")
  func corrected() {
    let steps: [AddressStep] = [
      .add(2, place: 3), .add(0, place: 1), .rest, .removeElsewhere,
      .edit(2, place: 2, floor: 9), .edit(0, place: 0, floor: 3), .edit(0, place: 1, floor: 4),
      .edit(2, place: 0, floor: 3),
    ]
    for seed in 0..<100 {
      let outcome = AddressSimulation.play(steps, 0, seed: UInt64(seed), isTracing: true)
      #expect(outcome.violation == nil, "\(outcome.trace.joined(separator: "\n"))")
    }
  }

  @Test("What was changed here and removed elsewhere is not dropped unasked")
  func owed() {
    let steps: [AddressStep] = [
      .add(2, place: 0), .rest, .closeGate, .edit(2, place: 1, floor: 2), .rest,
      .removeElsewhere, .openGate, .rest,
    ]
    for seed in 0..<20 {
      let outcome = AddressSimulation.play(steps, 0, seed: UInt64(seed), isTracing: true)
      #expect(outcome.violation == nil, "\(outcome.trace.joined(separator: "\n"))")
    }
  }

  @Test("What was removed before its answer came is made anew, also when no answer is remembered")
  func forgotten() {
    let steps: [AddressStep] = [.add(2, place: 0), .run(9), .removeElsewhere, .wait, .wait]
    for seed in stride(from: 7, to: 800, by: 8) {
      let outcome = AddressSimulation.play(steps, 60, seed: UInt64(seed), isTracing: true)
      #expect(outcome.violation == nil, "\(outcome.trace.joined(separator: "\n"))")
    }
  }

  @Test("What the disk had no room for is not written when it is gone")
  func unwritten() {
    let steps: [AddressStep] = [
      .addElsewhere(place: 3), .fillDisk, .add(0, place: 3), .rest, .freeDisk, .add(1, place: 1),
      .rest, .kill,
    ]
    for seed in 0..<20 {
      let outcome = AddressSimulation.play(steps, 0, seed: UInt64(seed), isTracing: true)
      #expect(outcome.violation == nil, "\(outcome.trace.joined(separator: "\n"))")
    }
  }

  @Test(
    "What was once lost, doubled or renamed is not so again",
    arguments: [2_872, 7_100, 7_258, 8_025, 8_216, 13_001, 14_458] as [UInt64])
  func once(_ seed: UInt64) {
    #expect(AddressSimulation.play(seed).violation == nil)
  }

  @Test("A world is the same twice")
  func same() {
    for seed in 0..<max(Self.seeds / 10, 40) {
      let first = AddressSimulation.play(seed, isTracing: true).trace
      let second = AddressSimulation.play(seed, isTracing: true).trace
      let difference = zip(first, second).first { $0 != $1 }
      #expect(
        difference == nil && first.count == second.count,
        "seed \(seed): \(String(describing: difference))")
    }
  }

  /// Shows the smallest part of a world in which the same promise is broken.
  private func report(_ seed: UInt64, _ violation: String) {
    var (steps, faultRate) = AddressStep.world(seed: seed)
    let rule = violation.filter { !$0.isNumber }
    func isBroken(_ steps: [AddressStep], _ faultRate: Int) -> Bool {
      AddressSimulation.play(steps, faultRate, seed: seed).violation?
        .filter { !$0.isNumber } == rule
    }
    if isBroken(steps, 0) { faultRate = 0 }
    var index = 0
    while index < steps.count {
      var fewer = steps
      fewer.remove(at: index)
      if isBroken(fewer, faultRate) { steps = fewer } else { index += 1 }
    }
    let trace = AddressSimulation.play(steps, faultRate, seed: seed, isTracing: true).trace
    Issue.record("seed \(seed): \(violation)\n\(steps)\n\(trace.joined(separator: "\n"))")
  }
}
