import Foundation
import StorageTestSupport
import Synchronization
import Testing

@testable import Storage

@Suite("Observers of a repository", .temporaryDirectory)
struct ChangesTests {
  private let disk = Disk()
  private typealias Change = RepositoryChange<String?>

  @Test("Observing does not load the value", arguments: Location.inFiles)
  func beginning(location: Location) async throws {
    let repository = disk.repository(location)
    var changes = repository.changes().makeAsyncIterator()

    #expect(await changes.next(isolation: nil) == .notLoaded)
    try await repository.save("one")
    #expect(await changes.next(isolation: nil) == .loaded("one"))
  }

  @Test("The first change is the value in memory, also an absent one")
  func inMemory() async throws {
    let repository = SingleRepository(inMemory: "one")
    var changes = repository.changes().makeAsyncIterator()
    #expect(await changes.next(isolation: nil) == .loaded("one"))

    try await repository.remove()
    #expect(await changes.next(isolation: nil) == .changed(from: "one", to: nil))

    var empty = SingleRepository<String>().changes().makeAsyncIterator()
    #expect(await empty.next(isolation: nil) == .loaded(nil))
  }

  @Test("A change has the previous value", arguments: Location.inFiles)
  func oldAndNew(location: Location) async throws {
    let repository = disk.repository(location)
    _ = try await repository.value()
    var changes = repository.changes().makeAsyncIterator()
    _ = await changes.next(isolation: nil)
    try await repository.save("one")
    _ = await changes.next(isolation: nil)

    try await repository.save("two")
    #expect(await changes.next(isolation: nil) == .changed(from: "one", to: "two"))
    try await repository.remove()
    #expect(await changes.next(isolation: nil) == .changed(from: "two", to: nil))
  }

  @Test("A slow observer receives one change from its last value", arguments: Location.inFiles)
  func slow(location: Location) async throws {
    let repository = disk.repository(location)
    var changes = repository.changes().makeAsyncIterator()
    try await repository.save("one")
    #expect(await changes.next(isolation: nil) == .loaded("one"))

    for text in ["two", "three", "four"] { try await repository.save(text) }

    #expect(await changes.next(isolation: nil) == .changed(from: "one", to: "four"))
  }

  @Test("An equal value is not a change", arguments: Location.inFiles)
  func equal(location: Location) async throws {
    let repository = disk.repository(location)
    try await repository.save("one")
    var changes = repository.changes().makeAsyncIterator()
    _ = try await repository.value()
    while await changes.next(isolation: nil) != .loaded("one") {}

    try await repository.save("one")
    let saving = Task {
      try await repository.save("one")
      try await repository.save("two")
    }

    #expect(await changes.next(isolation: nil) == .changed(from: "one", to: "two"))
    try await saving.value
  }

  @Test("A failure is reported, then the value when it can be read", arguments: Location.inFiles)
  func failure(location: Location) async throws {
    try disk.put(Data())
    let repository = disk.repository(location)
    var changes = repository.changes().makeAsyncIterator()
    await #expect(throws: StorageError.self) { try await repository.value() }
    let damaged = StorageError.corrupt(
      file: "value.v1.store", damage: .foreign, quarantine: "value.v1.store.corrupt")
    #expect(await changes.next(isolation: nil) == .failed(damaged))

    _ = try await repository.value()
    #expect(await changes.next(isolation: nil) == .loaded(nil))
  }

  @Test("A value in a file whose write failed is not a change")
  func refused() async throws {
    let repository = disk.repository()
    try await repository.save("one")
    var changes = repository.changes().makeAsyncIterator()
    _ = try await repository.value()
    #expect(await changes.next(isolation: nil) == .loaded("one"))
    try disk.block()
    await #expect(throws: StorageError.self) { try await repository.save("two") }
    try disk.unblock()

    try await repository.save("three")
    #expect(await changes.next(isolation: nil) == .changed(from: "one", to: "three"))
  }

  @Test("The difference of two states has each element", arguments: Location.inFiles)
  func elements(location: Location) async throws {
    let notes = disk.many(Schema(Note.self), location)
    var changes = notes.changes().makeAsyncIterator()
    try await notes.update { $0 = IdentifiedArray((1...3).map { Note(id: $0) }) }
    while case .notLoaded? = await changes.next(isolation: nil) {}

    try await notes.update { notes in
      notes.remove(2)
      notes.save(Note(id: 3, text: "new"))
      notes.save(Note(id: 4))
      notes.save(Note(id: 1))
    }

    guard case .changed(let old, let new)? = await changes.next(isolation: nil) else {
      Issue.record("no change")
      return
    }
    #expect(
      new.changes(from: old) == [
        .removed(Note(id: 2)), .changed(from: Note(id: 3), to: Note(id: 3, text: "new")),
        .added(Note(id: 4)),
      ])
  }

  @Test("The progress of a migration is reported")
  func migration() async throws {
    let old = disk.many(Person.v1)
    try await old.update { $0 = IdentifiedArray((0..<500).map { PersonV1(id: $0, nick: "") }) }
    let seen = Mutex<[MigrationProgress]>([])
    let file = RecordFile(
      "value", coding: Person.schema.coding.ofCollection, dataClass: .critical, in: disk.launch())

    _ = try file.load { progress in seen.withLock { $0.append(progress) } }

    let progress = seen.withLock { $0 }
    #expect((50...101).contains(progress.count))
    #expect(progress.allSatisfy { $0.from == 1 && $0.to == 3 && $0.total == 500 })
    #expect(progress.map(\.completed) == progress.map(\.completed).sorted())
    #expect(progress.last.map { $0.fractionCompleted > 0.9 } == true)
  }

  @Test("The sequence ends with the repository and with the observing task")
  func end() async throws {
    var changes = disk.repository().changes().makeAsyncIterator()
    while let change = await changes.next(isolation: nil) { #expect(change == .notLoaded) }

    let repository = SingleRepository(inMemory: 1)
    let task = Task { for await _ in repository.changes() {} }
    task.cancel()
    await task.value
  }
}
