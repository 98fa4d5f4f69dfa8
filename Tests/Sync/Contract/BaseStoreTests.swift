import Foundation
import Storage
import StorageTestSupport
import Sync
import SyncTestSupport
import Testing

@Suite(.temporaryDirectory) struct BaseStoreTests {
  /// A base with elements, and with a number that is not stored.
  private struct Notes: Sendable, Equatable {
    var notes: [Note] = []
    var number = 0
  }

  /// Returns the directory for a new process.
  private var directory: StorageDirectory { StorageDirectory(TemporaryDirectory.url) }

  /// Creates the storage of a number for a new process.
  private func single(in directory: StorageDirectory) -> SingleBase<Int> {
    SingleBase(
      SingleRepository(
        .memoryBackedByFile("number"), class: .cache, schema: StoredSchema(Int.self),
        in: directory),
      initial: 7)
  }

  /// Creates the storage of notes for a new process.
  private func collection(in directory: StorageDirectory) -> CollectionBase<Notes, Note> {
    CollectionBase(
      CollectionRepository(
        .memoryBackedByFile("notes"), class: .cache, schema: StoredSchema(Note.self),
        in: directory),
      initial: Notes(notes: [Note(id: 0, text: "initial")], number: 7), elements: \.notes)
  }

  @Test func `An unstored base is initial at each start and counts as written`() async throws {
    let base = UnstoredBase(7)
    #expect(await base.save(8) == .written)
    #expect(try await base.load() == 7)
  }

  @Test func `A base that is one value is loaded by the next process`() async throws {
    #expect(try await single(in: directory).load() == 7)
    #expect(await single(in: directory).save(8) == .written)
    #expect(try await single(in: directory).load() == 8)
  }

  @Test func `The next process loads the elements that were added, changed and removed`()
    async throws
  {
    #expect(try await collection(in: directory).load() == Notes(number: 7))
    let bases = [
      [Note(id: 1, text: "a")],
      [Note(id: 1, text: "a"), Note(id: 2, text: "b")],
      [Note(id: 1, text: "c"), Note(id: 2, text: "b")],
      [Note(id: 2, text: "b")],
      [Note(id: 3, text: "d")],
    ]
    for notes in bases {
      let status = await collection(in: directory).save(Notes(notes: notes, number: 9))
      #expect(status == .written)
      #expect(try await collection(in: directory).load() == Notes(notes: notes, number: 7))
    }
  }

  @Test func `A base without a file is in memory`() async {
    let single = SingleBase(SingleRepository<Int>(inMemory: nil), initial: 7)
    #expect(await single.save(8) == .inMemory)
    let collection = CollectionBase(
      CollectionRepository<Note>(), initial: Notes(), elements: \.notes)
    #expect(await collection.save(Notes(notes: [Note(id: 1)])) == .inMemory)
  }

  @Test func `Saving the same elements again repeats a write that failed`() async throws {
    let folder = TemporaryDirectory.url.appending(path: "folder")
    let collection = collection(in: StorageDirectory(folder))
    #expect(try await collection.load() == Notes(number: 7))
    // A file in place of the directory makes every write fail.
    try Data().write(to: folder)
    let notes = Notes(notes: [Note(id: 1)])
    for _ in 0..<2 {
      let status = await collection.save(notes)
      guard case .failed = status else {
        Issue.record("a write into a file has the status \(status)")
        return
      }
    }
    #expect(try await collection.load().notes == notes.notes)
    try FileManager.default.removeItem(at: folder)
    #expect(await collection.save(notes) == .written)
  }

  @Test(arguments: UInt64(0)..<5)
  func `A base is written when its save returns, even if another save has begun`(seed: UInt64) {
    let directory = directory
    let (single, collection) = (single(in: directory), collection(in: directory))
    let executor = SimulationExecutor(seed: seed)
    let replies = (1...3).flatMap { number in
      [
        executor.start { await single.save(number) },
        executor.start { await collection.save(Notes(notes: [Note(id: number)])) },
      ]
    }
    while executor.step() {}
    #expect(replies.map(\.result) == Array(repeating: .written, count: 6))
  }
}
