import Networking
import NetworkingTestSupport
import Storage
@testable import Sync
import SyncTestSupport
import Testing

/// The writes of a store, their sequence, and what its calls say about them.
@Suite struct OptimisticStoreWriteTests {
  private static let full = StorageError.inUse("disk")

  // MARK: The base and the changes of one call

  @Test func `A change is shown while the base that it refers to is stored before it`() {
    let bench = StoreBench()
    bench.disk.hold(.base)
    let call = bench.enqueue("a", storesBaseFirst: true) { $0.append("photo") }
    #expect(bench.state.pending == ["a": .notRunning])
    #expect(bench.state.base == ["photo"])
    #expect(bench.disk.writes == ["base photo"])
    bench.release(.base)
    #expect(bench.disk.writes == ["base photo", "journal a"])
    #expect(call.answer == .written)
  }

  @Test func `A base that could not be stored is stored before a later change that refers to it`() {
    let bench = StoreBench()
    bench.disk.fail(.base, Self.full)
    #expect(bench.enqueue { $0.append("photo") }.answer == .failed(Self.full))
    bench.disk.fail(.base, nil)
    #expect(bench.enqueue("a", storesBaseFirst: true).answer == .written)
    #expect(bench.disk.writes == ["base photo", "base photo", "journal a"])
  }

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

  @Test(arguments: [false, true])
  func `A call whose base could not be stored says so, whatever became of its changes`(
    hasChange: Bool
  ) {
    for journal in [nil, OutboxJournal()] {
      let bench = StoreBench(journal: journal)
      func store(_ base: String) -> WriteStatus? {
        hasChange
          ? bench.enqueue("a") { $0 = [base] }.answer : bench.enqueue { $0 = [base] }.answer
      }
      #expect(store("1") == (hasChange && journal != nil ? .inMemory : .written))
      bench.disk.fail(.base, Self.full)
      #expect(store("2") == .failed(Self.full))
      #expect(bench.disk.writes.filter { $0.hasPrefix("base") } == ["base 1", "base 2"])
    }
  }

  @Test func `A discarded change is in the journal until the base with its data is stored`() {
    let bench = StoreBench(
      WordModel(moved: ["a"]),
      city: SettledCity(.almaty, gate: Gate(closedFor: [.offline])))
    bench.disk.fail(.base, Self.full)
    bench.run()
    #expect(bench.enqueue("a").answer == .failed(Self.full))
    #expect(bench.state.base == ["a"] && bench.state.pending.isEmpty)
    #expect(bench.disk.writes.contains("journal a"))
    #expect(!bench.disk.writes.contains("journal 1 removed"))
    // A state with a change has the base that was reconciled with that change.
    let shown = bench.computed.filter { $0.pending["a"] != nil }
    #expect(!shown.isEmpty && shown.allSatisfy { $0.base == ["a"] })
    bench.disk.fail(.base, nil)
    bench.enqueue { $0.append("b") }
    #expect(bench.disk.writes.suffix(2) == ["base a b", "journal 1 removed"])
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

  @Test func `An answer is in the journal once the base that contains it is stored`() {
    let bench = StoreBench()
    bench.run()
    bench.disk.hold(.base)
    bench.enqueue("a")
    bench.enqueue("b")
    #expect(bench.disk.writes == ["journal a", "base a", "journal b"])
    bench.release(.base)
    #expect(
      bench.disk.writes.filter { $0.hasPrefix("base") || $0.hasSuffix("applied") } == [
        "base a", "journal a applied", "base a b", "journal b applied",
      ])
  }

  @Test func `A base that was loaded is stored and is not written`() {
    let bench = StoreBench(disk: BenchDisk(["a"]))
    bench.refresh()
    #expect(bench.state.base == ["a"] && bench.state.isStored && bench.disk.writes.isEmpty)
  }

  @Test func `One base is written at a time`() {
    let bench = StoreBench()
    bench.disk.hold(.base)
    let first = bench.enqueue { $0.append("a") }
    let second = bench.enqueue { $0.append("b") }
    #expect(bench.disk.writes == ["base a"])
    bench.release(.base)
    #expect(bench.disk.writes == ["base a", "base a b"])
    #expect(first.answer == .written && second.answer == .written)
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

  @Test func `An applied change is shown in the base while the base is being stored`() {
    let bench = StoreBench()
    bench.disk.hold(.base)
    bench.run()
    bench.enqueue("a")
    #expect(bench.state.base == ["a"] && bench.state.contained == ["a"])
    #expect(bench.state.pending.isEmpty && !bench.state.isStored)
    bench.release(.base)
    #expect(bench.state.contained.isEmpty && bench.state.isStored)
  }

  // MARK: Writes of the journal

  @Test func `A change is shown while it is being written, and sent after all of its writes`() {
    let bench = StoreBench()
    bench.run()
    bench.disk.hold(.journal)
    let first = bench.enqueue("a")
    #expect(bench.state.pending == ["a": .ready])
    let calls = [first, bench.enqueue("a")]
    for decision in [
      bench.call { store throws(SyncError) in try await store.retry(1) },
      bench.call { store throws(SyncError) in try await store.discard(1) },
    ] { #expect(decision.failure == .inFlight(1)) }
    bench.disk.releaseOne(.journal)
    bench.rest()
    #expect(calls.count(where: \.isOver) == 0 && bench.requests == ["fetch in KZ"])
    bench.release(.journal)
    #expect(calls.map(\.answer) == [.written, .written])
    #expect(bench.requests == ["fetch in KZ", "a in KZ"])
  }

  // MARK: Decisions

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

  // MARK: Migration

  @Test func `A migrated change is stored before the base without it`() {
    let bench = StoreBench(Self.migrating, disk: BenchDisk(["to send: a", "b"]))
    bench.disk.hold(.journal)
    let read = bench.call { store throws(SyncError) in try await store.read { state, _ in state } }
    #expect(bench.state.base == ["b"] && bench.state.pending == ["a": .notRunning])
    let edit = bench.enqueue { $0.append("c") }
    #expect(!read.isOver && !edit.isOver)
    #expect(bench.disk.writes == ["journal a"])
    bench.release(.journal)
    #expect(bench.disk.writes == ["journal a", "base b c"])
    #expect(read.answer?.pending.keys.sorted() == ["a"] && edit.answer == .written)
  }

  @Test func `A base stays stored while a change that was migrated from it is only in memory`() {
    let bench = StoreBench(Self.migrating, disk: BenchDisk(["to send: a", "b"]))
    bench.disk.fail(.journal, Self.full)
    #expect(bench.enqueue { $0.append("c") }.answer == .failed(Self.full))
    bench.disk.fail(.journal, nil)
    #expect(bench.enqueue().answer == .written)
    #expect(bench.disk.writes == ["journal a", "journal ", "journal ", "base b c"])
  }

  @Test func `A migration receives the queued changes as they wait before run`() {
    let disk = BenchDisk()
    StoreBench(disk: disk).enqueue("a")
    let reasons = Log<[WaitReason]>()
    StoreBench(
      WordModel(migrated: { _, pending in
        _ = reasons.add(pending.map(\.reason))
        return []
      }), disk: disk
    ).enqueue("b")
    #expect(reasons.all == [[.notRunning]])
  }

  /// A model that sends each word that an earlier release has marked in the base.
  private static let migrating = WordModel(migrated: { base, _ in
    let mark = "to send: "
    let marked = base.filter { $0.hasPrefix(mark) }
    base.removeAll { $0.hasPrefix(mark) }
    return marked.map { Word(String($0.dropFirst(mark.count))) }
  })
}
