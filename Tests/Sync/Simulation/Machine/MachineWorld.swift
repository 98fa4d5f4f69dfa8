import Foundation
import Networking
import NetworkingTestSupport
import Storage
@testable import Sync
import SyncTestSupport

/// A device with its two files and a server, which drives a machine without tasks.
///
/// Works end in any sequence. Each of them may be the last one before the process is killed.
final class MachineWorld: TracedWorld {
  typealias Core = SyncMachine<Marks, Tap>

  enum Work {
    case journal([(entry: OutboxEntry, tap: Tap?)], removing: Set<Int>)
    case store(Marks)
    /// `count` is the number of marks that the server had at the start.
    case fetch(String?, RequestContext, count: Int, start: Double, isBegun: Bool)
    case send(OutgoingChange<Tap>, start: Double, isBegun: Bool)

    /// The event if a request that has not begun is abandoned.
    var abandoned: Core.Event? {
      switch self {
      case .fetch(_, let context, _, _, isBegun: false): .fetched(nil, context)
      case .send(let change, _, isBegun: false): .answered(change.id, nil)
      default: nil
      }
    }
  }

  enum Call {
    case perform([Int]), discard([Int]), other
  }

  let isTracing: Bool
  var random: SplitMix64
  let mayBeFull: Bool
  let fetchesBeforeRepeating: Bool
  var server: MachineServer
  var machine: Core

  // The disk
  var base = Marks(local: [1, 2, 3])
  var journal: [Int: (entry: OutboxEntry, tap: Tap?)] = [:]
  var isFull = false

  // The process
  var processes = 0
  var isOldRelease = false
  /// The true time at the start of the process, and the time since.
  var (start, now) = (0.0, 0.0)
  var time: Double { start + now }
  var surroundings = Surroundings()
  var works: [Work] = []
  var alarms: [Double] = []
  var calls: [Waiter: Call] = [:]
  var lastWaiter = 0
  /// Requests that the device has given up, and that may still arrive.
  var strays: [OutgoingChange<Tap>] = []
  var isOffline = false
  var isFaulty = true

  // What is known about the marks; 0 is the imported one
  var lastMark = 3
  /// The marks of this process.
  var born: Set<Int> = []
  /// The marks whose call said that they are stored.
  var durable: Set<Int> = []
  /// The marks that the user has withdrawn or canceled, or whose call was refused.
  var gone: Set<Int> = []
  /// The marks whose withdrawal is stored.
  var withdrawn: Set<Int> = []
  /// The marks that a kill has lost, or whose withdrawal it has lost.
  var isUnordered: Set<Int> = []
  var lanes: [Int: Lane] = [:]
  /// The mark of the change that has taken the device's data out of the base.
  var movers: [Int: Int] = [:]
  /// The last key of each change.
  var keys: [Int: IdempotencyKey] = [:]
  /// The true time of the tap by key.
  var taps: [IdempotencyKey: Double] = [:]
  /// The keys of this process.
  var bornKeys: Set<IdempotencyKey> = []
  /// The keys under which an attempt was made or was recorded.
  var sentKeys: Set<IdempotencyKey> = []
  /// The keys of the changes that this process has found as attempted.
  var resumed: Set<IdempotencyKey> = []
  /// The keys whose tap the server's clock does not measure, because it was set or is not known.
  var unmeasured: Set<IdempotencyKey> = []
  var isClockSet = false
  /// The changes whose first attempt is being recorded.
  var marking: Set<Int> = []

  var trace: [String] = []
  var broken: [String] = []

  init(seed: UInt64, isTracing: Bool) {
    self.isTracing = isTracing
    random = SplitMix64(seed: seed)
    mayBeFull = .random(using: &random)
    fetchesBeforeRepeating = .random(using: &random)
    server = MachineServer(&random)
    machine = Self.machine("", false, random)
    surroundings.context = .almaty
    boot()
  }

