import Foundation
import StorageTestSupport
import Testing

@testable import Storage

@Suite("Files on the disk", .temporaryDirectory)
struct FootprintTests {
  let disk = Disk()

  @Test("Creating and reading a repository creates no file", arguments: Location.inFiles)
  func readingMakesNothing(location: Location) async throws {
    let repository = disk.repository(location)

    #expect(try await repository.value() == nil)
    try await repository.flush()

    #expect(try Entry.all().isEmpty)
  }

  @Test("A save creates only the file in the directory", arguments: Location.inFiles)
  func onlyTheFile(location: Location) async throws {
    let repository = disk.repository(location)

    for text in ["first", "second"] {
      try await repository.save(text)
      #expect(try disk.names() == ["value.v1.store"])
    }
  }

  @Test("Only the owner can read a file, whatever the mask of the process")
  func permissions() async throws {
    let mask = umask(0)
    defer { umask(mask) }

    try await disk.repository().save("secret")

    #expect(try Entry(disk.at("value.v1.store").path).permissions == 0o600)
    #expect(try Entry(disk.url.path).permissions == 0o700)
  }

  @Test(
    "Missing directories are created, for any valid names",
    arguments: ["a/b/c", "a b/ü/ё", "a/b/", "100%/a"])
  func missingDirectories(path: String) async throws {
    let url = TemporaryDirectory.url.appending(path: path)
    let repository = SingleRepository(
      .file("value"), class: .critical, schema: Schema(Int.self), in: StorageDirectory(url))

    try await repository.save(1)

    #expect(try FileManager.default.contentsOfDirectory(atPath: url.path) == ["value.v1.store"])
  }

  @Test("Removing the value removes the file", arguments: Location.inFiles)
  func removal(location: Location) async throws {
    let repository = disk.repository(location)
    try await repository.save("old")

    try await repository.remove()

    #expect(try disk.names() == [])
  }

  @Test("Removing an absent value creates nothing", arguments: Location.inFiles)
  func removalOfAbsent(location: Location) async throws {
    try await disk.repository(location).remove()

    #expect(try Entry.all().isEmpty)
  }
}
