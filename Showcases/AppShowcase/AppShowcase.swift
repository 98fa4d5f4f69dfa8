import Foundation
import Sandbox
import ShowcaseKit

/// A showcase of all modules together, from choosing a city to rating an order.
@main
enum AppShowcase: ShowcaseProgram {
  static let summary =
    "An evening with all modules: city, menu, cart, sign-in, address, order and rating."
  static let options: [ShowcaseOption] = [.state, .language, .city, .server]
  static let scenarios: [Scenario] = [
    .firstEvening, .secondEvening, .citySwitch, .languageSwitch, .accountSwitch,
    .killedSixTimes, .lostAnswer, .fullDisk, .soldOut, .priceChange, .formerApp,
  ]
  static let fullScreen: FullScreen? = demo(
    WholeApp.self, "app", at: try SandboxWorld(now: Int(Date.now.timeIntervalSince1970)),
    pace: .unhurried)
}
