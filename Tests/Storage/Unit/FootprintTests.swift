import Foundation
import StorageTestSupport
import Testing

@testable import Storage

@Suite("Files on the disk", .temporaryDirectory)
struct FootprintTests {
  let disk = Disk()

  @Test(arguments: StorageLocation.inFiles)
  func `Creating and reading a repository creates no file`(location: StorageLocation) async throws {
    let repository = disk.repository(location)

    #expect(try await repository.value() == nil)
    try await repository.flush()

    #expect(try Entry.all().isEmpty)
  }

  @Test(arguments: StorageLocation.inFiles)
  func `A save creates only the file in the directory`(location: StorageLocation) async throws {
    let repository = disk.repository(location)

    for text in ["first", "second"] {
      try await repository.save(text)
      #expect(try disk.names() == ["value.v1.store"])
    }
  }

  @Test func `Only the owner can read a file, whatever the mask of the process`() async throws {
    let mask = umask(0)
    defer { umask(mask) }

    try await disk.repository().save("secret")

    #expect(try Entry(disk.at("value.v1.store").path).permissions == 0o600)
    #expect(try Entry(disk.url.path).permissions == 0o700)
  }

  @Test(arguments: ["a/b/c", "a b/ü/ё", "a/b/", "100%/a"])
  func `Missing directories are created, for any valid names`(path: String) async throws {
    let url = TemporaryDirectory.url.appending(path: path)
    let repository = SingleRepository(
      .file("value"), class: .critical, schema: StoredSchema(Int.self), in: StorageDirectory(url))

    try await repository.save(1)

    #expect(try FileManager.default.contentsOfDirectory(atPath: url.path) == ["value.v1.store"])
  }

  @Test func `Each created directory is private`() async throws {
    let url = TemporaryDirectory.url.appending(path: "a/b/c")
    try await SingleRepository(
      .file("value"), class: .critical, schema: StoredSchema(Int.self), in: StorageDirectory(url)
    ).save(1)

    for path in ["a", "a/b", "a/b/c"] {
      let entry = try Entry(TemporaryDirectory.url.appending(path: path).path)
      #expect(entry.permissions == 0o700, "\(path)")
    }
  }

  @Test func `A directory that cannot be created is the failure of the write`() async throws {
    let name = String(repeating: "n", count: 300)
    let repository = SingleRepository(
      .file("value"), class: .critical, schema: StoredSchema(Int.self),
      in: StorageDirectory(TemporaryDirectory.url.appending(path: "a/\(name)")))

    await #expect(
      throws: StorageError.notWritable(
        SystemFailure(call: "mkdir", file: "value.v1.store", code: ENAMETOOLONG))
    ) { try await repository.save(1) }
  }

  @Test(arguments: StorageLocation.inFiles)
  func `Removing the value removes the file`(location: StorageLocation) async throws {
    let repository = disk.repository(location)
    try await repository.save("old")

    try await repository.remove()

    #expect(try disk.names() == [])
  }

  @Test(arguments: StorageLocation.inFiles)
  func `Removing an absent value creates nothing`(location: StorageLocation) async throws {
    try await disk.repository(location).remove()

    #expect(try Entry.all().isEmpty)
  }

  #if os(Linux)
    @Test(arguments: StorageLocation.inFiles)
    func `No access leaves a file open, except the directory that is locked`(
      location: StorageLocation
    ) async throws {
      let repository = disk.repository(location)
      for text in ["first", "second"] { try await repository.save(text) }
      #expect(try await repository.value() == "second")
      #expect(try openPaths() == [disk.url.path])

      try await repository.remove()
      #expect(try openPaths() == [disk.url.path])
    }

    /// Returns the paths in the test's directory that this process has open.
    private func openPaths() throws -> [String] {
      let root = TemporaryDirectory.url.path
      return try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
        .compactMap {
          try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")
        }
        .filter { $0.hasPrefix(root) }
    }
  #endif
}
