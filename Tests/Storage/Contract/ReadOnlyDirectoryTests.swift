import Foundation
import Storage
import StorageTestSupport
import Testing

/// A directory that an app writes and an extension reads, both by public access.
@Suite(.temporaryDirectory) struct ReadOnlyDirectoryTests {
  private struct Name: Codable, Sendable, Equatable {
    var text: String
  }

  private let app = StorageDirectory(TemporaryDirectory.url.appending(path: "app"))
  private let reader = StorageDirectory.readOnly(TemporaryDirectory.url.appending(path: "app"))

  private func name(
    in directory: StorageDirectory, at location: StorageLocation = .memoryBackedByFile("name"),
    class storageClass: StorageClass = .critical
  ) -> SingleRepository<Name> {
    SingleRepository(location, class: storageClass, schema: StoredSchema(Name.self), in: directory)
  }

  /// The name as a newer release stores it.
  private struct Person: Codable, Sendable, Equatable {
    var text: String
    var initial: String?

    static let schema = StoredSchema(Name.self).step(
      "initials", up: { old, kept in Person(text: old.text, initial: kept?.initial) },
      down: { Name(text: $0.text) })
  }

  private func person(in directory: StorageDirectory) -> SingleRepository<Person> {
    SingleRepository(.file("name"), class: .critical, schema: Person.schema, in: directory)
  }

  private func files() throws -> [String: Data] {
    let root = TemporaryDirectory.url
    return try FileManager.default.subpathsOfDirectory(atPath: root.path).reduce(into: [:]) {
      let url = root.appending(path: $1)
      let isFile = try url.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile
      if isFile == true { $0[$1] = try Data(contentsOf: url) }
    }
  }

  /// Returns the files of an app that has stored one name.
  private func filesOfAda() async throws -> [String: Data] {
    try await name(in: app).save(Name(text: "Ada"))
    try await app.flush()
    return try files()
  }

  @Test(arguments: [StorageClass.critical, .userState, .cache])
  func `A reader sees each update of a running app`(_ storageClass: StorageClass) async throws {
    let written = name(in: app, class: storageClass)
    let read = name(in: reader, class: storageClass)
    #expect(try await read.value() == nil)
    for text in ["Ada", "Grace"] {
      try await written.save(Name(text: text))
      try await written.flush()
      #expect(try await read.value() == Name(text: text))
    }
  }

  @Test func `A change by a reader is refused, also after the app has ended`() async throws {
    let before = try await filesOfAda()
    app.close()
    let read = name(in: reader)
    await #expect(throws: StorageError.self) { try await read.save(Name(text: "Grace")) }
    let error = await #expect(throws: StorageError.self) { try await reader.erase() }
    guard case .notWritable? = error else { throw try #require(error) }
    await #expect(throws: StorageError.self) {
      try await reader.moveSubdirectory("a", to: "b")
    }
    #expect(try files() == before)
    #expect(try await read.value() == Name(text: "Ada"))
  }

  @Test func `A reader creates no directory`() async throws {
    await #expect(throws: StorageError.self) { try await name(in: reader).save(Name(text: "Ada")) }
    #expect(try FileManager.default.subpathsOfDirectory(atPath: TemporaryDirectory.url.path) == [])
  }

  @Test func `A reader migrates in memory`() async throws {
    let before = try await filesOfAda()
    let lengths = StoredSchema(Name.self).step("the length of a name", up: { $0.text.count })
    let read = SingleRepository(.file("name"), class: .critical, schema: lengths, in: reader)
    #expect(try await read.value() == 3)
    #expect(try files() == before)
  }

  @Test func `A reader between two files of an update sees the earlier value whole`() async throws {
    try await name(in: app, at: .file("name")).save(Name(text: "Anonymous"))
    let newApp = app.reopened()
    let (ada, grace) = (Person(text: "Ada", initial: "A"), Person(text: "Grace", initial: "G"))
    try await person(in: newApp).save(ada)
    let own = try #require(files().max { $0.key < $1.key })
    try await person(in: newApp).save(grace)
    #expect(try await person(in: reader).value() == grace)

    // The reader has opened this release's file before the update, and the previous release's after it.
    try own.value.write(to: TemporaryDirectory.url.appending(path: own.key))
    #expect(try await person(in: reader.reopened()).value() == ada)
  }

  @Test func `A reader merges the value that an earlier release wrote after a rollback`()
    async throws
  {
    try await name(in: app, at: .file("name")).save(Name(text: "Anonymous"))
    let update = app.reopened()
    try await person(in: update).save(Person(text: "Ada", initial: "A"))
    let rollback = update.reopened()
    try await name(in: rollback, at: .file("name")).save(Name(text: "Grace"))

    #expect(try await person(in: reader).value() == Person(text: "Grace", initial: "A"))
  }

  @Test func `A reader leaves a damaged file to the app`() async throws {
    let file = try await #require(filesOfAda().keys.first { $0.hasSuffix(".store") })
    let url = TemporaryDirectory.url.appending(path: file)
    var bytes = try Data(contentsOf: url)
    bytes[bytes.count - 1] ^= 1
    try bytes.write(to: url)
    let before = try files()
    let error = await #expect(throws: StorageError.self) { try await name(in: reader).value() }
    guard case .unavailable? = error else { throw try #require(error) }
    #expect(try files() == before)
  }

  @Test func `A reader reads the directories below`() async throws {
    let account = app.subdirectory("ann")
    try await name(in: account).save(Name(text: "Ann"))
    try await account.flush()
    #expect(try await name(in: reader.subdirectory("ann")).value() == Name(text: "Ann"))
    #expect(try await name(in: reader.reopened().subdirectory("ann")).value() == Name(text: "Ann"))
  }

  @Test(arguments: [StorageClass.critical, .userState, .cache])
  func `A suspended app holds no lock and continues`(_ storageClass: StorageClass) async throws {
    let written = name(in: app, class: storageClass)
    try await written.save(Name(text: "Ada"))
    let other = StorageDirectory(TemporaryDirectory.url.appending(path: "app"))
    let others = name(in: other, class: storageClass)
    await #expect(throws: StorageError.self) { try await others.value() }

    try await app.suspend()
    #expect(try await others.value() == Name(text: "Ada"))
    other.close()

    try await written.save(Name(text: "Grace"))
    try await app.flush()
    #expect(try await name(in: reader, class: storageClass).value() == Name(text: "Grace"))
    let third = name(
      in: StorageDirectory(TemporaryDirectory.url.appending(path: "app")), class: storageClass)
    await #expect(throws: StorageError.self) { try await third.value() }
  }

}
