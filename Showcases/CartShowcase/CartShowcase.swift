import ShowcaseKit

/// The whole flow of the module `Cart`, run alone.
@main
enum CartShowcase {
  static func main() async {
    await Showcase(
      name: "CartShowcase",
      summary: "Fill a cart on a bad network, and lose nothing.",
      options: [.state],
      scenarios: [
        .offlineAddKillRestart, .answerLost, .priceChanged, .promoStates, .conflict, .productGone,
        .cityChange, .fullDisk, .orderBarrier,
      ],
      fullScreen: { terminal, _, directory in
        try await CartTable(terminal: terminal, directory: directory).run()
      }
    ).run()
  }
}
