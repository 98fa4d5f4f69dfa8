import ShowcaseKit

/// A program that runs the module `Sample` alone.
@main
enum SampleShowcase {
  static func main() async {
    await Showcase(
      name: "SampleShowcase",
      summary: "Keep a note, and find it again.",
      options: [.state],
      scenarios: [.keepAndRestart]
    ).run()
  }
}
