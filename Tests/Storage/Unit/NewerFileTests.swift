import Foundation
import StorageTestSupport
import Testing

@testable import Storage

@Suite("Files of a newer release", .temporaryDirectory)
struct NewerFileTests {
  let disk = Disk()
  static let newer = storedFile(version: 2, payload: Data(#""new""#.utf8))
  static let error = StorageError.newer(file: "value.v2.store", version: 2)

  /// A file of this release's own version with a header of a later format.
  static var newerFormat: Data {
    var bytes = LogHeader(version: 1, name: "value").bytes
    bytes[4] += 1
    var checksum: [UInt8] = []
    checksum.append(number: Array(bytes[..<56] + bytes[60...]).checksum())
    bytes.replaceSubrange(56..<60, with: checksum)
    return Data(bytes) + Data("anything".utf8)
  }

  @Test func `Every access reports the newest of the newer versions`() async throws {
    for version in [9, 10, 2] { try disk.put(Self.newer, at: "value.v\(version).store") }
    let repository = disk.repository()

    for _ in 0..<2 {
      await #expect(throws: StorageError.newer(file: "value.v10.store", version: 10)) {
        try await repository.value()
      }
    }
  }

  @Test(arguments: StorageLocation.inFiles)
  func `Storing a value creates a file beside the newer one`(location: StorageLocation) async throws
  {
    try disk.put(Self.newer, at: "value.v2.store")
    let repository = disk.repository(location)
    await #expect(throws: Self.error) { try await repository.value() }

    let seen = try await repository.update { value in
      defer { value = "old" }
      return value
    }

    #expect(seen == nil)
    #expect(repository.writeStatus == .written)
    #expect(try await repository.value() == "old")
    #expect(try await disk.repository(location).value() == "old")
    #expect(try disk.names() == ["value.v1.store", "value.v2.store"])
    #expect(try disk.bytes(at: "value.v2.store") == Self.newer)
  }

  @Test(arguments: StorageLocation.inFiles)
  func `An update that leaves an absent value absent changes nothing`(location: StorageLocation)
    async throws
  {
    try disk.put(Self.newer, at: "value.v2.store")
    let before = try Entry.all()
    let repository = disk.repository(location)

    try await repository.update { $0?.append("er") }
    try await repository.remove()

    #expect(try Entry.all() == before)
    await #expect(throws: Self.error) { try await repository.value() }
  }

  @Test(arguments: StorageLocation.inFiles)
  func `A newer format of the own version is reported and not replaced`(location: StorageLocation)
    async throws
  {
    try disk.put(Self.newerFormat)
    let error = StorageError.newer(file: "value.v1.store", version: 1)
    await #expect(throws: error) { try await disk.repository(location).value() }
    try await disk.expectNoWrite(at: location) { _ in true }
  }
}
