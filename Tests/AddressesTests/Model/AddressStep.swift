import SyncTestSupport

/// Something that happens to an app with an address book.
enum AddressStep: Sendable, Equatable {
  /// What the user does with one of three addresses: where it is, and the floor.
  case add(Int, place: Int)
  case edit(Int, place: Int, floor: Int)
  case remove(Int), use(Int), prefer(Int)
  case decide(isKept: Bool)
  case refresh
  /// What another device of the same user does; only to the third address and to its own.
  case addElsewhere(place: Int)
  case editElsewhere(floor: Int)
  case removeElsewhere
  /// What becomes of the city.
  case closeCity, openCity
  /// What becomes of the device.
  case closeGate, openGate, fillDisk, freeDisk, kill
  /// How far things go before the next step.
  case run(Int)
  case rest
  case wait

  /// A world by its seed: each has a taste of its own, so that rare things are common in some.
  static func world(seed: UInt64) -> (steps: [AddressStep], faultRate: Int) {
    var random = SplitMix64(seed: seed)
    let isExtreme = seed % 2 == 0
    let usual = [10, 8, 4, 4, 4, 3, 2, 2, 2, 2, 1, 2, 2, 3, 1, 2, 2, 8, 4, 4]
    let weights = usual.map { weight in
      isExtreme
        ? weight * Int.random(in: 0...4, using: &random) * Int.random(in: 0...3, using: &random)
        : weight
    }
    let faultRate = [0, 10, 30, 60].randomElement(using: &random) ?? 0
    let count = Int.random(in: 10...40, using: &random)
    return ((0..<count).map { _ in step(weights, &random) }, faultRate)
  }

  private static func step(_ weights: [Int], _ random: inout SplitMix64) -> AddressStep {
    var pick = Int.random(in: 0..<max(1, weights.reduce(0, +)), using: &random)
    let kind = weights.firstIndex { weight in
      pick -= weight
      return pick < 0
    }
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
