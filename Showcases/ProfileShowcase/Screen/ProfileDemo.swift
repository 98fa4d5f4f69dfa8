import Foundation
import Networking
import Profile
import Sandbox
import ShowcaseKit
import Storage
import Sync
import Synchronization

/// The full-screen program of the showcase.
///
/// It sends events to ``ProfileScreen``, and performs the commands that the screen returns.
final class ProfileDemo: Sendable {
  private let terminal: Terminal
  private let sandbox = SandboxServer(AccountServerModel(), pace: .unhurried)
  /// The URL of a real server; `nil` if the app uses the sandbox server in this process.
  private let server: URL?
  private let device: SandboxDevice
  private let store: SandboxStore<AccountServerModel>
  /// The features of the current user; `nil` until they run.
  private let scope = Mutex<Scope?>(nil)

  init(terminal: Terminal, server: URL?, directory: URL) {
    self.terminal = terminal
    self.server = server
    // Each server has its own directory, because an account exists only at one server.
    let folder = server == nil ? "profile" : "profile-of-server"
    device = SandboxDevice(directory.appending(path: folder, directoryHint: .isDirectory))
    store = SandboxStore(
      directory.appending(path: "profile-sandbox", directoryHint: .isDirectory),
      reports: device.files)
  }

  /// Shows the screen until the user leaves the showcase.
  ///
  /// If the user kills the app with a key, launches the app again.
  func run() async throws {
    if server == nil, let stored = await store.load() { sandbox.change { $0 = stored } }
    guard let country = PhoneCountry(code: "KZ") else { throw CocoaError(.featureUnsupported) }
    var screen = ProfileScreen(country: country)
    try await device.play(on: terminal) { try await launch(&screen, $0) }
    if server == nil { await store.save(sandbox) }
  }

  /// Launches the app, and shows it until the user kills the app or leaves the showcase.
  ///
  /// Returns `true` if the user killed the app, and `false` if the user left.
  private func launch(
    _ screen: inout ProfileScreen, _ events: EventQueue<ProfileEvent>
  ) async throws -> Bool {
    let environment = FeatureEnvironment(
      transport: server.map { NetworkingFactory.makeTransport(server: $0) }
        ?? sandbox.stored(in: store),
      directory: device.launch(), city: SettledCity(Scope.city, gate: device.gate))
    let session = ProfileFactory.makeSession(
      in: environment, secrets: FileSecrets(in: environment.directory))
    return try await device.running {
      try await session.run { try await self.show($0, events) }
    } words: {
      "The session has stopped: \(words(of: $0)). Start the showcase again."
    } during: { group in
      group.addTask {
        for await state in session.states() {
          events.send(.session(state, message: state.code.flatMap { self.message(to: $0.phone) }))
        }
      }
      // Commands run one after the other, because a code can be entered only after it was
      // requested.
      let (commands, continuation) = AsyncStream.makeStream(of: ProfileCommand.self)
      group.addTask {
        for await command in commands {
          let notice = await self.perform(command, session, events)
          // After a kill, this task is canceled. Its message would replace the one about the kill.
          guard !Task.isCancelled else { return }
          events.send(.notice(notice))
        }
      }
      return try await device.show(&screen, events, on: terminal) {
        $0.troubles = device.troubles
      } perform: { command, _ in
        continuation.yield(command)
      }
    }
  }

  /// Runs the features of a user until the user changes.
  ///
  /// If the user was a guest before the sign-in, first adds the guest's basket to the user's basket.
  private func show(_ user: SessionScope, _ events: EventQueue<ProfileEvent>) async throws {
    let features = Scope(user)
    if let guest = features.guest {
      for product in try await Scope.basket(in: guest.environment).value() ?? [] {
        try await features.add(product)
      }
      try await guest.finish()
    }
    events.send(.basket(try await features.basket.value() ?? []))
    scope.withLock { $0 = features }
    defer { scope.withLock { $0 = nil } }
    guard user.account != nil else {
      for await _ in AsyncStream.makeStream(of: Void.self).stream {}
      return
    }
    try await withThrowingDiscardingTaskGroup { group in
      group.addTask {
        for await state in features.profile.states() { events.send(.profile(state)) }
      }
      group.addTask { [device] in
        await device.files.retrying(features.profile.run) {
          "The profile has stopped: \(words(of: $0)). Start the showcase again."
        }
      }
    }
  }

