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
  var source: CachedSource<Int, Shelf>?
  var store: CollectionRepository<SourceSnapshot<Int, Shelf>>?
  var tasks: [Task<Void, Never>] = []
  var commands: AsyncStream<Int>.Continuation?
  var readers: [SourceReader] = []
  /// Draws the newest snapshot with the user's changes over it, and settles them.
  var feature: SourceReader?
  var exchanges: [SourceExchange] = []
  var held: [CheckedContinuation<Void, Never>] = []
  var overlay = SourceOverlay()
  var hours = 0.0

  /// The scopes in the order in which they were taken.
  var visits = [0]
  /// The user's notes that have to be seen in each scope.
  var owned: [Set<Int>] = [[], [], []]
  /// The newest version that was seen of each scope, for as long as it is stored.
  var floor: [Int: Int] = [:]
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
  public internal(set) var trace: [String] = []
  /// The rules that were broken, the first one first.
  public internal(set) var broken: [String] = []

  init(seed: UInt64, disk: SourceDisk) throws {
    executor = SimulationExecutor(seed: seed)
    self.disk = disk
    try start(isDamaged: false)
  }

  /// Runs a scenario to its end, lets everything heal, and returns what has happened.
  public static func run(
    _ steps: [SourceStep], seed: UInt64, on disk: SourceDisk = .memory
  ) throws -> SourceWorld {
    let world = try SourceWorld(seed: seed, disk: disk)
    for (number, step) in steps.enumerated() {
      // Its name takes longer to find than the step to make.
      world.trace.append("step \(number)")
      try world.perform(step)
    }
    try world.heal()
    world.end()
    return world
  }

  func breaks(_ rule: String) {
    trace.append("BROKEN: \(rule)")
    if !broken.contains(rule) { broken.append(rule) }
  }

  func perform(_ step: SourceStep) throws {
    switch step {
    case .read(let fetching): read(fetching)
    case .refresh: refresh()
    case .leave(let number):
      let present = readers.filter(\.isThere)
      if !present.isEmpty { leave(present[number % present.count]) }
    case .leaveAll: readers.forEach(leave)
    case .use(let scope):
      occasions += 1
      commands?.yield(scope)
    case .serverChange(let scope): server.change(scope)
    case .localChange:
      nextID += 1
      overlay.make(nextID, scope: visits.last ?? 0)
      owned[visits.last ?? 0].insert(nextID)
      checkView()
    case .acknowledge: acknowledge()
    case .server(let behaviour): server.behaviour = behaviour
    case .close(let reason): gate.close(for: reason)
    case .open(let reason):
      if gate.reasons.contains(reason) { occasions += 1 }
      gate.open(for: reason)
    case .age(let seconds): hours += Double(seconds)
    case .crash(let isDamaged):
      stop()
      try start(isDamaged: isDamaged)
    case .work(let count): for _ in 0..<count { executor.step() }
    case .rest: rest()
    case .advance:
      rest()
      advance()
      rest()
    }
  }

  @discardableResult
  func advance() -> Bool {
    let isHeld = !held.isEmpty
    resumeHeld()
    return clock.advance() || isHeld
  }

  func resumeHeld() {
    let waiting = held
    held = []
    waiting.forEach { $0.resume() }
  }

  func acknowledge() {
    guard let (note, scope) = overlay.unsent else { return }
    overlay.acknowledge(note, version: server.take(note, scope: scope))
    checkView()
  }

  /// Whatever was wrong is over: then every reader has what the server has.
  private func heal() throws {
    server.behaviour = .healthy
    settleDown()
    while overlay.unsent != nil { acknowledge() }
    for reason in Gate.Reason.allCases { try perform(.open(reason)) }
    settleDown()
    read(.whenStale)
    refresh()
    settleDown()
    checkHealed()
    if clock.now.offset > .seconds(1_200) { breaks("The time that it takes is bounded") }
  }

  private func settleDown() {
    for _ in 0..<100 {
      rest()
      if !advance() { return }
    }
    breaks("Everything comes to rest")
  }
}
