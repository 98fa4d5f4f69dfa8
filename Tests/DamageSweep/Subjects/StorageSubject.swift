import Networking
import Storage

/// The repositories of `Storage` itself: one for each kind, class and location.
struct StorageSubject: Subject {
  struct Note: Codable, Sendable, Equatable, Identifiable {
    let id: Int
    var text: String
  }

  /// The shape of the previous release.
  struct OldNote: Codable, Sendable, Equatable, Identifiable {
    let id: Int
    var line: String
  }

  static let schema = StoredSchema(OldNote.self).step(
    "line becomes text", up: { Note(id: $0.id, text: $0.line) },
    down: { OldNote(id: $0.id, line: $0.text) })

  struct App: Sendable {
    var singles: [(name: String, repository: SingleRepository<Note>)] = []
    var collections: [(name: String, repository: CollectionRepository<Note>)] = []
    let directory: StorageDirectory

    /// Adds a repository of one value and one of many.
    mutating func add(
      _ name: String, _ location: (String) -> StorageLocation, _ storageClass: StorageClass,
      _ schema: StoredSchema<Note> = StoredSchema(Note.self)
    ) {
      let single = SingleRepository(
        location("s-\(name)"), class: storageClass, schema: schema, in: directory)
      let collection = CollectionRepository(
        location("c-\(name)"), class: storageClass, schema: schema, in: directory)
      singles.append(("s-\(name)", single))
      collections.append(("c-\(name)", collection))
    }
  }

  let name = "Storage"

  func makeServer() {}
  func copy(of server: Void) {}

  func launch(_ launch: Launch, _ server: Void) -> App {
    var app = App(directory: launch.directory)
    app.add("critical", StorageLocation.memoryBackedByFile, .critical)
    app.add("state", StorageLocation.file, .userState)
    app.add("cache", StorageLocation.memoryBackedByFile, .cache)
    app.add("stepped", StorageLocation.memoryBackedByFile, .critical, Self.schema)
    return app
  }

  var steps: [Step] {
    (0..<5).map { number in
      { @Sendable app, _, _ in try await Self.write(number, app) }
    } + [{ @Sendable app, _, _ in try await app.directory.flush() }]
  }

  func writeAsBefore(_ directory: StorageDirectory, _ server: Void) async throws {
    let schema = StoredSchema(OldNote.self)
    try await SingleRepository(
      .file("s-stepped"), class: .critical, schema: schema, in: directory
    ).save(OldNote(id: 0, line: "old"))
    try await CollectionRepository(
      .file("c-stepped"), class: .critical, schema: schema, in: directory
    ).save(OldNote(id: 100, line: "old"))
  }

  private static func write(_ number: Int, _ app: App) async throws {
    for (name, repository) in app.singles {
      try await repository.save(Note(id: number, text: "\(name) \(number)"))
    }
    for (name, repository) in app.collections {
      try await repository.update { notes in
        notes.save(Note(id: number, text: "\(name) \(number)"))
        if number == 3 { _ = notes.remove(1) }
        if number == 4 { notes.save(Note(id: 2, text: "\(name) 2, again")) }
      }
    }
  }

  func run(_ app: App, _ launch: Launch) async {}

  func goOnline(_ app: App, _ launch: Launch) async {
    // A damaged repository accepts new values.
    for (name, repository) in app.collections {
      await launch.insist { try await repository.save(Note(id: 9, text: "\(name) later")) }
    }
    await launch.insist { try await app.directory.flush() }
  }

  func view(_ app: App, _ launch: Launch) async -> View {
    var view: View = [:]
    for (name, repository) in app.singles {
      let note = await launch.insist { try await repository.value() } ?? nil
      view[name] = note.map { "\($0.id) \($0.text)" }
    }
    for (name, repository) in app.collections {
      let notes = await launch.insist { try await repository.elements() }
      for note in notes ?? IdentifiedArray() { view["\(name) \(note.id)"] = note.text }
    }
    return view
  }

  func arrivals(at server: Void) -> View { [:] }
  func requests(at server: Void) -> [HTTPRequest] { [] }

  func areAlike(_ first: String, _ second: String) -> Bool {
    first.prefix(2) == second.prefix(2) && !first.hasSuffix("stepped")
      && !second.hasSuffix("stepped")
  }

  func sources(of piece: String) -> Set<String> {
    [piece.split(separator: " ").first.map(String.init) ?? piece]
  }
}
