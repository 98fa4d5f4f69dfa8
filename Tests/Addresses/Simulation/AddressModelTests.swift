import Foundation
import SyncTestSupport
import Testing

struct AddressModelTests {
  /// The number of worlds of each kind.
  private static let seeds = seedCount("ADDRESSES_SEEDS", otherwise: 40)

  @Test func `No change is lost or doubled`() async throws {
    try await expectKept(in: 0..<Self.seeds, sending: 1, AddressSimulation.world)
  }

  /// Situations that random worlds rarely reach, each with the steps that lead to it.
  enum Story: String, CaseIterable, CustomTestStringConvertible {
    case madeAnew =
      "What was done to an address that is gone is not taken as done to the one made in its place"
    case corrected = "A correction does not take a place that another address has yet to leave"
    case owed =
      "A change of an address that was removed elsewhere is not discarded without a decision"
    case forgotten =
      "An address that was removed before the answer is created again, even if no answer is remembered"
    case unwritten = "An address that had no room on the disk is not written after its removal"
    case preferred = "Of two defaults the later one counts, whatever becomes of the first"

    var testDescription: String { rawValue }

    var steps: [AddressStep] {
      switch self {
      case .madeAnew:
        [
          .add(2, place: 3), .edit(2, place: 0, floor: 6), .prefer(2), .fillDisk,
          .edit(2, place: 1, floor: 2), .add(1, place: 0), .rest, .kill, .removeElsewhere,
        ]
      case .corrected:
        [
          .add(2, place: 3), .add(0, place: 1), .rest, .removeElsewhere,
          .edit(2, place: 2, floor: 9), .edit(0, place: 0, floor: 3), .edit(0, place: 1, floor: 4),
          .edit(2, place: 0, floor: 3),
        ]
      case .owed:
        [
          .add(2, place: 0), .rest, .closeGate, .edit(2, place: 1, floor: 2), .rest,
          .removeElsewhere, .openGate, .rest,
        ]
      case .forgotten: [.add(2, place: 0), .run(9), .removeElsewhere, .wait, .wait]
      case .unwritten:
        [
          .rest, .closeGate, .addElsewhere(place: 3), .add(0, place: 3), .fillDisk, .openGate,
          .rest, .freeDisk, .add(1, place: 1), .rest, .kill, .rest,
        ]
      case .preferred:
        [
          .add(0, place: 0), .add(1, place: 1), .rest, .edit(0, place: 0, floor: 2), .prefer(0),
          .prefer(1), .wait,
        ]
      }
    }

    /// The percentage of requests with a fault.
    var faultRate: Int { [.forgotten, .preferred].contains(self) ? 60 : 0 }
  }

  @Test(arguments: Story.allCases)
  func `A rare story keeps the rules`(_ story: Story) async throws {
    // One in eight servers forgets its answers.
    let first: UInt64 = story == .forgotten ? 7 : 0
    try await expectKept(in: 0..<max(1, Self.seeds / 2)) { number in
      DeviceWorld<AddressSimulation>(
        seed: first + 8 * number, steps: story.steps, faultRate: story.faultRate)
    }
  }

  @Test(arguments: [2_872, 7_100, 7_258, 8_025, 8_216, 13_001, 14_458] as [UInt64])
  func `A world that once broke a rule keeps it`(_ seed: UInt64) {
    #expect(AddressSimulation.world(seed).play().violation == nil)
  }

  @Test func `A world is the same twice`() async throws {
    try await expectSame(in: 0..<5, AddressSimulation.world)
  }
}
