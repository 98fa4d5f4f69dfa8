import Foundation
import StorageTestSupport
import Synchronization
import Testing

@testable import Storage

@Suite("Migrations across repositories", .temporaryDirectory)
struct RepositoryMigrationTests {
  struct Place: Codable, Sendable, Identifiable, Equatable {
    var id: Int
    var text = ""
    var isHome: Bool { id % 2 == 0 }
  }

  struct Home: Codable, Sendable, Identifiable, Equatable {
    var id: Int
    var street: String
  }

  struct Office: Codable, Sendable, Identifiable, Equatable {
    var id: String
    var street: String
  }

  private struct Refused: Error {}

  private static let first = RepositoryMigration("split")
    .elements(from: "places", StoredSchema(Place.self), to: "homes", StoredSchema(Home.self)) {
      place, _ in place.isHome ? Home(id: place.id, street: place.text) : nil
    }
  private static let split =
    first
    .elements(from: "places", StoredSchema(Place.self), to: "offices", StoredSchema(Office.self)) {
      place, _ in place.isHome ? nil : Office(id: "\(place.id)", street: place.text)
    }

  private let disk = Disk()

  private func fill(_ ids: Range<Int>, text: String = "") async throws {
    let places = disk.many(StoredSchema(Place.self), .file("places"))
    try await places.update { places in
      for id in ids { places.save(Place(id: id, text: text)) }
    }
  }

  private func homes(on disk: Disk? = nil) async throws -> [Home] {
    try await Array((disk ?? self.disk).many(StoredSchema(Home.self), .file("homes")).elements())
  }

  private func offices(on disk: Disk? = nil) async throws -> [Office] {
    try await Array(
      (disk ?? self.disk).many(StoredSchema(Office.self), .memoryBackedByFile("offices"))
        .elements())
  }

  @Test func `Another spelling of an id replaces the element of the target`() async throws {
    let migration = RepositoryMigration("move").elements(
      from: "places", StoredSchema(Place.self), to: "offices", StoredSchema(Office.self)
    ) { place, _ in Office(id: place.text, street: "\(place.id)") }
    let offices = disk.many(StoredSchema(Office.self), .file("offices"))
    try await offices.save(Office(id: "Caf\u{e9}", street: "old"))
    let places = disk.many(StoredSchema(Place.self), .file("places"))
    try await places.save(Place(id: 1, text: "Cafe\u{301}"))
    try await places.save(Place(id: 2, text: "Caf\u{e9}"))
    #expect(try await disk.launch().migrate(migration).isEmpty)
    #expect(try await self.offices().map(\.street) == ["2"])
    try await disk.many(StoredSchema(Office.self), .file("offices")).remove("Caf\u{e9}")
    #expect(try await self.offices().isEmpty)
  }

  struct HomeV1: Codable, Sendable, Identifiable, Equatable {
    var id: Int
  }

  @Test(arguments: [StorageClass.critical, .userState])
  func `A target of an earlier release keeps its elements`(dataClass: StorageClass) async throws {
    let schema = StoredSchema(HomeV1.self).step("street", up: { Home(id: $0.id, street: "old") })
    let migration = RepositoryMigration("move").elements(
      from: "places", StoredSchema(Place.self), to: "homes", schema
    ) { place, existing in Home(id: place.id, street: (existing(place.id)?.street ?? "") + "new") }
    try await fill(1..<3)
    let earlier = disk.many(StoredSchema(HomeV1.self), .file("homes"), dataClass)
    try await earlier.update { $0 = IdentifiedArray([HomeV1(id: 0), HomeV1(id: 1)]) }

    #expect(try await disk.launch().migrate(migration).isEmpty)
    for _ in 0..<2 {
      let homes = disk.many(schema, .file("homes"), dataClass)
      #expect(try await homes.elements().map(\.street) == ["old", "oldnew", "new"])
      try await homes.save(Home(id: 2, street: "new"))
    }
  }

  @Test func `One collection is split into two, once`() async throws {
    try await fill(0..<6, text: "a")
    #expect(try await disk.launch().migrate(Self.split).isEmpty)
    #expect(try await homes() == [0, 2, 4].map { Home(id: $0, street: "a") })
    #expect(try await offices().map(\.id) == ["1", "3", "5"])

    try await disk.many(StoredSchema(Home.self), .file("homes")).remove(2)
    let before = try Entry.all()
    try await disk.launch().migrate(Self.split)
    #expect(try Entry.all() == before)
    #expect(try await homes().map(\.id) == [0, 4])
    #expect(try disk.names().contains("places.v1.store"))
  }

