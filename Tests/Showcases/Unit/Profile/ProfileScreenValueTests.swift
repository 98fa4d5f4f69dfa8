import Foundation
import Profile
import Testing

@testable import ProfileShowcase
@testable import ShowcaseKit

/// Tests of the profile's screen as a value, without a terminal.
struct ProfileScreenValueTests {
  private func screen(
    _ status: SessionState.Status, code: SentCode? = nil, message: String? = nil
  ) throws -> ProfileScreen {
    var screen = ProfileScreen(country: try #require(PhoneCountry(code: "KZ")))
    _ = screen.handle(.session(SessionState(status: status, code: code), message: message))
    return screen
  }

  private func signedIn() throws -> ProfileScreen {
    try screen(.signedIn(try #require(AccountID(rawValue: "account-1"))))
  }

  private func text(of screen: ProfileScreen) -> String {
    screen.lines(in: Terminal.Size(columns: 100, rows: 30))
      .map { $0.rendered(columns: 100, colored: false).text }.joined(separator: "\n")
      .replacing(/\u{1B}\[[0-9;]*m/, with: "")
  }

  @Test func `the code is shown until the user is signed in`() throws {
    let phone = try PhoneNumber("8 701 234 56 78", in: try #require(PhoneCountry(code: "KZ")))
    var screen = try screen(
      .guest, code: SentCode(phone: phone, sentAt: .now), message: "your code is 1234")
    for key in "12".map(Key.character) + [.enter, .enter] { _ = screen.handle(.key(key)) }
    #expect(text(of: screen).contains("your code is 1234"))
    _ = screen.handle(.session(SessionState(status: .guest), message: nil))
    #expect(!text(of: screen).contains("your code is 1234"))
  }

  @Test(arguments: [
    ("e" as Character, ProfileCommand.signOut(keepingData: false)), ("x", .deleteAccount),
  ]) func `a key that erases data is pressed twice`(
    _ key: Character, _ command: ProfileCommand
  ) throws {
    var screen = try signedIn()
    #expect(screen.handle(.key(.character(key))) == nil)
    #expect(screen.notice.hasPrefix("Press \(key) again to "))
    #expect(screen.handle(.key(.down)) == nil)
    #expect(screen.handle(.key(.character(key))) == nil)
    #expect(screen.handle(.key(.character(key))) == command)
  }

  @Test func `a birthday in another format stays in its field`() throws {
    var screen = try signedIn()
    for key in [Key.down, .enter] + "31.12.1990".map(Key.character) + [.enter] {
      #expect(screen.handle(.key(key)) == nil)
    }
    #expect(screen.typed == "31.12.1990")
    #expect(text(of: screen).contains("such as 1990-12-31."))
    #expect(text(of: screen).contains("Esc cancel"))
  }
}
