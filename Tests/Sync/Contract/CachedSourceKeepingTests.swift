import Foundation
import Storage
import StorageTestSupport
import Sync
import SyncTestSupport
import Testing

/// The values that a cached source stores.
@Suite(.temporaryDirectory) struct CachedSourceKeepingTests {
  private let folder = TemporaryDirectory.url.appending(path: "device")

  /// The store of a new process.
  private var store: CollectionRepository<SourceBench.Snapshot> {
    SourceBench.store(in: StorageDirectory(folder))
  }

  /// Refreshes a source of a process once, and ends the process.
  @discardableResult
  private func refresh(_ answer: FetchOutcome<Int?>) -> Result<Int, SyncError>? {
    let bench = SourceBench(store)
    defer { bench.stop() }
    return bench.refresh(with: answer)
  }

  @Test func `The next process has the value, its version and its validator`() {
    refresh(.value(1, validator: "\"1\"", version: 3))
    #expect(
      SourceBench(store).state.snapshot
        == SourceBench.snapshot(1, version: 3, validator: "\"1\""))
  }

  @Test func `A damaged file counts as missing, and the next value replaces it`() async throws {
    refresh(.value(1))
    for name in try FileManager.default.subpathsOfDirectory(atPath: folder.path)
    where name.contains("values") {
      try Data("damaged".utf8).write(to: folder.appending(path: name))
    }
    let bench = SourceBench(store)
    #expect(bench.state.data == .none)
    bench.refresh(with: .value(2))
    #expect(try await bench.store.element("en")?.value == 2)
  }

  @Test func `A value that cannot be stored is shown`() throws {
    // A file in place of the directory makes every write fail.
    try Data().write(to: folder)
    let bench = SourceBench(store)
    #expect(bench.refresh(with: .value(1)) == .success(1))
    #expect(bench.state.value == 1)
  }

  @Test func `A source whose store belongs to another source shows its values from memory`()
    async throws
  {
    let directory = StorageDirectory(folder)
    let first = SourceBench(SourceBench.store(in: directory))
    first.refresh(with: .value(1))
    let second = SourceBench(SourceBench.store(in: directory))
    #expect(second.refresh(with: .value(2)) == .success(2))
    #expect(second.state.value == 2)
    #expect(try await first.store.element("en")?.value == 1)
  }

  @Test(
    arguments: [(1, ["en"]), (2, ["en", "ru"]), (3, ["en", "kk", "ru"])] as [(Int, Set<String>)])
  func `The scopes beyond the capacity with the oldest snapshots are removed first`(
    capacity: Int, expected: Set<String>
  ) async throws {
    let bench = SourceBench(
      SourceBench.snapshot(of: "ru", 1, age: 100), SourceBench.snapshot(of: "kk", 1, age: 200),
      capacity: capacity)
    #expect(bench.refresh(with: .value(1)) == .success(1))
    let stored = try await bench.store.elements()
    #expect(Set(stored.map(\.scope)) == expected)
  }

  @Test func `A scope that was removed is not shown when it is selected again`() {
    let bench = SourceBench(capacity: 1)
    bench.refresh(with: .value(1))
    bench.select("kk")
    bench.refresh(with: .value(2))
    bench.select("en")
    #expect(bench.state.value == nil)
  }

  @Test func `The scope that was fetched longest ago is removed first`() async throws {
    let bench = SourceBench(capacity: 2)
    for scope in ["en", "ru", "en", "kk"] {
      bench.select(scope)
      bench.refresh(with: .value(1))
    }
    let stored = try await bench.store.elements()
    #expect(Set(stored.map(\.scope)) == ["en", "kk"])
  }
}
