import Foundation
import Storage
import StorageTestSupport
import Testing

@Suite("Subdirectories", .temporaryDirectory)
struct SubdirectoryTests {
  private func makeRoot(_ backing: Backing = .files) -> StorageDirectory {
    guard backing == .files else { return .inMemory() }
    return StorageDirectory(TemporaryDirectory.url.appending(path: "app"))
  }

  private func entries(_ path: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(
      atPath: TemporaryDirectory.url.appending(path: path).path
    ).sorted()
  }

  @Test(arguments: Backing.allCases)
  func `Directories of different names have different values`(_ backing: Backing) async throws {
    let names = [
      "a", "A", "á", "_41", "a/b", "..", ".", "", " ", "guest", "caches", "a\0", "😀", "a_", "A_",
      String(repeating: "x", count: 80), String(repeating: "Ж", count: 40),
    ]
    let root = makeRoot(backing)
    let directories = names.map { root.subdirectory($0) }
    for (name, directory) in zip(names, directories) { try await directory.text().save(name) }
    for (name, directory) in zip(names, directories) {
      directory.close()
      #expect(try await root.subdirectory(name).text().value() == name)
    }
    #expect(try await root.text().value() == nil)
    if backing == .files {
      #expect(try entries("") == ["app"])
      let folded = Set(try entries("app/directories").map { $0.lowercased() })
      #expect(folded.count == names.count)
    }
  }

  @Test(arguments: Backing.allCases)
  func `An erased directory has no values, and its repositories cannot write`(_ backing: Backing)
    async throws
  {
    let root = makeRoot(backing)
    let (erased, other) = (root.subdirectory("a"), root.subdirectory("b"))
    let mine = erased.text()
    let cached = erased.text(.memoryBackedByFile("cached"), .cache)
    try await mine.save("1")
    try await cached.save("1")
    try await erased.subdirectory("below").text().save("1")
    try await other.text().save("2")
    try await erased.erase()
    await #expect(throws: StorageError.self) { try await mine.save("3") }
    #expect(try await other.text().value() == "2")
    let anew = root.subdirectory("a")
    #expect(try await anew.text().value() == nil)
    #expect(try await anew.subdirectory("below").text().value() == nil)
    // The write that was refused may have created the directory again.
    if backing == .files { #expect(try entries("app/directories/a").isEmpty) }
    try await anew.erase()
    try await anew.erase()
    try await root.subdirectory("never used").erase()
  }

  @Test func `The error of a refused call has the reason`() async throws {
    let root = makeRoot()
    let guest = root.subdirectory("guest")
    try await guest.text().save("1")
    let inUse = await #expect(throws: StorageError.self) {
      try await root.subdirectory("guest").erase()
    }
    await #expect(throws: StorageError.self) { try await root.moveSubdirectory("guest", to: "a") }
    #expect(try await guest.text().value() == "1")
    guest.close()
    let tooLong = await #expect(throws: StorageError.self) {
      try await root.moveSubdirectory("guest", to: String(repeating: "Ж", count: 80))
    }
    let file = TemporaryDirectory.url.appending(path: "file", directoryHint: .notDirectory)
    try Data().write(to: file)
    let noDirectory = await #expect(throws: StorageError.self) {
      try await StorageDirectory(file).erase()
    }

    guard case .inUse? = inUse else { throw try #require(inUse) }
    guard case .notWritable(let longName)? = tooLong else { throw try #require(tooLong) }
    guard case .notWritable(let noFolder)? = noDirectory else { throw try #require(noDirectory) }
    #expect(longName.code == ENAMETOOLONG && noFolder.code == ENOTDIR)
    #expect(try await root.subdirectory("guest").text().value() == "1")
  }

  @Test(arguments: [(15, true), (16, false)])
  func `A directory with at most 16 levels is erased`(levels: Int, isErased: Bool) async throws {
    let root = makeRoot()
    let path = (["app/directories/a"] + (1...levels).map { "\($0)" }).joined(separator: "/")
    try FileManager.default.createDirectory(
      at: TemporaryDirectory.url.appending(path: path), withIntermediateDirectories: true)

    do throws(StorageError) {
      try await root.subdirectory("a").erase()
      #expect(isErased)
    } catch {
      #expect(!isErased)
    }
    #expect(try entries("app/directories").isEmpty == isErased)
  }

  @Test func `What an interrupted removal has left is removed and not read`() async throws {
    let root = makeRoot()
    let directory = root.subdirectory("a")
    try await directory.text().save("1")
    directory.close()
    let folder = TemporaryDirectory.url.appending(path: "app/directories")
    try FileManager.default.moveItem(
      at: folder.appending(path: "a"), to: folder.appending(path: "a.erased"))
    let anew = root.subdirectory("a")
    #expect(try await anew.text().value() == nil)
    try await anew.text().save("2")
    try await anew.erase()
    #expect(try entries("app/directories").isEmpty)
  }

  @Test(arguments: Backing.allCases)
  func `A subdirectory is renamed with all its values`(_ backing: Backing) async throws {
    let root = makeRoot(backing)
    let guest = root.subdirectory("guest")
    try await guest.text().save("1")
    try await guest.subdirectory("below").text().save("2")
    guest.close()
    #expect(try await root.moveSubdirectory("guest", to: "a"))
    let moved = root.subdirectory("a")
    #expect(try await moved.text().value() == "1")
    #expect(try await moved.subdirectory("below").text().value() == "2")
    #expect(try await root.subdirectory("guest").text().value() == nil)
    #expect(try await root.moveSubdirectory("never used", to: "b"))
  }

  @Test(arguments: Backing.allCases, [false, true])
  func `A subdirectory does not replace another one, and is no obstacle without values`(
    _ backing: Backing, isEmpty: Bool
  ) async throws {
    let root = makeRoot(backing)
    for name in ["guest", "a"] {
      let directory = root.subdirectory(name)
      try await directory.text().save(name)
      if name == "guest" && isEmpty { try await directory.text().remove() }
      directory.close()
    }
    #expect(try await root.moveSubdirectory("guest", to: "a") == isEmpty)
    let guest = try await root.subdirectory("guest").text().value()
    #expect(guest == (isEmpty ? nil : "guest"))
    #expect(try await root.subdirectory("a").text().value() == "a")
  }

  @Test(arguments: Backing.allCases)
  func `A directory is empty until it has a file, and after it was erased`(_ backing: Backing)
    async throws
  {
    let root = makeRoot(backing)
    let guest = root.subdirectory("guest")
    #expect(try await guest.isEmpty())
    try await guest.subdirectory("below").text().save("1")
    #expect(try await guest.isEmpty() == false)
    try await guest.text().save("2")
    if backing == .files {
      await #expect(throws: StorageError.self) { try await root.subdirectory("guest").isEmpty() }
    }
    try await guest.erase()
    #expect(try await root.subdirectory("guest").isEmpty())
  }

  @Test func `The openings of a subdirectory are reported`() async throws {
    let (reports, report) = AsyncStream.makeStream(of: OpenReport.self)
    let root = makeRoot()
    root.reportOpenings(measuredBy: ContinuousClock()) { report.yield($0) }
    _ = try await root.subdirectory("a").text().value()
    report.finish()
    #expect(await reports.reduce(0) { count, _ in count + 1 } == 1)
  }
}
