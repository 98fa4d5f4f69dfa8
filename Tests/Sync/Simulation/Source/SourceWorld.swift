import Foundation
import Storage
import Sync
import SyncTestSupport

/// Runs a scenario of a source with consumers, a server, and restarts, and checks every step.
///
/// Everything runs on the test's thread, one step of a task at a time.
final class SourceWorld: TracedWorld, @unchecked Sendable {
  let executor: SimulationExecutor
  let clock = VirtualClock()
  var server = SourceServer()

  var gate = Gate()
  var process = 0
  var source: CachedSource<Int, Int>?
  var store: CollectionRepository<SourceSnapshot<Int, Int>>?
  var tasks: [Task<Void, Never>] = []
  var commands: AsyncStream<Int>.Continuation?
  var readers: [SourceReader] = []
  /// The consumer that displays the newest snapshot and causes no requests.
  var feature: SourceReader?
  var exchanges: [SourceExchange] = []
  var held: [CheckedContinuation<Void, Never>] = []
  /// The number of the last answered request of each scope.
  var answered = [0, 0, 0]
  /// Whether the task is one of a call of `refresh()`.
  @TaskLocal static var isCall = false
  /// Whether `run()` of the process has certainly begun.
  var isRunning = false
  /// Number of calls of `run()` that have begun and not returned.
  var runs = 0
  var hours = 0.0

  /// The selected scopes in order.
  var visits = [0]
  /// The last seen version of each scope with its time, as long as its snapshot is stored.
  var floor: [Int: (version: Int, time: Date)] = [:]
  /// The validators that the server has returned for each scope.
  var given: [Set<String>] = [[], [], []]
  /// The number of events that each still permit one request.
  var occasions = 0
  /// Whether a request may have left since the last check, before the gate closed.
  var mayHaveLeft = false
  var nextID = 0
  /// The interested consumers, requests, selected scopes and process at the last check.
  var before: (readers: Set<Int>, exchanges: [SourceExchange], visits: Int, process: Int) = (
    [], [], 0, 0
  )

  /// The trace, identical for the same seed.
  var trace: [String] = []
  /// The broken rules, in order.
  var broken: [String] = []

  init(seed: UInt64) throws {
    executor = SimulationExecutor(seed: seed)
    try start(isDamaged: false)
  }
}
