import Foundation
import Storage
import Sync

/// Runs a scenario of a source, its readers, its server and its restarts, and looks at every step
/// whether its promises hold.
///
/// All of it is one thread: the test's, which makes the steps of the tasks one after the other.
public final class SourceWorld: @unchecked Sendable {
  let executor: SimulationExecutor
  let clock = VirtualClock()
  let disk: SourceDisk
  var server = SourceServer(scopes: 3)

  var gate = Gate()
  var process = 0
  /// Whether all has been at rest since the process was started, so that its source runs.
  var hasBegun = false
  var source: CachedSource<Int, Shelf>?
  var store: CollectionRepository<SourceSnapshot<Int, Shelf>>?
  var tasks: [Task<Void, Never>] = []
  var commands: AsyncStream<Int>.Continuation?
  var readers: [SourceReader] = []
  /// Draws the newest snapshot with the user's changes over it, and settles them.
  var feature: SourceReader?
  var exchanges: [SourceExchange] = []
  var held: [CheckedContinuation<Void, Never>] = []
  /// The last request that was answered, of each scope.
  var answered = [0, 0, 0]
  /// Number of calls of `run()` that have begun and not returned.
  var runs = 0
  var overlay = SourceOverlay()
  var hours = 0.0

  /// The scopes in the order in which they were taken.
  var visits = [0]
  /// The user's notes that have to be seen in each scope.
  var owned: [Set<Int>] = [[], [], []]
  /// The version that was seen last of each scope and when the server had it, for as long as it is
  /// stored.
  var floor: [Int: (version: Int, time: Date)] = [:]
  /// The validators that the server has given out for each scope.
  var given: [Set<String>] = [[], [], []]
  /// How often something happened that may be followed by one request.
  var occasions = 0
  var nextID = 0
  /// Who was interested, what was under way and where when all had come to rest.
  var before: (readers: Set<Int>, exchanges: [SourceExchange], visits: Int, process: Int) = (
    [], [], 0, 0
  )

  /// What has happened, the same for the same seed.
  var trace: [String] = []
  /// The rules that were broken, the first one first.
  var broken: [String] = []

  init(seed: UInt64, disk: SourceDisk) throws {
    executor = SimulationExecutor(seed: seed)
    self.disk = disk
    try start(isDamaged: false)
  }

  /// Plays a scenario to its end and lets everything heal.
  static func play(
    _ steps: [SourceStep], seed: UInt64, on disk: SourceDisk = .memory, isTracing: Bool
  ) throws -> Outcome {
    let world = try SourceWorld(seed: seed, disk: disk)
    for step in steps {
      // Its name takes longer to find than the step to make.
      if isTracing { world.trace.append("— \(step)") }
      try world.perform(step)
    }
    try world.heal()
    world.end()
    if world.runs > 0 { world.breaks("What runs ends when it is canceled") }
    return Outcome(violations: world.broken, trace: world.trace)
  }

  func breaks(_ rule: String) {
    trace.append("BROKEN: \(rule)")
    if !broken.contains(rule) { broken.append(rule) }
  }
}
