import Foundation
import StorageTestSupport
import Testing

@testable import Storage

/// Tests of a crash between the newer release's own file and its file for the earlier release.
@Suite("Crashes between the two files of a write", .temporaryDirectory)
struct RollbackCrashTests {
  let disk = Disk()
  static let copy = "value.v1.store"

  @Test(arguments: StorageLocation.inFiles)
  func `Storing an equal value updates the earlier release's file`(location: StorageLocation)
    async throws
  {
    try await begin(location)
    try await crashing { try await newer(location).save(Guest(name: "Cem", points: 3)) }

    try await newer(location).save(Guest(name: "Cem", points: 3))

    #expect(try await Release(1, on: disk).guest() == Guest(name: "Cem"))
    #expect(try await newer(location).guest() == Guest(name: "Cem", points: 3))
  }

  @Test(arguments: ["Cem", "Dora"], StorageLocation.inFiles)
  func `A write succeeds without the second file, and the next one updates it`(
    next: String, location: StorageLocation
  ) async throws {
    try await begin(location)
    let repository = newer(location)
    try disk.obstruct()

    try await repository.save(Guest(name: "Cem", points: 3))
    #expect(try await Release(1, on: disk.crashed()).guest() == Guest(name: "Bo"))
    #expect(try await newer(location, on: disk.crashed()).guest() == Guest(name: "Cem", points: 3))

    // Also a write of the same value.
    try disk.remove(".value.v1.store.tmp")
    try await repository.save(Guest(name: next, points: 3))
    #expect(try await Release(1, on: disk.crashed()).guest() == Guest(name: next))
    #expect(try await newer(location, on: disk.crashed()).guest() == Guest(name: next, points: 3))
  }

  @Test func `Outdated files are removed before the copy is written`() async throws {
    try await begin()
    try disk.obstruct(".value.v2.store.tmp")

    try await Release(3, on: disk).save(Guest(name: "Cem", points: 3, phone: ""))

    #expect(try disk.names() == [".value.v2.store.tmp", "value.v2.store", "value.v3.store"])
    #expect(try await newer().guest() == Guest(name: "Bo", points: 2))
  }

  private func newer(
    _ location: StorageLocation = .file("value"), on disk: Disk? = nil
  ) -> Release {
    Release(2, .both, location, on: disk ?? self.disk)
  }

  /// Stores Bo in both files, and two points in the newer release's file.
  private func begin(_ location: StorageLocation = .file("value")) async throws {
    try await Release(1, on: disk).save(Guest(name: "Anna"))
    try await newer(location).save(Guest(name: "Bo", points: 2))
  }

  private func crashing(_ write: () async throws -> Void) async throws {
    let before = try disk.bytes(at: Self.copy)
    try await write()
    try disk.put(before, at: Self.copy)
  }
}
