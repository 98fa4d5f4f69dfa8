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
    session = environment.makeUserSession(secrets: FileSecrets(in: environment.directory))
    launch.run("The session") { [self] in try await session.run(show) }
    launch.follow(session.states())
  }

  /// Runs the features of a user until the user changes.
  ///
  /// If the user was a guest before the sign-in, first adds the guest's basket to the user's basket.
  private func show(_ user: SessionScope) async throws {
    let features = Scope(user)
    try await features.takeGuestBasket()
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
    switch (session.state.status, session.state.code) {
    case (.loading, _): scene([])
    case (.signedIn, _): features.map { profileScene($0.profile) } ?? scene([])
    case (_, let code?): scene(of: code)
    case (_, nil): numberScene
    }
  }

  private func scene(
    field: TextField? = nil, _ parts: [Part], commands: [Command<Void>] = []
  ) -> Scene {
    let profile = features.flatMap { $0.account == nil ? nil : $0.profile.state }
    let products = basket.isEmpty ? "empty" : basket.joined(separator: ", ")
    let below =
      (profile?.pending ?? []).map { Line($0.words, .pending) }
      + [Line("Basket: \(products)", .faint)]
    return Scene(
      "Profile", session.state.status.words, status: profile?.sync.fetch.wordsOfProfile ?? "",
      field: field, parts + [Part(lines: below)], commands: commands + [addPizza], events: events)
  }

  private var addPizza: Command<Void> {
    .run(.control("p"), "add a pizza") { [self] in
      guard let features else { return }
      try await features.add("pizza")
      basket = try await features.basket.value() ?? []
    }
  }

  // MARK: Signing in

  private var numberScene: Scene {
    let label = "Number in \(country.id), +\(country.callingCode)"
    return scene(
      field: TextField(label, number) { self.number = $0 }, [],
      commands: [
        .now(.tab, "country") { [self] in
          let index = PhoneCountry.all.firstIndex(of: country) ?? 0
          country = PhoneCountry.all[(index + 1) % PhoneCountry.all.count]
        },
        .run(.enter, "send a code") { [self] in
          try await requestCode(for: try PhoneNumber(number, in: country))
        },
      ])
  }

  private func scene(of sent: SentCode) -> Scene {
    let text = "A code of \(sent.length) digits was sent to \(sent.phone.formatted)"
    return scene(
      field: TextField("Code", code) { self.code = $0 },
      [Part(lines: ["\(text); attempts left: \(sent.attemptsLeft)", message(to: sent.phone)])],
      commands: [
        .run(.enter, "sign in") { [self] in
          let entered = code
          code = ""
          passTime()
          try await session.signIn(withCode: entered)
          number = ""
        },
        .run(.control("s"), "send another one") { [self] in
          try await requestCode(for: sent.phone)
        },
        .run(.escape, "correct the number") { [session] in try await session.discardCode() },
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

  private func requestCode(for phone: PhoneNumber) async throws {
    passTime()
    try await session.requestCode(for: phone)
  }

  /// Sets the time of the sandbox server, which sends another code after a minute.
  private func passTime() {
    launch.sandbox.change { $0.now = max($0.now, Int(Date.now.timeIntervalSince1970)) }
  }

  // MARK: The profile

  /// A field of the profile, with the change that a text is.
  private typealias Field = (name: String, value: String, edit: (String) throws -> ProfileEdit)

  private func profileScene(_ editor: any ProfileEditor) -> Scene {
    let profile = editor.state.profile
    let phone = profile?.phone?.formatted ?? "no number"
    let bonuses = profile?.bonuses.map { "\($0.amount) \($0.unit)" } ?? "no bonuses"
    let fields: [Field] = [
      ("Name", profile?.name ?? "", { .name($0) }),
      (
        "Birthday", profile?.birthday.map { "\($0)" } ?? "",
        { text in
          guard let birthday = Birthday(text) else { throw ProfileError.invalid(.birthday) }
          return .birthday(birthday)
        }
      ),
      ("E-mail", profile?.email ?? "", { .email($0) }),
      ("Language", profile?.language ?? "", { .language($0) }),
    ]
    let change: Command<Field> = .ask(
      .enter, "change", "New value (a birthday as 1990-12-31)", from: { $0.value }
    ) { field, text in
      try await editor.apply(try field.edit(text))
      return editor.words(of: "\(field.name) \(text)", \.sync)
    }
    let isAllowed = profile?.consents.contains { $0.id == "marketing" && $0.isGiven } == true
    let allow: Command<Bool> = .run(.enter, "yes or no") { isAllowed in
      let consent = Consent(
        id: "marketing", isGiven: !isAllowed, time: .now, textVersion: "2026-01")
      try await editor.apply(.consent(consent))
      return editor.words(of: "Advertising", \.sync)
    }
    return scene(
      [
        Part(title: Line("  \(phone), \(bonuses)"), fields, commands: [change]) {
          "\($0.name): \($0.value)"
        },
        Part([isAllowed], commands: [allow]) { "Advertising: \($0 ? "yes" : "no")" },
      ],
      commands: Command.common(to: editor) {
        editor.state.pending.first(where: \.status.isFailed).map { ($0.id, $0.field) }
      } + accountCommands)
  }

  private var accountCommands: [Command<Void>] {
    [
      .run("s", "sign out, keep the data") { [session] in
        try await session.signOut(keepingData: true)
      },
      .run("e", "sign out, erase it") { [session] in
        try await session.signOut(keepingData: false)
      }.confirmed("Press e again to sign out and erase the data."),
      .run("x", "delete the account") { [session] in try await session.deleteAccount() }
        .confirmed("Press x again to delete the account."),
    ]
  }

  // MARK: The sandbox server

  private var events: [Command<Void>] {
    [
      event(.control("e"), "expire the token", "The access token has expired"),
      event(.control("v"), "end the session", "The server has ended the session") {
        model, account in
        model.revoke(account)
      },
    ]
  }

  /// Returns a command after which the server no longer accepts the access token.
  private func event(
    _ key: Key, _ words: String, _ text: String,
    _ change: @escaping @Sendable (inout AccountServerModel, String) -> Void = { _, _ in }
  ) -> Command<Void> {
    .now(key, words) { [launch, session] in
      guard let account = session.state.account?.rawValue else { return "Sign in first." }
      launch.sandbox.change {
        change(&$0, account)
        $0.expireAccessTokens()
      }
      return "\(text): ^R refreshes the profile."
    }
  }
}
