import Sandbox
import ShowcaseKit

/// A showcase of the module `Profile` without other features.
@main
enum ProfileShowcase: ShowcaseProgram {
  static let summary = "Sign in by a code, switch accounts, and lose nothing on the way."
  static let scenarios: [Scenario] = [
    .firstSignIn, .wrongCode, .resend, .renewalStorm, .killedRenewing, .revoked,
    .signOutWithChanges, .twoAccounts, .deleteAccount, .guestCart, .formerApp,
  ]
  static let fullScreen: FullScreen? = demo(ProfileApp.self, "profile", at: AccountServerModel())
}
