import Foundation
import Networking
import StorageTestSupport
import Sync
import SyncTestSupport
import Synchronization
import Testing

@testable import Storage

/// A journal that is missing although the base of its store is there.
@Suite(.temporaryDirectory) struct LostJournalTests {
  private let folder = TemporaryDirectory.url
  private var journal: URL { folder.appending(path: "queue.v1.store") }
  private var base: URL { folder.appending(path: "base.v1.store") }

  /// Opens the store of a new process during `body`.
  private func launch(
    _ directory: StorageDirectory? = nil, _ body: (Queue<Word>) async throws -> Void
  ) async throws {
    let directory = directory ?? StorageDirectory(folder)
    defer { directory.close() }
    let base = SingleRepository(
      .memoryBackedByFile("base"), class: .userState, schema: StoredSchema(Int.self), in: directory)
    try await body(
      Queue(
        QueueModel { _ in .applied(ServerUpdate()) }, base: SingleBase(base, initial: 0),
        initial: 0, journal: "queue",
        in: FeatureEnvironment(transport: NoServer(), directory: directory)))
  }

  /// Edits the base, and enqueues a change unless the text is `nil`.
  private static func tap(_ text: String?, on store: Queue<Word>) async throws {
    try await store.perform { base in
      base += 1
      return text.map { [Word($0)] } ?? []
    }
  }

  private static func expect(_ words: [String?], _ base: Int, in store: Queue<Word>) async throws {
    #expect(try await store.items().map(\.change?.text) == words)
    #expect(try await store.read { _, base in base } == base)
  }

  @Test func `A lost journal is told once, and then the store works without its changes`()
    async throws
  {
    try await launch { try await Self.tap("a", on: $0) }
    try FileManager.default.removeItem(at: journal)
    try await launch { store in
      await #expect(throws: SyncError.journalLost("queue")) { try await store.load() }
      try await Self.expect([], 1, in: store)
      try await Self.tap("b", on: store)
    }
    try await launch { try await Self.expect(["b"], 2, in: $0) }
  }

  @Test func `A loss is told in one process only, even if nothing is changed`() async throws {
    try await launch { try await Self.tap(nil, on: $0) }
    try FileManager.default.removeItem(at: journal)
    try await launch { store in
      await #expect(throws: SyncError.journalLost("queue")) { try await store.load() }
    }
    try await launch { try await $0.load() }
  }

  @Test func `A first launch, one without changes, and one without a base lose nothing`()
    async throws
  {
    try await launch { try await $0.load() }
    #expect(!FileManager.default.fileExists(atPath: journal.path))
    for _ in 1...2 { try await launch { try await Self.tap(nil, on: $0) } }
    // A crash between the two writes leaves the journal alone.
    try FileManager.default.removeItem(at: base)
    try await launch { try await Self.expect([], 0, in: $0) }
  }

  @Test func `A damaged journal of which nothing is left is told once, as damaged`() async throws {
    try await launch { try await Self.tap("a", on: $0) }
    try Data("damage".utf8).write(to: journal)
    try await launch { store in
      let error = await #expect(throws: SyncError.self) { try await store.load() }
      if case .storage(.corrupt) = error {} else { Issue.record("\(error as Any)") }
      try await store.load()
    }
    try await launch { try await $0.load() }
  }

  @Test func `On a full disk no base is stored before the journal, and the store works`()
    async throws
  {
    let isFull = Mutex(true)
    let directory = StorageDirectory(folder) { isFull.withLock { $0 } ? ENOSPC : nil }
    try await launch(directory) { store in
      try await Self.tap(nil, on: store)
      try await Self.expect([], 1, in: store)
      #expect(!FileManager.default.fileExists(atPath: base.path))
      isFull.withLock { $0 = false }
      try await Self.tap(nil, on: store)
    }
    try await launch { try await Self.expect([], 2, in: $0) }
  }

  @Test func `A loss is told on a full disk, too, which does not stop the store`() async throws {
    try await launch { try await Self.tap("a", on: $0) }
    try FileManager.default.removeItem(at: journal)
    try await launch(StorageDirectory(folder) { ENOSPC }) { store in
      await #expect(throws: SyncError.journalLost("queue")) { try await store.load() }
      try await Self.expect([], 1, in: store)
    }
  }

  @Test func `A directory in memory and a base that is not stored lose nothing`() async throws {
    let memory = StorageDirectory.inMemory()
    try await launch(memory) { try await Self.tap(nil, on: $0) }
    try await launch(memory.reopened()) { try await Self.expect([], 1, in: $0) }
    for _ in 1...2 {
      let directory = StorageDirectory(folder)
      let store = Queue<Word>(
        in: FeatureEnvironment(transport: NoServer(), directory: directory)
      ) { _ in .applied(ServerUpdate()) }
      try await Self.tap("a", on: store)
      directory.close()
      try FileManager.default.removeItem(at: journal)
    }
  }
}
