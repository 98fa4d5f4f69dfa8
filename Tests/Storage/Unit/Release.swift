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
