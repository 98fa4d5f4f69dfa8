import Foundation
import Networking
import NetworkingTestSupport
import Storage
@testable import Sync
import SyncTestSupport
import Testing

/// A store with its tasks: runs that are canceled anywhere, and journals of other releases.
@Suite struct JournalAndRunTests {
  // MARK: Runs

  @Test func `A run that is canceled at any step loses no change and repeats none as new`() {
    var sent: Set<Int> = []
    for steps in 0..<80 {
      let log = Log<String>()
      let model = WordModel(sent: { word, _ in
        log.add(word)
        return .applied(ServerUpdate { if !$0.contains(word) { $0.append(word) } })
      })
      let bench = StoreBench(model, seed: UInt64(steps))
      bench.enqueue("a", "b")
      let run = bench.call(steps: steps) { store throws(SyncError) in try await store.run() }
      run.cancel()
      bench.rest()
      #expect(run.isOver)
      sent.insert(log.all.count)
      #expect(Set(bench.state.base + bench.state.pending.keys) == ["a", "b"])
      bench.run()
      #expect(bench.state.base.sorted() == ["a", "b"] && bench.state.pending.isEmpty)
    }
    // Some runs ended before the first attempt, and some after the last one.
    #expect(sent.contains(0) && sent.contains(2))
  }

  @Test func `A second run returns at once, and the first one goes on`() {
    let bench = StoreBench()
    let first = bench.run()
    #expect(bench.run().isOver && !first.isOver)
    bench.enqueue("a")
    #expect(bench.requests.filter { $0 == "a in KZ" }.count == 1)
    first.cancel()
    bench.rest()
    bench.enqueue("b")
    #expect(bench.state.pending == ["b": .notRunning])
    bench.run()
    #expect(bench.state.base == ["a", "b"])
  }

  // MARK: Journals of other releases

  @Test func `A payload and a refusal of a later release stop only their lane`() async throws {
    let disk = BenchDisk()
    let before = StoreBench(disk: disk)
    before.enqueue("a")
    before.enqueue("b")
    before.enqueue("c")
    var entries = try atOnce { try await disk.entries() }
    entries[1].payload = Data("later".utf8)
    entries[1].refusal = Data("later".utf8)
    let changed = entries
    _ = try atOnce { await disk.write(changed, removing: []) }
    let after = StoreBench(disk: disk)
    after.run()
    #expect(after.state.base == ["a", "c"] && after.state.pending == ["b": .needsDecision])
    #expect(after.call { store throws(SyncError) in try await store.discard(2) }.answer != nil)
    #expect(after.state.pending.isEmpty)
  }
}
