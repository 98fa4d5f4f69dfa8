import ShowcaseKit

/// The whole flow of the module `Cart`, run alone.
@main
enum CartShowcase {
  static func main() async {
    await Showcase(
      name: "CartShowcase",
      summary: "Fill a cart on a bad network, and lose nothing.",
      options: [.state, .server],
      scenarios: [
        .offlineAddKillRestart, .answerLost, .priceChanged, .promoStates, .conflict, .productGone,
        .cityChange, .fullDisk, .orderBarrier,
      ],
      fullScreen: { terminal, options, directory in
        try await CartTable(terminal: terminal, server: options.server, directory: directory).run()
      }
    ).run()
  }
}
