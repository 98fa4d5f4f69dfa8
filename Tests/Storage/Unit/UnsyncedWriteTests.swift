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
    let faults = try SyncFaults(of: disk)
    let repository = SingleRepository(
      location, class: .critical, schema: StoredSchema(String.self), in: faults.directory)

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
    let faults = try SyncFaults(of: disk)
    let repository = CollectionRepository(
      location, class: .critical, schema: StoredSchema(Note.self), in: faults.directory)

    try await expectRewrite(faults) {
      try await repository.save(Note(id: 1))
      try await repository.flush()
    }

    let synced = try number
    try await repository.save(Note(id: 2))
    #expect(try number == synced)
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
  private let hasEnded: SharedFlag
  let directory: StorageDirectory

  init(of disk: Disk) throws {
    disk.launch().close()
    let hasEnded = SharedFlag()
    let file = disk.at("value.v1.store")
    let before = try disk.bytesIfAny(at: "value.v1.store")
    self.hasEnded = hasEnded
    directory = StorageDirectory(
      disk.url,
      failing: {
        hasEnded.isSet.load(ordering: .relaxed) || (try? Data(contentsOf: file)) == before
          ? nil : EIO
      })
  }

  func end() { hasEnded.isSet.store(true, ordering: .relaxed) }
}

private final class SharedFlag: Sendable {
  let isSet = Atomic(false)
}