  private static func machine(_ prefix: String, _ fetches: Bool, _ random: SplitMix64) -> Core {
    let numbers = Log<Void>()
    return Core(
      Core.Rules(
        capacity: 12, fetchesBeforeRepeating: fetches, makeKey: { "\(prefix)-\(numbers.add(()))" },
        reconcile: Marks.reconcile),
      base: Marks(), random: random)
  }

  /// Starts a process, which loads the files.
  func boot() {
    processes += 1
    (start, now, works, alarms, calls) = (time, 0, [], [], [:])
    (born, bornKeys) = ([], [])
    isOldRelease = isFaulty && chance(15)
    machine = Self.machine("\(processes)", fetchesBeforeRepeating, random)
    if isFaulty, chance(10) { runOlderRelease() }
    // What may have been sent counts as sent.
    for (entry, _) in journal.values where entry.attempted != false { sentKeys.insert(entry.key) }
    resumed = Set(journal.values.filter { $0.entry.attempted == true }.map(\.entry.key))
    (surroundings.closings, surroundings.observers) = (surroundings.closed.isEmpty ? 0 : 1, 0)
    surroundings.isRunning = false
    send(.load(call(.other)))
    surroundings.isRunning = true
    surroundings.observers = Int.random(in: 0...1, using: &random)
    send(.woke)
  }

  /// Removes what a release without recorded attempts does not know.
  private func runOlderRelease() {
    for id in journal.keys where journal[id]?.entry.refusal == nil {
      journal[id]?.entry.attempted = nil
      journal[id]?.entry.tappedAt = nil
      if let key = journal[id]?.entry.key { unmeasured.insert(key) }
    }
  }

