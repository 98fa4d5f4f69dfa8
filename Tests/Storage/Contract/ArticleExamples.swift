import Foundation
import Storage

// The code of the documentation's listings; `Tests/Checks/Documentation/examples` compares them.

private func declare(
  in directory: StorageDirectory
) -> (SingleRepository<Profile>, SingleRepository<Profile>, CollectionRepository<Address>) {
  let profile = SingleRepository(
    .memoryBackedByFile("profile"), class: .critical, schema: Profile.schema, in: directory)
  let preview = SingleRepository<Profile>(inMemory: .sample)
  let addresses = CollectionRepository(
    .file("addresses"), class: .userState, schema: Address.schema, in: directory)
  return (profile, preview, addresses)
}

private func readName(in container: URL) async throws(StorageError) -> String? {
  let directory = StorageDirectory.readOnly(container)
  let profile = SingleRepository(
    .file("profile"), class: .critical, schema: Profile.schema, in: directory)
  let name = try await profile.value()?.name
  return name
}

extension Profile {
  fileprivate static let sample = Profile(name: "Ada", greeting: "Hello")
}

private nonisolated struct Address: Codable, Identifiable, Equatable {
  let id: String
  var isDefault = false
  static let schema = StoredSchema(Address.self)
}

private enum TwiceRenamed {
  nonisolated struct ProfileV2: Codable {
    var handle: String
  }

  nonisolated struct Profile: Codable {
    var name: String

    static let schema = StoredSchema(ProfileV1.self)
      .step("nick becomes handle") { ProfileV2(handle: $0.nick) }
      .step("handle becomes name", up: { Profile(name: $0.handle) }) { ProfileV2(handle: $0.name) }
  }
}

private func moveCity(from defaults: UserDefaults) throws(LegacyIdentifierError) -> Int? {
  let cityID = LegacyIdentifier("cityID", formerly: ["city_id", "selectedCity"])
  let city = try cityID.integer(from: defaults.object(forKey:))
  cityID.remove(with: defaults.removeObject(forKey:))
  return city
}

/// An app that has migrated from a database.
private struct Launch {
  struct Profile {
    let cityID: Int
  }

  let profile: SingleRepository<Profile>
  let cityID = LegacyIdentifier("cityID", formerly: ["city_id", "selectedCity"])

  /// Stores the id of a legacy release at launch, unless a profile exists.
  func migrateIDs(from defaults: UserDefaults) async throws {
    guard try await profile.value() == nil else { return }
    do {
      guard let id = try cityID.integer(from: defaults.object(forKey:)) else { return }
      try await profile.save(Profile(cityID: id))
    } catch let error as LegacyIdentifierError {
      report(error)  // Without an id, the user chooses a city.
    }
  }

  /// Removes the legacy data at launch, in a release whose predecessors no longer read it.
  func removeLegacyData(of defaults: UserDefaults, database: URL) async {
    guard profile.writeStatus == .written else { return }
    cityID.remove(with: defaults.removeObject(forKey:))
    defaults.synchronize()  // On Linux, nothing is stored before this call.

    let removal = await LegacyDatabase(mainFile: database).remove()
    report(bytesFreed: removal.bytesFreed, leftovers: removal.leftovers)
  }

  func report(_ error: LegacyIdentifierError) {}
  func report(bytesFreed: Int, leftovers: [SystemFailure]) {}
}

private func splitPlaces(in directory: StorageDirectory) async throws(StorageError) {
  let migration = RepositoryMigration("places-are-homes-and-offices")
    .elements(from: "places", Place.schema, to: "homes", Home.schema) { place, _ in
      place.isHome ? Home(place) : nil
    }
    .elements(from: "places", Place.schema, to: "offices", Office.schema) { place, _ in
      place.isHome ? nil : Office(place)
    }
  try await directory.migrate(migration)
}

private nonisolated struct Place: Codable, Identifiable {
  let id: Int
  var isHome = false
  static let schema = StoredSchema(Place.self)
}

private nonisolated struct Home: Codable, Identifiable {
  let id: Int
  static let schema = StoredSchema(Home.self)
  init(_ place: Place) { id = place.id }
}

