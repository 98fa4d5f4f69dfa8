import Foundation
import ShowcaseKit
import Storage

extension Scenario {
  static let damage = Scenario(
    "damage", "Damaged files are detected and set aside; a torn write affects no other write."
  ) { stage in
    try await damagedValue(stage)
    try await damagedCollection(stage)
  }

  private static func damagedValue(_ stage: Stage) async throws {
    let script = Script(stage, in: "value")
    try await script.launch("The app", Profile.v3) { profile in
      try await profile.save(Profile(name: "Ada", city: "Oslo"))
    }
    try await script.damage("A bit of the file flips", with: "profile.v3.store") { bytes in
      bytes[bytes.endIndex - 8] ^= 1
    }
    try await script.launch("The app", Profile.v3) { profile in
      try await script.tellValue(of: profile)
      script.tell("The app loads it again")
      try await script.tellValue(of: profile)
      script.tell("The user signs up once more")
      try await profile.save(Profile(name: "Ada", city: "Bergen"))
    }
  }

  private static func damagedCollection(_ stage: Stage) async throws {
    let script = Script(stage, in: "collection")
    try await script.launch("The app") { addresses in
      for (id, street) in [(1, "Torggata 1"), (2, "Strandgaten 2"), (3, "Kongens gate 3")] {
        script.tell("The user adds \(street)")
        try await addresses.save(Address(id: id, street: street))
        try script.tellFiles()
      }
    }
    try await script.damage("The end of the last write is lost", with: "addresses.v1.store") {
      bytes in
      bytes.removeLast(5)
    }
    try await script.launch("The app") { addresses in
      try await script.tellElements(of: addresses)
      script.tell("The user adds Kongens gate 3 again")
      try await addresses.save(Address(id: 3, street: "Kongens gate 3"))
    }
    try await script.damage("A bit in the middle of the file flips", with: "addresses.v1.store") {
      bytes in
      bytes[bytes.startIndex + bytes.count / 2] ^= 1
    }
    try await script.launch("The app") { addresses in
      try await script.tellElements(of: addresses)
      script.tell("The app loads it again")
      try await script.tellElements(of: addresses)
    }
  }
}

extension Script {
  /// Loads the addresses, and adds them to the scenario's transcript.
  ///
  /// If loading fails, adds the error instead, and the state of each file that has changed since the
  /// transcript last described it.
  fileprivate func tellElements(of repository: CollectionRepository<Address>) async throws {
    do throws(StorageError) {
      let streets = try await repository.elements().map(\.street)
      tell("It loads \(streets.isEmpty ? "no address" : streets.joined(separator: ", "))")
    } catch {
      tell("Failed: \(error)")
      try tellFiles()
    }
  }
}
