import Foundation
import StorageTestSupport
import Testing

@testable import Storage

@Suite("Rollbacks of a collection", .temporaryDirectory)
struct RollbackCollectionTests {
  let disk = Disk()

  @Test(arguments: StorageLocation.inFiles)
  func `With a way down, the changes of both releases are preserved`(location: StorageLocation)
    async throws
  {
    try await earlier(location).saveAtTable(Guest(id: 1, name: "Al"))
    try await begin(.both, location)
    let copied = try await earlier(location).guests()
    #expect(copied.map(\.id) == [1, 2, 3])

    try await change(location)

    #expect(
      try await newer(.both, location).guests() == [
        Guest(id: 1, name: "Anna", points: 1), Guest(id: 2, name: "Bob", points: 2),
        Guest(id: 4, name: "Dora", points: 0),
      ])
  }

  @Test func `A merge removes no element that the earlier release could not read`() throws {
    let kept = IdentifiedArray([GuestV2(id: 1, handle: "Anna"), GuestV2(id: 2, handle: "")])
    let merged = try GuestV2.strict.coding.ofCollection.merge(kept, Data(), 1, 1)
    #expect(merged.map(\.id) == [2])
  }

  @Test(arguments: StorageLocation.inFiles)
  func `Without a way down, nothing is lost, and removals are not recognized`(
    location: StorageLocation
  )
    async throws
  {
    try await earlier(location).saveAtTable(Guest(id: 3, name: "Cem"))
    try await begin(.onlyMerge, location)
    try await earlier(location).saveAtTable(Guest(id: 4, name: "Dora"))
    try await earlier(location).removeAtTable(3)

    #expect(
      try await newer(.onlyMerge, location).guests() == [
        Guest(id: 3, name: "Cem", points: 3), Guest(id: 1, name: "Anna", points: 1),
        Guest(id: 2, name: "Bo", points: 2), Guest(id: 4, name: "Dora", points: 0),
      ])
  }

  @Test
  func `Without a merge, an element that the earlier release has changed has its fields only`()
    async throws
  {
    try await earlier(.file("value")).saveAtTable(Guest(id: 1, name: "Al"))
    try await begin(.onlyDown, .file("value"))
    try await change(.file("value"))

    // The changed element has only the fields that the earlier release knew.
    #expect(
      try await newer(.onlyDown, .file("value")).guests() == [
        Guest(id: 1, name: "Anna", points: 1), Guest(id: 2, name: "Bob", points: 0),
        Guest(id: 4, name: "Dora", points: 0),
      ])
  }

  @Test(arguments: StorageLocation.inFiles)
  func `An element that the newer release removed stays removed`(location: StorageLocation)
    async throws
  {
    try await earlier(location).saveAtTable(Guest(id: 1, name: "Al"))
    try await begin(.both, location)
    try await newer(.both, location).removeAtTable(2)
    try await earlier(location).saveAtTable(Guest(id: 4, name: "Dora"))

    #expect(try await newer(.both, location).guests().map(\.id) == [1, 3, 4])
  }

  @Test(arguments: 1...4, StorageLocation.inFiles)
  func `Elements that the earlier release never had are preserved`(
    writes: Int, location: StorageLocation
  )
    async throws
  {
    try await earlier(location).saveAtTable(Guest(id: 1, name: "Anna"))
    try await newer(.both, location).saveAtTable(Guest(id: 1, name: "Anna", points: 1))
    let copy = try disk.bytes(at: "table.v1.store")
    try await newer(.both, location).saveAtTable(Guest(id: 2, name: "Bo", points: 2))
    // The state after a crash between the two writes.
    try disk.put(copy, at: "table.v1.store")

    for write in 1...writes {
      try await earlier(location).saveAtTable(Guest(id: 2 + write, name: "\(write)"))
    }

    let guests = try await newer(.both, location).guests()
    #expect(guests.map(\.id) == [1, 2] + (1...writes).map { $0 + 2 })
    #expect(guests.first { $0.id == 2 } == Guest(id: 2, name: "Bo", points: 2))
  }

  @Test(arguments: 1...3, StorageLocation.inFiles)
  func `Elements of a newer release are preserved if the earlier one starts without a file`(
    writes: Int, location: StorageLocation
  ) async throws {
    try await begin(.both, location)
    for write in 1...writes {
      try await earlier(location).saveAtTable(Guest(id: 3 + write, name: "\(write)"))
    }

    let ids = try await newer(.both, location).guests().map(\.id)
    #expect(ids == [1, 2, 3] + (1...writes).map { $0 + 3 })
  }

  @Test(arguments: StorageLocation.inFiles)
  func `An element whose way down throws is preserved with all others`(location: StorageLocation)
    async throws
  {
    try await disk.many(StoredSchema(GuestV1.self)).save(GuestV1(id: 1, nick: "Anna"))
    try await disk.many(GuestV2.strict, location).save(GuestV2(id: 2, handle: "", points: 2))
    try await disk.many(GuestV2.strict, location).save(GuestV2(id: 3, handle: "Cem", points: 3))

    try await disk.many(StoredSchema(GuestV1.self)).save(GuestV1(id: 4, nick: "Dora"))

    let ids = try await disk.many(GuestV2.strict, location).elements().map(\.id)
    #expect(ids == [1, 2, 3, 4])
  }

  @Test(arguments: StorageLocation.inFiles)
  func `A release that skips one finds the writes of both others`(location: StorageLocation)
    async throws
  {
    func third() -> Release { Release(3, .both, location, on: disk) }
    try await earlier(location).saveAtTable(Guest(id: 1, name: "Anna"))
    try await third().saveAtTable(Guest(id: 2, name: "Bo", points: 2, phone: "112"))
    try await earlier(location).renameAtTable(2, "Bob")
    try await earlier(location).removeAtTable(1)
    #expect(try await third().guests() == [Guest(id: 2, name: "Bob", points: 2, phone: "112")])

    try await third().renameAtTable(2, "Bobby")

    #expect(try await earlier(location).guests() == [Guest(id: 2, name: "Bobby")])
  }

  @Test(arguments: StorageLocation.inFiles)
  func `New elements of the earlier release are in its order`(location: StorageLocation)
    async throws
  {
    try await earlier(location).saveAtTable(Guest(id: 1, name: "Anna"))
    try await newer(.both, location).saveAtTable(Guest(id: 1, name: "Anna", points: 1))
    for id in 4...6 { try await earlier(location).saveAtTable(Guest(id: id, name: "\(id)")) }
    try await earlier(location).renameAtTable(4, "Dora")
    try await earlier(location).removeAtTable(5)
    try await earlier(location).saveAtTable(Guest(id: 5, name: "Eva"))

    #expect(try await newer(.both, location).guests().map(\.id) == [1, 4, 6, 5])
  }

  @Test(arguments: StorageLocation.inFiles)
  func `A change of an element whose way down throws is merged`(location: StorageLocation)
    async throws
  {
    try await disk.many(StoredSchema(GuestV1.self)).save(GuestV1(id: 1, nick: "Anna"))
    try await disk.many(GuestV2.strict, location).save(GuestV2(id: 1, handle: "", points: 2))
    try await disk.many(StoredSchema(GuestV1.self)).save(GuestV1(id: 1, nick: "Bo"))

    let guests = try await disk.many(GuestV2.strict, location).elements()
    #expect(Array(guests) == [GuestV2(id: 1, handle: "Bo", points: 2)])
  }

  private func earlier(_ location: StorageLocation) -> Release {
    Release(1, .both, location, on: disk)
  }

  private func newer(_ ways: Ways, _ location: StorageLocation) -> Release {
    Release(2, ways, location, on: disk)
  }

  /// Stores Anna, Bo and Cem with the newer release, one after another.
  private func begin(_ ways: Ways, _ location: StorageLocation) async throws {
    for (index, name) in ["Anna", "Bo", "Cem"].enumerated() {
      try await newer(ways, location).saveAtTable(
        Guest(id: index + 1, name: name, points: index + 1))
    }
  }

  /// Renames Bo, removes Cem and adds Dora with the earlier release.
  private func change(_ location: StorageLocation) async throws {
    try await earlier(location).renameAtTable(2, "Bob")
    try await earlier(location).removeAtTable(3)
    try await earlier(location).saveAtTable(Guest(id: 4, name: "Dora"))
  }
}
