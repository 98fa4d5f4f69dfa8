import Foundation
@testable import Sync
import SyncTestSupport
import Testing

@Suite struct OutboxJournalTests {
  @Test func `an applied change is stored in the form that earlier releases decode`() throws {
    var queue = OutboxQueue<FreeChange>()
    try queue.enqueue(FreeChange("a"))
    queue.send(.applied)
    let outcome = try #require(queue.entry(1)?.outcome)
    let stored = String(decoding: try JSONEncoder().encode(outcome), as: UTF8.self)
    #expect(stored == #"{"applied":{"version":0}}"#)
  }
}
