import Foundation
import StorageTestSupport
import Testing

@testable import Storage

@Suite("Rollbacks of a value", .temporaryDirectory)
struct RollbackTests {
  let disk = Disk()

  @Test(arguments: stories, StorageLocation.inFiles)
  func `Each release finds the value that the last one has stored`(
    _ story: Story, location: StorageLocation
  ) async throws {
    try await story.play(atTable: false, location, on: disk)
  }

  private static let anna = Guest(name: "Anna")
  private static let bo = Guest(name: "Bo", points: 2)
  private static let boCalled = Guest(name: "Bo", points: 3, phone: "112")

  private static let stories = [
    Story(
      "without a way back, a write of the earlier release is used once", ways: .neither,
      [.save(1, anna), .save(2, bo), .rename(1, "Cem"), .rename(2, "Dora")],
      finds: [2: [Guest(name: "Dora", points: 0)]]),
    Story(
      "a value that the earlier release creates is merged with the newer one",
      [.save(2, bo), .save(1, anna)], finds: [2: [Guest(name: "Anna", points: 2)]]),
    Story(
      "a copy that the earlier release has not changed is not merged by an update", ways: .onlyDown,
      [.save(1, anna), .save(2, bo)], finds: [3: [Guest(name: "Bo", points: 2, phone: "")]]),
    Story(
      "a removal by the newer release removes the earlier release's value",
      [.save(1, anna), .save(2, bo), .remove(2)], finds: [1: [], 2: []]),
    Story(
      "a removal before the first write of the newer release is not undone by a migration",
      [.save(1, anna), .remove(2)], finds: [1: [], 2: []]),
    Story(
      "a removal by the earlier release removes the newer release's value",
      [.save(1, anna), .save(2, bo), .remove(1)], finds: [1: [], 2: []]),
    Story(
      "a value that the earlier release stores after a removal is used",
      [.save(1, anna), .save(2, bo), .rename(2, "Cem"), .remove(1), .save(1, anna)],
      finds: [2: [Guest(name: "Anna", points: 0)]]),
  ]

  @Test(arguments: [(newest: 2, reader: 1), (3, 2)], Ways.allCases)
  func `An earlier or skipped release that only reads changes nothing`(
    releases: (newest: Int, reader: Int), ways: Ways
  ) async throws {
    try await Release(1, ways, on: disk).save(Self.anna)
    try await Release(releases.newest, ways, on: disk).save(Self.boCalled)
    let before = try Entry.all()

    _ = try await Release(releases.reader, ways, on: disk).guest()
    let found = try await Release(releases.newest, ways, on: disk).guest()
    #expect(found?.name == "Bo" && found?.points == 3)

    #expect(try Entry.all() == before)
  }
}
