import Foundation
import Storage
import Sync
import SyncTestSupport
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
}
