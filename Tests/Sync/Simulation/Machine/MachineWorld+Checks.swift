import Networking
import Storage
@testable import Sync
import SyncTestSupport

extension MachineWorld {
  func marks(of id: Int) -> [Int] { machine.contents[id]?.marks ?? journal[id]?.tap?.marks ?? [] }

  /// The marks of the queue.
  var queued: Set<Int> {
    Set(machine.changes.values.filter { $0.isOpen }.flatMap { marks(of: $0.entry.id) })
  }

  /// The marks of which anybody knows.
  var known: Set<Int> { queued.union(machine.base.confirmed).union(machine.base.rescued) }

  // MARK: After each event

  /// Checks that each tap is shown, until the user has undone it.
  func check() {
    guard broken.isEmpty, machine.turn.isLoaded else { return }
    let base = Set(machine.base.confirmed)
    expect(mayBeFull || base.count == machine.base.confirmed.count, "a mark is twice in the base")
    expect(
      mayBeFull || Set(server.log).count == server.log.count, "a tap was applied twice")
    for (id, change) in machine.changes where change.isUnsent && bornKeys.contains(change.entry.key)
    {
      let own = marks(of: id).filter { $0 > 0 }
      expect(mayBeFull || base.isDisjoint(with: own), "a tap is shown twice: \(own)")
    }
    let lost = born.subtracting(gone).subtracting(known)
    expect(lost.isEmpty, "a tap is not shown: \(lost)")
  }

  /// Checks what a crash would leave.
  func checkDisk() {
    for mark in durable where !gone.contains(mark) && !server.log.contains(mark) {
      expect(isOnDisk(mark), "a crash would lose a stored tap: \(mark)")
    }
    for data in 1...3 where !base.local.contains(data) {
      guard let mark = movers[data] else { return breaks("the device's data is lost: \(data)") }
      expect(
        isOnDisk(mark) || gone.contains(mark) || server.log.contains(mark),
        "the device's data is nowhere: \(data)")
    }
  }

  // MARK: At a request

  /// Checks an attempt when it begins.
  func begin(_ change: OutgoingChange<Tap>) {
    let (id, tap, isFirst) = (change.id, change.change, sentKeys.insert(change.key).inserted)
    expect(surroundings.isOnline && surroundings.isRunning, "an attempt starts while it may not")
    expect(
      tap.marks.allSatisfy { !withdrawn.contains($0) }, "a withdrawn tap is sent: \(tap.marks)")
    expect(!tap.isNewer || !isOldRelease, "a change that cannot be read is sent: \(tap.marks)")
    expect(
      isFirst || tap.marks.contains(0) || bornKeys.contains(change.key) || change.mayBeApplied,
      "sent as new: \(tap.marks)")
    if let validity = tap.validity, let tapped = taps[change.key], isFirst,
      bornKeys.contains(change.key) || !unmeasured.contains(change.key)
    {
      expect(
        time - tapped <= Double(validity) + 0.01,
        "the first attempt is late: \(tap.marks) after \(time - tapped) s")
    }
    if tap.recordsFirstAttempt, let entry = journal[id]?.entry, entry.key == change.key,
      entry.refusal == nil
    {
      expect(entry.attempted != false, "an attempt is not recorded: \(tap.marks)")
    }
    if !marking.contains(id) { checkSequence(id) }
    works.append(.send(change, start: time, isBegun: chance(90)))
  }

  /// Checks a change when the server applies it.
  func checkReceipt(_ change: OutgoingChange<Tap>, at time: Double) {
    guard server.tellsTime, let validity = change.change.validity, let tapped = taps[change.key],
      !unmeasured.contains(change.key)
    else { return }
    expect(
      time - tapped <= Double(validity) + 60,
      "the server applies a late tap: \(change.change.marks) after \(time - tapped) s")
  }

  /// Checks the sequence of the attempts that begin with a record.
  func checkMarking() {
    let now = Set(machine.changes.filter { $0.value.phase == .marking }.keys)
    for id in now.subtracting(marking) { checkSequence(id) }
    marking = marking.filter { machine.changes[$0]?.phase == .sending }.union(now)
  }

  private func checkSequence(_ id: Int) {
    if let blocker = blocker(of: id) { breaks("\(id) is sent before \(blocker)") }
  }

  /// Returns an earlier change that has to be applied before this one is sent.
  private func blocker(of id: Int) -> Int? {
    let open = machine.changes.values.filter { $0.isOpen && $0.entry.id <= id }
      .sorted { $0.entry.id < $1.entry.id }
    guard let entry = machine.changes[id]?.entry else { return nil }
    // It was attempted in an earlier process, so all that it depends on had left.
    if resumed.contains(entry.key) {
      return open.map(\.entry).first { $0.id < id && $0.lane == entry.lane }?.id
    }
    var undecided: [OutboxEntry] = []
    for change in open {
      let entry = change.entry
      if change.phase == .refused || undecided.contains(where: { waits(entry, for: $0.lane) }) {
        undecided.append(entry)
        if entry.id == id { return undecided[0].id }
      }
    }
    return open.map(\.entry).first { earlier in
      guard earlier.id < id else { return false }
      if earlier.lane == entry.lane || waits(entry, for: earlier.lane) { return true }
      return !undecided.contains(earlier) && waits(earlier, for: entry.lane)
    }?.id
  }

  private func waits(_ entry: OutboxEntry, for lane: Lane) -> Bool {
    entry.lane == lane || machine.contents[entry.id]?.dependencies.contains(lane) == true
  }

  /// Whether the user must be able to discard a change.
  func mustBeDiscardable(_ change: Change) -> Bool {
    guard change.isOpen, change.phase != .marking, !sentKeys.contains(change.entry.key) else {
      return false
    }
    return bornKeys.contains(change.entry.key) || change.entry.attempted == false
  }

  // MARK: At the end

  func checkEnd() {
    guard broken.isEmpty else { return }
    for (id, change) in machine.changes where change.phase != .refused {
      let waitsForUser = machine.changes.contains { $0.key < id && $0.value.phase == .refused }
      expect(
        waitsForUser && change.phase == .queued, "a change is still queued: \(id) \(change.phase)")
    }
    expect(calls.isEmpty, "a call does not end: \(calls)")
    expect(
      Set(machine.changes.keys) == Set(journal.keys),
      "the journal is not the queue: \(journal.keys)")
    expect(machine.base == base, "the stored base is another one: \(base)")
    expect(
      Set(base.confirmed) == Set(server.log),
      "the base is not the server's value: \(base.confirmed)")
    for mark in lanes.keys where !gone.contains(mark) {
      expect(known.contains(mark), "a tap is lost: \(mark)")
    }
    checkOrder()
  }

  /// Checks that the server has applied the changes of each lane in sequence.
  private func checkOrder() {
    guard !mayBeFull else { return }
    var last: [Lane: Int] = [:]
    for mark in server.log where mark > 0 && !gone.contains(mark) && !isUnordered.contains(mark) {
      guard let lane = lanes[mark] else { continue }
      expect(last[lane] ?? 0 < mark, "a tap was applied before an earlier one: \(mark)")
      last[lane] = mark
    }
  }
}
