import Testing
import SyncTestSupport

/// A world that rarely arises by chance, and its rule.
enum RareWorld: String, CaseIterable {
  case rebased = "A change that was rebased on a full disk is applied once after a crash"
  case left = "A refused change of one city delays no order of another"
  case accepted = "An accepted price keeps what another device has added"
  case ordered = "An order is sent after all earlier additions"
  case answered = "A cart whose order has no answer is not ended by a fetch"
  case numbered = "A placed order survives a crash if only the queue could be written"
  case room = "The first tap after a full disk is stored with all earlier ones"
  case refreshed = "A refresh shows the server's cart, whatever was in progress"
  case ordering = "Lines keep the order of adding after a restart"
  case repeated = "Lines that are added again without a network keep their place after a restart"
  case begun = "The id of a cart is stored before it is sent, whenever the app is killed"

  var steps: [CartStep] {
    switch self {
    case .rebased:
      [
        .add(0, count: 1), .rest, .closeGate, .add(0, count: 1), .addElsewhere(0), .fillDisk,
        .openGate, .rest, .kill, .freeDisk,
      ]
    case .left:
      [.sellOut(true), .add(4, count: 1), .rest, .visit(0), .add(0, count: 1)]
    case .accepted:
      [
        .add(0, count: 1), .rest, .changePrice(0, 100), .refresh, .rest, .closeGate,
        .addElsewhere(0), .acceptPrices,
      ]
    case .ordered:
      [.closeGate, .add(2, count: 2), .add(0, count: 1), .order, .openGate] + .moments(60)
    case .answered: [.add(2, count: 2), .rest, .loseAnswer, .order, .rest, .refresh, .rest]
    case .numbered:
      [.add(2, count: 2), .rest, .crowdDisk, .order, .rest, .kill, .freeDisk, .rest]
    case .begun:
      [.slowDisk] + (0..<30).flatMap { [.visit($0 % 3), .addAndKill(2, after: $0 * 8), .rest] }
    case .ordering:
      [.closeGate, .add(3, count: 1), .add(2, count: 1), .openGate] + .moments(40)
        + [.kill, .rest, .kill, .rest, .kill, .openGate, .rest]
    case .repeated:
      [
        .add(2, count: 1), .rest, .add(3, count: 1), .rest, .closeGate, .add(3, count: 1),
        .add(2, count: 1), .kill, .rest, .kill, .openGate, .rest,
      ]
    case .refreshed:
      (0..<20).flatMap { [.add(2, count: 1), .run($0 * 2), .changePrice(2, 111), .refreshed] }
    case .room: [.fillDisk, .add(0, count: 1), .freeDisk, .add(2, count: 1)]
    }
  }
}

extension RareWorld: CustomTestStringConvertible {
  var testDescription: String { rawValue }
}

extension [CartStep] {
  /// Returns this number of steps, after each of which the rules are checked.
  fileprivate static func moments(_ count: Int) -> [CartStep] {
    [CartStep](repeating: .run(1), count: count)
  }
}
