import SyncTestSupport

/// An event in the life of an app with a cart.
enum CartStep: SimulatedStep {
  /// Taps of the user, at once or each after the answer to the previous one.
  case add(Int, count: Int)
  case set(Int, quantity: Int)
  case promo(Int, isWanted: Bool)
  case fulfil(isDelivered: Bool)
  case acceptPrices
  case order
  case withdraw
  case decide(isKept: Bool)
  case refresh
  /// The user refreshes.
  case refreshed
  /// The user chooses another of four cities, adds an item there, and returns.
  case visit(Int)
  /// Events at the server.
  case addElsewhere(Int)
  case closeElsewhere
  case changePrice(Int, Int64)
  case sellOut(Bool)
  /// Events of the device; `crowdDisk` leaves room only for the queue.
  case fillDisk, crowdDisk, freeDisk, slowDisk
  /// The app is killed this number of steps after two taps began.
  case addAndKill(Int, after: Int)
  /// The next change arrives, and its answer is lost.
  case loseAnswer
  case device(DeviceStep)
}

extension CartSimulation {
  private static let usual = [
    10, 8, 3, 1, 2, 1, 2, 1, 0, 3, 0, 2, 1, 2, 3, 1, 2, 2, 8, 4, 1, 4,
  ]

  /// Returns the random world for a seed.
  static func world(_ seed: UInt64) -> DeviceWorld<CartSimulation> {
    var world = DeviceWorld<CartSimulation>(seed: seed, usual: usual, count: 10...40, of: step)
    if seed % 11 == 3 {
      let middle = world.steps.count / 2
      world.steps.insert(seed % 2 == 0 ? .visit(0) : .closeElsewhere, at: middle)
    }
    if seed % 7 == 2 {
      world.steps.insert(.addAndKill(Int(seed % 4), after: Int(seed % 29)), at: Int(seed % 5))
    }
    return world
  }

  private static func step(_ kind: Int, _ random: inout SplitMix64) -> CartStep {
    let item = Int.random(in: 0..<5, using: &random)
    let number = Int.random(in: 0...4, using: &random)
    let isSo = Bool.random(using: &random)
    return switch kind {
    case 0: .add(item, count: max(1, number))
    case 1: .set(item, quantity: number)
    case 2: .promo(number, isWanted: isSo)
    case 3: .fulfil(isDelivered: isSo)
    case 4: .acceptPrices
    case 5: .order
    case 6: .decide(isKept: isSo)
    case 7: .refresh
    case 8: .visit(number % 3)
    case 9: .addElsewhere(item)
    case 10: .closeElsewhere
    case 11: .changePrice(item, Int64(number) * 111)
    case 12: .sellOut(isSo)
    case 13: .closeGate
    case 14: .openGate
    case 15: .fillDisk
    case 16: .freeDisk
    case 17: .kill
    case 18: .run(number * 5)
    case 19: .rest
    case 20: .withdraw
    default: .wait
    }
  }
}
