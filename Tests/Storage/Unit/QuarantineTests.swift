import Foundation
import StorageTestSupport
import Testing

@testable import Storage

@Suite("Damaged files", .temporaryDirectory)
struct QuarantineTests {
  let disk = Disk()
  let damaged = storedFile(version: 1, payload: Data(#""old""#.utf8)).dropLast()

  @Test(arguments: [false, true], StorageLocation.inFiles)
  func `Only the first access reports the damage, and preserves the bytes`(
    isWrite: Bool, location: StorageLocation
  ) async throws {
    try disk.put(damaged)
    let repository = disk.repository(location)

    await #expect(throws: corrupt(.length)) {
      if isWrite { try await repository.save("lost") } else { _ = try await repository.value() }
    }
    #expect(try await repository.value() == nil)
    #expect(try disk.names() == ["value.v1.store.corrupt"])
    try await repository.save("new")
    try await repository.flush()

    #expect(try await disk.repository(location).value() == "new")
    #expect(try disk.names() == ["value.v1.store", "value.v1.store.corrupt"])
    #expect(try disk.bytes(at: "value.v1.store.corrupt") == damaged)
  }

  @Test(arguments: StorageLocation.inFiles)
  func `Only one of many concurrent accesses reports the damage`(location: StorageLocation)
    async throws
  {
    try disk.put(damaged)
    let repository = disk.repository(location)

    let reports = await withTaskGroup { group in
      for _ in 0..<100 {
        group.addTask {
          do throws(StorageError) {
            return try await repository.value() == nil ? 0 : 100
          } catch {
            return error == corrupt(.length) ? 1 : 100
          }
        }
      }
      return await group.reduce(0, +)
    }

    #expect(reports == 1)
  }

  @Test
  func `The damage is told by the bytes, and the bytes of the latest damage are preserved`()
    async throws
  {
    var flipped = storedFile(version: 1, payload: Data(#""old""#.utf8))
    flipped[flipped.count - 1] ^= 1
    let otherVersion = storedFile(version: 2, payload: Data(#""old""#.utf8))

    for (bytes, damage) in [
      (Data("Dear diary,".utf8), Damage.foreign), (otherVersion, .foreign), (flipped, .checksum),
      (damaged, .length),
    ] {
      try disk.put(bytes)
      await #expect(throws: corrupt(damage)) { try await disk.repository().value() }
      #expect(try disk.bytes(at: "value.v1.store.corrupt") == bytes)
    }
  }

  @Test func `Intact bytes that are not a value of their version are damage`() async throws {
    let number = storedFile(version: 1, payload: Data("1".utf8))
    try disk.put(number)

    let error = await #expect(throws: StorageError.self) {
      try await disk.repository().value()
    }

    guard case .corrupt(_, .undecodable, _)? = error else { throw try #require(error) }
    #expect(try disk.bytes(at: "value.v1.store.corrupt") == number)
  }

  @Test func `A collection with a truncated last element is damaged as a whole`() async throws {
    let intact = Data([1, 9, 0, 0, 0]) + Data(count: 8)
    try disk.put(storedFile(version: 1, payload: intact))
    let notes = CollectionRepository(
      .file("value"), class: .critical, schema: StoredSchema(Note.self), in: disk.launch())

    await #expect(throws: corrupt(.undecodable("part 0: cut short"))) {
      try await notes.elements()
    }

    #expect(try disk.names() == ["value.v1.store.corrupt"])
  }

  @Test func `A collection without an intact record is damaged as a whole`() async throws {
    var parts = Data()
    CollectionPart.saved(try Payload.encode(Note(id: 1))).append(to: &parts)
    let file = storedFile(version: 1, payload: parts)
    var flipped = file
    flipped[flipped.count - 1] ^= 1

    for (bytes, damage) in [(file.dropLast(), Damage.length), (flipped, .checksum)] {
      try disk.put(bytes)
      await #expect(throws: corrupt(damage)) {
        try await disk.many(StoredSchema(Note.self)).elements()
      }
      #expect(try disk.names() == ["value.v1.store.corrupt"])
    }
  }

  @Test(arguments: StorageLocation.inFiles)
  func `A file that cannot be set aside stays unreadable`(location: StorageLocation) async throws {
    try disk.put(damaged)
    try FileManager.default.createDirectory(
      at: disk.at("value.v1.store.corrupt"), withIntermediateDirectories: false)
    let before = try Entry.all()
    let repository = disk.repository(location)

    let unavailable = StorageError.unavailable(
      SystemFailure(call: "renameat", file: "value.v1.store", code: EISDIR))
    await #expect(throws: unavailable) { try await repository.value() }
    await #expect(throws: unavailable) { try await repository.save("new") }

    #expect(try Entry.all() == before)
  }

  private func corrupt(_ damage: Damage) -> StorageError {
    .corrupt(file: "value.v1.store", damage: damage, quarantine: "value.v1.store.corrupt")
  }
}
