import Foundation
import Networking
import NetworkingTestSupport
import Storage
@testable import Sync
import SyncTestSupport

extension MachineWorld {
  func perform(_ step: MachineStep) {
    guard broken.isEmpty else { return }
    random = SplitMix64(seed: step.seed)
    if chance(3) { now += .random(in: 0...4_000, using: &random) }
    if chance(50) { now += .random(in: 0...2, using: &random) }
    ring()
    switch step.kind {
    case .kill: kill()
    case .fillDisk: if mayBeFull { isFull.toggle() }
    case .city:
      surroundings.context = [.almaty, .belgrade, nil].randomElement(using: &random) ?? nil
      send(.woke)
    case .run: toggleRun()
    case .observe:
      surroundings.observers = 1 - surroundings.observers
      send(.woke)
    case .setClock:
      server.clockError += .random(in: -5_000...5_000, using: &random)
      isClockSet = true
      unmeasured.formUnion(taps.keys)
    case .deliver: deliver()
    case .flap: flap()
    case .offline: isOffline.toggle()
    case .refresh: send(.refresh(call(.other)))
    case .cancel:
      let waiter = call(.other)
      send(.refresh(waiter))
      if calls.removeValue(forKey: waiter) != nil { send(.canceled(waiter)) }
    case .importAgain: importAgain()
    case .decide: decide()
    case .tap: tap()
    case .wait:
      now = max(now, alarms.min() ?? now)
      ring()
    case .finish: finishAny()
    }
  }

  /// Sends the machine the alarms that are due.
  func ring() {
    let due = alarms.count { $0 <= now }
    alarms.removeAll { $0 <= now }
    for _ in 0..<due { send(.woke) }
  }

  private func flap() {
    if surroundings.closed.isEmpty {
      surroundings.closings += 1
      // The gate may open again before anybody has seen it closed.
      if chance(70) { surroundings.closed = [.offline] }
    } else {
      surroundings.closed = []
    }
    if chance(80) { send(.woke) }
  }

  private func toggleRun() {
    surroundings.isRunning.toggle()
    alarms = []
    send(.woke)
    guard !surroundings.isRunning else { return }
    // The end of a run abandons the requests that have not begun.
    let abandoned = works.compactMap(\.abandoned)
    works.removeAll { $0.abandoned != nil }
    for event in abandoned { send(event) }
  }

  func deliver() {
    guard !strays.isEmpty else { return }
    _ = server.perform(strays.removeFirst(), at: time, isFaulty: isFaulty, &random)
  }

  // MARK: The user

  private func lane() -> Lane { Lane("l", "\(Int.random(in: 0..<4, using: &random))") }

  private func tap() {
    follow()
    var taps: [Tap] = []
    var base = machine.base
    var storesBaseFirst = false
    let count = chance(80) ? 1 : 2
    for _ in 0..<count {
      lastMark += 1
      var tap = Tap(marks: [lastMark], lane: lane())
      if chance(20) {
        tap.earlier = (0...3).filter { _ in chance(40) }.map { _ in lane() }
      }
      tap.isLarge = chance(25)
      if chance(25) { tap.validity = [2, 60, 900].randomElement(using: &random) }
      tap.recordsFirstAttempt = chance(25)
      tap.isNewer = !isOldRelease && chance(15)
      if chance(40) { tap.coalescing = chance(25) ? .cancels : .merges }
      tap.refused =
        [.asksUser, .asksUser, .isRescued, .isReplaced].randomElement(using: &random) ?? .asksUser
      if count == 1, chance(20) {
        (tap.coalescing, tap.refused) = (.never, .asksUser)
        if chance(50), let data = base.local.filter({ $0 <= 3 }).min() {
          tap.moved = data
          movers[data] = lastMark
          base.local.remove(data)
        } else {
          tap.reference = 1_000 + lastMark
          base.local.insert(1_000 + lastMark)
          storesBaseFirst = true
        }
      }
      lanes[lastMark] = tap.lane
      taps.append(tap)
    }
    let marks = taps.flatMap(\.marks)
    born.formUnion(marks)
    gone.formUnion(marks)
    // The marks count as gone until the call was accepted.
    send(.perform(taps, base, storesBaseFirst: storesBaseFirst, call(.perform(marks))))
  }

  private func importAgain() {
    lanes[0] = Lane("l", "0")
    born.insert(0)
    gone.insert(0)
    durable.remove(0)
    follow()
    withdrawn.remove(0)
    // The user may have discarded the change of an earlier call.
    for (waiter, call) in calls {
      if case .perform(let marks) = call, marks == [0] { calls[waiter] = .other }
    }
    let tap = Tap(marks: [0], lane: Lane("l", "0"), coalescing: .merges)
    send(.perform([tap], machine.base, storesBaseFirst: false, call(.perform([0]))))
  }

  private func decide() {
    guard let id = machine.changes.keys.sorted().randomElement(using: &random) else { return }
    switch Int.random(in: 0..<3, using: &random) {
    case 0: send(.retry(id, call(.other)))
    case 1: discard(id)
    default:
      guard var tap = machine.contents[id], !tap.marks.contains(0) else { return }
      tap.validity = nil
      send(.resolve(.replace(ChangeID(rawValue: id), with: tap), call(.other)))
    }
  }

  func discard(_ id: Int) {
    guard let change = machine.changes[id] else { return }
    let mustSucceed = mustBeDiscardable(change)
    let marks = marks(of: id).filter { !gone.contains($0) }
    gone.formUnion(marks)
    send(.resolve(.discard(ChangeID(rawValue: id)), call(.discard(marks))))
    let isGone = machine.changes[id]?.isOpen != true
    expect(isGone || !mustSucceed, "a change that was never sent cannot be discarded: \(marks)")
  }

