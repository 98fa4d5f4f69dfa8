import SyncTestSupport

extension Scenario {
  /// Returns a scenario in which all kinds of steps are about equally likely.
  static func flat(seed: UInt64) -> Scenario {
    generate(seed: seed, weights: Array(repeating: 1, count: Choice.allCases.count), faults: 0.25) {
      _ in 1
    }
  }

  /// Returns a scenario with random weights: some kinds of steps never occur, others often.
  static func swarm(seed: UInt64) -> Scenario {
    var random = SplitMix64(seed: seed &+ 0x5EED)
    let weights = Choice.allCases.map { _ in [0, 0, 1, 1, 2, 6].randomElement(using: &random) ?? 1 }
    let favored = Fault.allCases.map { _ in [0, 0, 1, 4].randomElement(using: &random) ?? 1 }
    return generate(seed: seed, weights: weights, faults: .random(in: 0...0.7, using: &random)) {
      favored[$0]
    }
  }

  /// The kinds of steps to draw from.
  private enum Choice: Int, CaseIterable {
    case put, put2, link, delete, refused, upload, order, retry, replace, discard
    case close, open, crash, crashLocked, update, stop, start, fillDisk, freeDisk, run, settle
    case advance, jump
  }

  private static func generate(
    seed: UInt64, weights: [Int], faults rate: Double, favored: (Int) -> Int
  ) -> Scenario {
    var random = SplitMix64(seed: seed)
    // A scenario without changes or without progress would test nothing.
    let weights = zip(Choice.allCases, weights).map { choice, weight in
      switch choice {
      case .put, .put2: max(weight, 2)
      case .run, .settle, .advance: max(weight, 1) * 3
      case .open, .start, .freeDisk: max(weight, 1)
      default: weight
      }
    }
    let total = weights.reduce(0, +)
    let steps = (0..<40).map { _ in
      var draw = Int.random(in: 0..<total, using: &random)
      let index = weights.firstIndex { weight in
        draw -= weight
        return draw < 0
      }
      return step(Choice.allCases[index ?? 0], &random)
    }
    let kinds = Fault.allCases.indices.flatMap { index in
      Array(repeating: Fault.allCases[index], count: favored(index))
    }
    let faults = (0..<60).map { _ in
      Double.random(in: 0..<1, using: &random) < rate
        ? kinds.randomElement(using: &random) ?? .none : .none
    }
    return Scenario(seed: seed, steps: steps, faults: faults)
  }

  private static func step(_ choice: Choice, _ random: inout SplitMix64) -> Step {
    let line = Int.random(in: 0..<4, using: &random)
    let number = Int.random(in: 1..<100, using: &random)
    let obstacle = Obstacle.allCases[number % 4]
    return switch choice {
    case .put, .put2: .put(line: line, quantity: number)
    case .link:
      .link(line: line, to: number % 2 == 0 ? .line((line + 1) % 4) : .photo(number % 3))
    case .delete: .delete(line: line)
    case .refused: .refused(line: line)
    case .upload: .upload(photo: number % 3)
    case .order: .order
    case .retry: .retry(item: number)
    case .replace: .replace(item: number, quantity: number)
    case .discard: .discard(item: number)
    case .close: .close(obstacle)
    case .open: .open(obstacle)
    case .crash: .crash
    case .crashLocked: .crashLocked
    case .update: .update(canRead: line == 0, entry: number)
    case .stop: .stop
    case .start: .start
    case .fillDisk: .fillDisk
    case .freeDisk: .freeDisk
    case .run: .run(Int.random(in: 1...12, using: &random))
    case .settle: .settle
    case .advance: .advance
    case .jump: .jump(seconds: number)
    }
  }
}
