import Sync
import SyncTestSupport

/// One event for a simulated source, in an order that a seed determines.
enum SourceStep: Sendable, Hashable {
  case read(FetchPolicy)
  case refresh
  /// The consumer at this index leaves, modulo the number of consumers.
  case leave(Int)
  case leaveAll
  case use(Int)
  case serverChange(Int)
  case server(SourceServer.Behavior)
  case close(Gate.Reason)
  case open(Gate.Reason)
  /// The device's clock changes by this number of seconds, which may be negative.
  case age(Int)
  /// The process restarts over the stored snapshots, which may have been damaged meanwhile.
  case crash(isDamaged: Bool)
  /// The executor runs this number of steps.
  case work(Int)
  /// All ready tasks run without advancing the time.
  case rest
  /// Time advances to the next deadline.
  case advance

  /// Returns a random step of a kind.
  static func make(_ kind: Int, _ random: inout SplitMix64) -> SourceStep {
    let number = Int.random(in: 0..<12, using: &random)
    let reason = [Gate.Reason.offline, .signedOut][number % 2]
    switch kind {
    case 0: return .read([.whenStale, .whenStale, .always, .never][number % 4])
    case 1: return .refresh
    case 2: return .leave(number)
    case 3: return .leaveAll
    case 4: return .use(number % 3)
    case 5: return .serverChange(number % 3)
    case 6:
      // A lagging replica is the hardest case, so it is drawn most often.
      return .server((SourceServer.Behavior.allCases + [.behind])[number % 8])
    case 7: return .close(reason)
    case 8: return .open(reason)
    case 9: return .age([60, 3_600, -60][number % 3])
    case 10: return .crash(isDamaged: number % 3 == 0)
    case 11: return .work(number + 1)
    case 12: return .rest
    default: return .advance
    }
  }
}
