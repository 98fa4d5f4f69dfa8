import Foundation
import StorageTestSupport
import Testing

@testable import Storage

@Suite("Pending updates", .temporaryDirectory)
struct WaitingTests {
  private let disk = Disk()

  @Test("Pending updates are written with the last of the updates that are written together")
  func ceiling() async throws {
    let repository = disk.repository(.memoryBackedByFile("value", coalescing: 3))
    for text in ["1", "2"] {
      try await repository.save(text)
      #expect(repository.persistence == .waiting)
    }
    #expect(try disk.bytesIfAny(at: "value.v1.store") == nil)

    try await repository.save("3")
    #expect(repository.persistence == .persisted)
    #expect(try await disk.crashed().repository().value() == "3")

    try await repository.save("4")
    #expect(try await repository.value() == "4")
    #expect(try await disk.crashed().repository().value() == "3")
  }

  @Test("A flush of the repository or its directory writes pending updates")
  func flush() async throws {
    let launch = disk.launch()
    let repository = SingleRepository(
      .memoryBackedByFile("value", coalescing: 100), class: .critical, schema: Schema(String.self),
      in: launch)
    try await repository.save("one")
    try await repository.flush()
    #expect(repository.persistence == .persisted)
    #expect(try await disk.crashed().repository().value() == "one")

    try await repository.save("two")
    try await launch.flush()
    #expect(repository.persistence == .persisted)
    #expect(try await disk.crashed().repository().value() == "two")
  }

  @Test("Pending changes of a collection are one append")
  func collection() async throws {
    let notes = disk.many(Schema(Note.self), .memoryBackedByFile("value", coalescing: 50))
    for id in 0..<49 { try await notes.save(Note(id: id)) }
    #expect(notes.persistence == .waiting)

    try await notes.save(Note(id: 49))

    #expect(notes.persistence == .persisted)
    let found = try await disk.crashed().many(Schema(Note.self)).elements()
    #expect(found.map(\.id) == Array(0..<50))
  }

  @Test("A failed write is not retried with every update")
  func refused() async throws {
    let repository = disk.repository(.memoryBackedByFile("value", coalescing: 2))
    try await repository.update { $0 = "0" }
    try await repository.update { $0 = "1" }
    try disk.block()
    for text in ["2", "3"] { try await repository.save(text) }
    guard case .pending = repository.persistence else {
      Issue.record("not pending")
      return
    }
    try disk.unblock()
    try await repository.save("4")
    #expect(try await disk.crashed().repository().value() == "1")

    try await repository.save("5")
    #expect(try await disk.crashed().repository().value() == "5")
    #expect(repository.persistence == .persisted)
  }

  @Test("Pending values are written by descending storage class")
  func order() async throws {
    let launch = disk.launch()
    let critical = repository("critical", .critical, in: launch)
    let other = repository("other", .userState, in: launch)
    let cache = repository("cache", .cache, in: launch)
    for repository in [critical, other, cache] { try await repository.save("old") }
    try disk.block()
    for repository in [critical, cache] { try await repository.save("new") }
    try disk.unblock()

    try await other.save("new")

    #expect(critical.persistence == .persisted)
    #expect(other.persistence == .persisted)
    guard case .pending = cache.persistence else {
      Issue.record("an event for what is worth more is none for a cache")
      return
    }
    try await launch.flush()
    #expect(cache.persistence == .persisted)
  }

  @Test("A flush of the directory writes all it can and throws the first failure")
  func partly() async throws {
    let launch = disk.launch()
    let refused = repository("refused", .critical, in: launch)
    let other = repository("other", .userState, in: launch)
    for repository in [refused, other] { try await repository.save("old") }
    try disk.block()
    for repository in [refused, other] { try await repository.save("new") }
    try disk.unblock()
    let inTheWay = disk.at(".refused.v1.store.tmp")
    try FileManager.default.createDirectory(at: inTheWay, withIntermediateDirectories: false)

    await #expect(throws: StorageError.self) { try await launch.flush() }
    #expect(other.persistence == .persisted)

    try FileManager.default.removeItem(at: inTheWay)
    try await launch.flush()
    #expect(refused.persistence == .persisted)
  }

  private func repository(
    _ name: String, _ dataClass: DataClass, in launch: StorageDirectory
  ) -> SingleRepository<String> {
    SingleRepository(
      .memoryBackedByFile(name), class: dataClass, schema: Schema(String.self), in: launch)
  }
}
