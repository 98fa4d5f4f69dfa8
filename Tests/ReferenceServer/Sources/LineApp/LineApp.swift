import ArgumentParser
import FastClock
import Foundation
import Networking
import Storage
import Sync

/// An offline-first app that changes lines, for tests that kill it and its server.
///
/// The app enqueues the changes from `first` to `last` and prints `TAKEN NUMBER` for each one
/// reported as persisted. It prints `DONE` and exits when the queue is empty.
@main
struct LineApp: AsyncParsableCommand {
  @Option var server: String
  @Option var state: String
  @Option var first: Int
  @Option var last: Int

  func run() async throws {
    guard let url = URL(string: server) else { throw ValidationError("\(server) is no URL") }
    let directory = StorageDirectory(URL(filePath: state))
    let lines = LineSender(
      transport: NetworkingFactory.makeTransport(server: url, timeout: .seconds(2)),
      directory: directory)
    let gate = Gate()
    let outbox = Outbox<LineChange>(
      journal: OutboxJournal("changes", in: directory), gate: gate, clock: FastClock(),
      random: SystemRandomNumberGenerator(), makeKey: { UUID().uuidString }, send: lines.send)
    try await withThrowingTaskGroup { group in
      group.addTask { try await outbox.run() }
      group.addTask {
        // The simulated user signs in at once.
        for await reasons in gate.changes() where reasons.contains(.signedOut) {
          gate.open(for: .signedOut)
        }
      }
      for number in stride(from: first, through: last, by: 1) {
        if try await outbox.enqueue(LineChange(number: number)) == .persisted {
          say("TAKEN \(number)")
        }
      }
      for await items in await outbox.updates() {
        if items.isEmpty { break }
        // The simulated user retries rejected changes.
        for item in items {
          guard case .needsDecision = item.reason else { continue }
          // The item may have left the queue since the update.
          do {
            try await outbox.retry(item.id)
          } catch OutboxError.inFlight, OutboxError.unknownItem {}
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
