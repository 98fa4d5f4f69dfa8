import Foundation
import Storage
import Sync

/// A program that enqueues and sends changes while a script kills it.
///
///     SyncProbe make DIRECTORY FIRST    enqueues changes FIRST, FIRST + 1 … until it is killed
///     SyncProbe drain DIRECTORY         sends the remaining changes and exits
///
/// Prints `TAKEN NUMBER`, in one write, for each change that the outbox reports as persisted.
@main
struct SyncProbe {
  static func main() async {
    let arguments = CommandLine.arguments
    guard arguments.count >= 3 else { exit(64) }
    let folder = URL(filePath: arguments[2])
    do {
      let server = try LogServer(folder.appending(path: "server.log").path)
      let outbox = Outbox<ProbeChange>(
        journal: OutboxJournal("outbox", in: StorageDirectory(folder.appending(path: "app"))),
        gate: Gate(), clock: ContinuousClock(), random: SystemRandomNumberGenerator(),
        makeKey: { UUID().uuidString }, send: { await server.answer($0) })
      try await withThrowingTaskGroup { group in
        group.addTask { try await outbox.run() }
        if arguments[1] == "make" {
          try await make(from: arguments.count > 3 ? Int(arguments[3]) ?? 1 : 1, outbox)
        } else {
          for await items in await outbox.updates() {
            if items.isEmpty { break }
            await outbox.retryNow()
          }
        }
        group.cancelAll()
      }
    } catch {
      say("ERROR \(error)")
      exit(1)
    }
  }

  private static func make(from first: Int, _ outbox: Outbox<ProbeChange>) async throws {
    for number in first... {
      while try await outbox.items().count > 20 { await outbox.retryNow() }
      let persistence = try await outbox.enqueue(ProbeChange(number: number))
      if persistence == .persisted { say("TAKEN \(number)") }
      await outbox.retryNow()
    }
  }
}

/// A change that sets one of three lines to a number.
struct ProbeChange: OutboxChange {
  let number: Int
  var lane: Lane { Lane("line", "\(number % 3)") }
}

/// Writes a line in one call, so that a reader never sees a part of it.
func say(_ line: String) {
  let bytes = Array("\(line)\n".utf8)
  _ = write(STDOUT_FILENO, bytes, bytes.count)
}
