import Foundation
import StorageTestSupport
import Testing

@testable import Storage

@Suite("A file of a newer release", .temporaryDirectory)
struct NewerFileTests {
  let disk = Disk()
  static let newerVersion = SnapshotHeader.file(version: 2, payload: Data(#""new""#.utf8))

  /// The same version of the value in a payload that is not JSON.
  static var newerFormat: Data {
    let payload = Data([0x63, 0x6E, 0x65, 0x77])
    var file = SnapshotHeader.file(version: 1, payload: payload)
    file[4] = 2
    var checksum = Data()
    checksum.append(littleEndian: CRC32C.checksum(file[4..<16], payload))
    file.replaceSubrange(16..<20, with: checksum)
    return file
  }

  @Test("A newer version is told with its number, every time", arguments: Location.inFiles)
  func version(location: Location) async throws {
    try disk.put(Self.newerVersion)
    let repository = disk.repository(location)

    for _ in 0..<2 {
      await #expect(throws: StorageError.newer(file: "value.store", version: 2)) {
        try await repository.value()
      }
    }
  }

  @Test("A newer format is a newer release, whatever the version", arguments: Location.inFiles)
  func format(location: Location) async throws {
    try disk.put(Self.newerFormat)

    await #expect(throws: StorageError.newer(file: "value.store", version: 1)) {
      try await disk.repository(location).value()
    }
  }

  @Test(
    "Nothing writes over it",
    arguments: Location.inFiles, [Self.newerVersion, Self.newerFormat])
  func notWrittenOver(location: Location, file: Data) async throws {
    try disk.put(file)
    let before = try Entry.all()
    let repository = disk.repository(location)

    await #expect(throws: StorageError.self) { try await repository.save("old") }
    await #expect(throws: StorageError.self) { try await repository.remove() }
    await #expect(throws: StorageError.self) {
      try await repository.update { _ in Issue.record("there is no value to change") }
    }
    try await repository.flush()

    #expect(try Entry.all() == before)
  }
}
