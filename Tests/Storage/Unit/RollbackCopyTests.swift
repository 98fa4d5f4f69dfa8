import Foundation
import StorageTestSupport
import Testing

@testable import Storage

@Suite("The copy of a collection for the previous release", .temporaryDirectory)
struct RollbackCopyTests {
  let disk = Disk()

  @Test(arguments: StorageLocation.inFiles, [false, true])
  func `The copy after an omitted one contains the changes since the last copy`(
    location: StorageLocation, isRelaunched: Bool
  ) async throws {
    try await disk.many(StoredSchema(GuestV1.self)).save(GuestV1(id: 1, nick: "Zoe"))
    var guests = disk.many(GuestV2.strict, location)
    func update(_ change: @Sendable (inout IdentifiedArray<GuestV2>) -> Void) async throws {
      if isRelaunched { guests = disk.many(GuestV2.strict, location) }
      try await guests.update(change)
    }
    try await update { $0.save(GuestV2(id: 2, handle: "Yan")) }

    try await update { guests in
      guests.save(GuestV2(id: 3, handle: ""))
      guests.save(GuestV2(id: 1, handle: "Zora"))
    }
    try await update { $0.save(GuestV2(id: 2, handle: "Yves")) }
    try await update { $0.remove(3) }

    let copied = try await disk.many(StoredSchema(GuestV1.self)).elements()
    #expect(Array(copied) == [GuestV1(id: 1, nick: "Zora"), GuestV1(id: 2, nick: "Yves")])
  }

  @Test(arguments: StorageLocation.inFiles, [false, true])
  func `Without a way down, the copy lacks the elements that were removed after the first write`(
    location: StorageLocation, isRelaunched: Bool
  ) async throws {
    for id in 1...3 {
      try await release(1, .both, location).saveAtTable(Guest(id: id, name: "\(id)"))
    }
    var newer = release(2, .neither, location)
    try await newer.saveAtTable(Guest(id: 4, name: "Dora"))
    for id in [1, 3] {
      if isRelaunched { newer = release(2, .neither, location) }
      try await newer.removeAtTable(id)
    }

    #expect(try await release(1, .both, location).guests() == [Guest(id: 2, name: "2")])
  }

  @Test(arguments: StorageLocation.inFiles)
  func `The size of the copy is bounded by its content across launches`(location: StorageLocation)
    async throws
  {
    try await release(1, .both, location).saveAtTable(Guest(id: 1, name: "Anna"))
    for step in 1...300 { try await release(2, .both, location).renameAtTable(1, "\(step)") }

    #expect(try disk.bytes(at: "table.v1.store").count < 10_000)
    #expect(try await release(1, .both, location).guests() == [Guest(id: 1, name: "300")])
  }

  @Test(arguments: [(69, 2), (70, 3)])
  func `Without a way down, the copy has at most 1.5 changes per element, and 64 more`(
    count: Int, copied: Int
  ) async throws {
    let older = disk.many(StoredSchema(GuestV1.self), .file("value"), .userState)
    try await older.update { guests in
      for id in 1...count { guests.save(GuestV1(id: id, nick: "")) }
    }
    let newer = disk.many(Ways.neither.guestV2, .memoryBackedByFile("value"), .userState)
    // The first write replaces the file, and does not change the copy.
    try await newer.save(GuestV2(id: 1, handle: "Anna"))
    for id in 3...count { try await newer.remove(id) }

    let found = disk.many(StoredSchema(GuestV1.self), .file("value"), .userState)
    #expect(try await found.elements().count == copied)
  }

  private func release(_ version: Int, _ ways: Ways, _ location: StorageLocation) -> Release {
    Release(version, ways, location, on: disk, .userState)
  }
}
