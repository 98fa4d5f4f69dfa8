import ShowcaseKit

/// A program that runs the module `Sample` alone.
@main
enum SampleShowcase: ShowcaseProgram {
  static let summary = "Change a note without a network, and find it again."
  static let options: [ShowcaseOption] = [.state]
  static let scenarios: [Scenario] = [.keepAndRestart]
}
