import Foundation
import Networking

extension SyncMachine {
  // MARK: Fetching

  mutating func startFetch() {
    guard let context = surroundings.context, startFetch(isDue: isFetchDue) else { return }
    add(.fetch(base, validator: fetching.validator, context))
  }

  /// Whether a fetch is needed without a call of `refresh()`.
  private var isFetchDue: Bool {
    if fetching.isWanted { return true }
    // A failed fetch is repeated while the state is observed or a change waits.
    return fetching.failure != nil && (surroundings.observers > 0 || !lanes.areAllRefused)
  }

  mutating func fetched(_ outcome: FetchOutcome<Base>?, in context: RequestContext) {
    // The response may belong to a city that is not chosen any more.
    let outcome = surroundings.context == context ? outcome : nil
    let start = fetching.startTime ?? turn.now
    // A fetch that succeeds says nothing about the attempts that fail.
    switch finishFetch(outcome, endsDelays: sending.delayed.isEmpty) {
    case .replace:
      if case .updated(let update, _) = outcome {
        apply(update)
        noteServerTime(update.time, ofFetchAt: start)
      }
      endRefreshes()
    case .keep: endRefreshes()
    case .failed(.outdated), .again: break
    case .failed: sending.window = 1
    }
  }

  private mutating func apply(_ update: ServerUpdate<Base>) {
    var new = base
    update.apply(&new)
    setBase(new)
  }

  private mutating func endRefreshes() {
    for waiter in fetching.endRefreshes(upTo: fetching.fetched) {
      // Without a run, the value is stored when the call returns.
      disk.retryNow()
      if surroundings.isRunning || !disk.wait(waiter, for: [], then: revision) { reply(waiter) }
    }
  }

  // MARK: Sending

  /// Adds the changes to those that may be sent, unless something else has to come first.
  mutating func offer(_ ids: [Int]) {
    for id in ids.sorted() {
      guard changes[id]?.phase == .queued, lanes.isFirst(id) else { continue }
      if contents[id]?.isLarge == true {
        sending.readyLarge.append(id)
      } else {
        sending.ready.append(id)
      }
    }
  }

  mutating func startSends() {
    let due = sending.delayed.filter { changes[$0]?.notBefore ?? .zero <= turn.now }
    sending.delayed.subtract(due)
    offer(Array(due))
    while surroundings.isRunning, surroundings.isOnline, fetching.allowsSending,
      patience.end <= turn.now, sending.inFlight.count < sending.window, let id = nextToSend()
    { attempt(id) }
  }

  private mutating func nextToSend() -> Int? {
    while let id = sending.ready.popFirst() { if maySend(id) { return id } }
    // Large changes are sent one at a time.
    if sending.inFlight.contains(where: { contents[$0]?.isLarge == true }) { return nil }
    while let id = sending.readyLarge.popFirst() { if maySend(id) { return id } }
    return nil
  }

  /// Whether a change may still be sent.
  private func maySend(_ id: Int) -> Bool {
    guard let change = changes[id], change.phase == .queued, lanes.isFirst(id) else { return false }
    return change.notBefore <= turn.now
  }

  /// Makes an attempt to send a change, or first records that one will be made.
  private mutating func attempt(_ id: Int) {
    guard let change = changes[id], let content = contents[id], let context = surroundings.context
    else { return }
    if content.validFor != nil, !change.mayBeApplied, sending.clockOffset == nil,
      !sending.hasAskedForTime
    {
      sending.hasAskedForTime = true
      fetching.expire()
      startFetch()
      return offer([id])
    }
    if isExpired(change) { return refuse(id, .expired) }
    sending.inFlight.insert(id)
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
    sending.inFlight.remove(id)
    guard isWritten || changes[id]?.isOnDisk == false else {
      changes[id]?.delayEnd = disk.retryTime
      return requeue(id)
    }
    guard surroundings.isRunning, surroundings.isOnline, fetching.allowsSending,
      patience.end <= turn.now
    else { return requeue(id) }
    attempt(id)
  }

