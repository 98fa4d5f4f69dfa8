import ShowcaseKit

/// A showcase of the module `Profile` without other features.
@main
enum ProfileShowcase {
  static func main() async {
    await Showcase(
      name: "ProfileShowcase",
      summary: "Sign in by a code, switch accounts, and lose nothing on the way.",
      options: [.state, .server],
      scenarios: [
        .firstSignIn, .wrongCode, .resend, .renewalStorm, .killedRenewing, .revoked,
        .signOutWithChanges, .twoAccounts, .deleteAccount, .guestCart, .formerApp,
      ],
      fullScreen: { terminal, options, directory in
        try await ProfileDemo(terminal: terminal, server: options.server, directory: directory)
          .run()
      }
    ).run()
  }
}
