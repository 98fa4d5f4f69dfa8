import SyncTestSupport

/// Something that happens to an app with reviews; numbers are orders.
enum RatingStep: Sendable, Equatable {
  /// What the user does, each after the answer to the last.
  case prompt
  case open(Int)
  case stars(Int, Int)
  case tag(Int)
  case comment(Int)
  case attach(Int)
  case removePhoto(Int)
  case submit(Int)
  case skip(Int)
  case takeBack(Int)
  case dismiss
  /// The app dies in the middle of a call, so many steps after it began.
  case killSubmitting(Int, after: Int)
  case killTakingBack(Int, after: Int)
  /// What happens at the server.
  case finish(Int)
  case rateElsewhere(Int)
  case endWindow(Int)
  case refusePhotos(Bool)
  case refuseReviews(Bool)
  case setClock(Int)
  /// What becomes of the device.
  case sleep(Int)
  case closeGate, openGate
  case fillDisk(SimulatedReviewDisk.Room)
  case freeDisk, kill
  /// How far things go before the next step.
  case run(Int)
  case rest
  case wait

  private static let usual = [
    4, 8, 10, 4, 6, 8, 2, 10, 1, 3, 2, 5, 1, 1, 1, 1, 1, 1, 4, 5, 3, 3, 6, 8, 4, 4,
    3, 2,
  ]

  /// A world by its seed: each has a taste of its own, so that rare things are common in some.
  static func world(seed: UInt64) -> (steps: [RatingStep], faultRate: Int) {
    var random = SplitMix64(seed: seed)
    let isExtreme = seed % 2 == 0
    let weights = usual.map { usual in
      guard isExtreme else { return usual }
      return usual * Int.random(in: 0...4, using: &random) * Int.random(in: 0...3, using: &random)
    }
    let faultRate = [0, 10, 30, 60].randomElement(using: &random) ?? 0
    let count = Int.random(in: 20...70, using: &random)
    let begin: [RatingStep] = [.finish(0), .finish(1), .open(0), .stars(0, 4)]
    return (begin + (0..<count).map { _ in step(weights, &random) }, faultRate)
  }

  private static func step(_ weights: [Int], _ random: inout SplitMix64) -> RatingStep {
    var pick = Int.random(in: 0..<max(1, weights.reduce(0, +)), using: &random)
    let kind = weights.firstIndex { weight in
      pick -= weight
      return pick < 0
    }
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
    case 9: .takeBack(order)
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
