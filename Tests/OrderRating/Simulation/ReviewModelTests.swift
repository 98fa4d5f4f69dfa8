import Foundation
import SyncTestSupport
import Testing

struct ReviewModelTests {
  /// The number of worlds of each kind.
  private static let seeds = seedCount("RATING_SEEDS", otherwise: 40)

  @Test
  func `No review is lost or doubled, and no photo is left behind`() async throws {
    try await expectKept(in: 0..<Self.seeds, sending: 3, ReviewSimulation.world)
  }

  @Test(arguments: Mended.allCases)
  func `A promise that was broken once is kept`(_ world: Mended) async throws {
    // The seed determines the order of concurrent events.
    try await expectKept(in: 0..<max(1, Self.seeds / 2)) { number in
      // The moment of a kill depends on the seed, up to 40 steps.
      DeviceWorld<ReviewSimulation>(seed: 3 * number, steps: world.steps(3 * number))
    }
  }

  /// Small worlds that once violated a guarantee.
  enum Mended: String, CaseIterable, CustomTestStringConvertible {
    case spinning = "A refused photo on a full disk is not looked at without end"
    case dismissed = "The notice of a refused photo that is still queued can be dismissed"
    case silent = "A refused photo leaves the queue when its notice is kept, and not before"
    case takenBack = "A review that was withdrawn on a full disk and continued survives a crash"
    case kept = "A review that was withdrawn and could not be stored as a draft survives a crash"
    case late = "A review that is withdrawn while its turn comes is preserved"
    case twice =
      "A review that was sent and forgotten on a full disk is not mistaken for another one"
    case returning = "The draft of what the server has does not come back with a crash"
    case reused = "A photo in a reused slot is not sent in place of the previous one"
    case unasked = "A question that could not be remembered leaves no draft behind"
    case held =
      "A review that was refused and withdrawn on a full disk does not delay its next edition"
    case declined = "A review that was withdrawn and then skipped is not sent after a restart"
    case back = "A draft that is edited back on a full disk is not replaced by the edit in between"

    var testDescription: String { rawValue }

    func steps(_ seed: UInt64) -> [RatingStep] {
      let begin: [RatingStep] = [.finish(0), .open(0), .stars(0, 4)]
      return switch self {
      case .spinning:
        begin + [
          .closeGate, .attach(0), .submit(0), .fillDisk(.none), .refusePhotos(true), .openGate,
          .rest,
        ]
      case .dismissed: Self.spinning.steps(seed) + [.dismiss, .kill, .freeDisk]
      case .silent:
        begin + [
          .attach(0), .closeGate, .submit(0), .fillDisk(.forQueue), .refusePhotos(true), .openGate,
          .rest, .wait, .rest, .kill, .freeDisk,
        ]
      case .takenBack:
        begin + [
          .closeGate, .submit(0), .fillDisk(.none), .withdraw(0), .freeDisk, .comment(0), .kill,
        ]
      case .kept:
        begin + [.closeGate, .submit(0), .fillDisk(.forQueue), .withdraw(0), .kill, .freeDisk]
      case .late:
        begin + [.attach(0), .submit(0), .run(Int(seed % 40)), .withdraw(0), .comment(0)]
      case .twice:
        begin + [.fillDisk(.none), .comment(0), .submit(0), .rest, .kill, .submit(0), .rest]
      case .returning: begin + [.fillDisk(.forQueue), .submit(0), .rest, .kill]
      case .reused:
        begin + [
          .attach(0), .closeGate, .submit(0), .fillDisk(.none), .openGate, .rest, .finish(1),
          .open(1), .freeDisk, .attach(1), .kill, .rest,
        ]
      case .held:
        begin + [
          .refuseReviews(true), .submit(0), .rest, .fillDisk(.none), .withdraw(0), .freeDisk,
          .comment(0), .kill, .refuseReviews(false), .submit(0), .rest,
        ]
      case .declined:
        begin + [
          .closeGate, .submit(0), .killTakingBack(0, after: Int(seed % 40)), .skip(0), .kill,
          .openGate, .rest,
        ]
      case .back:
        begin + [
          .fillDisk(.none), .stars(0, 2), .stars(0, 4), .freeDisk, .finish(1), .open(1), .kill,
        ]
      case .unasked: [.finish(1), .fillDisk(.none), .prompt, .attach(1), .open(1)]
      }
    }
  }

  @Test func `A world is the same twice`() async throws {
    try await expectSame(in: 0..<5, ReviewSimulation.world)
  }
}
