#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import Networking

extension SyncMachine {
  // MARK: Fetching

  mutating func startFetch() {
    guard let context = surroundings.context, startFetch(isDue: isFetchDue) else { return }
    add(.fetch(base, validator: fetching.validator, context))
  }

  /// Whether a fetch is needed without a call of `refresh()`.
  private var isFetchDue: Bool {
    if fetching.isWanted || !sending.awaited.isEmpty { return true }
    // A failed fetch is repeated while the state is observed or a change waits.
    guard fetching.failure != nil, fetching.failure != .outdated || !fetching.allowsSending else {
      return false
    }
    return surroundings.observers > 0 || !lanes.areAllRefused
  }

  mutating func fetched(_ outcome: FetchOutcome<Base>?, in context: RequestContext) {
    // The response may belong to a city that is not chosen any more.
    let outcome = surroundings.context == context ? outcome : nil
    let start = fetching.startTime ?? turn.now
    switch finishFetch(outcome) {
    case .replace:
      if case .updated(let update, _) = outcome {
        apply(update)
        noteServerTime(update.time, ofFetchAt: start)
      }
      succeedFetch(startedAt: start)
    case .keep: succeedFetch(startedAt: start)
    case .failed(.outdated), .again: break
    case .failed: sending.window = 1
    }
  }

  private mutating func apply(_ update: ServerUpdate<Base>) {
    var new = base
    update.apply(&new)
    setBase(new)
  }

  private mutating func succeedFetch(startedAt start: Duration) {
    let contained = sending.awaited.filter {
      changes[$0]?.isContained(after: fetching, startedAt: start) ?? true
    }
    sending.awaited.removeAll(where: contained.contains)
    for id in contained { leave(id, needs: revision) }
    // The value is new, but a replica lags: it lacks a change that was applied before the fetch.
    if !sending.awaited.isEmpty, !fetching.isWanted { patience.pause(at: turn.now) }
    for waiter in fetching.endRefreshes(upTo: fetching.fetched) {
      // Without a run, the value is stored when the call returns.
      disk.retryNow()
      let call = Disk.Call(waiter: waiter, revision: revision)
      if surroundings.isRunning || !disk.wait(call) { reply(waiter) }
    }
  }

  // MARK: Sending

  /// Adds the changes to those that may be sent, unless something else has to come first.
  mutating func offer(_ ids: [Int]) {
    for id in ids.sorted() {
      guard changes[id]?.phase == .queued, lanes.isFirst(id) else { continue }
      sending.ready.push(contents[id]?.priority ?? .normal, id)
    }
  }

  mutating func startSends() {
    while let next = sending.delayed.first, next.key <= turn.now, let id = sending.delayed.pop() {
      offer([id])
    }
    while surroundings.isRunning, surroundings.isOnline, fetching.allowsSending,
      patience.end <= turn.now, sending.inFlight.count < sending.window, let id = nextToSend()
    { attempt(id) }
  }

  private mutating func nextToSend() -> Int? {
    while let next = sending.ready.first {
      // Large uploads are sent one at a time.
      if next.key == .low, sending.inFlight.values.contains(.low) { return nil }
      guard let id = sending.ready.pop(), let change = changes[id], change.phase == .queued,
        lanes.isFirst(id)
      else { continue }
      if change.notBefore <= turn.now { return id }
      sending.delayed.push(change.notBefore, id)
    }
    return nil
  }

  /// Makes an attempt to send a change, or first records that one will be made.
  private mutating func attempt(_ id: Int) {
    guard let change = changes[id], let content = contents[id], let context = surroundings.context
    else { return }
    if isExpired(change) { return refuse(id, .expired) }
    sending.inFlight[id] = content.priority
    if change.entry.attempted == false {
      // Only before the first attempt: each later one has to send the same bytes.
      if change.entry.tappedAt == nil, let validity = content.validFor, let end = change.deadline {
        changes[id]?.entry.tappedAt = sending.serverTime(at: end - validity)
      }
      changes[id]?.entry.attempted = true
      // Without a record on the disk, no crash leaves a record that says "never sent".
      if change.isOnDisk || disk.isWriting(id) {
        changes[id]?.phase = .marking
        return disk.schedule(id, needs: change.needs)
      }
    }
    changes[id]?.phase = .sending
    patience.start()
    let outgoing = OutgoingChange(
      change: content, key: change.entry.key, id: id, mayBeApplied: change.mayBeApplied,
      tappedAt: changes[id]?.entry.tappedAt.map(Date.init(timeIntervalSince1970:)))
    add(.send(outgoing, on: base, context))
  }

  /// Makes the first attempt, because the write of its record has ended; waits if the write has failed.
  mutating func endMarking(_ id: Int, isWritten: Bool) {
    sending.inFlight[id] = nil
    guard isWritten || changes[id]?.isOnDisk == false else {
      changes[id]?.notBefore = disk.retryTime
      return requeue(id)
    }
    guard surroundings.isRunning, surroundings.isOnline, fetching.allowsSending,
      patience.end <= turn.now
    else { return requeue(id) }
    attempt(id)
  }

