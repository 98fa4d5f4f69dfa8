import Foundation
import StorageTestSupport
import Synchronization
import Testing

@testable import Storage

@Suite("A full disk", .temporaryDirectory)
struct FullDiskTests {
  private let disk = Disk()
  private let faults = WriteFaults()
  private struct Street: Codable, Sendable, Identifiable {
    var id: String
    var house: Int
  }

  /// A text that occupies disk space.
  private let large = String(repeating: "c", count: 10_000)
  private let full = StorageError.diskFull(
    SystemFailure(call: "open", file: "value.v1.store", code: ENOSPC))

  private func launch() -> StorageDirectory {
    StorageDirectory(disk.url, failing: { [faults] in faults.next() })
  }

  @Test(arguments: StorageLocation.inFiles)
  func `A write to a full disk removes the cached files and is repeated`(location: StorageLocation)
    async throws
  {
    try disk.put(Data([1]), at: "caches/folder/file")
    let directory = launch()
    try await directory.text(.file("menu"), .cache).save(large)
    let repository = directory.text(location)
    try await repository.save("old")

    faults.fail(with: ENOSPC)
    try await repository.save("new")

    #expect(repository.writeStatus == .written)
    #expect(try await disk.crashed().repository(location).value() == "new")
    #expect(try disk.names(in: "caches") == ["folder"])
    #expect(try disk.names(in: "caches/folder") == ["file"])
  }

  @Test(arguments: [StorageLocation.file("menu"), .memoryBackedByFile("menu")])
  func `A cache that was removed for another file is written again`(location: StorageLocation)
    async throws
  {
    let directory = launch()
    let cache = directory.notes(location, .cache)
    try await cache.save(Note(id: 1))
    let repository = directory.text()
    faults.fail(with: ENOSPC)
    try await repository.save("new")
    #expect(try disk.names(in: "caches").isEmpty)

    for id in 2...3 {
      try await cache.save(Note(id: id))
      #expect(cache.writeStatus == .written)
    }
    let isHeld = location == .memoryBackedByFile("menu")
    #expect(try await cache.elements().map(\.id) == (isHeld ? [1, 2, 3] : [2, 3]))
  }

  @Test func `A write to a full disk without cached files is not repeated`() async throws {
    let repository = launch().text()
    try await repository.save("old")

    faults.fail(with: ENOSPC)
    await #expect(throws: full) { try await repository.save("new") }

    #expect(try await repository.value() == "old")
  }

  @Test(arguments: [
    (StorageClass.critical, EIO, ["menu.v1.store"]),
    (.cache, ENOSPC, ["menu.v1.store", "value.v1.store"]),
  ])
  func `Another failure, or no space for a cache, removes no cached file and is not repeated`(
    dataClass: StorageClass, code: Int32, caches: [String]
  ) async throws {
    let directory = launch()
    try await directory.text(.file("menu"), .cache).save(large)
    let repository = directory.text(.file("value"), dataClass)
    try await repository.save("old")

    faults.fail(with: code)
    await #expect(throws: StorageError.self) { try await repository.save("new") }

    #expect(try disk.names(in: "caches") == caches)
    #expect(try await repository.value() == "old")
  }

  @Test(arguments: [false, true])
  func `Updates that wait for the disk are one element's, whatever the spellings of its id are`(
    isRemoved: Bool
  ) async throws {
    let streets = CollectionRepository(
      .memoryBackedByFile("value"), class: .critical, schema: StoredSchema(Street.self),
      in: launch())
    try await streets.save(Street(id: "Rue", house: 9))
    faults.fail(with: EIO)
    try await streets.save(Street(id: "Caf\u{e9}", house: 1))
    faults.fail(with: EIO)
    if isRemoved {
      try await streets.remove("Cafe\u{301}")
    } else {
      try await streets.save(Street(id: "Cafe\u{301}", house: 2))
      faults.fail(with: EIO)
      try await streets.save(Street(id: "Caf\u{e9}", house: 3))
    }
    try await streets.flush()
    #expect(try await streets.elements().map(\.house) == (isRemoved ? [9] : [9, 3]))
    let stored = try disk.crashed().many(StoredSchema(Street.self))
    #expect(try await stored.elements().map(\.house) == (isRemoved ? [9] : [9, 3]))
  }
}

/// The failure of the next write.
private final class WriteFaults: Sendable {
  private let state = Mutex<Int32?>(nil)

  func fail(with code: Int32) { state.withLock { $0 = code } }

  /// Returns the error code of the next write; `nil` for none.
  func next() -> Int32? { state.withLock { $0.take() } }
}
