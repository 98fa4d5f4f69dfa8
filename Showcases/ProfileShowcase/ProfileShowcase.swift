import ShowcaseKit

/// A program that runs the module `Profile` alone; it has scenarios and no screen.
@main
enum ProfileShowcase {
  static func main() async {
    await Showcase(
      name: "ProfileShowcase",
      summary: "Sign in by a code, switch accounts, and lose nothing on the way.",
      options: [.state],
      scenarios: [
        .firstSignIn, .wrongCode, .resend, .renewalStorm, .killedRenewing, .revoked,
        .signOutWithChanges, .twoAccounts, .deleteAccount, .guestCart, .formerApp,
      ]
    ).run()
  }
}
