import Foundation
import Networking
import NetworkingTestSupport
import Sandbox
import Storage
import Sync
import SyncTestSupport

/// A program that makes and sends changes while a script kills it.
///
///     SyncProbe make DIRECTORY FIRST    makes changes FIRST, FIRST + 1 … until it is killed
///     SyncProbe drain DIRECTORY         sends the remaining changes and exits
///
/// Prints `TAKEN NUMBER`, in one write, for each change whose call has returned.
@main
struct SyncProbe {
  static func main() async {
    let arguments = CommandLine.arguments
    guard arguments.count >= 3 else { exit(64) }
    let folder = URL(filePath: arguments[2])
    do {
      let server = try LogServer(folder.appending(path: "server.log").path)
      let environment = FeatureEnvironment(
        transport: NoServer(), directory: StorageDirectory(folder.appending(path: "app")),
        city: SettledCity(.almaty), clock: InstantClock())
      let store = OptimisticStore(
        ProbeModel(server: server), base: UnstoredBase(0), initial: 0, journal: "outbox",
        in: environment)
      try await withThrowingTaskGroup { group in
        group.addTask { try await store.run() }
        if arguments[1] == "make" {
          try await make(from: arguments.count > 3 ? Int(arguments[3]) ?? 1 : 1, store)
        } else {
          for await pending in store.states() where pending == 0 { break }
        }
        group.cancelAll()
      }
    } catch {
      say("ERROR \(error)")
      exit(1)
    }
  }

  private static func make(
    from first: Int, _ store: OptimisticStore<ProbeModel>
  ) async throws {
    for number in first... {
      for await pending in store.states() where pending.map({ $0 < 20 }) ?? true { break }
      try await store.perform { _ in [ProbeChange(number: number)] }
      say("TAKEN \(number)")
    }
  }
}

/// Sends changes to the server of the log; the base is the number of answers.
struct ProbeModel: OptimisticModel {
  typealias Failure = SyncError

  let server: LogServer

  /// Returns the number of changes that the server has not applied; `nil` before the journal is read.
  func state(of snapshot: OptimisticSnapshot<Int, ProbeChange>) -> Int? {
    snapshot.sync.isLoaded ? snapshot.pending.count + snapshot.contained.count : nil
  }

  func send(
    _ outgoing: OutgoingChange<ProbeChange>, on base: Int, in context: RequestContext
  ) async -> SendOutcome<ProbeChange, Int> { await server.answer(outgoing) }
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
