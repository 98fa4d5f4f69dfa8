import Sync
import SyncTestSupport

extension Scenario {
  /// Creates a random scenario.
  ///
  /// In a swarm, some kinds of steps and of faults never occur, and others often.
  init(seed: UInt64, isSwarm: Bool) {
    self.seed = seed
    // The last kinds are the progress, without which a scenario would test nothing.
    steps = randomSteps(
      40, seed: seed,
      weights: [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 1, 1, 1, 3, 3, 3], progress: 7,
      isSwarm: isSwarm, of: Self.step)
    var random = SplitMix64(seed: seed &+ 0x5EED)
    let rate = isSwarm ? Double.random(in: 0...0.7, using: &random) : 0.25
    let kinds = Fault.allCases.flatMap { fault in
      Array(repeating: fault, count: isSwarm ? [0, 0, 1, 4].randomElement(using: &random) ?? 1 : 1)
    }
    faults = (0..<60).map { _ in
      Double.random(in: 0..<1, using: &random) < rate
        ? kinds.randomElement(using: &random) ?? .none : .none
    }
  }

  private static func step(_ kind: Int, _ random: inout SplitMix64) -> Step {
    let line = Int.random(in: 0..<4, using: &random)
    let number = Int.random(in: 1..<100, using: &random)
    let reason = Gate.Reason.allCases[number % 4]
    return switch kind {
    case 0: .link(line: line, to: number % 2 == 0 ? (line + 1) % 4 : 4 + number % 3)
    case 1: .delete(line: line)
    case 2: .refused(line: line)
    case 3: .upload(photo: number % 3)
    case 4: .order
    case 5: .retry(item: number)
    case 6: .replace(item: number, quantity: number)
    case 7: .discard(item: number)
    case 8: .close(reason)
    case 9: .crash
    case 10: .crashLocked
    case 11: .update(canRead: line == 0, entry: number)
    case 12: .stop
    case 13: .fillDisk
    case 14: .jump(seconds: number)
    case 15: .put(line: line, quantity: number)
    case 16: .open(reason)
    case 17: .start
    case 18: .freeDisk
    case 19: .run(Int.random(in: 1...12, using: &random))
    case 20: .settle
    default: .advance
    }
  }
}
