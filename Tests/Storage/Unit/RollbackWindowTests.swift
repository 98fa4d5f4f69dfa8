import Foundation
import StorageTestSupport
import Testing

@testable import Storage

@Suite("Files of earlier releases", .temporaryDirectory)
struct RollbackWindowTests {
  let disk = Disk()

  @Test func `Only the newest earlier file is preserved`() async throws {
    for version in 1...3 {
      try await Release(version, on: disk).save(
        Guest(name: "\(version)", points: 0, phone: ""))
      let kept = Array(max(1, version - 1)...version)
      #expect(try disk.names() == kept.map { "value.v\($0).store" })
    }
  }

  @Test func `A value that a release before the window stores is discarded`() async throws {
    for version in 1...3 {
      try await Release(version, on: disk).save(Guest(name: "\(version)", points: version))
    }
    try await Release(1, on: disk).save(Guest(name: "Anna"))

    let newest = Release(3, on: disk)
    #expect(try await newest.guest()?.name == "3")
    try await newest.rename("Bo")
    #expect(try disk.names() == ["value.v2.store", "value.v3.store"])
  }

  @Test func `Damage to the file before the previous one does not prevent an update`()
    async throws
  {
    for version in 1...2 {
      try await Release(version, on: disk).save(Guest(name: "\(version)", points: version))
    }
    try disk.put(Data("damaged".utf8), at: "value.v1.store")

    #expect(
      try await Release(3, on: disk).guest()
        == Guest(name: "2", points: 2, phone: ""))
  }

  @Test(arguments: 1...2)
  func `A value that the earlier release stores after damage is used`(writes: Int) async throws {
    for name in ["Anna", "Bo"].prefix(writes) {
      try await Release(1, on: disk).save(Guest(name: name))
    }
    try await Release(2, on: disk).save(Guest(name: "Cem", points: 2))
    try disk.put(Data(), at: "value.v1.store")
    await #expect(throws: StorageError.self) { try await Release(1, on: disk).guest() }

    for write in 1...writes { try await Release(1, on: disk).save(Guest(name: "\(write)")) }

    #expect(try await Release(2, on: disk).guest() == Guest(name: "\(writes)", points: 2))
  }

  @Test func `Damage to the own file is reported once, then the earlier release's value is used`()
    async throws
  {
    func release(_ version: Int) -> Release { Release(version, on: disk) }
    try await release(1).save(Guest(name: "Anna"))
    try await release(2).save(Guest(name: "Bo", points: 2))
    try disk.put(try disk.bytes(at: "value.v2.store").dropLast(), at: "value.v2.store")

    await #expect(
      throws: StorageError.corrupt(
        file: "value.v2.store", damage: .length, quarantine: "value.v2.store.corrupt")
    ) { try await release(2).guest() }

    #expect(try await release(2).guest() == Guest(name: "Bo", points: 0))
    try await release(2).save(Guest(name: "Cem", points: 3))
    #expect(try await release(1).guest() == Guest(name: "Cem"))
  }
}
