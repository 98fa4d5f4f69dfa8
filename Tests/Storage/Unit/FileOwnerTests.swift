import Foundation
import StorageTestSupport
import Testing

@testable import Storage

@Suite("Owners of files", .temporaryDirectory)
struct FileOwnerTests {
  private static let owners: [String?] = [nil, "anna", "\u{301}boris"]
  private static let first = StoredSchema(String.self)
  private static let second = first.step("text becomes texts") { [$0] }
  private static let third = second.step("texts become a set") { Set($0) }

  /// Calls `body` with the same directory as that of an owner, and closes it.
  private func with<Result>(
    _ owner: String?, in root: StorageDirectory? = nil,
    _ body: (StorageDirectory) async throws -> Result
  ) async throws -> Result {
    let root = root ?? StorageDirectory(TemporaryDirectory.url.appending(path: "storage"))
    let directory = root.subdirectory("same", of: owner)
    defer { directory.close() }
    return try await body(directory)
  }

  private func value<Value>(
    _ schema: StoredSchema<Value>, _ location: StorageLocation = .file("value"),
    _ dataClass: StorageClass = .critical, in directory: StorageDirectory
  ) -> SingleRepository<Value> {
    SingleRepository(location, class: dataClass, schema: schema, in: directory)
  }

  /// Expects that reads and writes of a value are refused, and that no file changes.
  private func expectRefusal<Value>(
    _ error: StorageError, _ schema: StoredSchema<Value>, _ new: Value,
    _ location: StorageLocation = .file("value"), _ dataClass: StorageClass = .critical,
    in directory: StorageDirectory
  ) async throws {
    let before = try Entry.all()
    let repository = value(schema, location, dataClass, in: directory)
    for _ in 1...2 {
      await #expect(throws: error) { try await repository.value() }
      await #expect(throws: error) { try await repository.save(new) }
      await #expect(throws: error) { try await repository.remove() }
    }
    try await directory.flush()
    #expect(try Entry.all() == before)
  }

  @Test(
    arguments: StorageLocation.inFiles, [StorageClass.critical, .userState, .cache])
  func `A file of another owner is refused and left, until its owner reads it`(
    _ location: StorageLocation, _ dataClass: StorageClass
  ) async throws {
    for owner in Self.owners.compactMap(\.self) {
      try await with(owner) { directory in
        try await value(Self.first, location, dataClass, in: directory).save("secret")
      }
      let error = StorageError.anotherOwner(file: "value.v1.store", owner: owner)
      for other in Self.owners where other != owner {
        try await with(other) { directory in
          try await expectRefusal(error, Self.first, "new", location, dataClass, in: directory)
          // One wrong file harms no other.
          let beside = value(Self.first, .file("beside"), in: directory)
          try await beside.save("mine")
          #expect(try await beside.value() == "mine")
          try await beside.remove()
        }
      }
      try await with(owner) { directory in
        let repository = value(Self.first, location, dataClass, in: directory)
        #expect(try await repository.value() == "secret")
        try await repository.remove()
      }
    }
  }

  @Test func `A file without an owner gets that of its directory with the next new file`()
    async throws
  {
    try await with(nil) { try await value(Self.first, in: $0).save("left") }
    for owner in ["anna", "boris"] {
      let found = try await with(owner) { try await value(Self.first, in: $0).value() }
      #expect(found == "left")
    }
    try await with("anna") { try await value(Self.first, in: $0).save("mine") }
    try await with("boris") { directory in
      try await expectRefusal(
        .anotherOwner(file: "value.v1.store", owner: "anna"), Self.first, "new", in: directory)
    }
  }

  @Test func `Values in memory have owners, too`() async throws {
    let root = StorageDirectory.inMemory()
    try await with("anna", in: root) { try await value(Self.first, in: $0).save("secret") }
    for other in [nil, "boris"] {
      try await with(other, in: root) { directory in
        let error = StorageError.anotherOwner(file: "value", owner: "anna")
        let repository = value(Self.first, in: directory)
        await #expect(throws: error) { try await repository.value() }
        await #expect(throws: error) { try await repository.save("new") }
      }
    }
    let kept = try await with("anna", in: root) { try await value(Self.first, in: $0).value() }
    #expect(kept == "secret")
  }

