import Foundation
import StorageTestSupport
import Testing

@testable import Storage

@Suite("Removing a database", .temporaryDirectory)
struct LegacyDatabaseTests {
  let database = OldDatabase()

  @Test
  func `All parts are removed, and the freed bytes are the disk space they occupied`() async throws
  {
    try database.putAllParts()
    let files = OldDatabase.files + ["default.db.management/access_control.mx"]
    let occupied = try database.occupied(files)

    let removal = await database.abandoned.remove()

    #expect(removal == LegacyDatabase.Removal(bytesFreed: occupied))
    #expect(removal.isComplete)
    #expect(occupied > 50_000)
    #expect(try database.names() == [])
  }

  @Test func `A missing database or directory is complete, and nothing is created`() async throws {
    #expect(await database.abandoned.remove() == LegacyDatabase.Removal())
    #expect(try Entry.all().isEmpty)
    try database.putFolder("")
    #expect(await database.abandoned.remove() == LegacyDatabase.Removal())
  }

  @Test func `Other files in the directory stay`() async throws {
    try database.putAllParts()
    let neighbors = [
      ".lock", ".log_a", ".management/x", "default", "default.db.", "default.db.backup",
      "default.db.backup.log_a", "default.db.lock2", "default.db.log", "default.db.log_c",
      "default.db.management2/x", "default.db2", "default2.db", "default2.db.lock",
      "default2.db.management/x", "my.default.db", "sub/default.db", "sub/default.db.lock",
    ]
    for name in neighbors { try database.put(name) }
    let before = try Entry.all()

    let removal = await database.abandoned.remove()

    let own = before.keys.filter { path in
      OldDatabase.parts.contains { path == "old/\($0)" || path.hasPrefix("old/\($0)/") }
    }
    #expect(removal.isComplete)
    #expect(own.count == 8)
    #expect(try Entry.all() == before.filter { !own.contains($0.key) })
  }

  @Test func `The directory is removed with its nested contents, and no link is followed`()
    async throws
  {
    try database.put("default.db.management/a/b/c/file")
    try database.put("default.db.management/.hidden")
    try database.put("default.db.management/ключ 100%")
    try database.putFolder("default.db.management/empty")
    try database.put("precious/file")
    try database.putLink("default.db.management/folder", to: "../precious")
    try database.putLink("default.db.management/link", to: "../precious/file")

    let removal = await database.abandoned.remove()

    #expect(removal.isComplete)
    #expect(try database.names() == ["precious", "precious/file"])
  }

  @Test func `A file with another hard link frees nothing`() async throws {
    try database.put("default.db")
    let other = database.at("other").path
    try FileManager.default.linkItem(atPath: database.at("default.db").path, toPath: other)

    let removal = await database.abandoned.remove()

    #expect(removal == LegacyDatabase.Removal())
    #expect(try database.names() == ["other"])
    #expect(try Entry(other).size == 10_000)
  }

  @Test(arguments: ["заказы 100%.db", "a", "%00", ".hidden", String(repeating: "n", count: 250)])
  func `The main file can have any valid name`(name: String) async throws {
    try database.put(name)
    if name.utf8.count < 200 { try database.put("\(name).lock") }

    let removal = await LegacyDatabase(mainFile: database.at(name)).remove()

    #expect(removal.isComplete)
    #expect(try database.names() == [])
  }

  // MARK: - Obstacles

  // A directory with a file's name, because it stops a superuser too.
  @Test(arguments: OldDatabase.files)
  func `A part that cannot be removed is reported, and all others are removed`(part: String)
    async throws
  {
    try database.putAllParts()
    try FileManager.default.removeItem(at: database.at(part))
    try database.put("\(part)/somebody's")

    let first = await database.abandoned.remove()

    #expect(first.leftovers == [SystemFailure(call: "unlinkat", file: part, code: EISDIR)])
    #expect(first.bytesFreed > 0)
    #expect(!first.isComplete)
    #expect(try database.names() == [part, "\(part)/somebody's"])
    #expect(await database.abandoned.remove().leftovers == first.leftovers)

    try FileManager.default.removeItem(at: database.at(part))
    #expect(await database.abandoned.remove() == LegacyDatabase.Removal())
  }