  func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }

  func note(_ line: @autoclosure () -> String) { if isTracing { trace.append(line()) } }

  /// Checks a rule; only the first broken one counts.
  func expect(_ holds: Bool, _ rule: @autoclosure () -> String) {
    if broken.isEmpty, !holds { breaks(rule()) }
  }

  func end() {}

  // MARK: Events and effects

  func call(_ call: Call) -> Waiter {
    lastWaiter += 1
    calls[lastWaiter] = call
    return lastWaiter
  }

  func send(_ event: Core.Event) {
    guard broken.isEmpty else { return }
    follow()
    handle(event)
  }

  /// Tells the machine of its surroundings.
  func follow() {
    if machine.surroundings != surroundings { handle(.surroundings(surroundings)) }
  }

  private func handle(_ event: Core.Event) {
    note("\(time): \(text(event))")
    if case .answered(let id, let outcome) = event { noteUnsent(id, outcome) }
    let effects = effects(of: event)
    for (id, change) in machine.changes where keys[id] != change.entry.key { noteKey(change, id) }
    checkMarking()
    for effect in effects {
      if case .work(.journal(let entries, let removed)) = effect {
        note("    journal \(entries.map { "\($0.id) \($0.key)" }) removing \(removed.sorted())")
      } else {
        note("    \(effect)")
      }
      switch effect {
      case .work(.load): load()
      case .work(.journal(let entries, let removed)):
        let saved = entries.map { (entry: $0, tap: machine.contents[$0.id] ?? journal[$0.id]?.tap) }
        works.append(.journal(saved, removing: removed))
      case .work(.store(let base)): works.append(.store(base))
      case .work(.fetch(_, let validator, let context)):
        expect(surroundings.isOnline, "a fetch starts while the gate is closed")
        works.append(
          .fetch(validator, context, count: countOfMarks(), start: time, isBegun: chance(90)))
      case .work(.send(let change, _, _)): begin(change)
      case .wake(let time): alarms.append(time / .seconds(1) + 0.000_001)
      case .report: break
      case .close(let reason):
        if surroundings.closed.isEmpty { surroundings.closings += 1 }
        surroundings.closed.insert(reason)
      case .reply(let waiter, let error): reply(waiter, error)
      }
    }
    check()
  }

  /// Describes an event; a set has no order.
  private func text(_ event: Core.Event) -> String {
    switch event {
    case .loaded: "loaded"
    case .surroundings(let new):
      "\(new.closed.map(\.rawValue).sorted()) \(new.closings) \(new.context?.country ?? "–") "
        + "\(new.isRunning) \(new.observers)"
    default: "\(event)"
    }
  }

  private func noteKey(_ change: Change, _ id: Int) {
    let (key, old) = (change.entry.key, keys.updateValue(change.entry.key, forKey: id))
    // A rebased change is still the same tap.
    let tapKey = change.entry.isRebased ? old ?? key : key
    taps[key] = taps[key] ?? taps[tapKey] ?? time
    if tapKey == key || bornKeys.contains(tapKey) { bornKeys.insert(key) }
    if isClockSet || unmeasured.contains(tapKey) { unmeasured.insert(key) }
  }

  /// Notes that an attempt has not left the device.
  private func noteUnsent(_ id: Int, _ outcome: MachineServer.Answer?) {
    guard let change = machine.changes[id], !change.mayBeApplied else { return }
    switch outcome {
    case .notSent, .waiting, .closed, nil: sentKeys.remove(change.entry.key)
    default: break
    }
  }

  private func effects(of event: Core.Event) -> [Effect<Core.Work>] {
    guard case .perform(let taps, _, _, _) = event else {
      return machine.handle(event, at: .seconds(now))
    }
    let before = queued
    let effects = machine.handle(event, at: .seconds(now))
    if taps.contains(where: { $0.coalescing == .cancels }) {
      gone.formUnion(before.subtracting(queued))
    }
    gone.subtract(taps.flatMap(\.marks).filter(known.contains))
    return effects
  }

  private func load() {
    if isFaulty, chance(10) {
      send(.loaded(.failure(.storage(.inUse("disk")))))
      return send(.load(call(.other)))
    }
    let entries = journal.values.map(\.entry)
    for entry in entries { keys[entry.id] = entry.key }
    let contents = entries.map { entry in
      journal[entry.id]?.tap.flatMap { isOldRelease && $0.isNewer ? nil : $0 }
    }
    send(.loaded(.success(Core.Files(base: base, entries: entries, contents: contents))))
  }

  private func reply(_ waiter: Waiter, _ error: SyncError?) {
    guard let call = calls.removeValue(forKey: waiter) else { return breaks("a call ends twice") }
    switch call {
    case .perform(let marks):
      if error != nil { gone.formUnion(marks.filter { !known.contains($0) }) }
      guard error == nil, machine.disk.status == .written else { return }
      // The call waits for the last record. The model may have moved an earlier tap into the base.
      guard let mark = marks.last, !gone.contains(mark), !machine.base.rescued.contains(mark) else {
        return
      }
      expect(isOnDisk(mark), "a call ends before its change is stored: \(mark)")
      durable.insert(mark)
    case .discard(let marks):
      // A change that is being sent, or that may be applied, stays.
      if error != nil { return gone.subtract(marks) }
      if machine.disk.status == .written { withdrawn.formUnion(gone.intersection(marks)) }
    case .other: break
    }
  }

  // MARK: The disk

  func isOnDisk(_ mark: Int) -> Bool {
    base.confirmed.contains(mark) || base.rescued.contains(mark)
      || journal.values.contains { $0.tap?.marks.contains(mark) ?? false }
  }

  func write(_ saved: [(entry: OutboxEntry, tap: Tap?)], removing removed: Set<Int>) {
    for record in saved {
      if let data = record.tap?.reference {
        expect(
          mayBeFull || base.local.contains(data),
          "a record refers to data that is not stored: \(data)")
      }
      journal[record.entry.id] = record
    }
    for id in removed {
      guard let (_, tap) = journal.removeValue(forKey: id) else { continue }
      for mark in tap?.marks ?? [] where !gone.contains(mark) {
        expect(
          base.confirmed.contains(mark) || base.rescued.contains(mark),
          "a record leaves before its effect is stored: \(mark)")
      }
    }
    checkDisk()
  }

  func store(_ new: Marks) {
    base = new
    checkDisk()
  }
}