  private func perform(
    _ command: ProfileCommand, _ session: any UserSession, _ events: EventQueue<ProfileEvent>
  ) async -> String {
    sandbox.change { $0.now = max($0.now, Int(Date.now.timeIntervalSince1970)) }
    do {
      switch command {
      case .requestCode(let text, let country):
        try await session.requestCode(for: try PhoneNumber(text, in: country))
      case .enter(let code): try await session.signIn(withCode: code)
      case .discardCode: try await session.discardCode()
      case .signOut(let keepingData): try await session.signOut(keepingData: keepingData)
      case .deleteAccount: try await session.deleteAccount()
      case .addPizza:
        guard let features = scope.withLock({ $0 }) else { return "" }
        try await features.add("pizza")
        events.send(.basket(try await features.basket.value() ?? []))
      case .refresh: try await scope.withLock { $0 }?.profile.refresh()
      case .edit(let row, let text): return try await edit(row, text)
      case .decide(let isKept): return try await decide(isKept)
      case .device(.loseAnswer) where server != nil, .sandbox where server != nil:
        return DemoMessage.needsSandbox
      case .device(let trouble):
        let sentence = try await device.cause(trouble, at: sandbox)
        // When the user turns the network off, the gate closes, but a sign-in ignores the gate.
        // Therefore a fault of the sandbox server makes the requests of the sign-in fail too.
        sandbox.fault = device.gate.reasons.contains(.offline) ? .offline : nil
        return sentence
      case .sandbox(let trouble): return make(trouble, session)
      case .leave: break
      }
      return ""
    } catch {
      return DemoMessage.failed(words(of: error))
    }
  }

  /// Returns the text message with the sign-in code that the server sent to a phone number.
  private func message(to phone: PhoneNumber) -> String? {
    guard server == nil else { return "The server has the code at /admin/codes/\(phone.rawValue)" }
    return sandbox.model.code(for: phone.rawValue)
      .map { "The text message says: your code is \($0)" }
  }

  private func edit(_ row: ProfileRow, _ text: String) async throws -> String {
    let edit: ProfileEdit
    switch row {
    case .name: edit = .name(text)
    case .birthday:
      guard let birthday = Birthday(text) else { throw ProfileError.invalid(.birthday) }
      edit = .birthday(birthday)
    case .email: edit = .email(text)
    case .language: edit = .language(text)
    case .marketing:
      edit = .consent(
        Consent(id: "marketing", isGiven: text == "yes", time: .now, textVersion: "2026-01"))
    }
    return try await scope.withLock { $0 }?.profile.apply(edit).words ?? ""
  }

  private func decide(_ isKept: Bool) async throws -> String {
    let profile = scope.withLock { $0 }?.profile
    guard let profile, let change = profile.state.pending.first(where: \.status.isFailed) else {
      return DemoMessage.nothingRejected
    }
    if isKept { try await profile.retry(change.id) } else { try await profile.discard(change.id) }
    return ""
  }

  private func make(_ trouble: ProfileTrouble, _ session: any UserSession) -> String {
    guard let account = session.state.account else { return "Sign in first." }
    switch trouble {
    case .expire:
      sandbox.change { $0.expireAccessTokens() }
      return "The access token has expired: ^R refreshes the profile."
    case .revoke:
      sandbox.change { $0.revoke(account.rawValue) }
      sandbox.change { $0.expireAccessTokens() }
      return "The server has ended the session: ^R refreshes the profile."
    }
  }
}
