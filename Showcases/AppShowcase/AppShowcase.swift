import ShowcaseKit

/// A showcase of all modules: a customer's evening.
@main
enum AppShowcase {
  static func main() async {
    await Showcase(
      name: "AppShowcase",
      summary: "An evening with all modules: city, menu, cart, sign-in, address, order and rating.",
      options: [.state, .language, .city, .server],
      scenarios: [
        .firstEvening, .secondEvening, .citySwitch, .languageSwitch, .accountSwitch,
        .killedSixTimes, .lostAnswer, .fullDisk, .soldOut, .priceChange, .formerApp,
      ],
      fullScreen: { terminal, options, directory in
        try await AppDemo(terminal: terminal, options: options, directory: directory).run()
      }
    ).run()
  }
}
