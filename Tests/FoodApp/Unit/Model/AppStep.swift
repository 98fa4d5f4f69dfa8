import SyncTestSupport

/// A step in a simulated world of the whole app, with two people and a guest.
enum AppStep: SimulatedStep {
  /// Actions of the user.
  case choose(Int), language(Int), add(Int), remove, promo, deliver, order, accept, takeUp
  case requestCode(Int), enterCode, signOut(keepingData: Bool), rename, cancel, review, decide
  /// Events at the service.
  case raisePrice, sellOut, expire, elsewhere, hurry
  /// Events on the device.
  case loseAnswer
  case device(DeviceStep)
}

extension AppSimulation {
  private static let usual = [
    3, 1, 14, 3, 2, 4, 5, 2, 1, 5, 7, 2, 2, 1, 2, 2, 1, 1, 1, 1, 3, 3, 4, 3, 5, 6, 6, 5,
  ]

  /// Returns the world of a seed.
  static func world(_ seed: UInt64) -> DeviceWorld<AppSimulation> {
    DeviceWorld(seed: seed, usual: usual, count: 10...45, of: step)
  }

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
    default: .wait
    }
  }
}
