import Foundation
import StorageTestSupport
import Testing

@testable import Storage

@Suite("Unchanged values", .temporaryDirectory)
struct UnchangedValueTests {
  let disk = Disk()

  @Test(arguments: StorageLocation.inFiles, [StorageClass.critical, .userState, .cache])
  func `Storing an equal value does not write the file`(
    location: StorageLocation, dataClass: StorageClass
  )
    async throws
  {
    try await disk.repository(location, dataClass).save("same")
    let before = try stamps()

    let repository = disk.repository(location, dataClass)
    try await repository.save("same")
    try await repository.update { _ in }
    try await repository.update { $0 = $0.map { $0 + "" } }
    try await repository.flush()

    #expect(try stamps() == before)
    #expect(repository.writeStatus == .written)
  }

  @Test(arguments: Ways.allCases)
  func `Storing a value again writes no file of either release, also after a restart`(
    ways: Ways
  ) async throws {
    try await Release(1, on: disk).save(Guest(name: "Anna"))
    let release = Release(2, ways, on: disk)
    try await release.save(Guest(name: "Bo", points: 2))
    let before = try stamps()

    try await release.save(Guest(name: "Bo", points: 2))
    try await Release(2, ways, on: disk).save(Guest(name: "Bo", points: 2))

    #expect(try stamps() == before)
  }

  @Test(arguments: StorageLocation.inFiles)
  func `Storing an equal element does not write the file`(location: StorageLocation) async throws {
    let notes = disk.many(StoredSchema(Note.self), location)
    for id in 1...3 { try await notes.save(Note(id: id)) }
    let before = try stamps()

    try await notes.save(Note(id: 2))
    try await notes.remove(4)
    #expect(try stamps() == before)

    try await notes.update { notes in
      if let first = notes.remove(1) { notes.save(first) }
    }
    #expect(try stamps() != before)
  }

  @Test(arguments: ["old", "new"], StorageLocation.inFiles)
  func `After a failed write, only another value than that of the file is written`(
    next: String, location: StorageLocation
  ) async throws {
    let repository = disk.repository(location)
    try await repository.save("old")
    let before = try stamps()
    try await disk.blocked {
      do { try await repository.save("new") } catch { #expect(!location.isHeldInMemory) }
    }

    try await repository.save(next)

    #expect(repository.writeStatus == .written)
    #expect(try (stamps() == before) == (next == "old"))
    #expect(try await disk.repository().value() == next)
  }

  @Test(arguments: StorageLocation.inFiles)
  func `A value removed and stored again is written`(location: StorageLocation) async throws {
    let repository = disk.repository(location)
    try await repository.save("same")
    try await repository.remove()
    try await repository.save("same")

    #expect(try await disk.repository().value() == "same")
  }

  /// Returns the inode and the modification date of each file, which change with a write.
  private func stamps() throws -> [String: [AnyHashable]] {
    let root = disk.url.path
    var stamps: [String: [AnyHashable]] = [:]
    for path in try FileManager.default.subpathsOfDirectory(atPath: root) {
      let file = try FileManager.default.attributesOfItem(atPath: "\(root)/\(path)")
      guard file[.type] as? FileAttributeType == .typeRegular else { continue }
      stamps[path] = [try Entry("\(root)/\(path)").number, file[.modificationDate] as? Date]
    }
    return stamps
  }
}
