import Sandbox
import ShowcaseKit

/// A showcase of the module `Menu`, from loading a menu to configured items in a cart.
@main
enum MenuShowcase: ShowcaseProgram {
  static let summary = "Browse a menu, configure products and combos, and see what is unavailable."
  static let options: [ShowcaseOption] = [.state, .language, .server]
  static let scenarios: [Scenario] = [
    .cold, .warmOffline, .refreshDiff, .stopList, .combo, .yourWay, .halves, .danglingReferences,
    .scheduledForLater, .languageSwitch,
  ]
  static let fullScreen: FullScreen? = demo(MenuApp.self, "menu", at: try MenuServerModel())
}
