import Testing

@testable import Storage

/// One launch of one release of the app, which stores one guest and a table of guests.
///
/// The behavior of a release depends on its own code alone, so its schema is a chain that ends at
/// its version.
struct Release: Sendable {
  let one: any Guests
  let many: any Guests

  init(
    _ version: Int, _ ways: Ways = .both, _ location: StorageLocation = .file("value"),
    on disk: Disk,
    _ dataClass: StorageClass = .critical
  ) {
    let table: StorageLocation =
      location.isHeldInMemory ? .memoryBackedByFile("table") : .file("table")
    let launch = disk.launch()
    func make<Record: GuestRecord>(_ schema: StoredSchema<Record>) -> (any Guests, any Guests) {
      (
        SingleRepository(location, class: dataClass, schema: schema, in: launch),
        CollectionRepository(table, class: dataClass, schema: schema, in: launch)
      )
    }
    (one, many) =
      switch version {
      case 1: make(GuestV1.schema)
      case 2: make(ways.guestV2)
      default: make(ways.guestV3)
      }
  }

  func guest() async throws -> Guest? { try await one.guests().first }
  func save(_ guest: Guest) async throws { try await one.save(guest) }
  func rename(_ name: String) async throws { try await one.rename(1, name) }
}

/// A sequence of launches of several releases, and what a release finds at the end.
struct Story: Sendable, CustomTestStringConvertible {
  /// The actions of a user with one release of the app.
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

  /// Plays the story with one guest or a table, and expects what each release finds.
  func play(atTable: Bool, _ location: StorageLocation, on disk: Disk) async throws {
    func launch(_ version: Int) -> any Guests {
      let release = Release(version, ways, location, on: disk)
      return atTable ? release.many : release.one
    }
    for step in steps {
      switch step {
      case .save(let version, let guest): try await launch(version).save(guest)
      case .rename(let version, let name, let id): try await launch(version).rename(id, name)
      case .remove(let version, let id): try await launch(version).removeGuest(id)
      }
    }
    for (version, guests) in finds {
      #expect(try await launch(version).guests() == guests, "release \(version)")
    }
  }
}

/// A repository of guests, as any release declares it.
protocol Guests: Sendable {
  func guests() async throws -> [Guest]
  func save(_ guest: Guest) async throws
  func removeGuest(_ id: Int) async throws
}

extension Guests {
  /// Changes the name and nothing else, as a screen with this one field does.
  func rename(_ id: Int, _ name: String) async throws {
    var guest = try #require(try await guests().first { $0.id == id })
    guest.name = name
    try await save(guest)
  }
}

extension SingleRepository: Guests where Value: GuestRecord {
  func guests() async throws -> [Guest] { try await value().map { [$0.guest] } ?? [] }
  func save(_ guest: Guest) async throws { try await save(Value(guest)) }
  func removeGuest(_ id: Int) async throws { try await remove() }
}

extension CollectionRepository: Guests where Element: GuestRecord {
  func guests() async throws -> [Guest] { try await elements().map(\.guest) }
  func save(_ guest: Guest) async throws { try await save(Element(guest)) }
  func removeGuest(_ id: Int) async throws { try await remove(id) }
}
