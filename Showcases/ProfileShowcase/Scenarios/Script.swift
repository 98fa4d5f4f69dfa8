import Foundation
import Networking
import Profile
import Sandbox
import ShowcaseKit
import Storage
import Sync
import Synchronization

/// The helper with which a scenario launches the app, acts as its user, and prints a transcript.
///
/// A scenario can launch the app several times. All launches of one script share one directory and
/// one server.
final class Script: LaunchScript {
  let stage: Stage
  let server = SandboxServer(AccountServerModel())
  let device: SandboxDevice
  let clock = PausedClock()
  private let country: PhoneCountry

  init(_ stage: Stage) throws {
    self.stage = stage
    device = SandboxDevice(stage.directory.appending(path: "app", directoryHint: .isDirectory))
    guard let russia = PhoneCountry(code: "RU") else { throw CocoaError(.featureUnsupported) }
    country = russia
  }

  func launch(_ body: (App) async throws -> Void) async throws {
    tell("The app starts")
    let app = App(environment(server, in: SettledCity(Scope.city, gate: device.gate)))
    try await running(app.run) {
      for await state in app.session.states() where state.status != .loading {
        show(state)
        break
      }
      try await body(app)
    }
  }

  /// Advances the time of the scenario's transcript, the app and the server by a number of seconds.
  func wait(_ seconds: Int) async throws {
    try await pass(.seconds(seconds))
    server.change { $0.now += seconds }
  }

  /// Disconnects the network, and changes the name in a user's profile.
  ///
  /// `what` describes the change in the scenario's transcript.
  func rename(_ scope: Scope, _ what: String) async throws {
    goOffline()
    tell(what)
    try await scope.profile.apply(.name("Ada"))
  }

  /// Writes the state of the session to the scenario's transcript.
  func show(_ state: SessionState) {
    detail(state.status.words)
    guard let code = state.code else { return }
    let delay = Int(code.resendDelay(at: now))
    detail(
      "A code of \(code.length) digits was sent to \(code.phone.formatted); "
        + "\(code.attemptsLeft) attempts left, another one in \(delay) s")
  }

  /// Performs a call, and adds the session's new state or the call's error to the scenario's
  /// transcript.
  ///
  /// `what` describes the call in the transcript.
  func attempt(_ what: String, _ app: App, _ call: () async throws -> Void) async {
    if await attempt(what, call) != nil { show(app.session.state) }
  }

  func lines(of error: any Error) -> [String] { ["Not done: \(error)"] }

  /// Requests a sign-in code for a phone number, and signs in with the code.
  ///
  /// `number` may contain spaces and brackets, as users write a number.
  func signIn(_ app: App, _ number: String = "8 (912) 345-67-89") async throws {
    try await wait(60)
    try await requestCode(app, number)
    await enter(try code(number), app)
  }

  /// Signs in, waits for the profile, and returns the user's features.
  func features(_ app: App, _ number: String = "8 (912) 345-67-89") async throws -> Scope {
    try await signIn(app, number)
    let scope = try await app.scope()
    await showSettled(scope)
    return scope
  }

  func signOut(_ app: App, keepingData: Bool, _ what: String) async {
    await attempt(what, app) { try await app.session.signOut(keepingData: keepingData) }
  }

  /// Makes all access tokens expire, and sends a request a minute later.
  ///
  /// `fault` is the fault of the next request that renews the session.
  func expire(_ fault: RequestFault<AccountServerModel>, _ scope: Scope) async throws {
    server.change { $0.expireAccessTokens() }
    server.spoil([fault]) { $0.path == "/v1/auth/refresh" }
    try await wait(60)
    detail("\(await scope.requests(1)) answers")
  }

  func requestCode(_ app: App, _ number: String = "8 (912) 345-67-89") async throws {
    let phone = try PhoneNumber(number, in: country)
    await attempt("Send a code to \(number)", app) { try await app.session.requestCode(for: phone) }
  }

  func enter(_ code: String, _ app: App) async {
    await attempt("Enter the code \(code)", app) { try await app.session.signIn(withCode: code) }
  }

  /// Returns the sign-in code that was last sent to a phone number, or `none`.
  func code(_ number: String = "8 (912) 345-67-89") throws -> String {
    let phone = try PhoneNumber(number, in: country)
    return server.model.code(for: phone.rawValue) ?? "none"
  }

  /// Writes the products in the basket to the scenario's transcript.
  func showBasket(_ scope: Scope) async throws {
    let products = try await scope.basket.value() ?? []
    detail("Basket: \(products.isEmpty ? "empty" : products.joined(separator: ", "))")
  }

  /// Waits for a state of the profile that satisfies `isSo`, and writes the profile to the
  /// scenario's transcript.
  func show(_ scope: Scope, when isSo: (ProfileState) -> Bool) async {
    for await state in scope.profile.states() where isSo(state) {
      let profile = state.profile
      detail(
        "Profile: \(profile?.phone?.formatted ?? "no number"), "
          + "\(profile.map { $0.name.isEmpty ? "no name" : $0.name } ?? "unknown")"
          + (state.pending.isEmpty ? "" : "; \(state.pending.count) waiting"))
      return
    }
  }

  func showSettled(_ scope: Scope) async {
    await show(scope) { $0.pending.isEmpty && $0.sync.fetch == .idle && $0.profile != nil }
  }
}

/// A running app: its session, and the features of the current user.
final class App: Sendable {
  let session: any UserSession
  private let current = Mutex<Scope?>(nil)
  private let scopes = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .unbounded)

  init(_ environment: FeatureEnvironment) {
    session = environment.makeUserSession(secrets: FileSecrets(in: environment.directory))
  }

  func run() async throws {
    try await session.run { [self] scope in
      let features = Scope(scope)
      current.withLock { $0 = features }
      scopes.continuation.yield()
      defer { current.withLock { $0 = nil } }
      if scope.account == nil {
        for await _ in AsyncStream.makeStream(of: Void.self).stream {}
      } else {
        try await features.profile.run()
      }
    }
  }

  /// Waits until the features of the current user run, and returns them.
  func scope() async throws -> Scope {
    let account = session.state.account
    if let scope = running(account) { return scope }
    for await _ in scopes.stream {
      if let scope = running(account) { return scope }
    }
    throw CancellationError()
  }

  private func running(_ account: AccountID?) -> Scope? {
    current.withLock { $0 }.flatMap { $0.account == account ? $0 : nil }
  }
}
