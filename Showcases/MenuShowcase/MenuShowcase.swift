import ShowcaseKit

/// Showcase of the complete flow of the module `Menu`.
@main
enum MenuShowcase {
  static func main() async {
    await Showcase(
      name: "MenuShowcase",
      summary: "Browse a menu, configure products and combos, and see what is unavailable.",
      options: [.state, .language, .server],
      scenarios: [
        .cold, .warmOffline, .refreshDiff, .stopList, .combo, .halves, .danglingReferences,
        .scheduledForLater, .languageSwitch,
      ],
      fullScreen: { terminal, options, directory in
        try await MenuDemo(terminal: terminal, options: options, directory: directory).run()
      }
    ).run()
  }
}
