import ShowcaseKit
import Storage

extension Scenario {
  static let renameTwice = Scenario(
    "rename-twice", "A field was renamed twice: release 3 migrates it from each earlier version."
  ) { stage in
    try await updating(stage, from: 1, Profile.v1, ProfileV1(nick: "ada", city: "Oslo"))
    try await updating(stage, from: 2, Profile.v2, ProfileV2(handle: "ada", city: "Oslo"))
    try await updating(
      stage, from: 3, Profile.v3, Profile(name: "ada", city: "Oslo", phone: "+47 1"))
  }

  /// Simulates an update of an app from `release` directly to release 3.
  ///
  /// `value` is the user's profile as `release` stores it, and `schema` the schema of `release`.
  private static func updating<Value>(
    _ stage: Stage, from release: Int, _ schema: StoredSchema<Value>, _ value: Value
  ) async throws {
    let script = Script(stage, in: "from-\(release)")
    script.tell("A user of release \(release)")
    try await script.launch("Release \(release)", schema) { profile in
      script.tell("It stores \(value)")
      try await profile.save(value)
    }
    try await script.launch("Release 3", Profile.v3) { profile in
      try await script.tellValue(of: profile)
      script.tell("The user moves to Bergen")
      try await profile.update { $0?.city = "Bergen" }
      try await script.tellValue(of: profile)
    }
  }

  static let rollBackAndReturn = Scenario(
    "roll-back-and-return",
    "Release 3 is rolled back and installed again: the data of both releases remains."
  ) { stage in
    let script = Script(stage, in: "profile")
    try await script.launch("Release 2", Profile.v2) { profile in
      script.tell("The user signs up")
      try await profile.save(ProfileV2(handle: "ada", city: "Oslo"))
    }
    try await script.launch("Release 3", Profile.v3) { profile in
      try await script.tellValue(of: profile)
      script.tell("The user adds a phone and a capital letter")
      try await profile.update { profile in
        profile?.phone = "+47 1"
        profile?.name = "Ada"
      }
    }
    try await script.launch("Release 2, after the rollback,", Profile.v2) { profile in
      try await script.tellValue(of: profile)
      script.tell("The user moves to Bergen")
      try await profile.update { $0?.city = "Bergen" }
    }
    try await script.launch("Release 3, installed again,", Profile.v3) { profile in
      try await script.tellValue(of: profile)
      script.tell("The user adds a last name")
      try await profile.update { $0?.name = "Ada Lovelace" }
    }
  }
}

extension Script {
  /// Loads the stored profile, and adds it to the scenario's transcript.
  ///
  /// If loading fails, adds the error instead, and the state of each file that has changed since the
  /// transcript last described it.
  func tellValue<Value>(of repository: SingleRepository<Value>) async throws {
    do throws(StorageError) {
      let value = try await repository.value()
      tell("It loads \(value.map { "\($0)" } ?? "no profile")")
    } catch {
      tell("Failed: \(error)")
      try tellFiles()
    }
  }
}
