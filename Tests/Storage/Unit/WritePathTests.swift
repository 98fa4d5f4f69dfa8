import Foundation
import StorageTestSupport
import Testing

@testable import Storage

@Suite("Writes", .temporaryDirectory)
struct WritePathTests {
  let disk = Disk()

  @Test func `A directory has one path, with or without slashes at the end of its URL`() {
    for (text, path) in [("/a/b", "/a/b"), ("/a/", "/a"), ("/a//", "/a"), ("/", "/"), ("//", "/")] {
      #expect(DataDirectory.path(of: URL(filePath: text)) == path)
    }
  }

  @Test func `The error of an earlier call does not prevent a new directory`() throws {
    let lock = DirectoryLock()
    for code in [ENOENT, EEXIST, EIO] {
      let path = TemporaryDirectory.url.appending(path: "\(code)").path
      let directory = DataDirectory(path: path, durability: .crash, spare: nil, lock: lock)
      errno = code
      let file = try directory.replacement(of: "value")
      try file.append([1])
      try file.commit()
      #expect(try directory.reader("value")?.bytes(0..<9) == [1])
    }
  }

  @Test func `A write that fails leaves no temporary file`() async throws {
    let repository = disk.repository(.memoryBackedByFile("value"))
    try await repository.save("old")
    try FileManager.default.removeItem(at: disk.at("value.v1.store"))
    try FileManager.default.createDirectory(
      at: disk.at("value.v1.store"), withIntermediateDirectories: false)

    try await repository.save("new")

    #expect(repository.writeStatus != .written)
    #expect(try disk.names() == ["value.v1.store"])
  }

  @Test func `A link under the temporary name is neither followed nor an obstacle`() async throws {
    let victim = TemporaryDirectory.url.appending(path: "victim")
    try Data("precious".utf8).write(to: victim)
    try disk.make()
    try FileManager.default.createSymbolicLink(
      at: disk.at(".value.v1.store.tmp"), withDestinationURL: victim)

    try await disk.repository().save("new")

    #expect(try Data(contentsOf: victim) == Data("precious".utf8))
    #expect(try disk.names() == ["value.v1.store"])
    #expect(try await disk.repository().value() == "new")
  }

  @Test(arguments: StorageLocation.inFiles)
  func `A removal that fails removes nothing`(location: StorageLocation) async throws {
    try await disk.repository().save("old")
    try disk.obstruct()
    let repository = disk.repository(location)

    await #expect(throws: StorageError.self) {
      try await repository.remove()
      try await repository.flush()
    }

    #expect(try await disk.repository().value() == "old")
  }
}
