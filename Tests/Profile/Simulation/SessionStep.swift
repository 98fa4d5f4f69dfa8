import SyncTestSupport

/// A step in a simulated world with two accounts and a guest.
enum SessionStep: SimulatedStep {
  /// Actions of the user.
  case requestCode(Int), enterCode(isRight: Bool), discardCode
  case signOut(keepingData: Bool)
  case edit, add, storm(Int)
  /// Events at the service.
  case expire, revoke(Int)
  /// Events on the device; the clock is turned by hours.
  case fillSecrets, freeSecrets, turnClock(Int)
  case device(DeviceStep)
}

extension SessionSimulation {
  private static let usual = [8, 9, 1, 5, 8, 6, 5, 6, 1, 2, 4, 2, 3, 3, 4, 8, 4, 4]

  /// Returns the random world for a seed.
  static func world(_ seed: UInt64) -> DeviceWorld<SessionSimulation> {
    DeviceWorld(seed: seed, usual: usual, count: 10...50, of: step)
  }

  private static func step(_ kind: Int, _ random: inout SplitMix64) -> SessionStep {
    let person = Int.random(in: 0..<2, using: &random)
    let number = Int.random(in: 1...9, using: &random)
    return switch kind {
    case 0: .requestCode(person)
    case 1: .enterCode(isRight: number > 1)
    case 2: .discardCode
    case 3: .signOut(keepingData: number > 2)
    case 4: .edit
    case 5: .add
    case 6: .storm(number * 3)
    case 7: .expire
    case 8: .revoke(person)
    case 9: .closeGate
    case 10: .openGate
    case 11: .fillSecrets
    case 12: .freeSecrets
    case 13: .turnClock([-9_000, -2, -1, 1, 2, 9_000, 0, 3, 4][number - 1])
    case 14: .kill
    case 15: .run(number * 4)
    case 16: .rest
    default: .wait
    }
  }
}
