import Foundation
@testable import Sync
import Testing

@Suite struct PendingChangesTests {
  @Test func `Each mutation is counted, and a removed change is no longer a dependent one`() {
    var changes = PendingChanges<Word>()
    for id in 1...2 {
      let entry = OutboxEntry(
        id: id, key: "\(id)", lane: Lane("word", "a"), payload: Data(), dependencies: .everything,
        priority: .normal)
      changes.append(PendingChange(entry: entry, isReadable: true, mayBeApplied: false), Word("a"))
      #expect(changes.revision == id)
    }
    changes[0].failures += 1
    #expect(changes.revision == 3)
    changes.remove([1])
    #expect(changes.revision == 4)
    #expect(Array(changes.dependentPositions) == [0])
  }
}
