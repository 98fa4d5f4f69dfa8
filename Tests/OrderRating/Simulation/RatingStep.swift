import SyncTestSupport

/// A step in a simulated world with reviews; the first number is an order.
enum RatingStep: SimulatedStep {
  /// Actions of the user, each after the result of the last one.
  case prompt
  case open(Int)
  case stars(Int, Int)
  case tag(Int)
  case comment(Int)
  case attach(Int)
  case removePhoto(Int)
  case submit(Int)
  case skip(Int)
  case withdraw(Int)
  case dismiss
  /// Kills of the app in the middle of a call, after this number of executor steps.
  case killSubmitting(Int, after: Int)
  case killTakingBack(Int, after: Int)
  /// Events at the server.
  case finish(Int)
  case rateElsewhere(Int)
  case endWindow(Int)
  case refusePhotos(Bool)
  case refuseReviews(Bool)
  case setClock(Int)
  /// Events on the device.
  case sleep(Int)
  case fillDisk(DiskRoom)
  case freeDisk
  case device(DeviceStep)
}

extension ReviewSimulation {
  private static let usual = [
    4, 8, 10, 4, 6, 8, 2, 10, 1, 3, 2, 5, 1, 1, 1, 1, 1, 1, 4, 5, 3, 3, 6, 8, 4, 4,
    3, 2,
  ]

  /// Returns the random world for a seed.
  static func world(_ seed: UInt64) -> DeviceWorld<ReviewSimulation> {
    var world = DeviceWorld<ReviewSimulation>(seed: seed, usual: usual, count: 20...70, of: step)
    world.steps = [.finish(0), .finish(1), .open(0), .stars(0, 4)] + world.steps
    return world
  }

  private static func step(_ kind: Int, _ random: inout SplitMix64) -> RatingStep {
    let order = Int.random(in: 0..<3, using: &random)
    let number = Int.random(in: 1...5, using: &random)
    let moment = Int.random(in: 0..<40, using: &random)
    let isSo = Bool.random(using: &random)
    return switch kind {
    case 0: .prompt
    case 1: .open(order)
    case 2: .stars(order, number)
    case 3: .tag(order)
    case 4: .comment(order)
    case 5: .attach(order)
    case 6: .removePhoto(order)
    case 7: .submit(order)
    case 8: .skip(order)
    case 9: .withdraw(order)
    case 10: .dismiss
    case 11: .finish(order)
    case 12: .rateElsewhere(order)
    case 13: .endWindow(order)
    case 14: .refusePhotos(isSo)
    case 15: .refuseReviews(isSo)
    case 16: .setClock(number * 20_000 - 50_000)
    case 17: .sleep(number * 10_000)
    case 18: .closeGate
    case 19: .openGate
    case 20: .fillDisk([.none, .none, .forQueue, .forQueue, .forText][number - 1])
    case 21: .freeDisk
    case 22: .kill
    case 23: .run(number * 5)
    case 24: .rest
    case 26: .killSubmitting(order, after: moment)
    case 27: .killTakingBack(order, after: moment)
    default: .wait
    }
  }
}
