import SyncTestSupport

/// A step in a simulated world of the whole app, with two people and a guest.
enum AppStep: SimulatedStep {
  /// Actions of the user.
  case choose(Int), language(Int), add(Int), remove, promo, deliver, order, accept, takeUp
  case requestCode(Int), enterCode, signOut(keepingData: Bool), rename, cancel, review, decide
  /// Events at the service.
  case raisePrice, sellOut, expire, elsewhere, hurry, restartServer(seconds: Int)
  /// Events on the device; `failWrites` and `killAtWrite` apply to the writes after the step.
  case loseAnswer, fillDisk, freeDisk, failWrites(Int), killAtWrite(Int)
  case device(DeviceStep)
}

extension AppSimulation {
  private static let usual = [
    3, 1, 14, 3, 2, 4, 5, 2, 1, 5, 7, 2, 2, 1, 2, 2, 1, 1, 1, 1, 3, 3, 4, 3, 5, 6, 6, 2, 3, 3, 3, 8,
    5,
  ]

  /// Returns the random world for a seed.
  static func world(_ seed: UInt64) -> DeviceWorld<AppSimulation> {
    var world = DeviceWorld<AppSimulation>(seed: seed, usual: usual, count: 10...45, of: step)
    var random = SplitMix64(seed: seed ^ 0xA44)
    // Without a city and an account, most steps have no effect.
    var start = 0
    for steps in [[.choose(0)], [.requestCode(Int(seed % 2)), .enterCode], ordering] {
      guard Int.random(in: 0..<8, using: &random) > 0 else { continue }
      start = Int.random(in: start...min(start + 8, world.steps.count), using: &random)
      world.steps.insert(contentsOf: steps, at: start)
      start += steps.count
    }
    return world
  }

  private static let ordering: [AppStep] = [.add(0), .deliver, .rest, .order]

  private static func step(_ kind: Int, _ random: inout SplitMix64) -> AppStep {
    let number = Int.random(in: 1...9, using: &random)
    return switch kind {
    case 0: .choose(number % 2)
    case 1: .language(number % 2)
    case 2: .add(number % 2)
    case 3: .remove
    case 4: .promo
    case 5: .deliver
    case 6: .order
    case 7: .accept
    case 8: .takeUp
    case 9: .requestCode(number % 2)
    case 10: .enterCode
    case 11: .signOut(keepingData: number > 2)
    case 12: .rename
    case 13: .cancel
    case 14: .review
    case 15: .decide
    case 16: .raisePrice
    case 17: .sellOut
    case 18: .expire
    case 19: .elsewhere
    case 20: .hurry
    case 21: .closeGate
    case 22: .openGate
    case 23: .loseAnswer
    case 24: .kill
    case 25: .run(number * 6)
    case 26: .rest
    case 27: .restartServer(seconds: number * 10)
    case 28: .fillDisk
    case 29: .freeDisk
    case 30: .failWrites(number)
    case 31: .killAtWrite(number - 1)
    default: .wait
    }
  }
}
