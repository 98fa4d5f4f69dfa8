import Networking
import NetworkingTestSupport
import Storage
@testable import Sync
import SyncTestSupport
import Testing

/// The writes of a store, their sequence, and what its calls say about them.
@Suite struct OptimisticStoreWriteTests {
  private static let full = StorageError.inUse("disk")

  @Test func `No base is stored before the changes that took its data are in the journal`() {
    let bench = StoreBench(
      WordModel(fetched: { _ in .updated(ServerUpdate { $0 = ["fetched"] }) }),
      disk: BenchDisk(["a", "b"]))
    bench.disk.hold(.journal)
    let first = bench.enqueue("a") { $0.removeFirst() }
    let second = bench.enqueue("b") { $0.removeFirst() }
    let refresh = bench.refresh()
    bench.disk.releaseOne(.journal)
    bench.rest()
    #expect(bench.disk.writes == ["journal a", "journal b"])
    #expect(!first.isOver && !second.isOver && !refresh.isOver)
    bench.release(.journal)
    #expect(bench.disk.writes == ["journal a", "journal b", "base fetched"])
    #expect(first.answer == .written && second.answer == .written && refresh.answer != nil)
  }

  @Test(arguments: [true, false])
  func `A change is discarded for a later one that is applied while the base is stored`(
    isRefusedFirst: Bool
  ) {
    let refusal = Door()
    let bench = StoreBench(
      WordModel(
        sent: { word, _ in
          guard word == "a" else { return .applied(ServerUpdate { $0.append(word) }) }
          await refusal.wait()
          return .rejected("unknown word")
        }, superseded: ["a"]))
    bench.run()
    bench.enqueue("a")
    if isRefusedFirst { bench.open(refusal) }
    bench.disk.hold(.base)
    bench.enqueue("b")
    if !isRefusedFirst { bench.open(refusal) }
    #expect(bench.state.contained == ["b"])
    bench.release(.base)
    #expect(bench.state.pending.isEmpty && bench.state.contained.isEmpty)
  }

  // MARK: Writes of the base

  @Test func `A base that was loaded is stored and is not written`() {
    let bench = StoreBench(disk: BenchDisk(["a"]))
    bench.refresh()
    #expect(bench.state.base == ["a"] && bench.state.isStored && bench.disk.writes.isEmpty)
  }

  @Test func `A refresh without run stores a fetched value that could not be stored before`() {
    let bench = StoreBench(WordModel(fetched: { _ in .updated(ServerUpdate { $0 = ["a"] }) }))
    bench.disk.fail(.base, Self.full)
    bench.refresh()
    #expect(bench.state.sync.write == .failed(Self.full))
    bench.disk.fail(.base, nil)
    bench.refresh()
    #expect(bench.state.isStored && bench.state.sync.write == .written)
    #expect(bench.disk.writes == ["base a", "base a"])
  }

  @Test func `A base that could not be stored is written again for a call and not for an answer`() {
    let bench = StoreBench(WordModel(sent: { _, _ in .applied(ServerUpdate()) }))
    bench.disk.fail(.base, Self.full)
    bench.enqueue("a") { $0 = ["b"] }
    bench.run()
    #expect(bench.state.contained == ["a"])
    #expect(bench.disk.writes == ["journal a", "base b"])
    bench.disk.fail(.base, nil)
    bench.enqueue()
    #expect(bench.disk.writes == ["journal a", "base b", "base b", "journal 1 removed"])
  }

  @Test func `A decision waits until the refusal of its change is in the journal`() {
    let bench = StoreBench(WordModel(sent: { _, _ in .rejected("unknown word") }))
    bench.enqueue("a")
    bench.disk.hold(.journal)
    bench.run()
    let call = bench.call { store throws(SyncError) in try await store.discard(1) }
    #expect(!call.isOver)
    #expect(bench.disk.writes == ["journal a", "journal a refused"])
    bench.release(.journal)
    #expect(call.answer != nil)
    #expect(bench.disk.writes == ["journal a", "journal a refused", "journal 1 removed"])
  }
}
