import Sandbox
import ShowcaseKit

/// A showcase of the module `Orders` without other features.
@main
enum OrdersShowcase: ShowcaseProgram {
  static let summary = "Follow orders from the kitchen to the door, on a bad network."
  static let options: [ShowcaseOption] = [.state]
  static let scenarios: [Scenario] = [
    .placedAndBrought, .rejected, .delayed, .cancelledInTime, .cancelledTooLate, .answerLost,
    .killedBetween, .offlineHour, .unknownStatus, .outOfOrder, .historyPaging,
    .wrongClock, .badAnswers,
  ]
  static let fullScreen: FullScreen? = demo(OrdersApp.self, "orders", at: OrderServerModel())
}
