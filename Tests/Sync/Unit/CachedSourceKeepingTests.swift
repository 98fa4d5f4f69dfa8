import Foundation
import Storage
import Sync
import SyncTestSupport
import Synchronization
import Testing

@Suite("What a cached source keeps")
struct CachedSourceKeepingTests {
  typealias Snapshot = SourceSnapshot<String, [String: Int]>

  private func withDirectory(_ body: (URL) async throws -> Void) async throws {
    let directory = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { do { try FileManager.default.removeItem(at: directory) } catch {} }
    try await body(directory)
  }

  private func store(in directory: URL) -> CollectionRepository<Snapshot> {
    CollectionRepository(
      .memoryBackedByFile("dishes"), class: .cache, schema: StoredSchema(Snapshot.self),
      in: StorageDirectory(directory))
  }

  /// Refreshes a source once with this answer and returns the snapshot.
  private func fetch(
    _ answer: SourceOutcome<[String: Int]>, into store: CollectionRepository<Snapshot>
  ) async throws -> Snapshot {
    let example = CachedSourceExample(store)
    var result: Snapshot?
    try await example.running {
      async let refreshed = example.source.refresh()
      await example.server.next().give(answer)
      result = try await refreshed
    }
    return try #require(result)
  }

  @Test func `The next process has the value, its version and its validator`() async throws {
    try await withDirectory { directory in
      let fetched = try await fetch(
        .value(["pizza": 1], validator: "\"1\"", version: 3), into: store(in: directory))
      #expect(await CachedSourceExample(store(in: directory)).state()?.snapshot == fetched)
    }
  }

  @Test func `A damaged file counts as missing, and the next value replaces it`() async throws {
    try await withDirectory { directory in
      _ = try await fetch(.value(["pizza": 1]), into: store(in: directory))
      for name in try FileManager.default.subpathsOfDirectory(atPath: directory.path)
      where name.contains("dishes") {
        try Data("damaged".utf8).write(to: directory.appending(path: name))
      }
      let store = store(in: directory)
      #expect(await CachedSourceExample(store).state()?.data == SourceState.Content.none)
      _ = try await fetch(.value(["pizza": 2]), into: store)
      #expect(try await store.element("en")?.value == ["pizza": 2])
    }
  }

  @Test func `A value that cannot be stored is shown`() async throws {
    try await withDirectory { directory in
      // A file in place of the directory makes every write fail.
      try Data().write(to: directory)
      let fetched = try await fetch(.value(["pizza": 1]), into: store(in: directory))
      #expect(fetched.value == ["pizza": 1])
    }
  }

  @Test
  func `A source whose store belongs to another source stores and shows nothing, with the reason`()
    async throws
  {
    try await withDirectory { folder in
      let directory = StorageDirectory(folder)
      let store = {
        CollectionRepository(
          .memoryBackedByFile("dishes"), class: .cache, schema: StoredSchema(Snapshot.self),
          in: directory)
      }
      let first = store()
      let fetched = try await fetch(.value(["pizza": 1]), into: first)

      let second = CachedSourceExample(store())
      try await second.running {
        async let refreshed = second.source.refresh()
        await second.server.next().give(.value(["pizza": 2]))
        do {
          _ = try await refreshed
          Issue.record("a store that is in use takes a value")
        } catch {
          #expect(error as? SyncError == .fetch(.notStored(.inUse("dishes"))))
        }
      }
      #expect(await second.state()?.data == SourceState.Content.none)
      #expect(try await first.element("en") == fetched)
    }
  }

  @Test func `An update of the app brings values into the new shape, and asks for whole ones`()
    async throws
  {
    try await withDirectory { directory in
      _ = try await fetch(.value(["pizza": 1], validator: "\"1\""), into: store(in: directory))
      let schema = StoredSchema(Snapshot.self).step("names become dishes") { snapshot in
        snapshot.map { $0.keys.sorted() }
      }
      let updated = CollectionRepository(
        .memoryBackedByFile("dishes"), class: .cache, schema: schema,
        in: StorageDirectory(directory))
      #expect(try await updated.element("en")?.value == ["pizza"])
      #expect(try await updated.element("en")?.validator == nil)
    }
  }

  @Test func `after a start the scope with the oldest snapshot is removed first`() async throws {
    let store = CollectionRepository(inMemory: [
      ScheduledSource.snapshot(of: "ru", 1, age: 100),
      ScheduledSource.snapshot(of: "kk", 1, age: 200),
    ])
    let scheduled = ScheduledSource(store, capacity: 2)
    let refreshed = scheduled.refresh()
    scheduled.answer(.value(1))
    #expect(refreshed.result == .success(1))
    let stored = try await store.elements()
    #expect(Set(stored.map(\.scope)) == ["en", "ru"])
  }

  @Test func `a source with a capacity of 1 stores only the current scope`() async throws {
    let store = CollectionRepository(inMemory: [ScheduledSource.snapshot(of: "kk", 1)])
    let scheduled = ScheduledSource(store, capacity: 1)
    let refreshed = scheduled.refresh()
    scheduled.answer(.value(1))
    #expect(refreshed.result == .success(1))
    let stored = try await store.elements()
    #expect(stored.map(\.scope) == ["en"])
  }

  @Test func `a source reads its store once`() async throws {
    try await withDirectory { directory in
      let store = CollectionRepository(
        .file("counted"), class: .cache, schema: StoredSchema(SourceSnapshot<String, Counted>.self),
        in: StorageDirectory(directory))
      let now = CachedSourceExample.Now()
      try await store.save(SourceSnapshot(scope: "en", value: Counted(), time: now.date))
      let source = CachedSource(
        store: store, scope: "en", freshFor: .seconds(600), gate: Gate(), now: { now.date }
      ) { _, _ in .notModified() }
      let before = Counted.decoded.load(ordering: .relaxed)
      for _ in 0..<3 { _ = await source.states() }
      #expect(Counted.decoded.load(ordering: .relaxed) == before + 1)
    }
  }

  @Test(arguments: UInt64(0)..<5)
  func `a snapshot that is shown stays when another call has read the store meanwhile`(
    seed: UInt64
  ) async throws {
    try await withDirectory { directory in
      let stored = ScheduledSource.snapshot(1, age: 86_399)
      try await ScheduledSource.store(in: directory).save(stored)
      let (executor, now) = (SimulationExecutor(seed: seed), CachedSourceExample.Now())
      let source = CachedSource(
        store: ScheduledSource.store(in: directory), scope: "en", freshFor: .seconds(600),
        usableFor: .seconds(86_400), gate: Gate(),
        now: {
          // Only the first reading is early enough for the snapshot to be usable.
          now.pass(1)
          return now.date
        }
      ) { _, _ in .notModified() }
      for _ in 0..<2 {
        Task(executorPreference: executor) {
          for await _ in await source.states(fetching: .never) {}
        }
      }
      while executor.step() {}
      #expect(source.state.snapshot == stored)
    }
  }
}

/// A value that counts how often values of its type are decoded.
private struct Counted: Codable, Equatable {
  static let decoded = Atomic(0)

  init() {}

  init(from decoder: any Decoder) throws {
    Self.decoded.add(1, ordering: .relaxed)
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(0)
  }
}
