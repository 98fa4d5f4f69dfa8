import Foundation
import Networking
import Profile
import Sandbox
import ShowcaseKit
import Storage
import Sync

/// An app that has nothing but a session, a profile, and a basket.
final class ProfileApp: DemoApp {
  private let launch: Launch<AccountServerModel>
  private let session: any UserSession
  /// The features of the current user; `nil` until they run.
  private var features: Scope?
  private var basket: [String] = []
  private var country: PhoneCountry
  private var number = ""
  private var code = ""

  init(_ launch: Launch<AccountServerModel>) throws {
    guard let country = PhoneCountry(code: "KZ") else { throw CocoaError(.featureUnsupported) }
    self.country = country
    self.launch = launch
    let environment = launch.environment(
      city: launch.city(Scope.city), transport: launch.demo.transport)
    session = ProfileFactory.makeSession(
      in: environment, secrets: FileSecrets(in: environment.directory))
    launch.run("The session") { [self] in try await session.run(show) }
    launch.follow(session.states())
  }

  /// Runs the features of a user until the user changes.
  ///
  /// If the user was a guest before the sign-in, first adds the guest's basket to the user's basket.
  private func show(_ user: SessionScope) async throws {
    let features = Scope(user)
    if let guest = features.guest {
      for product in try await Scope.basket(in: guest.environment).value() ?? [] {
        try await features.add(product)
      }
      try await guest.finish()
    }
    basket = try await features.basket.value() ?? []
    self.features = features
    defer { self.features = nil }
    launch.redraw()
    await withDiscardingTaskGroup { [launch] group in
      group.addTask { for await _ in features.profile.states() { await launch.redraw() } }
      if user.account != nil {
        group.addTask { await launch.running("The profile", features.profile.run) }
      }
    }
  }

  func scene() -> Scene {
    switch session.state.status {
    case .loading: scene([])
    case .signedIn: profileScene
    case .guest, .expired, .unavailable: session.state.code.map(codeScene) ?? numberScene
    }
  }

  private func scene(
    field: TextField? = nil, _ parts: [Part], commands: [Command<Void>] = []
  ) -> Scene {
    let profile = session.state.account == nil ? ProfileState() : profile
    let products = basket.isEmpty ? "empty" : basket.joined(separator: ", ")
    return Scene(
      "Profile", session.state.status.words,
      status: session.state.account == nil ? "" : profile.sync.fetch.wordsOfProfile, field: field,
      parts + [
        Part(
          lines: profile.pending.map { Line($0.words, .pending) }
            + [Line("Basket: \(products)", .faint)])
      ], commands: commands + [addPizza], events: events)
  }

  private var addPizza: Command<Void> {
    .run(.control("p"), "add a pizza") { [self] in
      guard let features else { return "The session is being read." }
      try await features.add("pizza")
      basket = try await features.basket.value() ?? []
      return ""
    }
  }

  // MARK: Signing in

  private var numberScene: Scene {
    scene(
      field: TextField("Number in \(country.id), +\(country.callingCode)", number) {
        self.number = $0
      }, [],
      commands: [
        .now(.tab, "country") { [self] in
          let index = PhoneCountry.all.firstIndex(of: country) ?? 0
          country = PhoneCountry.all[(index + 1) % PhoneCountry.all.count]
          return ""
        },
        .run(.enter, "send a code") { [self] in
          try await requestCode(for: try PhoneNumber(number, in: country))
        },
      ])
  }

  private func codeScene(_ sent: SentCode) -> Scene {
    let lines: [Line] = [
      """
      A code of \(sent.length) digits was sent to \(sent.phone.formatted); attempts left: \
      \(sent.attemptsLeft)
      """,
      message(to: sent.phone),
    ]
    return scene(
      field: TextField("Code", code) { self.code = $0 }, [Part(lines: lines)],
      commands: [
        .run(.enter, "sign in") { [self] in
          let entered = code
          code = ""
          passTime()
          try await session.signIn(withCode: entered)
          number = ""
          return "You are signed in."
        },
        .run(.control("s"), "send another one") { [self] in try await requestCode(for: sent.phone)
        },
        .run(.escape, "correct the number") { [session] in
          try await session.discardCode()
          return ""
        },
      ])
  }

