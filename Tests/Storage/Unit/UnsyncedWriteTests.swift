import Foundation
import StorageTestSupport
import Synchronization
import Testing

@testable import Storage

@Suite("Writes whose sync fails", .temporaryDirectory)
struct UnsyncedWriteTests {
  let disk = Disk()

  @Test(arguments: StorageLocation.inFiles)
  func `An equal value is written again until its file is synced`(location: StorageLocation)
    async throws
  {
    try await disk.repository().save("old")
    let faults = SyncFaults()
    let repository = faults.launch(on: disk).text(location)

    try await expectRewrite(faults) {
      try await repository.save("new")
      try await repository.flush()
    }

    let synced = try number
    try await repository.save("new")
    #expect(try number == synced)
  }

  @Test(arguments: StorageLocation.inFiles)
  func `A collection is replaced again until its file is synced`(location: StorageLocation)
    async throws
  {
    try disk.make()
    let faults = SyncFaults()
    let repository = faults.launch(on: disk).notes(location)

    try await expectRewrite(faults) {
      try await repository.save(Note(id: 1))
      try await repository.flush()
    }

    let synced = try number
    try await repository.save(Note(id: 2))
    #expect(try number == synced)
  }

  @Test func `The old value is written again after a write whose sync failed`() async throws {
    try await disk.repository().save("old")
    let faults = SyncFaults()
    let repository = faults.launch(on: disk).text(.memoryBackedByFile("value"))
    try await repository.save("new")
    faults.end()

    try await repository.save("old")

    #expect(repository.writeStatus == .written)
    #expect(try await disk.crashed().repository().value() == "old")
  }

  @Test func `The copy for the previous release is not written before the new file is synced`()
    async throws
  {
    try await Release(1, on: disk).save(Guest(name: "Anna"))
    let copy = try disk.bytes(at: "value.v1.store")
    disk.launch().close()
    let path = disk.at("value.v2.store").path
    let hasFailed = Atomic(false)
    let directory = StorageDirectory(
      disk.url,
      failing: {
        guard FileManager.default.fileExists(atPath: path) else { return nil }
        return hasFailed.exchange(true, ordering: .relaxed) ? nil : EIO
      })
    let repository = SingleRepository(
      .file("value"), class: .critical, schema: Ways.both.guestV2, in: directory)

    let error = await #expect(throws: StorageError.self) {
      try await repository.save(GuestV2(id: 1, handle: "Bo", points: 2))
    }

    guard case .notDurable? = error else { throw try #require(error) }
    #expect(try disk.bytes(at: "value.v1.store") == copy)
  }

  @Test func `A removal whose sync fails is reported`() async throws {
    try await disk.repository().save("old")
    let repository = SyncFaults().launch(on: disk).text()

    let error = await #expect(throws: StorageError.self) { try await repository.remove() }

    guard case .notDurable? = error else { throw try #require(error) }
  }

  /// Expects that each write throws while the sync fails, and that the next one replaces the file.
  private func expectRewrite(_ faults: SyncFaults, _ write: () async throws -> Void) async throws {
    for _ in 0..<2 { await #expect(throws: StorageError.self) { try await write() } }
    let unsynced = try number
    faults.end()
    try await write()
    #expect(try number != unsynced)
  }

  /// The number of the file, which changes when the file is replaced.
  private var number: UInt64 {
    get throws { try Entry(disk.at("value.v1.store").path).number }
  }
}

/// Failures of each system call that follows the first change of a file, beginning with the sync.
private final class SyncFaults: Sendable {
  private let hasEnded = Atomic(false)

  /// Starts the app again with these failures.
  func launch(on disk: Disk) -> StorageDirectory {
    disk.launch().close()
    let file = disk.at("value.v1.store")
    let before = try? Data(contentsOf: file)
    return StorageDirectory(
      disk.url,
      failing: { [self] in
        hasEnded.load(ordering: .relaxed) || (try? Data(contentsOf: file)) == before ? nil : EIO
      })
  }

  func end() { hasEnded.store(true, ordering: .relaxed) }
}
