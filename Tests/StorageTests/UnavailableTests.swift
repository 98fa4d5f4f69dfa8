import Foundation
import StorageTestSupport
import Testing

@testable import Storage

@Suite("A file that cannot be read", .temporaryDirectory, .timeLimit(.minutes(5)))
struct UnavailableTests {
  let disk = Disk()

  @Test("It is not absent", arguments: Obstacle.allCases, Location.inFiles)
  func notAbsent(obstacle: Obstacle, location: Location) async throws {
    try obstacle.place(on: disk)
    let repository = disk.repository(location)

    for _ in 0..<2 {
      await #expect(throws: obstacle.error) { try await repository.value() }
    }
  }

  @Test(
    "Nothing writes over it, and nothing else on the disk changes",
    arguments: Obstacle.allCases, Location.inFiles)
  func notWrittenOver(obstacle: Obstacle, location: Location) async throws {
    try obstacle.place(on: disk)
    let before = try Entry.all()
    let repository = disk.repository(location)

    await #expect(throws: obstacle.error) { try await repository.save("new") }
    await #expect(throws: obstacle.error) { try await repository.remove() }
    await #expect(throws: obstacle.error) {
      try await repository.update { _ in Issue.record("there is no value to change") }
    }
    try await repository.flush()

    #expect(try Entry.all() == before)
  }

  @Test(
    "When the obstacle has gone, the same repository works",
    arguments: Obstacle.allCases, Location.inFiles)
  func worksAgain(obstacle: Obstacle, location: Location) async throws {
    try obstacle.place(on: disk)
    let repository = disk.repository(location)
    await #expect(throws: obstacle.error) { try await repository.save("lost") }
    try obstacle.remove(from: disk)

    #expect(try await repository.value() == nil)
    try await repository.save("new")

    #expect(repository.persistence == .persisted)
    #expect(try await disk.repository().value() == "new")
  }

  @Test("When it can be read again, its value is there", arguments: Location.inFiles)
  func valueIsBack(location: Location) async throws {
    try await disk.repository().save("old")
    try disk.block()
    let repository = disk.repository(location)
    await #expect(throws: Obstacle.directoryIsFile.error) { try await repository.save("new") }
    try disk.unblock()

    #expect(try await repository.value() == "old")
  }
}
