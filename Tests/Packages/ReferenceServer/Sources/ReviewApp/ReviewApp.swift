import ArgumentParser
import FastClock
import Foundation
import Networking
import OrderRating
import SignedInUser
import Storage
import Sync

/// An app that rates orders offline-first, for tests that kill it and its server.
///
/// It rates the orders from `first` to `last` that are `device`'s. What was kept it says once, as
/// `WROTE`, `ATTACHED` or `TAKEN`; in another life it goes on from there. When the server has all of it
/// and no photo is left in a file it ends with `DONE`.
@main
struct ReviewApp: AsyncParsableCommand {
  @Option var server: String
  @Option var state: String
  @Option var first: Int
  @Option var last: Int
  @Option var device: String
  /// Ends when there is a draft of each order.
  @Flag var begin = false
  /// Has no network, and ends when everything waits.
  @Flag var offline = false

  func run() async throws {
    guard let url = URL(string: server) else { throw ValidationError("\(server) is no URL") }
    let folder = URL(filePath: state)
    let gate = Gate()
    if offline { gate.close(for: .offline) }
    let device = FeatureEnvironment(
      transport: NetworkingFactory.makeTransport(server: url, timeout: .seconds(1)),
      directory: StorageDirectory(folder), city: SettledCity(.almaty, gate: gate),
      clock: FastClock())
    try await device.runSignedIn(as: "ann") { try await review(in: $0, folder) }
    say("DONE")
  }

  private func review(in environment: FeatureEnvironment, _ folder: URL) async throws {
    let reviews = OrderRatingFactory.makeReviews(in: environment)
    let user = Reviewer(reviews: reviews, device: device)
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await reviews.run() }
      let opinions = (first...last).filter { Opinion.isRated($0, by: device) }
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

/// Writes a line in one call, so that a line which was seen was said as a whole.
func say(_ line: String) {
  FileHandle.standardOutput.write(Data("\(line)\n".utf8))
}
