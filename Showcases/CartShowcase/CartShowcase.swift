import ShowcaseKit

/// A showcase of the module `Cart` without other features.
@main
enum CartShowcase {
  static func main() async {
    await Showcase(
      name: "CartShowcase",
      summary: "Fill a cart and order it, on any network, without losing a change.",
      options: [.state, .server],
      scenarios: [
        .offlineAddKillRestart, .answerLost, .priceChanged, .promoStates, .conflict, .productGone,
        .cityChange, .fullDisk, .orderBarrier,
      ],
      fullScreen: { terminal, options, directory in
        try await CartDemo(terminal: terminal, server: options.server, directory: directory).run()
      }
    ).run()
  }
}
