import Profile
import Storage
import Sync

// The listings of the documentation, line by line: Tests/Checks/Documentation/examples compares them.

private func create(
  _ device: FeatureEnvironment, _ country: PhoneCountry, _ screen: any Screen,
  in group: inout ThrowingTaskGroup<Void, any Error>
) async throws {
  let session = ProfileFactory.makeSession(
    in: device, secrets: FileSecrets(in: device.directory))

  group.addTask {
    try await session.run { scope in
      let profile = ProfileFactory.makeProfile(in: scope.environment)
      await screen.show(profile)
      try await profile.run()
    }
  }

  try await session.requestCode(for: PhoneNumber("8 (912) 345-67-89", in: country))
  try await session.signIn(withCode: "1234")
}

private func edit(
  _ scope: SessionScope, in group: inout ThrowingTaskGroup<Void, any Error>
) async throws {
  let profile = ProfileFactory.makeProfile(in: scope.environment)

  group.addTask { try await profile.run() }

  try await profile.apply(.name("Ada"))
}

private func leave(
  _ session: any UserSession, _ profile: any ProfileEditor, askToKeep: () async -> Bool
) async throws {
  let isSettled = profile.state.sync.isSettled
  try await session.signOut(keepingData: isSettled ? false : await askToKeep())
}

private func follow(_ reachability: AsyncStream<Bool>, _ device: FeatureEnvironment) async {
  for await isReachable in reachability {
    if isReachable { device.gate.open(for: .offline) } else { device.gate.close(for: .offline) }
  }
}

private func enterBackground(_ device: FeatureEnvironment, _ scope: SessionScope) async throws {
  try await device.directory.flush()
  try await scope.environment.directory.flush()
}

private func read(_ country: PhoneCountry) throws {
  func example(_ russia: PhoneCountry) throws -> String {
    try PhoneNumber("8 (912) 345-67-89", in: russia).rawValue  // +79123456789
  }
  _ = try example(country)
}

/// A stand-in for the views of an app.
private protocol Screen: Sendable {
  func show(_ profile: any ProfileEditor) async
}
