import SyncTestSupport

/// A step in a simulated world with an address book.
enum AddressStep: SimulatedStep {
  /// Actions of the user on one of three addresses, with its place and its floor.
  case add(Int, place: Int)
  case edit(Int, place: Int, floor: Int)
  case remove(Int), use(Int), prefer(Int)
  case decide(isKept: Bool)
  case refresh
  /// Actions on another device, which changes only the third address and its own addresses.
  case addElsewhere(place: Int)
  case editElsewhere(floor: Int)
  case removeElsewhere
  /// Changes of the city.
  case closeCity, openCity
  /// Events on the device.
  case fillDisk, freeDisk
  case device(DeviceStep)
}

extension AddressSimulation {
  private static let usual = [10, 8, 4, 4, 4, 3, 2, 2, 2, 2, 1, 2, 2, 3, 1, 2, 2, 8, 4, 4]

  /// Returns the random world for a seed.
  static func world(_ seed: UInt64) -> DeviceWorld<AddressSimulation> {
    DeviceWorld(seed: seed, usual: usual, count: 10...40, of: step)
  }

  private static func step(_ kind: Int, _ random: inout SplitMix64) -> AddressStep {
    let slot = Int.random(in: 0..<3, using: &random)
    let place = Int.random(in: 0..<4, using: &random)
    let floor = Int.random(in: 1...9, using: &random)
    return switch kind {
    case 0: .add(slot, place: place)
    case 1: .edit(slot, place: place, floor: floor)
    case 2: .remove(slot)
    case 3: .use(slot)
    case 4: .prefer(slot)
    case 5: .decide(isKept: floor % 2 == 0)
    case 6: .refresh
    case 7: .addElsewhere(place: place)
    case 8: .editElsewhere(floor: floor)
    case 9: .removeElsewhere
    case 10: .closeCity
    case 11: .openCity
    case 12: .closeGate
    case 13: .openGate
    case 14: .fillDisk
    case 15: .freeDisk
    case 16: .kill
    case 17: .run(floor * 3)
    case 18: .rest
    default: .wait
    }
  }
}
