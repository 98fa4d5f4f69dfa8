import ArgumentParser
import FoodApp
import Foundation
import KillableApp
import Profile
import Sync

/// The whole app of two people who order on one device in turns, for tests that kill it and its server.
///
/// It begins with the evening `first`, in the state in which a kill has left it. It prints
/// `TAKEN EVENING` when a choice is stored, and `ORDERED EVENING NUMBER` for each order in the list
/// of orders. After the evening `last` it prints `DONE`; it exits without it if the evening needs
/// another start.
@main
struct EveningApp: AsyncParsableCommand {
  @OptionGroup var options: AppOptions

  func run() async throws {
    let environment = try options.environment()
    let app = try FoodApp(in: environment, secrets: FileSecrets(in: environment.directory))
    // Outside the directory of the app, beside it.
    let chosen = URL(filePath: "\(options.state)-chosen")
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { await app.run() }
      group.addTask {
        // A guest has no session that could be renewed, so the user tries again.
        for await reasons in environment.gate.changes() where reasons.contains(.signedOut) {
          environment.gate.open(for: .signedOut)
        }
      }
      for number in stride(from: options.first, through: options.last, by: 1) {
        let order = try await Evening(number, of: app, chosen: chosen).order()
        say("ORDERED \(number) \(order)")
      }
      group.cancelAll()
    }
    say("DONE")
  }
}
