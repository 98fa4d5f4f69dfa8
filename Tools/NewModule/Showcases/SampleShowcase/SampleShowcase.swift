import ShowcaseKit

/// A program that runs the module `Sample` alone.
@main
enum SampleShowcase {
  static func main() async {
    await Showcase(
      name: "SampleShowcase",
      summary: "Change a note without a network, and find it again.",
      options: [.state],
      scenarios: [.keepAndRestart]
    ).run()
  }
}