  @Test(arguments: OldDatabase.parts, ["precious", "precious/file", "missing"])
  func `A symbolic link with a part's name is removed, and its target stays`(
    part: String, target: String
  ) async throws {
    try database.put("precious/file")
    try database.putLink(part, to: target)
    let before = try Entry.all()

    let removal = await database.abandoned.remove()

    #expect(removal == LegacyDatabase.Removal())
    #expect(try Entry.all() == before.filter { $0.key != "old/\(part)" })
  }

  @Test func `A directory that is a file or a broken link is reported, not treated as absent`()
    async throws
  {
    let path = database.folder.path
    try Data("in the way".utf8).write(to: database.folder)
    let inTheWay = await database.abandoned.remove()
    try FileManager.default.removeItem(at: database.folder)
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "missing")
    let nowhere = await database.abandoned.remove()

    #expect(inTheWay.leftovers == [SystemFailure(call: "open", file: path, code: ENOTDIR)])
    #expect(nowhere.leftovers == [SystemFailure(call: "open", file: path, code: ENOENT)])
  }

  @Test(arguments: ["/sub/..", "/sub/.", "/default.db%00x", "%00x/default.db", "/%FF"])
  func `A URL that names no file removes nothing and is reported`(end: String) async throws {
    try database.putAllParts()
    try database.put("sub/default.db")
    let before = try Entry.all()
    let folder = URL(filePath: database.folder.path, directoryHint: .notDirectory)

    let url = try #require(URL(string: folder.absoluteString + end))
    let removal = await LegacyDatabase(mainFile: url).remove()

    #expect(removal.leftovers.map(\.code) == [EINVAL])
    #expect(try Entry.all() == before)
  }

  @Test func `Only a file has a name, and its directory can be the root`() throws {
    let remote = try #require(URL(string: "https://example.com/old/default.db"))

    #expect(LegacyDatabase(mainFile: remote).name == nil)
    #expect(LegacyDatabase(mainFile: URL(filePath: "/")).name == nil)
    #expect(LegacyDatabase(mainFile: URL(filePath: "/default.db")).folder == "/")
  }
}

/// The files of an abandoned database, in a subdirectory of the test's directory.
struct OldDatabase {
  /// All names, spelled out because former releases wrote files with these names.
  static let parts = [
    "default.db", "default.db.lock", "default.db.note", "default.db.management", "default.db.log_a",
    "default.db.log_b",
  ]
  static let files = parts.filter { $0 != "default.db.management" }

  private let disk = Disk("old")
  var folder: URL { disk.url }
  var abandoned: LegacyDatabase { LegacyDatabase(mainFile: at("default.db")) }

  func at(_ path: String) -> URL { disk.at(path) }

  /// Writes a file that occupies disk space, and creates its parent directories.
  func put(_ path: String, count: Int = 10_000) throws {
    try disk.put(Data((0..<count).map { UInt8(truncatingIfNeeded: $0 &* $0) }), at: path)
  }

  func putFolder(_ path: String) throws {
    try FileManager.default.createDirectory(at: at(path), withIntermediateDirectories: true)
  }

  func putLink(_ path: String, to destination: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: at(path).path, withDestinationPath: destination)
  }

  /// Writes all parts as the database leaves them.
  func putAllParts() throws {
    for file in Self.files { try put(file) }
    try put("default.db.management/access_control.mx", count: 3_000)
    let pipe = at("default.db.management/access_control.new_commit.cv").path
    try #require(mkfifo(pipe, 0o600) == 0)
  }

  /// Returns the disk space that these files occupy, in bytes.
  func occupied(_ paths: [String]) throws -> Int {
    try paths.reduce(0) { sum, path in
      var status = stat()
      try #require(lstat(at(path).path, &status) == 0)
      return sum + Int(status.st_blocks) * 512
    }
  }

  /// Returns the relative paths of all entries in the directory, sorted.
  func names() throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted()
  }
}