  /// Returns the text message with the sign-in code that the server sent to a phone number.
  private func message(to phone: PhoneNumber) -> Line {
    guard launch.options.server == nil else {
      return Line("The server has the code at /admin/codes/\(phone.rawValue)", .pending)
    }
    let code = launch.sandbox.model.code(for: phone.rawValue)
    return Line(code.map { "The text message says: your code is \($0)" } ?? "", .pending)
  }

  private func requestCode(for phone: PhoneNumber) async throws -> String {
    passTime()
    try await session.requestCode(for: phone)
    return ""
  }

  /// Sets the time of the sandbox server, which sends another code after a minute.
  private func passTime() {
    launch.sandbox.change { $0.now = max($0.now, Int(Date.now.timeIntervalSince1970)) }
  }

  // MARK: The profile

  private var profile: ProfileState { features?.profile.state ?? ProfileState() }

  private var profileScene: Scene {
    let phone = profile.profile?.phone?.formatted ?? "no number"
    let bonuses = profile.profile?.bonuses.map { "\($0.amount) \($0.unit)" } ?? "no bonuses"
    return scene(
      [
        Part(
          title: Line("  \(phone), \(bonuses)"), [.name, .birthday, .email, .language],
          commands: [.ask(.enter, "change", "New value", from: value, edit)], row: row),
        Part(
          [.consent("marketing")],
          commands: [
            .run(.enter, "yes or no") { [self] field in
              try await edit(field, value(of: field) == "yes" ? "no" : "yes")
            }
          ], row: row),
      ],
      commands: decisions + [
        .run(.control("r"), "refresh", inTurn: false) { [self] in
          try await features?.profile.refresh()
          return ""
        },
        .run("s", "sign out, keep the data") { [self] in try await signOut(keepingData: true) },
        .run("e", "sign out, erase it") { [self] in try await signOut(keepingData: false) }
          .confirmed("Press e again to sign out and erase the data."),
        .run("x", "delete the account") { [session] in
          try await session.deleteAccount()
          return "The account is deleted."
        }.confirmed("Press x again to delete the account."),
      ])
  }

  private var decisions: [Command<Void>] {
    guard let profile = features?.profile else { return [] }
    return Command.decisions(about: profile) {
      profile.state.pending.first(where: \.status.isFailed).map { ($0.id, $0.field) }
    }
  }

  private func row(_ field: ProfileField) -> Screen.Row {
    let name = if case .consent = field { "advertising" } else { "\(field)" }
    return "\(name.prefix(1).uppercased())\(name.dropFirst()): \(value(of: field))"
  }

  /// Returns the value of a field; empty if the profile is not loaded.
  private func value(of field: ProfileField) -> String {
    guard let profile = profile.profile else { return "" }
    return switch field {
    case .name: profile.name
    case .birthday: profile.birthday.map { "\($0)" } ?? ""
    case .email: profile.email
    case .language: profile.language
    case .consent:
      profile.consents.contains { $0.id == "marketing" && $0.isGiven } ? "yes" : "no"
    }
  }

  private func edit(_ field: ProfileField, _ text: String) async throws -> String {
    let edit: ProfileEdit
    switch field {
    case .name: edit = .name(text)
    case .birthday:
      guard let birthday = Birthday(text) else { throw ProfileError.invalid(.birthday) }
      edit = .birthday(birthday)
    case .email: edit = .email(text)
    case .language: edit = .language(text)
    case .consent:
      edit = .consent(
        Consent(id: "marketing", isGiven: text == "yes", time: .now, textVersion: "2026-01"))
    }
    return try await features?.profile.apply(edit).words(of: "\(field) \(text)") ?? ""
  }

  private func signOut(keepingData: Bool) async throws -> String {
    try await session.signOut(keepingData: keepingData)
    return "You are a guest."
  }

  // MARK: The sandbox server

  private var events: [Command<Void>] {
    [
      .now(.control("e"), "expire the token") { [self] in
        guard session.state.account != nil else { return "Sign in first." }
        launch.sandbox.change { $0.expireAccessTokens() }
        return "The access token has expired: ^R refreshes the profile."
      },
      .now(.control("v"), "end the session") { [self] in
        guard let account = session.state.account else { return "Sign in first." }
        launch.sandbox.change { $0.revoke(account.rawValue) }
        launch.sandbox.change { $0.expireAccessTokens() }
        return "The server has ended the session: ^R refreshes the profile."
      },
    ]
  }
}