  mutating func answered(_ id: Int, _ outcome: SendOutcome<Content, Base>?) {
    guard let change = changes[id], change.phase == .sending else { return }
    sending.inFlight[id] = nil
    switch outcome {
    case .applied(let update):
      // A version that is lower than one of long ago: only a fetch can show the value of a restored server.
      let needsFetch = update.needsFetch || fetching.isReset(update.version, at: turn.now)
      commit(update, needsFetch: needsFetch, isApplied: true)
      changes[id]?.entry.outcome = .applied(version: update.version)
      if needsFetch {
        // The fetch may be far away, so the journal says that the change is not sent again.
        changes[id]?.phase = .applied(
          version: update.version, until: fetching.want(), since: turn.now)
        sending.awaited.append(id)
        disk.schedule(id, needs: revision)
      } else {
        leave(id, needs: revision)
      }
      offer(lanes.remove(id))
      report(.applied, id)
    case .rejected(let rejection, let update):
      commit(update, needsFetch: update.needsFetch, isApplied: false)
      refuse(id, .rejected(rejection))
    case .conflict(let rebased, let update):
      commit(update, needsFetch: update.needsFetch, isApplied: false)
      report(.conflict, id)
      guard let rebased, !change.entry.isRebased else { return refuse(id, .conflict) }
      do throws(SyncError) {
        renew(id, rebased, try encoded(rebased), needs: change.needs, isRebased: true)
      } catch { refuse(id, .conflict) }
    case .expired: refuse(id, .expired)
    case .unknown:
      fail(id, .unknown)
      if rules.fetchesBeforeRepeating { fetching.expire() }
    case .tryLater(let wish): fail(id, .tryLater, wish: wish)
    case .notSent: fail(id, .notSent)
    case .closed(let reason):
      close(reason)
      requeue(id)
    case nil: requeue(id)
    }
  }

  private mutating func commit(
    _ update: ServerUpdate<Base>, needsFetch: Bool, isApplied: Bool
  ) {
    patience.succeed()
    sending.window = min(sending.window * 2, Sending.longestWindow)
    if needsFetch { fetching.expire() }
    let isNew = fetching.commit(
      update.version, isComplete: !needsFetch, isApplied: isApplied, at: turn.now)
    if isNew { apply(update) }
  }

  /// Lets a change be sent again; if no attempt has left the device, it counts as never sent.
  mutating func requeue(_ id: Int) {
    guard let change = changes[id] else { return }
    changes[id]?.phase = .queued
    if change.entry.attempted == true, !change.mayBeApplied {
      changes[id]?.entry.attempted = false
      disk.schedule(id, needs: change.needs)
    }
    if change.notBefore > turn.now {
      sending.delayed.push(change.notBefore, id)
    } else {
      offer([id])
    }
  }

  /// Delays the next attempt; the server may have the change, unless it was not sent.
  private mutating func fail(
    _ id: Int, _ kind: DiagnosticEvent.ChangeStep.Kind, wish: Duration? = nil
  ) {
    guard var change = changes[id] else { return }
    patience.fail(at: turn.now, wish: wish)
    sending.window = 1
    if kind != .notSent {
      change.mayBeApplied = true
      change.failures += 1
    }
    change.notBefore = turn.now + patience.delay(after: change.failures)
    changes[id] = change
    requeue(id)
    report(kind, id)
  }

  /// Lets a change wait for the user.
  private mutating func refuse(_ id: Int, _ refusal: ChangeRefusal<Content.Rejection>) {
    guard let change = changes[id] else { return }
    noteUnreconciled()
    changes[id]?.phase = .refused
    changes[id]?.entry.outcome = .refused(refusal.stored)
    changes[id]?.mayBeApplied = false
    disk.schedule(id, needs: change.needs)
    offer(lanes.refuse(id))
    switch refusal {
    case .conflict: break
    case .expired: report(.expired, id)
    default: report(.refused, id)
    }
  }

  /// Removes the record of a change from the journal once the base that it needs is stored.
  mutating func leave(_ id: Int, needs: Revision) {
    changes[id]?.phase = .leaving
    changes[id]?.needs = needs
    disk.schedule(id, needs: needs)
  }

  // MARK: Validity

  /// Whether the validity of a change that was never sent is over, or cannot be known any more.
  private func isExpired(_ change: Change) -> Bool {
    guard !change.mayBeApplied, contents[change.entry.id]?.validFor != nil else { return false }
    return change.deadline.map { $0 <= turn.now } ?? true
  }

  /// Refuses the changes whose validity is over, and sets the alarm for the others.
  mutating func expireChanges() {
    for id in sending.withValidity.sorted() {
      guard let change = changes[id], change.isUnsent, let deadline = change.deadline else {
        continue
      }
      if deadline <= turn.now { refuse(id, .expired) } else { wake(at: deadline) }
    }
  }

  /// Notes the server's time, by which the validity of changes is measured across restarts.
  ///
  /// The response may have taken long since the start of the fetch, so that a validity ends rather too
  /// early. The response to a change is not used: the server may have repeated an old one.
  private mutating func noteServerTime(_ time: Date?, ofFetchAt start: Duration) {
    guard let seconds = time?.timeIntervalSince1970 else { return }
    sending.clockOffset = seconds - turn.now / .seconds(1)
    let offset = seconds - start / .seconds(1)
    for id in sending.withValidity {
      guard let change = changes[id], change.isUnsent, change.deadline == nil,
        let tap = change.entry.tappedAt, let validity = contents[id]?.validFor
      else { continue }
      changes[id]?.deadline = Duration.seconds(tap - offset) + validity
    }
  }
}
