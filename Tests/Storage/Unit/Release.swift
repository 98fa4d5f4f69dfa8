import Testing

@testable import Storage

/// One launch of one release of the app, which stores one guest and a table of guests.
///
/// The behavior of a release depends on its own code alone, so its schema is a chain that ends at
/// its version.
struct Release: Sendable {
  private let one: any OneGuest
  private let many: any ManyGuests

  init(
    _ version: Int, _ ways: Ways = .both, _ location: StorageLocation = .file("value"),
    on disk: Disk,
    _ dataClass: StorageClass = .critical
  ) {
    let table: StorageLocation =
      location.isHeldInMemory ? .memoryBackedByFile("table") : .file("table")
    let launch = disk.launch()
    func make<Record: GuestRecord>(_ schema: StoredSchema<Record>) -> (any OneGuest, any ManyGuests)
    {
      (
        SingleRepository(location, class: dataClass, schema: schema, in: launch),
        CollectionRepository(table, class: dataClass, schema: schema, in: launch)
      )
    }
    (one, many) =
      switch version {
      case 1: make(StoredSchema(GuestV1.self))
      case 2: make(ways.guestV2)
      default: make(ways.guestV3)
      }
  }

  func guest() async throws -> Guest? { try await one.guest() }
  func save(_ guest: Guest) async throws { try await one.save(guest) }
  func remove() async throws { try await one.removeGuest() }

  /// Changes the name and nothing else, as a screen with this one field does.
  func rename(_ name: String) async throws {
    var guest = try #require(try await guest())
    guest.name = name
    try await save(guest)
  }

  func guests() async throws -> [Guest] { try await many.guests() }
  func saveAtTable(_ guest: Guest) async throws { try await many.save(guest) }
  func removeAtTable(_ id: Int) async throws { try await many.removeGuest(id) }

  func renameAtTable(_ id: Int, _ name: String) async throws {
    var guest = try #require(try await guests().first { $0.id == id })
    guest.name = name
    try await saveAtTable(guest)
  }
}

/// A sequence of launches of several releases, and what a release finds at the end.
struct Story: Sendable, CustomTestStringConvertible {
  /// What a user does with one release of the app.
  enum Step: Sendable {
    case save(Int, Guest)
    case rename(Int, String, id: Int = 1)
    case remove(Int, id: Int = 1)
  }

  let testDescription: String
  let ways: Ways
  let steps: [Step]
  let finds: [Int: [Guest]]

  init(_ sentence: String, ways: Ways = .both, _ steps: [Step], finds: [Int: [Guest]]) {
    (testDescription, self.ways, self.steps, self.finds) = (sentence, ways, steps, finds)
  }

  /// Plays the story with one guest, and expects what each release finds.
  func playWithGuest(at location: StorageLocation, on disk: Disk) async throws {
    for step in steps {
      switch step {
      case .save(let version, let guest):
        try await Release(version, ways, location, on: disk).save(guest)
      case .rename(let version, let name, _):
        try await Release(version, ways, location, on: disk).rename(name)
      case .remove(let version, _):
        try await Release(version, ways, location, on: disk).remove()
      }
    }
    for (version, guests) in finds {
      let found = try await Release(version, ways, location, on: disk).guest()
      #expect(found == guests.first, "release \(version)")
    }
  }

  /// Plays the story with a table of guests, and expects what each release finds.
  func playWithTable(at location: StorageLocation, on disk: Disk) async throws {
    for step in steps {
      switch step {
      case .save(let version, let guest):
        try await Release(version, ways, location, on: disk).saveAtTable(guest)
      case .rename(let version, let name, let id):
        try await Release(version, ways, location, on: disk).renameAtTable(id, name)
      case .remove(let version, let id):
        try await Release(version, ways, location, on: disk).removeAtTable(id)
      }
    }
    for (version, guests) in finds {
      let found = try await Release(version, ways, location, on: disk).guests()
      #expect(found == guests, "release \(version)")
    }
  }
}

private protocol OneGuest: Sendable {
  func guest() async throws -> Guest?
  func save(_ guest: Guest) async throws
  func removeGuest() async throws
}

extension SingleRepository: OneGuest where Value: GuestRecord {
  func guest() async throws -> Guest? { try await value()?.guest }
  func save(_ guest: Guest) async throws { try await save(Value(guest)) }
  func removeGuest() async throws { try await remove() }
}

private protocol ManyGuests: Sendable {
  func guests() async throws -> [Guest]
  func save(_ guest: Guest) async throws
  func removeGuest(_ id: Int) async throws
}

extension CollectionRepository: ManyGuests where Element: GuestRecord {
  func guests() async throws -> [Guest] { try await elements().map(\.guest) }
  func save(_ guest: Guest) async throws { try await save(Element(guest)) }
  func removeGuest(_ id: Int) async throws { try await remove(id) }
}
