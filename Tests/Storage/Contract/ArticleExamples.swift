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

private nonisolated struct Address: Codable, Identifiable {
  let id: String
  static let schema = StoredSchema(Address.self)
}

private enum TwiceRenamed {
  nonisolated struct ProfileV1: Codable {
    var nick: String
  }

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

  /// Stores the ID of a legacy release at launch, unless a profile exists.
  func migrateIDs(from defaults: UserDefaults) async throws {
    guard try await profile.value() == nil else { return }
    do {
      guard let id = try cityID.integer(from: defaults.object(forKey:)) else { return }
      try await profile.save(Profile(cityID: id))
    } catch let error as LegacyIdentifierError {
      report(error)  // Without an ID, the user chooses a city.
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
