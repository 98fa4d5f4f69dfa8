import Testing

/// A world that hardly ever comes up by chance, and what holds in it.
enum RareWorld: String, CaseIterable {
  case rebased = "What was rebased on a full disk is not done twice after a crash"
  case told = "A cart that was left is told nothing more"
  case left = "What was refused in a cart that was left holds up no order of the next one"
  case accepted = "A price that is accepted takes nothing from what another device has added"
  case ordered = "An order waits for all that was put into the cart before it"
  case answered = "A cart whose order has no answer is not offered again when it is asked for"
  case locked = "A cart that is being ordered takes no changes"
  case room = "When there is room again, the next tap is kept with all before it"
  case refreshed = "A refresh shows what the server has then, whatever was under way"
  case ordering = "Lines stay in the order in which they were added, also after a restart"
  case repeated = "Lines that are added again without network stay where they are after a restart"
  case begun = "The id of a cart is kept before the server hears of it, whenever the app is killed"

  var steps: [CartStep] {
    switch self {
    case .rebased:
      [
        .add(0, count: 1), .rest, .closeGate, .add(0, count: 1), .addElsewhere(0), .fillDisk,
        .openGate, .rest, .kill, .freeDisk,
      ]
    case .told:
      [.add(2, count: 2), .rest, .closeGate, .add(3, count: 1), .changeCity, .openGate, .rest]
    case .left:
      [.sellOut(true), .add(4, count: 1), .rest, .changeCity, .add(0, count: 1)]
    case .accepted:
      [
        .add(0, count: 1), .rest, .changePrice(0, 100), .refresh, .rest, .closeGate,
        .addElsewhere(0), .acceptPrices,
      ]
    case .ordered:
      [.closeGate, .add(2, count: 2), .add(0, count: 1), .order, .openGate] + .moments(60)
    case .answered: [.add(2, count: 2), .rest, .loseAnswer, .order, .rest, .refresh, .rest]
    case .locked:
      [.closeGate, .add(2, count: 2), .order, .add(3, count: 1), .set(2, quantity: 0)]
    case .begun:
      [.slowDisk] + (0..<30).flatMap { [.changeCity, .addAndKill(2, after: $0 * 8), .rest] }
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
  /// So many moments, with a look after each.
  fileprivate static func moments(_ count: Int) -> [CartStep] {
    [CartStep](repeating: .run(1), count: count)
  }
}
