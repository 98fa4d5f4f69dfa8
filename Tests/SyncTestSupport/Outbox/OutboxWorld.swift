import Sync

/// What has really happened in a simulation, and what has to be there because of it.
///
/// It is told of every call that the user's side makes and of everything on the wire, and knows the
/// rules of the contract; it knows nothing of how an outbox keeps them.
struct OutboxWorld {
  /// What the user did, in the order in which it was taken.
  struct Operation {
    let change: SimulatedChange
    /// Its place: its number, or that of the one which it replaced.
    let place: Int
    var state = State.pending
    /// Whether nobody has been told that it was taken, or what became of a decision about it.
    var isUnsure = true
    /// Whether a crash was said to lose it.
    var isVolatile = false
    /// Whether the server may have it.
    var wasSent = false
    /// Whether the disk knows what became of it.
    var isConfirmed = false
    /// Whether a full disk and a crash have made the app forget what it knew.
    var mayRepeat = false
    /// Whether the user is just deciding about it.
    var isAtStake = false
    /// Whether it was about something that the server never had.
    var isMoot = false
    /// The revision that it took into account when the user last had it sent again; a change is rebased
    /// once from there.
    var base = 0
    var failures = 0
  }

  enum State: Equatable {
    case pending, refused
    /// The server has it since this revision, which the app was told or not.
    case done(revision: Int?)
    /// Discarded, replaced, taken back, or never taken.
    case gone
  }

  /// A lane's data as the app has stored it.
  struct Snapshot {
    var revision = 0
    var entity: SimulatedServer.Entity?
  }

  var server = SimulatedServer()
  var operations: [Operation] = []
  var snapshots: [Lane: Snapshot] = [:]
  /// What waited for a decision when one was made: what had begun to overtake it may be on its way.
  var wasStuck: Set<Int> = []
  /// Whether the disk was full since the app started.
  var wasFull = false
  /// The lanes for which a full disk and a crash have lost a change that the server may have.
  var tainted: Set<Lane> = []
  /// The operations that this release of the app cannot read.
  var isUnreadable: Set<Int> = []
  var obstacles: Set<Gate.Reason> = []
  /// Whether the gate was closed when everything last came to rest: an attempt that had begun by
  /// then is over.
  var isShut = false
  var faults: [Scenario.Fault]
  var requests = 0

  /// Counts the starts of the app; whatever belongs to an earlier one is dead.
  var life = 0
  var inFlight: [SimulatedChange] = []
  /// Until when the server wants to be left alone, by key.
  var floors: [String: Duration] = [:]
  /// The bytes that went out under a key.
  var wire: [String: String] = [:]
  private var keys = 0
  private var lastCall = 0
  /// What the app is being asked; `nil` where the answer decides what comes next.
  var calls: [Int: SimulatedChange?] = [:]

  let ledger: Ledger

  init(faults: [Scenario.Fault], ledger: Ledger) {
    self.faults = faults
    self.ledger = ledger
  }

  func note(_ line: @autoclosure () -> String) {
    ledger.note(line())
  }

  func expect(_ holds: Bool, _ rule: @autoclosure () -> String) {
    ledger.expect(holds, rule())
  }

  /// What a lane is in the end: every change of the user's, in order, on nothing.
  func intended(_ lane: Lane) -> Int? {
    operations.filter { $0.change.lane == lane && $0.state != .gone }
      .sorted { ($0.place, $0.change.numbers) < ($1.place, $1.change.numbers) }
      .reduce(nil) { $1.change.result(on: $0).quantity }
  }

  static let lanes: [Lane] =
    (0..<4).map { Lane("line", "\($0)") } + (0..<3).map { Lane("photo", "\($0)") }
    + [Lane("order", "0")]

  /// Whether a change may be given to the app while it has not answered all others.
  func canAsk(_ change: SimulatedChange) -> Bool {
    calls.values.allSatisfy { open in
      open.map { !change.waits(for: $0) && !$0.waits(for: change) } ?? false
    }
  }

  mutating func makeKey() -> String {
    keys += 1
    return "k\(keys)"
  }

  mutating func open(_ change: SimulatedChange?) -> (call: Int, life: Int) {
    lastCall += 1
    calls.updateValue(change, forKey: lastCall)
    return (lastCall, life)
  }

  /// The data that the app has stored, by lane.
  var stored: [(lane: Lane, revision: Int)] {
    Self.lanes.compactMap { lane in snapshots[lane].map { (lane, $0.revision) } }
  }

  /// The user does something.
  mutating func add(
    _ kind: SimulatedChange.Kind, _ lane: Lane, quantity: Int = 0, awaited: [Lane] = [],
    place: Int? = nil
  ) -> SimulatedChange {
    let number = operations.count
    let change = SimulatedChange(
      numbers: [number], kind: kind, lane: lane, quantity: quantity, awaited: awaited)
    operations.append(Operation(change: change, place: place ?? number))
    return change
  }

  /// The app has taken a change.
  mutating func took(_ number: Int, _ isPersisted: Bool) {
    operations[number].isUnsure = false
    operations[number].isVolatile = !isPersisted
  }

  mutating func clearVolatile() {
    for index in operations.indices where !operations[index].isUnsure {
      operations[index].isVolatile = false
    }
  }

  mutating func startLife() {
    life += 1
    inFlight = []
    floors = [:]
    calls = [:]
    for index in operations.indices { operations[index].failures = 0 }
  }
}

func < (first: (Int, [Int]), second: (Int, [Int])) -> Bool {
  first.0 == second.0 ? first.1.lexicographicallyPrecedes(second.1) : first.0 < second.0
}
