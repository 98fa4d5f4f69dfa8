#if os(Linux) && canImport(Glibc)
  import Foundation
  import StorageTestSupport
  import Testing

  @testable import Storage

  @Suite("What a write syncs", .temporaryDirectory)
  struct SyncOrderTests {
    private let disk = Disk()

    /// Expects that `body` syncs these paths, in this order.
    private func expectSyncs(
      of paths: [String], at location: SourceLocation = #_sourceLocation,
      _ body: () async throws -> Void
    ) async throws {
      let log = SyncLog()
      try await log.record(body)
      #expect(log.paths == paths, sourceLocation: location)
    }

    /// Expects that `body` throws while the sync of this path fails, and returns the error.
    private func error(
      whenSyncFails path: String, _ body: () async throws -> Void
    ) async throws -> StorageError {
      let log = SyncLog(failing: path)
      let error = await #expect(throws: StorageError.self) { try await log.record(body) }
      return try #require(error)
    }

    @Test(arguments: [
      (StorageClass.critical, ["storage/.value.v1.store.tmp", "storage"], ["storage"]),
      (.userState, ["storage/.value.v1.store.tmp"], []), (.cache, [], []),
    ])
    func `A value is synced before its rename, and a critical rename or removal afterward`(
      dataClass: StorageClass, replacement: [String], removal: [String]
    ) async throws {
      let repository = disk.repository(.file("value"), dataClass)
      let folders = dataClass.isWorthKeeping ? [""] : ["storage", ""]

      try await expectSyncs(of: folders + replacement) { try await repository.save("1") }
      try await expectSyncs(of: replacement) { try await repository.save("2") }
      try await expectSyncs(of: []) { try await repository.save("2") }
      try await expectSyncs(of: removal) { try await repository.remove() }
    }

    @Test(arguments: [
      (StorageClass.critical, ["storage/value.v1.store"]), (.userState, []), (.cache, []),
    ])
    func `Only a critical append is synced`(dataClass: StorageClass, expected: [String])
      async throws
    {
      let notes = disk.many(StoredSchema(Note.self), .file("value"), dataClass)
      try await notes.save(Note(id: 1))

      try await expectSyncs(of: expected) { try await notes.save(Note(id: 2)) }
    }

    @Test func `A value is on the device before its copy for the previous release is written`()
      async throws
    {
      try await Release(1, on: disk).save(Guest(name: "Anna"))
      let release = Release(2, on: disk)
      let (own, copy) = ("storage/.value.v2.store.tmp", "storage/.value.v1.store.tmp")

      for name in ["Bo", "Cy"] {
        try await expectSyncs(of: [own, "storage", copy, "storage"]) {
          try await release.save(Guest(name: name, points: 1))
        }
      }
    }

    @Test(arguments: StorageLocation.inFiles)
    func `An appended element is on the device before its copy for the previous release`(
      location: StorageLocation
    ) async throws {
      try await Release(1, on: disk).many.save(Guest(id: 1, name: "Anna"))
      let release = Release(2, .both, location, on: disk)
      try await release.many.save(Guest(id: 2, name: "Bo", points: 1))

      try await expectSyncs(of: ["storage/table.v2.store", "storage/table.v1.store"]) {
        try await release.many.save(Guest(id: 3, name: "Cy", points: 1))
      }
    }

    @Test(arguments: [StorageClass.critical, .userState])
    func `A value whose sync fails does not replace the old one`(dataClass: StorageClass)
      async throws
    {
      let repository = disk.repository(.file("value"), dataClass)
      try await repository.save("old")

      let error = try await error(whenSyncFails: "storage/.value.v1.store.tmp") {
        try await repository.save("new")
      }

      guard case .notWritable(let failure) = error else { throw error }
      #expect(failure.call == "fsync" && failure.code == EIO)
      #expect(try disk.names() == ["value.v1.store"])
      #expect(try await repository.value() == "old")
    }

    @Test func `An append whose sync fails is removed from the file`() async throws {
      let notes = disk.many(StoredSchema(Note.self))
      try await notes.save(Note(id: 1))
      let before = try disk.bytes()

      let error = try await error(whenSyncFails: "storage/value.v1.store") {
        try await notes.save(Note(id: 2))
      }

      guard case .notWritable(let failure) = error else { throw error }
      #expect(failure.call == "fdatasync" && failure.code == EIO)
      #expect(try disk.bytes() == before)
    }

    @Test func `A new directory whose sync fails is removed, and the next write makes it again`()
      async throws
    {
      let repository = disk.repository(.file("value"), .cache)

      _ = try await error(whenSyncFails: "") { try await repository.save("1") }

      #expect(!FileManager.default.fileExists(atPath: disk.url.path))

      try await expectSyncs(of: ["storage", ""]) { try await repository.save("1") }
    }

    /// The names in the directory of all subdirectories.
    private var folders: [String] { get throws { try disk.names(in: "directories") } }

    @Test func `A directory is renamed on the device before its files are removed`() async throws {
      let account = disk.launch().subdirectory("a")
      try await account.text().save("1")

      let error = try await error(whenSyncFails: "storage/directories") {
        try await account.erase()
      }

      guard case .notDurable = error else { throw error }
      #expect(try folders == ["a.erased"])
      #expect(try disk.names(in: "directories/a.erased") == ["value.v1.store"])
      try await account.erase()
      #expect(try folders.isEmpty)
    }

    @Test func `A renamed subdirectory is on the device before the call returns`() async throws {
      let root = disk.launch()
      let guest = root.subdirectory("guest")
      try await guest.text().save("1")
      guest.close()

      try await expectSyncs(of: ["storage/directories"]) {
        _ = try await root.moveSubdirectory("guest", to: "a")
      }
      #expect(try folders == ["a"])
    }
  }
#endif