  mutating func answered(_ id: Int, _ outcome: SendOutcome<Content, Base>?) {
    guard let change = changes[id], change.phase == .sending else { return }
    sending.inFlight.remove(id)
    switch outcome {
    case .applied(let update):
      // A version that is lower than one of long ago: only a fetch can show the value of a restored server.
      if fetching.isReset(update.version, at: turn.now) {
        fetching.expire()
        // The answer of the repeated attempt has a value that counts.
        if !change.mayBeApplied {
          changes[id]?.mayBeApplied = true
          return requeue(id)
        }
      }
      commit(update, isApplied: true)
      end(id, .applied, needs: revision)
      report(.applied, id)
    case .rejected(let rejection, let update):
      commit(update, isApplied: false)
      refuse(id, .rejected(rejection))
    case .conflict(let rebased, let update):
      commit(update, isApplied: true)
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
    case .waiting:
      changes[id]?.failures += 1
      postpone(id, .notSent)
    case .closed(let reason):
      close(reason)
      requeue(id)
    case nil: requeue(id)
    }
  }

  private mutating func commit(_ update: ServerUpdate<Base>, isApplied: Bool) {
    patience.succeed()
    sending.window = min(sending.window * 2, Sending.longestWindow)
    if fetching.commit(update, isApplied: isApplied, at: turn.now) { apply(update) }
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
      sending.delayed.insert(id)
    } else {
      offer([id])
    }
  }

  /// Delays the next attempt; the server may have the change, unless it was not sent.
  private mutating func fail(
    _ id: Int, _ kind: DiagnosticEvent.ChangeStep.Kind, wish: Duration? = nil
  ) {
    patience.fail(at: turn.now, wish: wish)
    sending.window = 1
    if kind != .notSent {
      changes[id]?.mayBeApplied = true
      changes[id]?.failures += 1
    }
    postpone(id, kind, wish: wish)
  }

  /// Delays the next attempt of this change alone.
  private mutating func postpone(
    _ id: Int, _ kind: DiagnosticEvent.ChangeStep.Kind, wish: Duration? = nil
  ) {
    let failures = changes[id]?.failures ?? 0
    changes[id]?.delayEnd = turn.now + patience.delay(after: failures)
    if let wish { changes[id]?.wishEnd = turn.now + min(wish, Patience.longestWish) }
    requeue(id)
    report(kind, id)
  }

  /// Lets a change wait for the user.
  private mutating func refuse(_ id: Int, _ refusal: ChangeRefusal<Content.Rejection>) {
    guard let change = changes[id] else { return }
    noteUnreconciled()
    changes[id]?.phase = .refused
    changes[id]?.entry.refusal = refusal.stored
    changes[id]?.mayBeApplied = false
    disk.schedule(id, needs: change.needs)
    offer(lanes.refuse(id))
    switch refusal {
    case .conflict: break
    case .expired: report(.expired, id)
    default: report(.refused, id)
    }
  }

  /// Ends a change; its record is removed from the journal once the base that it needs is stored.
  mutating func end(_ id: Int, _ phase: Phase, needs: Revision) {
    changes[id]?.phase = phase
    changes[id]?.needs = needs
    disk.schedule(id, needs: needs)
    offer(lanes.remove(id))
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
        let tap = change.entry.tappedAt, let validity = contents[id]?.validFor,
        // A tap in the future is none of this clock; the change expires.
        (0...seconds + 60).contains(tap)
      else { continue }
      changes[id]?.deadline = Duration.seconds(tap - offset) + validity
    }
  }
}

/// The changes that may be sent, and those that are being sent.
struct Sending: Sendable {
  /// The most changes that are sent at a time.
  static var longestWindow: Int { 4 }

  var lastID = 0
  /// The changes that may be sent, in the order in which they became so.
  ///
  /// A change that is added again after each attempt lets the others go first. A change that may not be sent
  /// any more is not removed; it is skipped when its turn comes.
  var ready = ArraySlice<Int>()
  /// The same for large changes, which are sent after the others.
  var readyLarge = ArraySlice<Int>()
  /// The changes that may be sent after a delay of their own.
  var delayed: Set<Int> = []
  var inFlight: Set<Int> = []
  /// The number of changes that may be in flight: one after a failure, more with each response.
  var window = 1
  /// The changes that have a validity.
  ///
  /// Those of an earlier process get their deadline with the server's first response.
  var withValidity: Set<Int> = []
  /// The server's clock less this process's one, in seconds; `nil` before its first response.
  var clockOffset: Double?
  /// Whether a fetch was required because the server's time was not known.
  var hasAskedForTime = false

  var isReady: Bool { !ready.isEmpty || !readyLarge.isEmpty }

  /// The server's time in seconds since 1970; `nil` before its first response.
  func serverTime(at now: Duration) -> Double? { clockOffset.map { now / .seconds(1) + $0 } }
}
