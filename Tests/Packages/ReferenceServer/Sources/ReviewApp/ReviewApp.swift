import ArgumentParser
import Foundation
import KillableApp
import Networking
import OrderRating
import Storage
import Sync

/// An app that rates orders offline-first, for tests that kill it and its server.
///
/// It rates the orders from `first` to `last` that belong to `device`. It prints each stored step
/// once, as `WROTE`, `ATTACHED` or `TAKEN`, and continues there after a kill. When the server has
/// all reviews and no photo file is left, it prints `DONE`.
@main
struct ReviewApp: AsyncParsableCommand {
  @OptionGroup var options: AppOptions
  @Option var device: String
  /// Whether the app ends when each order has a draft.
  @Flag var begin = false
  /// Whether the app has no network, and ends when all reviews are pending.
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
