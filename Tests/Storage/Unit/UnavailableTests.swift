import Foundation
import StorageTestSupport
import Testing

@testable import Storage

@Suite("Files that cannot be read", .temporaryDirectory)
struct UnavailableTests {
  let disk = Disk()

  @Test(arguments: Obstacle.allCases, StorageLocation.inFiles)
  func `A file that cannot be read is neither absent nor changed, until it can be read`(
    obstacle: Obstacle, location: StorageLocation
  ) async throws {
    try obstacle.place(on: disk)
    try await disk.expectNoWrite(at: location) { $0 == obstacle.error }
    let repository = disk.repository(location)
    for _ in 0..<2 {
      await #expect(throws: obstacle.error) { try await repository.value() }
    }
    try obstacle.remove(from: disk)

    #expect(try await repository.value() == nil)
    try await repository.save("new")

    #expect(repository.writeStatus == .written)
    #expect(try await disk.repository().value() == "new")
  }
}

/// An obstacle in the place of a file or of the directory; each one stops a superuser too.
enum Obstacle: String, CaseIterable, CustomTestStringConvertible {
  case directoryIsFile = "a file in the directory's place"
  case directoryLeadsNowhere = "a link to a missing directory, as a volume not mounted"
  case directory = "a directory by the file's name"
  case symbolicLink = "a symbolic link to a valid file"
  case pipe = "a pipe without a writer"
  case hugeFile = "a file of 2 GB"

  var testDescription: String { rawValue }

  /// The error of every access while the obstacle exists.
  var error: StorageError {
    switch self {
    case .directoryIsFile: unavailable("open", ENOTDIR)
    case .directoryLeadsNowhere: unavailable("open", ENOENT)
    case .directory: unavailable("fstat", EISDIR)
    case .pipe: unavailable("fstat", EOPNOTSUPP)
    case .symbolicLink: unavailable("openat", ELOOP)
    case .hugeFile: .tooLarge(file: "value.v1.store", limit: 64 << 20)
    }
  }

  func place(on disk: Disk) throws {
    let path = disk.at("value.v1.store").path
    switch self {
    case .directoryIsFile:
      try Data("in the way".utf8).write(to: disk.url)
    case .directoryLeadsNowhere:
      try FileManager.default.createSymbolicLink(
        atPath: disk.url.path, withDestinationPath: "missing")
    case .directory:
      try FileManager.default.createDirectory(
        atPath: path, withIntermediateDirectories: true)
    case .symbolicLink:
      let target = TemporaryDirectory.url.appending(path: "target")
      try storedFile(version: 1, payload: Data(#""elsewhere""#.utf8)).write(to: target)
      try disk.make()
      try FileManager.default.createSymbolicLink(
        atPath: path, withDestinationPath: target.path)
    case .pipe:
      try disk.make()
      try #require(mkfifo(path, 0o600) == 0)
    case .hugeFile:
      try disk.put(Data())
      // A sparse file, which costs neither space nor time.
      try #require(truncate(path, 2 << 30) == 0)
    }
  }

  func remove(from disk: Disk) throws {
    let isDirectoryItself = self == .directoryIsFile || self == .directoryLeadsNowhere
    let obstacle = isDirectoryItself ? disk.url : disk.at("value.v1.store")
    try FileManager.default.removeItem(at: obstacle)
  }

  private func unavailable(_ call: String, _ code: Int32) -> StorageError {
    .unavailable(SystemFailure(call: call, file: "value.v1.store", code: code))
  }
}
