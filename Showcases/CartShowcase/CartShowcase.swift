import Sandbox
import ShowcaseKit

/// A showcase of the module `Cart` without other features.
@main
enum CartShowcase: ShowcaseProgram {
  static let summary = "Fill a cart and order it, on any network, without losing a change."
  static let scenarios: [Scenario] = [
    .offlineAddKillRestart, .answerLost, .priceChanged, .promoStates, .conflict, .productGone,
    .cityChange, .fullDisk, .orderBarrier,
  ]
  static let fullScreen: FullScreen? = demo(CartApp.self, "cart", at: .shop)
}