  @Test func `What a rolled-back release writes is copied by the next update`() async throws {
    try await fill(0..<4, text: "a")
    try await disk.launch().migrate(Self.split)
    try await disk.many(StoredSchema(Home.self), .file("homes")).save(Home(id: 0, street: "new"))
    try await fill(2..<3, text: "b")
    try await fill(9..<10, text: "b")

    try await disk.launch().migrate(Self.split)

    #expect(try await homes() == [Home(id: 0, street: "new"), Home(id: 2, street: "b")])
    #expect(try await offices().map(\.id) == ["1", "3", "9"])
  }

  @Test func `Two values become one, and one becomes an element of none`() async throws {
    struct Pair: Codable, Sendable, Equatable {
      var first = ""
      var second = 0
    }
    try await disk.one(StoredSchema(String.self), .file("first")).save("a")
    try await disk.one(StoredSchema(Int.self), .file("second")).save(2)
    let migration = RepositoryMigration("join")
      .value(from: "first", StoredSchema(String.self), to: "pair", StoredSchema(Pair.self)) {
        Pair(first: $0, second: $1?.second ?? 0)
      }
      .value(from: "second", StoredSchema(Int.self), to: "pair", StoredSchema(Pair.self)) {
        Pair(first: $1?.first ?? "", second: $0)
      }

    try await disk.launch().migrate(migration, removingSources: true)

    #expect(
      try await disk.one(StoredSchema(Pair.self), .file("pair")).value()
        == Pair(first: "a", second: 2))
    #expect(try disk.names() == ["join.v1.store", "pair.v1.store"])
  }

  @Test func `An element that cannot be copied is reported, and stays until a release can copy it`()
    async throws
  {
    try await fill(0..<3)
    func migrate(refusing refused: Int? = nil) async throws -> [StorageError] {
      let migration = RepositoryMigration("strict")
        .elements(from: "places", StoredSchema(Place.self), to: "homes", StoredSchema(Home.self)) {
          place, _ in
          if place.id == refused { throw Refused() }
          return Home(id: place.id, street: "")
        }
      return try await disk.launch().migrate(migration, removingSources: true)
    }
    for _ in 0..<2 {
      #expect(
        try await migrate(refusing: 1)
          == [.unreadable(file: "places.v1.store", element: "1", reason: "Refused()")])
      #expect(try await homes().map(\.id) == [0, 2])
      #expect(try disk.names().contains("places.v1.store"))
    }
    try await disk.many(StoredSchema(Home.self), .file("homes")).save(Home(id: 0, street: "new"))
    #expect(try await migrate().isEmpty)
    #expect(try await homes().map(\.street) == ["new", "", ""])
    #expect(try await homes().map(\.id) == [0, 2, 1])
    #expect(try !disk.names().contains("places.v1.store"))
  }

  @Test func `An element that only a newer release can read is copied by that release`()
    async throws
  {
    struct OldPlace: Codable, Sendable, Identifiable {
      enum Text: String, Codable { case none = "" }
      var id: Int
      var text = Text.none
    }
    try await fill(1..<2, text: "new")
    try await fill(2..<3)
    func migration<P: Identifiable & Codable & Sendable>(_ type: P.Type) -> RepositoryMigration
    where P.ID == Int {
      RepositoryMigration("move").elements(
        from: "places", StoredSchema(type), to: "homes", StoredSchema(Home.self)
      ) { place, _ in Home(id: place.id, street: "") }
    }
    #expect(try await disk.launch().migrate(migration(OldPlace.self)).count == 1)
    #expect(try await homes().map(\.id) == [2])
    #expect(try await disk.launch().migrate(migration(Place.self)).isEmpty)
    #expect(try await homes().map(\.id) == [2, 1])
  }

  @Test func `A part that a later release adds to a migration copies what is in its source`()
    async throws
  {
    try await fill(0..<3, text: "a")
    try await disk.launch().migrate(Self.first)
    try await disk.many(StoredSchema(Home.self), .file("homes")).remove(2)
    try await disk.launch().migrate(Self.split)
    #expect(try await homes().map(\.id) == [0])
    #expect(try await offices().map(\.id) == ["1"])
  }

  @Test func `What a release that was installed again has changed is migrated from its file`()
    async throws
  {
    let one = StoredSchema(Place.self)
    let two = one.step("same", up: { $0 }, down: { $0 })
    try await fill(1..<3, text: "a")
    try await disk.many(two, .file("places")).save(Place(id: 3, text: "b"))
    try await disk.many(one, .file("places")).remove(1)
    try await fill(3..<5, text: "c")
    let migration = RepositoryMigration("move").elements(
      from: "places", two, to: "homes", StoredSchema(Home.self)
    ) { place, _ in
      if place.id == 4 { throw Refused() }
      return Home(id: place.id, street: place.text)
    }
    #expect(try await disk.launch().migrate(migration).count == 1)
    #expect(
      try await homes()
        == [(2, "a"), (3, "c")].map { Home(id: $0.0, street: $0.1) })
    #expect(try await disk.launch().migrate(migration).count == 1)
  }

  @Test func `A target has what releases that were installed again have written`() async throws {
    let two = StoredSchema(HomeV1.self)
      .step("street", up: { Home(id: $0.id, street: "") }, down: { HomeV1(id: $0.id) })
    let three = two.step("same", up: { $0 }, down: { $0 })
    func old() -> CollectionRepository<HomeV1> {
      disk.many(StoredSchema(HomeV1.self), .file("homes"))
    }
    try await old().save(HomeV1(id: 1))
    try await disk.many(two, .file("homes")).save(Home(id: 2, street: "a"))
    try await old().save(HomeV1(id: 3))
    try await fill(4..<5)
    let migration = RepositoryMigration("move").elements(
      from: "places", StoredSchema(Place.self), to: "homes", three
    ) { place, _ in Home(id: place.id, street: place.text) }
    try await disk.launch().migrate(migration)
    #expect(try await disk.many(three, .file("homes")).elements().map(\.id) == [1, 2, 3, 4])
  }

  @Test func `A later release removes the files of all versions of the sources`()
    async throws
  {
    let twice = StoredSchema(Place.self).step("same", up: { $0 }, down: { $0 })
    try await fill(0..<2)
    try await disk.many(twice, .file("places")).save(Place(id: 2))
    let migration = RepositoryMigration("all")
      .elements(from: "places", twice, to: "homes", StoredSchema(Home.self)) { place, _ in
        Home(id: place.id, street: "")
      }
    try await disk.launch().migrate(migration)
    #expect(try disk.names().filter { $0.hasPrefix("places") }.count == 2)

    try await disk.launch().migrate(migration, removingSources: true)
    #expect(try disk.names() == ["all.v1.store", "homes.v1.store"])
  }

  @Test func `An element that only a newer release can read is not replaced`() async throws {
    struct OldHome: Codable, Sendable, Identifiable {
      enum Street: String, Codable { case none = "" }
      var id: Int
      var street = Street.none
    }
    try await disk.many(StoredSchema(Home.self), .file("homes")).save(Home(id: 0, street: "new"))
    try await fill(0..<4)
    let migration = RepositoryMigration("all")
      .elements(from: "places", StoredSchema(Place.self), to: "homes", StoredSchema(OldHome.self)) {
        place, _ in place.isHome ? OldHome(id: place.id) : nil
      }
    #expect(try await disk.launch().migrate(migration).count == 1)
    #expect(try await homes() == [Home(id: 0, street: "new"), Home(id: 2, street: "")])
  }

  @Test func `A repository in use is not migrated`() async throws {
    try await fill(0..<1)
    let directory = disk.launch()
    let homes = CollectionRepository(
      .file("homes"), class: .critical, schema: StoredSchema(Home.self), in: directory)
    _ = try await homes.elements()
    await #expect(throws: StorageError.inUse("homes")) { try await directory.migrate(Self.split) }
    withExtendedLifetime(homes) {}
  }

  /// Stops the migration at each write in turn; whatever is on the disk then is before or after.
  @Test func `A migration that stops at any write is made as a whole or not at all`() async throws {
    try await fill(0..<6, text: "a")
    disk.launch().close()
    var stops = 0
    while true {
      let copy = try disk.crashed()
      let calls = Mutex(0)
      let limit = stops
      let directory = StorageDirectory(
        copy.url,
        failing: {
          calls.withLock { calls in
            calls += 1
            return calls > limit ? EIO : nil
          }
        })
      var isDone = true
      do { try await directory.migrate(Self.split) } catch { isDone = false }
      directory.close()

      let (offices, homes) = (try await offices(on: copy), try await homes(on: copy))
      #expect(homes.count == offices.count && [0, 3].contains(homes.count), "stop \(stops)")
      #expect(!isDone || homes.count == 3)
      try await copy.launch().migrate(Self.split)
      #expect(try await self.homes(on: copy).count == 3, "stop \(stops)")
      #expect(try await self.offices(on: copy).count == 3, "stop \(stops)")
      if isDone { break }
      stops += 1
    }
    #expect(stops > 10)
  }
}