private typealias Office = Home

private func removeOldest(of orders: CollectionRepository<Place>) async throws(StorageError) {
  try await orders.update { orders in
    for order in orders.prefix(100) { orders.remove(order.id) }
  }
}

private func choose(
  _ id: String, in addresses: CollectionRepository<Address>
) async throws(StorageError) {
  try await addresses.change(id) { $0?.isDefault = true }
}

private nonisolated struct GuestV1: Codable {
  var name: String
}

private nonisolated struct Guest: Codable {
  var name: String
  var points: Int

  static let schema = StoredSchema(GuestV1.self)
    .step(
      "points are new",
      up: { old, kept in Guest(name: old.name, points: kept?.points ?? 0) },
      down: { GuestV1(name: $0.name) })
}

private func tidy(
  _ addresses: CollectionRepository<Address>, keeping home: Address
) async throws(StorageError) -> Address? {
  try await addresses.save(home)
  let saved = try await addresses.element(home.id)
  let all = try await addresses.elements()
  try await addresses.remove(all.filter { !$0.isDefault }.map(\.id))
  return saved
}

private func removeUnreadable(
  of addresses: CollectionRepository<Address>, askToRemove: (Int) async -> Bool
) async throws(StorageError) {
  let unreadable = try await addresses.unreadable()
  if await askToRemove(unreadable.count) { try await addresses.remove(unreadable) }
}

private func keepHomes(
  in places: CollectionRepository<Place>
) async throws(StorageError) -> Int {
  let homesLeft = try await places.update { places in
    for place in places where !place.isHome { places.remove(place.id) }
    return places.count
  }
  return homesLeft
}

private func rename(_ profile: SingleRepository<Profile>) async throws(StorageError) -> String {
  let name = try await profile.value()?.name ?? "Guest"
  try await profile.update { $0?.name = "Ada" }
  if case .failed = profile.writeStatus { try await profile.flush() }
  return name
}

private func list(_ home: Address, _ office: Address) -> Address? {
  var list = IdentifiedArray([home, office])
  list.save(home)  // In the place of the earlier one.
  let first = list[id: home.id]
  return first
}

private nonisolated struct Nick: Codable {
  var text: String
  static let schema = StoredSchema(Nick.self)
}

private func moveNick(
  in directory: StorageDirectory
) async throws(StorageError) -> [StorageError] {
  typealias Profile = TwiceRenamed.Profile
  let migration = RepositoryMigration("nick-is-the-profile")
    .value(from: "nick", Nick.schema, to: "profile", Profile.schema) { nick, existing in
      existing ?? Profile(name: nick.text)
    }
  let failures = try await directory.migrate(migration)
  return failures
}

private func open(
  in applicationSupport: URL, log: @escaping @Sendable (String) -> Void
) async throws(StorageError) {
  let directory = StorageDirectory(applicationSupport.appending(path: "FoodOrdering"))
  let account = directory.subdirectory("42", of: "42")

  directory.reportOpenings(measuredBy: ContinuousClock()) { report in
    log("\(report.repository): \(report.outcome), \(report.duration)")
  }

  try await account.suspend()
  try await directory.suspend()
}

private func leave(
  _ directory: StorageDirectory, merge: (StorageDirectory) async throws -> Void
) async throws {
  let isMoved = try await directory.moveSubdirectory("guest", to: "42")
  if !isMoved { try await merge(directory.subdirectory("guest")) }

  let guest = directory.subdirectory("guest")
  if try await !guest.isEmpty() { try await merge(guest) }
}

private func close(_ directory: StorageDirectory) async throws(StorageError) {
  try await directory.flush()
  directory.close()
}

private func forget(_ directory: StorageDirectory) async throws(StorageError) {
  try await directory.subdirectory("42").erase()
}

private func restart() async throws(StorageError) {
  func addOrder(in directory: StorageDirectory) async throws(StorageError) {}
  func checkOrders(in directory: StorageDirectory) async throws(StorageError) {}
  let directory = StorageDirectory.inMemory()
  try await addOrder(in: directory)
  try await checkOrders(in: directory.reopened())
}
