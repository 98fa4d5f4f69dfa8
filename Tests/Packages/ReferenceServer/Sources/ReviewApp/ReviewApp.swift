import ArgumentParser
import Foundation
import KillableApp
import Networking
import OrderRating
import Storage
import Sync

/// An app that rates orders offline-first, for tests that kill it and its server.
///
/// It rates the orders from `first` to `last` that are `device`'s. What was kept it says once, as
/// `WROTE`, `ATTACHED` or `TAKEN`; in another life it goes on from there. When the server has all of it
/// and no photo is left in a file it ends with `DONE`.
@main
struct ReviewApp: AsyncParsableCommand {
  @OptionGroup var options: AppOptions
  @Option var device: String
  /// Ends when there is a draft of each order.
  @Flag var begin = false
  /// Has no network, and ends when everything waits.
  @Flag var offline = false

  func run() async throws {
    let folder = URL(filePath: options.state)
    let gate = Gate()
    if offline { gate.close(for: .offline) }
    let device = try options.environment(
      in: SettledCity(.almaty, gate: gate), timeout: .seconds(1))
    try await device.runSignedIn(as: "ann") { try await review(in: $0, folder) }
    say("DONE")
  }

  private func review(in environment: FeatureEnvironment, _ folder: URL) async throws {
    let reviews = OrderRatingFactory.makeReviews(in: environment)
    let user = Reviewer(reviews: reviews, device: device)
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await reviews.run() }
      let opinions = (options.first...options.last).filter { Opinion.isRated($0, by: device) }
        .map { Opinion($0, device: device) }
      if !offline { await user.answerPrompt(among: opinions) }
      for opinion in opinions {
        let isDraft = try await user.open(opinion)
        if isDraft && !begin { try await user.write(opinion) }
      }
      if !begin && !offline {
        try await user.settle()
        try await user.photosGone(from: folder)
      }
      group.cancelAll()
    }
  }
}
