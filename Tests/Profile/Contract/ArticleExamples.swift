import Foundation
import Profile
import Storage
import Sync

// The listings of the documentation, line by line: Tests/Checks/Documentation/examples compares them.

private func create(
  _ device: FeatureEnvironment, _ country: PhoneCountry, _ screen: any Screen,
  in group: inout ThrowingTaskGroup<Void, any Error>
) async throws {
  let session = device.makeUserSession(secrets: FileSecrets(in: device.directory))

  group.addTask {
    try await session.run { scope in
      let profile = scope.environment.makeProfileEditor()
      await screen.show(profile)
      try await profile.run()
    }
  }

  try await session.requestCode(for: PhoneNumber("8 (912) 345-67-89", in: country))
  try await session.signIn(withCode: "1234")
}

private func open(
  _ session: any UserSession, showSignIn: () -> Void
) async throws(SessionError) {
  try await session.load()
  if session.state.account == nil { showSignIn() }
}

private func edit(
  _ scope: SessionScope, in group: inout ThrowingTaskGroup<Void, any Error>
) async throws {
  let profile = scope.environment.makeProfileEditor()

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

private func correct(
  _ session: any UserSession, _ country: PhoneCountry
) async throws {
  try await session.discardCode()
  try await session.requestCode(for: PhoneNumber("8 (912) 345-67-98", in: country))
}

private func enter(_ session: any UserSession, identityToken: String) async throws(SessionError) {
  try await session.signIn(with: ProviderToken(provider: "apple", token: identityToken))
}

private func delete(
  _ session: any UserSession, askToDelete: () async -> Bool
) async throws(SessionError) {
  if await askToDelete() { try await session.deleteAccount() }
}

private func adopt(
  _ former: (userID: String, refreshToken: String), in session: any UserSession
) async throws(SessionError) {
  if let account = AccountID(rawValue: former.userID) {
    try await session.adopt(LegacySession(account: account, refreshToken: former.refreshToken))
  }
}

private func transfer(
  _ scope: SessionScope, move: (FeatureEnvironment) async throws -> Void
) async throws {
  if let guest = scope.guest {
    try await move(guest.environment)
    try await guest.finish()
  }
  while let next = try await scope.nextGuest() {
    try await move(next.environment)
    try await next.finish()
  }
}

private func draw(_ code: SentCode, in field: any Field, _ resendButton: any Field) {
  field.limit = code.length
  resendButton.isEnabled = code.resendDelay(at: .now) == 0
  if code.isExpired(at: .now) { field.clear() }
}

private func makePreview(_ phone: PhoneNumber) -> SessionState {
  let preview = SessionState(status: .guest, code: SentCode(phone: phone, sentAt: .now))
  return preview
}

private func countries() -> [PhoneCountry?] {
  let known = PhoneCountry(code: "KZ")
  let other = PhoneCountry(code: "PT", callingCode: 351, lengths: 9...9)
  return [known, other]
}

private func setBirthday(
  _ profile: any ProfileEditor, showProblem: () -> Void
) async throws(ProfileError) {
  guard let birthday = Birthday(year: 1990, month: 5, day: 1) else { return showProblem() }
  try await profile.apply(.birthday(birthday))
}

private func consent(_ profile: any ProfileEditor) async throws(ProfileError) {
  let consent = Consent(id: "marketing", isGiven: true, time: .now, textVersion: "3")
  try await profile.apply(.consent(consent))
}

/// A stand-in for the text fields and the buttons of an app.
private protocol Field: AnyObject {
  var limit: Int { get set }
  var isEnabled: Bool { get set }
  func clear()
}

/// A stand-in for the views of an app.
private protocol Screen: Sendable {
  func show(_ profile: any ProfileEditor) async
}
