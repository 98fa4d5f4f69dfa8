public import Sync

/// One thing that happens to a simulated source, in the order that a seed has chosen.
public enum SourceStep: Sendable, Hashable {
  case read(SourceFetching)
  case refresh
  /// One of the readers there are, counted round.
  case leave(Int)
  case leaveAll
  case use(Int)
  case serverChange(Int)
  case localChange
  /// The server gets the oldest local change and answers with its version.
  case acknowledge
  case server(SourceServer.Behaviour)
  case close(Gate.Reason)
  case open(Gate.Reason)
  /// The time of day is another one: hours have passed, or the clock was set back.
  case age(Int)
  /// The process ends and begins again over what was stored, which may have been damaged meanwhile.
  case crash(isDamaged: Bool)
  /// So many steps of any task are made.
  case work(Int)
  /// All is done that can be done without the time going on.
  case rest
  /// The time goes on to whatever is next.
  case advance

  /// Chooses what happens; a swarm leaves out most kinds of steps in each seed, so that those that
  /// remain meet more often.
  public static func scenario(_ seed: UInt64, isSwarm: Bool, count: Int = 32) -> [SourceStep] {
    var random = SplitMix64(seed: seed)
    var weights = [6, 5, 5, 1, 4, 5, 3, 4, 5, 2, 3, 3, 1, 8, 6, 10]
    if isSwarm {
      for kind in weights.indices.dropLast(3) {
        weights[kind] =
          Bool.random(using: &random) ? 0 : weights[kind] * .random(in: 1...4, using: &random)
      }
    }
    let bag = weights.enumerated().flatMap { Array(repeating: $0.offset, count: $0.element) }
    return (0..<count).map { _ in make(bag.randomElement(using: &random) ?? 0, &random) }
  }

  private static func make(_ kind: Int, _ random: inout SplitMix64) -> SourceStep {
    let number = Int.random(in: 0..<12, using: &random)
    let reason = Gate.Reason.allCases[number % 2]
    switch kind {
    case 0: return .read([.whenStale, .whenStale, .always, .never][number % 4])
    case 1: return .refresh
    case 2: return .leave(number)
    case 3: return .leaveAll
    case 4: return .use(number % 3)
    case 5: return .serverChange(number % 3)
    case 6: return .localChange
    case 7: return .acknowledge
    case 8:
      // One who has not heard of the last changes is the hardest to get right.
      return .server((SourceServer.Behaviour.allCases + [.behind])[number % 8])
    case 9: return .close(reason)
    case 10: return .open(reason)
    case 11: return .age([60, 3_600, -60][number % 3])
    case 12: return .crash(isDamaged: number % 3 == 0)
    case 13: return .work(number + 1)
    case 14: return .rest
    default: return .advance
    }
  }
}
