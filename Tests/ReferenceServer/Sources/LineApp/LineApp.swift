import ArgumentParser
import FastClock
import Foundation
import Networking
import Storage
import Sync

/// An app that changes lines offline-first, for tests that kill it and its server.
///
/// It makes the changes from `first` to `last`, says `TAKEN NUMBER` for each that counts as kept, and
/// ends with `DONE` when the server has answered all of them.
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
        // The user signs in at once.
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
        // The user tries again what was refused.
        for item in items {
          guard case .needsDecision = item.reason else { continue }
          // It may have gone since the screen was drawn.
          do {
            try await outbox.retry(item.id)
          } catch OutboxError.inFlight, OutboxError.unknownItem {}
        }
      }
      group.cancelAll()
    }
    say("DONE")
  }

  /// Writes a line in one call, so that a line which was seen was said as a whole.
  private func say(_ line: String) {
    FileHandle.standardOutput.write(Data("\(line)\n".utf8))
  }
}
