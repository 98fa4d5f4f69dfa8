import Foundation
import StorageTestSupport
import Testing

@testable import Storage

@Suite("Files that cannot be read", .temporaryDirectory)
struct UnavailableTests {
  let disk = Disk()

  @Test(arguments: Obstacle.all, StorageLocation.inFiles)
  func `A file that cannot be read is neither absent nor changed, until it can be read`(
    obstacle: Obstacle, location: StorageLocation
  ) async throws {
    let url = obstacle.isInDirectory ? disk.at("value.v1.store") : disk.url
    if obstacle.isInDirectory { try disk.make() }
    try obstacle.place(url.path)
    try await disk.expectNoWrite(at: location) { $0 == obstacle.error }
    let repository = disk.repository(location)
    for _ in 0..<2 {
      await #expect(throws: obstacle.error) { try await repository.value() }
    }
    try FileManager.default.removeItem(at: url)

    #expect(try await repository.value() == nil)
    try await repository.save("new")

    #expect(repository.writeStatus == .written)
    #expect(try await disk.repository().value() == "new")
  }
}

/// An obstacle in the place of a file or of the directory; each one stops a superuser too.
struct Obstacle: Sendable, CustomTestStringConvertible {
  let testDescription: String
  /// The error of every access while the obstacle exists.
  let error: StorageError
  let isInDirectory: Bool
  let place: @Sendable (_ path: String) throws -> Void

  init(
    _ name: String, _ error: StorageError, isInDirectory: Bool = true,
    place: @escaping @Sendable (_ path: String) throws -> Void
  ) {
    (testDescription, self.error, self.isInDirectory) = (name, error, isInDirectory)
    self.place = place
  }

  static let all = [
    Obstacle(
      "a file in the directory's place", unavailable("open", ENOTDIR), isInDirectory: false
    ) { path in
      try Data("in the way".utf8).write(to: URL(filePath: path))
    },
    Obstacle(
      "a link to a missing directory, as a volume not mounted", unavailable("open", ENOENT),
      isInDirectory: false
    ) { path in
      try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "missing")
    },
    Obstacle("a directory by the file's name", unavailable("fstat", EISDIR)) { path in
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    },
    Obstacle("a symbolic link to a valid file", unavailable("openat", ELOOP)) { path in
      let target = TemporaryDirectory.url.appending(path: "target")
      try storedFile(version: 1, payload: Data(#""elsewhere""#.utf8)).write(to: target)
      try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: target.path)
    },
    Obstacle("a pipe without a writer", unavailable("fstat", EOPNOTSUPP)) { path in
      try #require(mkfifo(path, 0o600) == 0)
    },
    Obstacle("a file of 2 GB", .tooLarge(file: "value.v1.store", limit: 64 << 20)) { path in
      try Data().write(to: URL(filePath: path))
      // A sparse file, which costs neither space nor time.
      try #require(truncate(path, 2 << 30) == 0)
    },
  ]

  private static func unavailable(_ call: String, _ code: Int32) -> StorageError {
    .unavailable(SystemFailure(call: call, file: "value.v1.store", code: code))
  }
}
