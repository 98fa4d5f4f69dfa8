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
      "initials", up: { Person(text: $0.text, initial: nil) }, down: { Name(text: $0.text) },
      merge: { Person(text: $1.text, initial: $0.initial) })
  }

  private func person(in directory: StorageDirectory) -> SingleRepository<Person> {
    SingleRepository(.file("name"), class: .critical, schema: Person.schema, in: directory)
  }

  private func files() throws -> [String: Data] {
    let root = TemporaryDirectory.url
    return try FileManager.default.subpathsOfDirectory(atPath: root.path).reduce(into: [:]) {
      var isDirectory: ObjCBool = false
      let url = root.appending(path: $1)
      _ = FileManager.default.fileExists(atPath: url.path, isDirectory: &isDirectory)
      if !isDirectory.boolValue { $0[$1] = try Data(contentsOf: url) }
    }
  }

  @Test(arguments: [StorageClass.critical, .userState, .cache])
  func `a reader sees each update of a running app`(_ storageClass: StorageClass) async throws {
    let written = name(in: app, class: storageClass)
    let read = name(in: reader, class: storageClass)
    #expect(try await read.value() == nil)
    for text in ["Ada", "Grace"] {
      try await written.save(Name(text: text))
      try await written.flush()
      #expect(try await read.value() == Name(text: text))
    }
  }

  @Test func `a reader sees the elements that a running app adds`() async throws {
    let notes = { directory in
      CollectionRepository(
        .file("notes"), class: .userState, schema: StoredSchema(Note.self), in: directory)
    }
    let (written, read) = (notes(app), notes(reader))
    for id in 1...3 {
      try await written.save(Note(id: id))
      #expect(try await read.elements().map(\.id) == Array(1...id))
    }
  }

  @Test func `an update of a reader is refused and changes no file`() async throws {
    try await name(in: app).save(Name(text: "Ada"))
    try await app.flush()
    let before = try files()
    let read = name(in: reader)
    await #expect(throws: StorageError.self) { try await read.save(Name(text: "Grace")) }
    await #expect(throws: StorageError.self) { try await reader.erase() }
    await #expect(throws: StorageError.self) {
      try await reader.moveSubdirectory("a", to: "b")
    }
    #expect(try files() == before)
    #expect(try await read.value() == Name(text: "Ada"))
  }

  @Test func `a reader does not erase the directory of an app that has ended`() async throws {
    try await name(in: app).save(Name(text: "Ada"))
    try await app.flush()
    app.close()
    let before = try files()

    let error = await #expect(throws: StorageError.self) { try await reader.erase() }

    guard case .notWritable? = error else {
      Issue.record("the reader threw \(String(describing: error))")
      return
    }
    #expect(try files() == before)
  }

  @Test func `a reader creates no directory`() async throws {
    await #expect(throws: StorageError.self) { try await name(in: reader).save(Name(text: "Ada")) }
    #expect(try FileManager.default.subpathsOfDirectory(atPath: TemporaryDirectory.url.path) == [])
  }

  @Test func `a reader migrates in memory`() async throws {
    try await name(in: app).save(Name(text: "Ada"))
    try await app.flush()
    let before = try files()
    let lengths = StoredSchema(Name.self).step("the length of a name", up: { $0.text.count })
    let read = SingleRepository(.file("name"), class: .critical, schema: lengths, in: reader)
    #expect(try await read.value() == 3)
    #expect(try files() == before)
  }

  @Test func `a reader between two files of an update sees the earlier value whole`() async throws {
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

  @Test func `a reader merges the value that an earlier release wrote after a rollback`()
    async throws
  {
    try await name(in: app, at: .file("name")).save(Name(text: "Anonymous"))
    let update = app.reopened()
    try await person(in: update).save(Person(text: "Ada", initial: "A"))
    let rollback = update.reopened()
    try await name(in: rollback, at: .file("name")).save(Name(text: "Grace"))

    #expect(try await person(in: reader).value() == Person(text: "Grace", initial: "A"))
  }

  @Test func `a reader leaves a damaged file to the app`() async throws {
    try await name(in: app).save(Name(text: "Ada"))
    try await app.flush()
    let file = try #require(files().keys.first { $0.hasSuffix(".store") })
    let url = TemporaryDirectory.url.appending(path: file)
    var bytes = try Data(contentsOf: url)
    bytes[bytes.count - 1] ^= 1
    try bytes.write(to: url)
    let before = try files()
    let error = await #expect(throws: StorageError.self) { try await name(in: reader).value() }
    guard case .unavailable = error else {
      Issue.record("the reader threw \(String(describing: error))")
      return
    }
    #expect(try files() == before)
  }

  @Test func `a reader reads the directories below`() async throws {
    let account = app.subdirectory("ann")
    try await name(in: account).save(Name(text: "Ann"))
    try await account.flush()
    #expect(try await name(in: reader.subdirectory("ann")).value() == Name(text: "Ann"))
    #expect(try await name(in: reader.reopened().subdirectory("ann")).value() == Name(text: "Ann"))
  }

  @Test func `a suspended app holds no lock and continues`() async throws {
    let written = name(in: app)
    try await written.save(Name(text: "Ada"))
    let other = StorageDirectory(TemporaryDirectory.url.appending(path: "app"))
    await #expect(throws: StorageError.self) { try await name(in: other).value() }

    try await app.suspend()
    #expect(try await name(in: other).value() == Name(text: "Ada"))
    other.close()

    try await written.save(Name(text: "Grace"))
    try await app.flush()
    #expect(try await name(in: reader).value() == Name(text: "Grace"))
    await #expect(throws: StorageError.self) {
      try await name(in: StorageDirectory(TemporaryDirectory.url.appending(path: "app"))).value()
    }
  }

  @Test(arguments: [StorageClass.critical, .userState, .cache])
  func `a suspended app holds no lock on values of any class`(_ storageClass: StorageClass)
    async throws
  {
    let written = name(in: app, class: storageClass)
    try await written.save(Name(text: "Ada"))

    try await app.suspend()

    let other = StorageDirectory(TemporaryDirectory.url.appending(path: "app"))
    #expect(try await name(in: other, class: storageClass).value() == Name(text: "Ada"))
    withExtendedLifetime(written) {}
  }
}
