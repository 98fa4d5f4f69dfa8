@testable import Sync
import Testing

@Suite struct SendPriorityTests {
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
    var queue = OutboxQueue<FreeChange>()
    for (number, priority) in [SendPriority.low, .normal, .high, .normal].enumerated() {
      try queue.enqueue(FreeChange("\(number)", priority: priority))
    }
    #expect(queue.start().map(\.id) == [3, 2, 4, 1])
  }
}
