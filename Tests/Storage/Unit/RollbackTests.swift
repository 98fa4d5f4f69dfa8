import Foundation
import StorageTestSupport
import Testing

@testable import Storage

@Suite("Rollbacks of a value", .temporaryDirectory)
struct RollbackTests {
  let disk = Disk()

  @Test(arguments: [(1, 2), (2, 3), (1, 3)], StorageLocation.inFiles)
  func `An update, a rollback and another update lose no field`(
    releases: (old: Int, new: Int), location: StorageLocation
  ) async throws {
    func old() -> Release { Release(releases.old, .both, location, on: disk) }
    func new() -> Release { Release(releases.new, .both, location, on: disk) }
    try await old().save(Guest(name: "Anna", points: 1))

    #expect(try await new().guest()?.name == "Anna")
    try await new().save(Guest(name: "Bo", points: 2, phone: "112"))
    #expect(try await old().guest()?.name == "Bo")
    try await old().rename("Cem")
    try await old().rename("Dora")
    #expect(
      try await new().guest() == seen(Guest(name: "Dora", points: 2, phone: "112"), releases.new))

    try await new().rename("Eva")
    #expect(try await old().guest()?.name == "Eva")
    #expect(
      try await new().guest() == seen(Guest(name: "Eva", points: 2, phone: "112"), releases.new))
  }

  @Test(arguments: StorageLocation.inFiles)
  func `Each of three releases can follow any other`(location: StorageLocation) async throws {
    let visits = [1, 2, 1, 2, 3, 2, 3, 2, 3]
    var expected = Guest(name: "0", points: 0, phone: "")
    try await Release(1, on: disk).save(expected)

    for (visit, version) in visits.enumerated() {
      let guest = try await Release(version, .both, location, on: disk).guest()
      #expect(guest == seen(expected, version), "visit \(visit)")
      expected.name = "\(visit)"
      if version >= 2 { expected.points = visit }
      if version >= 3 { expected.phone = "\(visit)" }
      try await Release(version, .both, location, on: disk).save(expected)
    }
  }

  @Test(arguments: Ways.allCases)
  func `An earlier release that only reads changes nothing`(ways: Ways) async throws {
    try await Release(1, on: disk).save(Guest(name: "Anna"))
    try await Release(2, ways, on: disk).save(Guest(name: "Bo", points: 2))
    let before = try Entry.all()

    _ = try await Release(1, on: disk).guest()
    #expect(try await Release(2, ways, on: disk).guest() == Guest(name: "Bo", points: 2))

    #expect(try Entry.all() == before)
  }

  @Test
  func `Without a way down, the earlier release finds the value as of the update`() async throws {
    try await Release(1, on: disk).save(Guest(name: "Anna"))
    try await Release(2, .onlyMerge, on: disk).save(Guest(name: "Bo", points: 2))

    #expect(try await Release(1, on: disk).guest() == Guest(name: "Anna"))
    try await Release(1, on: disk).rename("Cem")

    #expect(try await Release(2, .onlyMerge, on: disk).guest() == Guest(name: "Cem", points: 2))
  }

  @Test(arguments: [Ways.onlyDown, .neither])
  func `Without a merge, the earlier release's value is used`(ways: Ways) async throws {
    try await Release(1, on: disk).save(Guest(name: "Anna"))
    try await Release(2, ways, on: disk).save(Guest(name: "Bo", points: 2))
    try await Release(1, on: disk).rename("Cem")

    #expect(try await Release(2, ways, on: disk).guest() == Guest(name: "Cem", points: 0))
  }

  @Test(arguments: Ways.allCases, StorageLocation.inFiles)
  func `A write of the earlier release is merged once`(ways: Ways, location: StorageLocation)
    async throws
  {
    try await Release(1, on: disk).save(Guest(name: "Anna"))
    try await Release(2, ways, location, on: disk).save(Guest(name: "Bo", points: 2))
    try await Release(1, on: disk).rename("Cem")
    try await Release(2, ways, location, on: disk).rename("Dora")

    #expect(try await Release(2, ways, location, on: disk).guest()?.name == "Dora")
  }

  @Test
  func `A value that the earlier release creates is merged with the newer one`() async throws {
    try await Release(2, on: disk).save(Guest(name: "Bo", points: 2))
    await #expect(throws: StorageError.newer(file: "value.v2.store", version: 2)) {
      try await Release(1, on: disk).guest()
    }
    try await Release(1, on: disk).save(Guest(name: "Anna"))

    #expect(try await Release(2, on: disk).guest() == Guest(name: "Anna", points: 2))
  }

  @Test(arguments: StorageLocation.inFiles)
  func `A write of the earlier release reaches the release after the next`(
    location: StorageLocation
  )
    async throws
  {
    try await Release(1, on: disk).save(Guest(name: "Anna"))
    try await Release(2, on: disk).save(Guest(name: "Bo", points: 2))
    try await Release(1, on: disk).rename("Cem")

    #expect(
      try await Release(3, .both, location, on: disk).guest()
        == Guest(name: "Cem", points: 2, phone: ""))
  }

  @Test(arguments: StorageLocation.inFiles)
  func `A rollback to a skipped release finds the value`(location: StorageLocation) async throws {
    try await Release(1, on: disk).save(Guest(name: "Anna"))
    try await Release(3, on: disk).save(Guest(name: "Bo", points: 3, phone: "112"))
    try await Release(2, .both, location, on: disk).save(Guest(name: "Cem", points: 2))

    #expect(
      try await Release(3, .both, location, on: disk).guest()
        == Guest(name: "Cem", points: 2, phone: "112"))
  }

  @Test(arguments: StorageLocation.inFiles)
  func `A skipped release that only reads changes nothing`(location: StorageLocation) async throws {
    let guest = Guest(name: "Bo", points: 3, phone: "112")
    try await Release(1, on: disk).save(Guest(name: "Anna"))
    try await Release(3, on: disk).save(guest)

    #expect(try await Release(2, .both, location, on: disk).guest()?.name == "Bo")

    #expect(try await Release(3, .both, location, on: disk).guest() == guest)
    #expect(try disk.names() == ["value.v1.store", "value.v3.store"])
  }

  @Test(arguments: StorageLocation.inFiles)
  func `A removal by a skipped release removes the value`(location: StorageLocation) async throws {
    try await Release(1, on: disk).saveAtTable(Guest(id: 1, name: "Anna"))
    for id in 1...3 { try await Release(3, on: disk).saveAtTable(Guest(id: id, name: "\(id)")) }

    try await Release(2, .both, location, on: disk).removeAtTable(2)

    #expect(try await Release(3, .both, location, on: disk).guests().map(\.id) == [1, 3])
  }

  @Test func `A value whose way down throws is stored and merged`() async throws {
    struct NoWay: Error {}
    let strict = Ways.both.guestV2.step(
      "no way back for the anonymous",
      up: { GuestV3(id: $0.id, name: $0.handle, points: $0.points) },
      down: { guest throws in
        guard !guest.name.isEmpty else { throw NoWay() }
        return GuestV2(id: guest.id, handle: guest.name, points: guest.points)
      },
      merge: { GuestV3(id: $1.id, name: $1.name, points: $1.points, phone: $0.phone) })
    try await Release(2, on: disk).save(Guest(name: "Anna", points: 2))
    try await disk.one(strict).save(GuestV3(id: 1, name: "", phone: "112"))
    #expect(try await disk.one(strict).value() == GuestV3(id: 1, name: "", phone: "112"))

    try await Release(2, on: disk).rename("Bo")

    #expect(
      try await disk.one(strict).value() == GuestV3(id: 1, name: "Bo", points: 2, phone: "112"))
  }

  private func seen(_ guest: Guest, _ version: Int) -> Guest {
    Guest(
      id: guest.id, name: guest.name, points: version >= 2 ? guest.points : nil,
      phone: version >= 3 ? guest.phone : nil)
  }
}
