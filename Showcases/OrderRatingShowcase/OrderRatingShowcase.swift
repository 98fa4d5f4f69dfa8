import ShowcaseKit

/// A showcase of the module `OrderRating` without other features.
@main
enum OrderRatingShowcase {
  static func main() async {
    await Showcase(
      name: "OrderRatingShowcase",
      summary: "Rate finished orders once, with photos, on any network.",
      options: [.state, .server],
      scenarios: [
        .promptAndRate, .tagsFollowStars, .draftKillRestart, .offlinePhoto, .answerLost,
        .twoDevices, .windowExpired, .skipRemembered, .clockChanged, .fullDisk, .badPhoto, .badForm,
      ],
      fullScreen: { terminal, options, directory in
        try await RatingDemo(
          terminal: terminal, server: options.server, directory: directory
        ).run()
      }
    ).run()
  }
}