  // MARK: Ends of works

  func finishAny() {
    guard !works.isEmpty, broken.isEmpty else { return }
    switch works.remove(at: .random(in: works.indices, using: &random)) {
    case .journal(let saved, let removed):
      if !isFull { write(saved, removing: removed) }
      send(.journaled(isFull ? .failed(.inUse("disk")) : .written))
    case .store(let base):
      // A failed write of the base may have reached the disk nevertheless.
      if !isFull || chance(20) { store(base) }
      send(.stored(isFull ? .failed(.inUse("disk")) : .written))
    case .fetch(let validator, let context, let count, let start, let isBegun):
      let request = Core.Work.fetch(Marks(), validator: validator, context)
      if !isBegun, !machine.permits(request) { return send(.fetched(nil, context)) }
      // The server reads at any time between the request and the response.
      let isLate = !isBegun || chance(50)
      let (seen, read) = isLate ? (countOfMarks(), time) : (count, start)
      send(.fetched(fetch(validator, seen, at: read), context))
    case .send(let change, let start, let isBegun):
      let isPermitted = surroundings.isOnline && machine.surroundings == surroundings
      let read = isBegun && chance(50) ? start : time
      send(.answered(change.id, isBegun || isPermitted ? answer(change, at: read) : nil))
    }
  }

  /// Returns the number of marks that the server reads, or a replica of it that lags.
  func countOfMarks() -> Int {
    server.count(at: time, lag: server.isVersioned && isFaulty && chance(20) ? 20 : 0)
  }

  private func fetch(
    _ validator: String?, _ count: Int, at time: Double
  ) -> FetchOutcome<Marks> {
    if isOffline { return .failed(.noAnswer(.offline)) }
    if isFaulty {
      switch Int.random(in: 0..<100, using: &random) {
      case 0..<8: return .failed(.noAnswer(.timedOut))
      case 8..<15: return .failed(.status(503), retryAfter: .seconds(5))
      case 15..<17: return .closed(.signedOut)
      default: break
      }
    }
    return server.fetch(count, unless: validator, at: time)
  }

  private func answer(
    _ change: OutgoingChange<Tap>, at time: Double
  ) -> MachineServer.Answer {
    if isOffline { return .notSent }
    guard isFaulty else { return serve(change, at: time) }
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<8:
      if chance(50) { strays.append(change) }
      return .unknown
    case 8..<16:
      _ = serve(change, at: time)
      return .unknown
    case 16..<22: return .tryLater(after: chance(50) ? .seconds(3) : nil)
    case 22..<24: return .closed(.signedOut)
    case 24..<27: return chance(50) ? .notSent : .waiting
    case 27..<35:
      // The request arrives twice.
      strays.append(change)
      return serve(change, at: time)
    default: return serve(change, at: time)
    }
  }

  private func serve(
    _ change: OutgoingChange<Tap>, at time: Double
  ) -> MachineServer.Answer {
    let count = server.log.count
    let answer = server.perform(change, at: time, isFaulty: isFaulty, &random)
    if server.log.count > count { checkReceipt(change, at: time) }
    return answer
  }

  // MARK: Kills and the end

  private func kill() {
    for work in works where chance(50) {
      switch work {
      case .journal(let saved, let removed): if !isFull { write(saved, removing: removed) }
      case .store(let base): if !isFull { store(base) }
      case .send(let change, _, _):
        if chance(50) { strays.append(change) } else if !isOffline { _ = serve(change, at: time) }
      case .fetch: break
      }
    }
    let kept = Set(journal.values.flatMap { $0.tap?.marks ?? [] })
    expect(
      kept.isDisjoint(with: withdrawn), "a change is back although its withdrawal was stored")
    isUnordered.formUnion(gone.intersection(kept))
    gone.subtract(kept)
    for (id, record) in journal where record.entry.refusal == nil {
      let phase = machine.changes[id]?.phase
      if phase == .refused || phase == .applied || phase == .discarded {
        isUnordered.formUnion(record.tap?.marks ?? [])
      }
    }
    for mark in lanes.keys where !isOnDisk(mark) && !server.log.contains(mark) {
      isUnordered.insert(mark)
      gone.insert(mark)
    }
    if chance(50) { surroundings.closed = [] }
    now += .random(in: 0...2_000, using: &random)
    boot()
  }

  /// The network and the disk return: everything ends.
  func heal() {
    guard broken.isEmpty else { return }
    note("— heal")
    (isOffline, isFull, isFaulty) = (false, false, false)
    if isOldRelease { kill() }
    surroundings.closed = []
    surroundings.context = .almaty
    (surroundings.isRunning, surroundings.observers) = (true, 1)
    while !strays.isEmpty { deliver() }
    send(.woke)
    finishAll()
    send(.refresh(call(.other)))
    finishAll()
    checkEnd()
    // What waits for a refused change may be refused, too.
    for _ in 0..<12 {
      for id in machine.changes.keys.sorted() where machine.changes[id]?.phase == .refused {
        discard(id)
      }
      finishAll()
    }
    expect(machine.changes.isEmpty, "the queue does not become empty: \(machine.changes.keys)")
    expect(journal.isEmpty, "the journal does not become empty: \(journal.keys)")
  }

  private func finishAll() {
    for _ in 0..<3_000 where broken.isEmpty {
      if !works.isEmpty {
        finishAny()
      } else if let alarm = alarms.min() {
        now = max(now, alarm)
        ring()
      } else {
        return
      }
    }
    expect(!broken.isEmpty, "the machine does not come to rest")
  }
}
