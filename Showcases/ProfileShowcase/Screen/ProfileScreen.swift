import Foundation
import Profile
import ShowcaseKit

/// An event that ``ProfileScreen`` handles, such as a pressed key or a new state of the session.
enum ProfileEvent: ScreenEvent {
  case key(Key)
  /// A state of the session; `message` is the text message with the code that the user can enter.
  case session(SessionState, message: String?)
  case profile(ProfileState)
  case basket([String])
  case notice(String)
  case reports([String])
}

/// An action that ``ProfileScreen`` requests and ``ProfileDemo`` performs.
enum ProfileCommand: Sendable, DeviceCommand {
  case requestCode(String, PhoneCountry)
  case enter(String)
  case discardCode
  case addPizza
  case edit(ProfileRow, String)
  case decide(isKept: Bool)
  case signOut(keepingData: Bool)
  case deleteAccount
  case refresh
  case device(DeviceTrouble)
  case sandbox(ProfileTrouble)
  case leave
}

/// An event at the sandbox server that the user of the showcase causes with a key.
enum ProfileTrouble: Sendable, Equatable {
  case expire, revoke
}

/// A row of the profile that can be changed.
enum ProfileRow: CaseIterable, Sendable {
  case name, birthday, email, language, marketing
}

/// The content of the full-screen showcase, as a value.
///
/// ``handle(_:)`` applies an event, and may return a command for ``ProfileDemo``. ``lines(in:)``
/// draws the content.
struct ProfileScreen: Screen {
  var session = SessionState()
  var state = ProfileState()
  private(set) var basket: [String] = []
  var country: PhoneCountry
  /// The names of the faults that the user has switched on, such as `offline`.
  var troubles: [String] = []
  private(set) var notice = ""
  /// The user-facing reports on damaged files, one sentence for each file.
  private(set) var reports: [String] = []
  private(set) var row = ProfileRow.name
  /// The text message with the sign-in code; `nil` if no code can be entered.
  private(set) var message: String?
  /// The pressed key whose action the user must confirm by a second press; `nil` if there is none.
  private var unconfirmed: Key?
  /// The text in the text field; `nil` while no text field is shown.
  private(set) var typed: String?

  init(country: PhoneCountry) { self.country = country }

  /// Whether the screen asks for a phone number or a sign-in code, because no user is signed in.
  var isSigningIn: Bool { if case .signedIn = session.status { false } else { true } }

  mutating func handle(_ event: ProfileEvent) -> ProfileCommand? {
    switch event {
    case .key(.resize): break
    case .key(let key):
      guard let command = disturb(key) else { return isSigningIn ? signIn(key) : press(key) }
      unconfirmed = nil
      return command
    case .session(let new, let message):
      if new.status != session.status || (new.code == nil) != (session.code == nil) { typed = nil }
      session = new
      self.message = message
      if new.account == nil { state = ProfileState() }
    case .profile(let new): state = new
    case .basket(let products): basket = products
    case .notice(let text): notice = text
    case .reports(let sentences): reports = sentences
    }
    return nil
  }

  private func disturb(_ key: Key) -> ProfileCommand? {
    switch key {
    case .control("c"): .leave
    case .control("e"): .sandbox(.expire)
    case .control("v"): .sandbox(.revoke)
    case .control("p"): .addPizza
    case .control("r"): .refresh
    default: DeviceTrouble(key).map { .device($0) }
    }
  }

  private mutating func signIn(_ key: Key) -> ProfileCommand? {
    notice = ""
    switch key {
    case .character("q") where typed == nil: return .leave
    case .character(let character): typed = (typed ?? "") + "\(character)"
    case .backspace: erase()
    case .tab:
      let index = PhoneCountry.all.firstIndex(of: country) ?? 0
      country = PhoneCountry.all[(index + 1) % PhoneCountry.all.count]
    case .escape: return session.code == nil ? nil : .discardCode
    case .control("s"): return session.code.map { .requestCode($0.phone.rawValue, country) }
    case .enter:
      let text = typed ?? ""
      if session.code == nil { return .requestCode(text, country) }
      typed = nil
      return .enter(text)
    default: break
    }
    return nil
  }

  private mutating func press(_ key: Key) -> ProfileCommand? {
    notice = ""
    guard typed == nil else { return type(key) }
    let isConfirmed = unconfirmed == key
    unconfirmed = nil
    switch key {
    case .up: move(by: -1)
    case .down: move(by: 1)
    case .enter where row == .marketing:
      return .edit(row, state.profile?.isMarketingAllowed == true ? "no" : "yes")
    case .enter: typed = value(of: row)
    case .character("r"): return .decide(isKept: true)
    case .character("z"): return .decide(isKept: false)
    case .character("s"): return .signOut(keepingData: true)
    case .character("e") where isConfirmed: return .signOut(keepingData: false)
    case .character("x") where isConfirmed: return .deleteAccount
    case .character("e"), .character("x"):
      unconfirmed = key
      notice =
        key == .character("e")
        ? "Press e again to sign out and erase the data." : "Press x again to delete the account."
    case .character("q"): return .leave
    default: break
    }
    return nil
  }

  private mutating func type(_ key: Key) -> ProfileCommand? {
    switch key {
    case .character(let character): typed = (typed ?? "") + "\(character)"
    case .backspace: erase()
    case .escape: typed = nil
    case .enter where row == .birthday && Birthday(typed ?? "") == nil:
      notice = "Enter the birthday as year, month and day, such as 1990-12-31."
    case .enter:
      defer { typed = nil }
      return typed.map { .edit(row, $0) }
    default: break
    }
    return nil
  }

  private mutating func erase() { typed = typed.map { String($0.dropLast()) } }

  private mutating func move(by step: Int) {
    let rows = ProfileRow.allCases
    let index = (rows.firstIndex(of: row) ?? 0) + step
    row = rows[max(0, min(index, rows.count - 1))]
  }

  /// Returns the value in a row; empty if the profile is not loaded.
  func value(of row: ProfileRow) -> String {
    guard let profile = state.profile else { return "" }
    return switch row {
    case .name: profile.name
    case .birthday: profile.birthday.map { "\($0)" } ?? ""
    case .email: profile.email
    case .language: profile.language
    case .marketing: profile.isMarketingAllowed ? "yes" : "no"
    }
  }
}

extension UserProfile {
  /// Whether the user has consented to advertising.
  fileprivate var isMarketingAllowed: Bool {
    consents.contains { $0.id == "marketing" && $0.isGiven }
  }
}
