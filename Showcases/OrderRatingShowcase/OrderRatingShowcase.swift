import Sandbox
import ShowcaseKit

/// A showcase of the module `OrderRating` without other features.
@main
enum OrderRatingShowcase: ShowcaseProgram {
  static let summary = "Rate finished orders once, with photos, on any network."
  static let scenarios: [Scenario] = [
    .promptAndRate, .tagsFollowStars, .draftKillRestart, .offlinePhoto, .answerLost,
    .twoDevices, .windowExpired, .skipRemembered, .clockChanged, .fullDisk, .badPhoto, .badForm,
  ]
  static let fullScreen: FullScreen? = demo(
    RatingApp.self, "reviews", at: .afterLunch, pace: .unhurried)
}
