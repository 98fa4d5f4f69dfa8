import ArgumentParser
import FastClock
import Foundation
import Networking
import Storage
import Sync

/// An offline-first app that changes lines, for tests that kill it and its server.
///
/// The app makes the changes from `first` to `last` and prints `TAKEN NUMBER` for each one
/// reported as persisted. It prints `DONE` and exits when the queue is empty.
@main
struct LineApp: AsyncParsableCommand {
  @Option var server: String
  @Option var state: String
  @Option var first: Int
  @Option var last: Int

  func run() async throws {
    guard let url = URL(string: server) else { throw ValidationError("\(server) is no URL") }
    let gate = Gate()
    let directory = StorageDirectory(URL(filePath: state))
    let environment = FeatureEnvironment(
      transport: NetworkingFactory.makeTransport(server: url, timeout: .seconds(2)),
      directory: directory, city: SettledCity(.almaty, gate: gate), clock: FastClock())
    let ids = CollectionRepository(
      .memoryBackedByFile("ids"), class: .critical, schema: StoredSchema(LineID.self), in: directory
    )
    let lines = OptimisticStore(
      LineModel(transport: environment.transport),
      base: CollectionBase(ids, initial: [], elements: \[LineID].self), initial: [],
      journal: "changes",
      in: environment)
    try await withThrowingTaskGroup { group in
      group.addTask { try await lines.run() }
      group.addTask {
        // The simulated user signs in at once.
        for await reasons in gate.changes() where reasons.contains(.signedOut) {
          gate.open(for: .signedOut)
        }
      }
      for number in stride(from: first, through: last, by: 1) {
        let persistence = try await lines.perform { _, _ in [LineChange(number: number)] }
        if persistence == .persisted { say("TAKEN \(number)") }
      }
      for await state in lines.states() where state.isLoaded {
        if state.pending.isEmpty { break }
        // The simulated user retries rejected changes, which may have left the queue since.
        for change in state.refused {
          do { try await lines.retry(change) } catch LineError.sync(.inFlight), LineError.sync(
            .unknownChange)
          {}
        }
      }
      group.cancelAll()
    }
    say("DONE")
  }

  /// Writes a line in one call, so that a reader never sees a part of it.
  private func say(_ line: String) {
    FileHandle.standardOutput.write(Data("\(line)\n".utf8))
  }
}
