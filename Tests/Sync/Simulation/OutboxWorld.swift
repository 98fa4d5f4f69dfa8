@testable import Sync
import SyncTestSupport

/// The reference model of a simulation: what has happened, and the state that follows from it.
///
/// The model observes every call by the user and everything on the wire. It knows the rules of the
/// contract and nothing about the outbox's implementation.
struct OutboxWorld {
  /// One change by the user, in the order of enqueueing.
  struct Operation {
    let change: SimulatedChange
    /// The position in the order: the operation's number, or the place of the operation it
    /// replaced.
    let place: Int
    var state = State.pending
    /// Whether the enqueueing of the change, or a decision about it, has not been confirmed to the
    /// caller.
    var isUnsure = true
    /// Whether the outbox reported that a crash would lose the change.
    var isVolatile = false
    /// Whether the server may have received the change.
    var wasSent = false
    /// Whether the disk has recorded the outcome.
    var isConfirmed = false
    /// Whether a full disk followed by a crash may have made the app forget the outcome.
    var mayRepeat = false
    /// Whether a decision about the change is in progress.
    var isAtStake = false
    /// Whether the change concerned an entity that the server never had.
    var isMoot = false
    /// The change's revision at the user's last retry; from there the change is rebased only once.
    var base = 0
    var failures = 0
  }

  enum State: Equatable {
    case pending, refused
    /// Applied by the server; the app has stored the data that contains it.
    case done
    /// Discarded, replaced, canceled by a later change, or never enqueued.
    case gone
  }

  /// A lane's data as stored by the app.
  struct Snapshot {
    var revision = 0
    var entity: SimulatedServer.Entity?
  }

  var server = SimulatedServer()
  var operations: [Operation] = []
  var snapshots: [Lane: Snapshot] = [:]
  /// The operations that were stuck when the user made a decision.
  ///
  /// A request that was allowed to overtake one of them may still be in flight.
  var wasStuck: Set<Int> = []
  /// Whether the disk has been full since the app started.
  var wasFull = false
  /// The lanes in which a full disk and a crash lost a change that the server may have received.
  var tainted: Set<Lane> = []
  /// The operations that this release of the app cannot decode.
  var isUnreadable: Set<Int> = []
  var obstacles: Set<Gate.Reason> = []
  /// Whether the gate was closed at the last moment at which no task was ready.
  ///
  /// Every attempt that began before that moment has ended.
  var isShut = false
  var faults: [Scenario.Fault]
  var requests = 0

  /// The number of starts of the app; calls and requests of an earlier life are ignored.
  var life = 0
  var inFlight: [SimulatedChange] = []
  /// The earliest time of the next attempt that the server allows, by key.
  var floors: [String: Duration] = [:]
  /// The content sent under each key.
  var wire: [String: String] = [:]
  private var keys = 0
  private var lastCall = 0
  /// The changes of the calls in progress, by call; `nil` for a call whose result decides the next step.
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

  /// Returns the quantity of a lane after all of the user's changes, applied in order to an empty
  /// lane.
  func intended(_ lane: Lane) -> Int? {
    operations.filter { $0.change.lane == lane && $0.state != .gone }
      .sorted { ($0.place, $0.change.numbers) < ($1.place, $1.change.numbers) }
      .reduce(nil) { $1.change.result(on: $0).quantity }
  }

  static let lanes: [Lane] =
    (0..<4).map { Lane("line", "\($0)") } + (0..<3).map { Lane("photo", "\($0)") }
    + [Lane("order", "0")]

  /// Returns whether a change may be enqueued while other calls are in progress.
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

  /// Adds a change by the user and returns it.
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

  /// Notes that the outbox has confirmed a change.
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
