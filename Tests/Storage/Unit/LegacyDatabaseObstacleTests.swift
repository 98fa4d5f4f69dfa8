import Foundation
import StorageTestSupport
import Testing

@testable import Storage

@Suite(
  "Obstacles to removing a database", .temporaryDirectory)
struct LegacyDatabaseObstacleTests {
  let database = OldDatabase()

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
