import Sandbox
import ShowcaseKit

/// A showcase of the module `Sample` without other features.
@main
enum SampleShowcase: ShowcaseProgram {
  static let summary = "Change a note without a network, and find it again."
  static let scenarios: [Scenario] = [.keepAndRestart]
  static let fullScreen: FullScreen? = demo(
    SampleApp.self, "sample", at: SampleServerModel())
}
