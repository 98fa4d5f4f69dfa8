import Foundation
import StorageTestSupport
import Testing

@testable import Storage

@Suite("Storage classes", .temporaryDirectory)
struct DataClassTests {
  private struct Refusal: Error {}

  let disk = Disk()
  let strict = StoredSchema(String.self).step(
    "refuse", up: { (_: String) throws -> Int in throw Refusal() })

  @Test(arguments: StorageLocation.inFiles)
  func `Caches have their own directory`(location: StorageLocation) async throws {
    try await disk.repository(location, .critical).save("critical")
    try await disk.repository(location, .cache).save("cache")

    #expect(try disk.names() == ["caches", "value.v1.store"])
    #expect(try disk.names(in: "caches") == ["value.v1.store"])
    #expect(try Entry(disk.at("caches").path).permissions == 0o700)
    #expect(try await disk.repository(location, .critical).value() == "critical")
    #expect(try await disk.repository(location, .userState).value() == "critical")
    #expect(try await disk.repository(location, .cache).value() == "cache")
  }

  @Test func `A value that a step rejects is absent in a cache, and removed by the next write`()
    async throws
  {
    try await disk.repository(.file("value"), .cache).save("old")

    let repository = disk.one(strict, .file("value"), .cache)
    #expect(try await repository.value() == nil)
    try await repository.save(1)

    #expect(try disk.names(in: "caches") == ["value.v2.store"])
  }

  @Test(arguments: [StorageClass.critical, .userState])
  func `A value that a step rejects stays and is reported in the other classes`(
    dataClass: StorageClass
  ) async throws {
    try await disk.repository(.file("value"), dataClass).save("old")
    let before = try Entry.all()
    let error = StorageError.migrationFailed(
      file: "value.v1.store", step: "refuse", reason: "Refusal()")

    for _ in 0..<2 {
      let repository = disk.one(strict, .file("value"), dataClass)
      for _ in 0..<2 {
        await #expect(throws: error) { try await repository.value() }
        await #expect(throws: error) { try await repository.save(1) }
      }
    }

    #expect(try Entry.all() == before)
  }

  @Test(arguments: [StorageClass.userState, .cache])
  func `In another class than critical, each release finds what it has stored last`(
    dataClass: StorageClass
  ) async throws {
    try await Release(2, on: disk, dataClass).save(Guest(name: "Bo", points: 2))
    try await Release(1, on: disk, dataClass).save(Guest(name: "Anna"))

    #expect(try await Release(2, on: disk, dataClass).guest() == Guest(name: "Bo", points: 2))
    #expect(try await Release(1, on: disk, dataClass).guest() == Guest(name: "Anna"))
  }

  @Test func `The file of an earlier release of a cache is not opened`() async throws {
    try await Release(2, on: disk, .cache).save(Guest(name: "Bo", points: 2))
    try disk.put(Data("damaged".utf8), at: "caches/value.v1.store")

    #expect(try await Release(2, on: disk, .cache).guest() == Guest(name: "Bo", points: 2))
    #expect(try disk.names(in: "caches") == ["value.v1.store", "value.v2.store"])
  }
}
