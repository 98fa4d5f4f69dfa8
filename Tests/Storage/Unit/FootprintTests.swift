import Foundation
import StorageTestSupport
import Testing

@testable import Storage

@Suite("Files on the disk", .temporaryDirectory)
struct FootprintTests {
  let disk = Disk()

  @Test(arguments: StorageLocation.inFiles)
  func `The only file is that of the value, from its first save to its removal`(
    location: StorageLocation
  ) async throws {
    let repository = disk.repository(location)
    #expect(try await repository.value() == nil)
    try await repository.flush()
    try await repository.remove()
    #expect(try Entry.all().isEmpty)

    for text in ["first", "second"] {
      try await repository.save(text)
      #expect(try disk.names() == ["value.v1.store"])
    }

    try await repository.remove()
    #expect(try disk.names() == [])
  }

  @Test func `Only the owner can read a file, whatever the mask of the process`() async throws {
    let mask = umask(0)
    defer { umask(mask) }

    try await disk.repository().save("secret")

    #expect(try Entry(disk.at("value.v1.store").path).permissions == 0o600)
    #expect(try Entry(disk.url.path).permissions == 0o700)
  }

  @Test(arguments: ["a/b/c", "a b/ü/ё", "a/b/", "100%/a"])
  func `Missing directories are created, and are private, for any valid names`(
    path: String
  ) async throws {
    let url = TemporaryDirectory.url.appending(path: path)

    try await StorageDirectory(url).text().save("1")

    #expect(try FileManager.default.contentsOfDirectory(atPath: url.path) == ["value.v1.store"])
    for (path, entry) in try Entry.all() where !path.hasSuffix(".store") {
      #expect(entry.permissions == 0o700, "\(path)")
    }
  }

  @Test(arguments: [
    ("a/" + String(repeating: "n", count: 300), ENAMETOOLONG), ("link/a/b", ENOENT),
  ])
  func `A directory that cannot be created is the failure of the write`(
    path: String, code: Int32
  ) async throws {
    let root = TemporaryDirectory.url
    try FileManager.default.createSymbolicLink(
      atPath: root.appending(path: "link").path, withDestinationPath: "missing")
    await #expect(
      throws: StorageError.notWritable(
        SystemFailure(call: "mkdir", file: "value.v1.store", code: code))
    ) { try await StorageDirectory(root.appending(path: path)).text().save("1") }
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
