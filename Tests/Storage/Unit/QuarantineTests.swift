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

  @Test func `The damage is told by the bytes, and earlier preserved bytes stay`() async throws {
    var flipped = storedFile(version: 1, payload: Data(#""old""#.utf8))
    flipped[flipped.count - 1] ^= 1
    let names = FileName.quarantines(of: "value.v1.store")
    let other = storedFile(version: 1, name: "other", payload: Data([0x61, 0x61]))
    let files: [(Data, Damage)] = [
      (Data("Dear diary,".utf8), .foreign), (other, .misplaced(owner: "other, version 1")),
      (flipped, .checksum), (Data(damaged), .length),
      (Data("FOST".utf8), .length), (flipped.dropLast(2), .length),
    ]

    for (number, (bytes, damage)) in files.enumerated() {
      try disk.put(bytes)
      let name = names[min(number, 3)]
      let repository = disk.repository()
      await #expect(
        throws: StorageError.corrupt(file: "value.v1.store", damage: damage, quarantine: name)
      ) { try await repository.value() }
      #expect(try await repository.value() == nil)
      try await repository.save("new")
      #expect(try await disk.repository().value() == "new")
      #expect(try disk.bytes(at: name) == bytes)
    }
    for (name, file) in zip(names, files).prefix(3) { #expect(try disk.bytes(at: name) == file.0) }
  }

  @Test(arguments: StorageLocation.inFiles)
  func `A file that cannot be preserved stays unreadable`(location: StorageLocation) async throws {
    try disk.put(Data(damaged))
    for name in FileName.quarantines(of: "value.v1.store") { try disk.obstruct(name) }
    let before = try Entry.all()
    let repository = disk.repository(location)

    for _ in 0..<2 {
      let error = await #expect(throws: StorageError.self) { try await repository.value() }
      guard case .unavailable? = error else { throw try #require(error) }
    }

    #expect(try Entry.all() == before)
  }

  private func corrupt(_ damage: Damage) -> StorageError {
    .corrupt(file: "value.v1.store", damage: damage, quarantine: "value.v1.store.corrupt")
  }
}
