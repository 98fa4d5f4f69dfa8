@testable import Sync
import SyncTestSupport
import Testing

@Suite struct SendPriorityTests {
  private struct Letter: OutboxChange {
    let number: Int
    var priority: SendPriority
    var lane: Lane { Lane("letter", "\(number)") }
  }

  private struct Unordered: OutboxChange {
    var lane: Lane { Lane("letter", "1") }
  }

  @Test func `a change has normal priority by default`() {
    #expect(Unordered().priority == .normal)
  }

  @Test func `a priority precedes lower ones and not itself`() {
    let priorities = [SendPriority.high, .normal, .low]
    for (first, earlier) in priorities.enumerated() {
      for (second, later) in priorities.enumerated() {
        #expect((earlier < later) == (first < second))
      }
    }
  }

  @Test func `changes are sent by priority and those of one priority in their sequence`() throws {
    var outbox = Outbox<Letter>(
      journal: OutboxJournal(), capacity: 10, time: OutboxTime(VirtualClock(), SplitMix64(seed: 1)),
      makeKey: { "key" })
    let priorities = [SendPriority.low, .normal, .high, .normal]
    let ids = try outbox.accept(
      priorities.enumerated().map { Letter(number: $0, priority: $1) })
    outbox.endWriting(ids)
    #expect(outbox.start().ids == [3, 2, 4, 1])
  }
}
