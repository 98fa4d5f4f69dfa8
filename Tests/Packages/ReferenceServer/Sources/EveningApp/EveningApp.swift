import ArgumentParser
import FastClock
import FoodApp
import Foundation
import Networking
import Profile
import Storage
import Sync

/// The whole app of two people who order on one device in turns, for tests that kill it and its server.
///
/// It continues with the evening `first`, from wherever an earlier life has left it. It says `TAKEN EVENING`
/// for a choice that was stored, and `ORDERED EVENING NUMBER` for each order that is in the list of orders.
/// After the evening `last` it ends with `DONE`; it ends without if the evening goes on at the next start.
@main
struct EveningApp: AsyncParsableCommand {
  @Option var server: String
  @Option var state: String
  @Option var first: Int
  @Option var last: Int

  func run() async throws {
    guard let url = URL(string: server) else { throw ValidationError("\(server) is no URL") }
    let folder = URL(filePath: state)
    let environment = FeatureEnvironment(
      transport: NetworkingFactory.makeTransport(server: url, timeout: .seconds(2)),
      directory: StorageDirectory(folder.appending(path: "app")), city: SettledCity(gate: Gate()),
      clock: FastClock())
    let app = try FoodApp(in: environment, secrets: FileSecrets(in: environment.directory))
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { await app.run() }
      group.addTask {
        // A guest has no session that could be renewed, so the user tries again.
        for await reasons in environment.gate.changes() where reasons.contains(.signedOut) {
          environment.gate.open(for: .signedOut)
        }
      }
      for number in stride(from: first, through: last, by: 1) {
        let order = try await Evening(number, of: app, in: folder).order()
        say("ORDERED \(number) \(order)")
      }
      group.cancelAll()
    }
    say("DONE")
  }
}

/// Writes a line in one call, so that a line which was seen was said as a whole.
func say(_ line: String) {
  FileHandle.standardOutput.write(Data("\(line)\n".utf8))
}
