import Foundation
import StorageTestSupport
import Testing

@testable import Storage

@Suite("Names of files", .temporaryDirectory)
struct NameTests {
  @Test(arguments: [
    "../evil", "a/../../evil", "..", ".", "", "/abs", "a/b", "a\\b", "nul\0", "~root",
    "%2e%2e%2f", "Ünïcode", "cafe\u{301}", "Upper", "two words", "line\n", ".hidden", "-rf", "_x",
    String(repeating: "a", count: 65), String(repeating: "a", count: 300),
  ])
  func `An invalid name is rejected, and nothing is created`(name: String) async throws {
    let directory = StorageDirectory(TemporaryDirectory.url.appending(path: "a/b"))

    let disk = StorageLocation.file(name)
    for (location, directory) in [
      (disk, directory), (.memoryBackedByFile(name), directory), (disk, .inMemory()),
    ] {
      let repository = SingleRepository(
        location, class: .critical, schema: StoredSchema(Int.self), in: directory)
      await #expect(throws: StorageError.invalidName(name)) { try await repository.value() }
      await #expect(throws: StorageError.invalidName(name)) { try await repository.save(1) }
      await #expect(throws: StorageError.invalidName(name)) { try await repository.remove() }
    }

    #expect(try Entry.all().isEmpty)
  }

  @Test(arguments: ["a", "0", "cart", "cart.v2", "city-7_menu", String(repeating: "a", count: 64)])
  func `Lower-case letters, digits, dots, hyphens and underscores are a valid name`(name: String)
    async throws
  {
    let disk = Disk()
    let repository = disk.one(StoredSchema(Int.self), .file(name))

    try await repository.save(1)

    #expect(try await repository.value() == 1)
    #expect(try disk.names() == ["\(name).v1.store"])
  }

  @Test func `No name equals another name's file, quarantine or temporary file`() async throws {
    let disk = Disk()
    try disk.put(Data("damaged".utf8))
    let names = ["value.v1.store", "value.v1.store.corrupt", "value.v1", "value.v1.v1", "value"]
    let launch = disk.launch()
    let numbers = names.map {
      SingleRepository(.file($0), class: .critical, schema: StoredSchema(Int.self), in: launch)
    }

    for (index, number) in numbers.dropLast().enumerated() { try await number.save(index) }
    await #expect(throws: StorageError.self) { try await numbers[4].value() }
    try await numbers[4].save(4)

    for (index, number) in numbers.enumerated() { #expect(try await number.value() == index) }
  }

  @Test(
    arguments: [
      "value.v1.store": 1, "value.v12.store": 12, "value.v01.store": nil, "value.v0.store": nil,
      "value.v-1.store": nil, "value.v+1.store": nil, "value.v.store": nil, "value.store": nil,
      "value.v1.store.corrupt": nil, ".value.v1.store.tmp": nil, "value.v1.v2.store": nil,
      "other.v1.store": nil, "value.v99999999999999999999.store": nil, "value.v1.STORE": nil,
    ] as [String: Int?])
  func `Only a file with a version's exact name is recognized`(entry: String, version: Int?) throws
  {
    #expect(try FileName("value", version: 1).version(of: entry) == version)
  }

  @Test func `The name of a subdirectory's directory never changes`() {
    let root = StorageDirectory(URL(filePath: "/app", directoryHint: .notDirectory))
    let names = [
      "": "_", "guest-7": "guest-7", "aZ_": "a_5a_5f", "\u{F}\u{10}\u{11}": "_0f_10_11",
      "é/..": "_c3_a9_2f_2e_2e",
    ]
    for (name, directory) in names {
      #expect(root.path(of: name) == "/app/directories/\(directory)")
    }
  }
}
