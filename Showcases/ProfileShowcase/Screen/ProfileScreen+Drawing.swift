import Foundation
import Profile
import ShowcaseKit
import Sync

extension ProfileScreen {
  /// Returns the lines of the screen in a window of this size.
  func lines(in size: Terminal.Size) -> [StyledLine] {
    let layout = ScreenLayout(
      size,
      header: """
        \("Profile", [.bold, .cyan])  \(title, .bold)  \(troubles: troubles)
        """,
      status: session.account == nil ? "" : state.sync.fetch.wordsOfProfile, reports: reports,
      message: notice,
      input: isSigningIn ? nil : typed.map { "\(row.title): \($0, .bold)\("▏", .cyan)" }, keys: keys
    )
    let profile = session.account == nil ? [] : rows + [""] + pending(columns: size.columns)
    let basket = "Basket: \(basket.isEmpty ? "empty" : basket.joined(separator: ", "))"
    // The layout shows the text field in place of the message.
    let message =
      isSigningIn || typed == nil
      ? [] : StyledLine.wrapped(notice, .yellow, columns: size.columns, indent: 2)
    return layout.lines(question + profile + [StyledLine("  \(basket)", .dim)] + message)
  }

  private var title: String {
    switch session.status {
    case .loading: "loading"
    case .unavailable(let error): error.words
    case .guest: "guest"
    case .signedIn(let account): "signed in as \(account)"
    case .expired(let account): "the session of \(account) has ended; sign in again"
    }
  }

  /// The prompt for a phone number or a sign-in code, with a text field.
  ///
  /// Empty if the user is signed in.
  private var question: [StyledLine] {
    guard isSigningIn, session.status != .loading else { return [] }
    guard let code = session.code else {
      return [
        "  Number in \(country.id), +\(country.callingCode): \(typed ?? "", .bold)\("▏", .cyan)",
        "",
      ]
    }
    let sms = message.map { [StyledLine("  \($0)", .yellow)] } ?? []
    let sent = "A code of \(code.length) digits was sent to \(code.phone.formatted)"
    return [
      "  \(sent); attempts left: \(code.attemptsLeft)"
    ] + sms + [
      "  Code: \(typed ?? "", .bold)\("▏", .cyan)", "",
    ]
  }

  private var rows: [StyledLine] {
    let phone = state.profile?.phone?.formatted ?? "no number"
    let bonuses = state.profile?.bonuses.map { "\($0.amount) \($0.unit)" } ?? "no bonuses"
    return [StyledLine("  \(phone), \(bonuses)")]
      + ProfileRow.allCases.map { row in
        StyledLine(
          row: "\(row.title): \(value(of: row))", isSelected: row == self.row && !isSigningIn)
      }
  }

  private func pending(columns: Int) -> [StyledLine] {
    state.pending.flatMap {
      StyledLine.wrapped($0.words, .yellow, columns: columns, indent: 2)
    }
  }

  private var keys: [[String]] {
    let own =
      if !isSigningIn && typed != nil {
        ["type the text", "⌫ erase", "Enter save", "Esc cancel", "^C quit"]
      } else if !isSigningIn {
        [
          "↑↓ select", "Enter change", "r retry", "z discard", "^R refresh", "^P add a pizza",
          "s sign out, keep the data", "e sign out, erase it", "x delete the account", "q quit",
        ]
      } else if session.code == nil {
        ["type a number", "Tab country", "Enter send a code", "^P add a pizza", "^C quit"]
      } else {
        [
          "type the code", "Enter sign in", "^S send another one", "Esc correct the number",
          "^C quit",
        ]
      }
    return [
      own,
      [
        "^O offline", "^A lose a response", "^F full disk", "^K kill", "^E expire the token",
        "^V end the session at the server",
      ],
    ]
  }
}

extension ProfileRow {
  fileprivate var title: String {
    switch self {
    case .name: "Name"
    case .birthday: "Birthday"
    case .email: "E-mail"
    case .language: "Language"
    case .marketing: "Advertising"
    }
  }
}
