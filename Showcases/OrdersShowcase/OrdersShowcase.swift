import ShowcaseKit

/// A showcase of the module `Orders` without other features.
@main
enum OrdersShowcase {
  static func main() async {
    await Showcase(
      name: "OrdersShowcase",
      summary: "Follow orders from the kitchen to the door, on a bad network.",
      options: [.state],
      scenarios: [
        .placedAndBrought, .rejected, .delayed, .cancelledInTime, .cancelledTooLate, .answerLost,
        .killedBetween, .offlineHour, .unknownStatus, .outOfOrder, .historyPaging, .repeatOrder,
        .wrongClock, .badAnswers,
      ],
      fullScreen: { terminal, _, directory in
        try await OrdersDemo(terminal: terminal, directory: directory).run()
      }
    ).run()
  }
}