  @Test func `A file of another owner and another schema version is refused and left`()
    async throws
  {
    // Files of the version before the last one, of the last one, and of a newer one.
    for version in 1...3 {
      try await with("anna") { directory in
        switch version {
        case 1: try await value(Self.first, in: directory).save("secret")
        case 2: try await value(Self.second, in: directory).save(["secret"])
        default: try await value(Self.third, in: directory).save(["secret"])
        }
      }
      let error = StorageError.anotherOwner(file: "value.v\(version).store", owner: "anna")
      try await with("boris") { directory in
        if version != 3 {
          try await expectRefusal(error, Self.third, ["new"], in: directory)
        } else {
          try await expectRefusal(error, Self.second, ["new"], in: directory)
        }
      }
      try await with("anna") { directory in
        let repository = value(Self.third, in: directory)
        #expect(try await repository.value() == ["secret"])
        try await repository.remove()
      }
    }
  }

  @Test(arguments: 1...2)
  func `A file of another owner is left although the own one of a later version exists`(
    _ version: Int
  ) async throws {
    try await with("boris") { try await value(Self.third, in: $0).save(["mine"]) }
    let root = StorageDirectory(TemporaryDirectory.url.appending(path: "other"))
    try await with("anna", in: root) { directory in
      try await value(Self.first, in: directory).save("secret")
      if version == 2 { try await value(Self.second, in: directory).save(["secret"]) }
    }
    let name = "directories/same/value.v\(version).store"
    try FileManager.default.copyItem(
      at: TemporaryDirectory.url.appending(path: "other/\(name)"),
      to: TemporaryDirectory.url.appending(path: "storage/\(name)"))
    try await with("boris") { directory in
      try await expectRefusal(
        .anotherOwner(file: "value.v\(version).store", owner: "anna"), Self.third, ["new"],
        in: directory)
    }
  }

  @Test(arguments: [false, true])
  func `A migration across repositories refuses a source of another owner`(
    _ hasLaterFile: Bool
  ) async throws {
    let migration = RepositoryMigration("move").value(
      from: "value", Self.second, to: "target", Self.second
    ) { source, _ in source }
    try await with("anna") { try await value(Self.first, in: $0).save("secret") }
    try await with("boris") { directory in
      if hasLaterFile {
        let file = storedFile(version: 2, name: "value/boris", payload: Data([0x80]))
        try file.write(
          to: TemporaryDirectory.url.appending(path: "storage/directories/same/value.v2.store"))
      }
      let before = try Entry.all()
      await #expect(throws: StorageError.anotherOwner(file: "value.v1.store", owner: "anna")) {
        try await directory.migrate(migration, removingSources: true)
      }
      #expect(try Entry.all() == before)
    }
  }

  @Test(arguments: Backing.allCases)
  func `A subdirectory has the owner of its directory, which has a name of 1 to 64 bytes`(
    _ backing: Backing
  ) async throws {
    let root =
      backing == .files ? StorageDirectory(TemporaryDirectory.url) : StorageDirectory.inMemory()
    let account = root.subdirectory("a", of: "anna")
    #expect(root.owner == nil && account.subdirectory("below").owner == "anna")
    #expect(account.reopened().owner == "anna")
    for (owner, isValid) in [("", false), (String(repeating: "Ж", count: 32), true), ("a/b", true)]
      + [(String(repeating: "x", count: 65), false)]
    {
      let repository = value(Self.first, in: root.subdirectory("b\(owner)", of: owner))
      if isValid {
        try await repository.save("1")
        #expect(try await repository.value() == "1")
      } else {
        await #expect(throws: StorageError.invalidName(owner)) { try await repository.save("1") }
      }
    }
  }
}
