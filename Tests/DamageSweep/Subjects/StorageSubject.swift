import Networking
import Storage
import Synchronization

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
    let singles: [(name: String, repository: SingleRepository<Note>)]
    let collections: [(name: String, repository: CollectionRepository<Note>)]
    let directory: StorageDirectory
  }

  let name = "Storage"

  func makeServer() {}
  func copy(of server: Void) {}

  func launch(_ launch: Launch, _ server: Void) -> App {
    let directory = launch.directory
    let schema = StoredSchema(Note.self)
    func single(
      _ location: StorageLocation, _ dataClass: StorageClass, _ schema: StoredSchema<Note>
    ) -> SingleRepository<Note> {
      SingleRepository(location, class: dataClass, schema: schema, in: directory)
    }
    func collection(
      _ location: StorageLocation, _ dataClass: StorageClass, _ schema: StoredSchema<Note>
    ) -> CollectionRepository<Note> {
      CollectionRepository(location, class: dataClass, schema: schema, in: directory)
    }
    return App(
      singles: [
        ("s-critical", single(.memoryBackedByFile("s-critical"), .critical, schema)),
        ("s-file", single(.file("s-file"), .critical, schema)),
        ("s-state", single(.file("s-state"), .userState, schema)),
        ("s-cache", single(.memoryBackedByFile("s-cache"), .cache, schema)),
        ("s-stepped", single(.memoryBackedByFile("s-stepped"), .critical, Self.schema)),
      ],
      collections: [
        ("c-critical", collection(.memoryBackedByFile("c-critical"), .critical, schema)),
        ("c-state", collection(.file("c-state"), .userState, schema)),
        ("c-cache", collection(.file("c-cache"), .cache, schema)),
        ("c-stepped", collection(.memoryBackedByFile("c-stepped"), .userState, Self.schema)),
      ], directory: directory)
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
      .file("c-stepped"), class: .userState, schema: schema, in: directory
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
    let view = Mutex<View>([:])
    for (name, repository) in app.singles {
      await launch.insist {
        let value = try await repository.value()
        view.withLock { $0[name] = value.map { "\($0.id) \($0.text)" } }
      }
    }
    for (name, repository) in app.collections {
      await launch.insist {
        let notes = try await repository.elements()
        view.withLock { view in
          for note in notes { view["\(name) \(note.id)"] = note.text }
        }
      }
    }
    return view.withLock { $0 }
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
