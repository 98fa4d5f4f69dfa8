import Foundation
import Networking
import Storage

/// The value of a server with the user's changes on top, as a pure machine.
///
/// After each event, ``startWhatIsDue()`` starts every fetch, attempt and write that may start. So no
/// transition has to know what else it makes possible.
struct SyncMachine<Base: Sendable & Equatable, Content: OutboxChange>: Machine {
  /// The constant parameters of a store.
  struct Rules: Sendable {
    var capacity = 1_000
    var fetchesBeforeRepeating = false
    /// Returns an idempotency key that is unique across devices.
    let makeKey: @Sendable () -> IdempotencyKey
    /// The model's rule; see ``OptimisticModel/reconcile(_:with:)``.
    let reconcile:
      @Sendable (inout Base, OptimisticSnapshot<Base, Content>) -> [Resolution<Content>]
  }

  enum Event: MachineEvent {
    // The user
    case load(Waiter)
    /// Enqueues changes and replaces the base.
    case perform([Content], Base, storesBaseFirst: Bool, Waiter)
    case retry(Int, Waiter)
    case resolve(Resolution<Content>, Waiter)
    case refresh(Waiter)
    case canceled(Waiter)
    // The surroundings
    case surroundings(Surroundings)
    case woke
    // The ends of works
    case loaded(Result<Files, SyncError>)
    case journaled(WriteStatus)
    case stored(WriteStatus)
    /// `nil` if the fetch was canceled; `context` is the city of the fetch.
    case fetched(FetchOutcome<Base>?, RequestContext)
    /// `nil` if the attempt was not made.
    case answered(Int, SendOutcome<Content, Base>?)
  }

  /// The contents of the two files.
  struct Files: Sendable {
    let base: Base
    let entries: [OutboxEntry]
    /// The contents of the entries; `nil` for each that this release cannot decode.
    let contents: [Content?]
  }

  enum Work: Sendable, Equatable {
    /// Reads both files; ends with `loaded`.
    case load
    /// Saves and removes records of the journal in one atomic step; ends with `journaled`.
    case journal([OutboxEntry], removing: Set<Int>)
    /// Ends with `stored`.
    case store(Base)
    /// Ends with `fetched`.
    case fetch(Base, validator: String?, RequestContext)
    /// Ends with `answered`.
    case send(OutgoingChange<Content>, on: Base, RequestContext)
  }

  let rules: Rules
  var base: Base
  var revision: Revision = 0
  var changes: [Int: Change] = [:]
  var contents: [Int: Content] = [:]
  var lanes = Lanes()
  var fetching: Fetching
  var patience: Patience
  var sending = Sending()
  var disk: Disk
  var surroundings = Surroundings()
  /// The time by which the model has to reconcile; `nil` if nothing has happened since it did.
  private var unreconciled: Duration?
  var turn: Turn<Work>

  /// Creates a machine; `name` is the name of the queue in reports.
  init(
    _ rules: Rules, name: String = "", base: Base, replicaLag: Duration = .seconds(60),
    random: some RandomNumberGenerator & Sendable
  ) {
    (self.rules, self.base, turn) = (rules, base, Turn(name))
    fetching = Fetching(replicaLag: replicaLag)
    patience = Patience(random)
    disk = Disk(Patience(random))
  }

  mutating func react(to event: Event) {
    switch event {
    case .perform(let changes, let base, let storesBaseFirst, let waiter):
      perform(changes, base, storesBaseFirst, waiter)
    case .retry(let id, let waiter):
      decide(id, waiter) { machine throws(SyncError) in try machine.retry(id) }
    case .resolve(let resolution, let waiter):
      decide(resolution.id, waiter) { machine throws(SyncError) in try machine.resolve(resolution) }
    case .refresh(let waiter): refresh(waiter)
    case .canceled(let waiter): fetching.cancelRefresh(waiter)
    case .load(let waiter): load(waiter, by: .load)
    case .loaded(let result): loaded(result)
    case .surroundings(let surroundings): follow(surroundings)
    case .woke: break
    case .journaled(let status): journaled(status)
    case .stored(let status): stored(status)
    case .fetched(let outcome, let context): fetched(outcome, in: context)
    case .answered(let id, let outcome): answered(id, outcome)
    }
    switch event {
    // `woke` changes nothing that the model reads; the other two note by themselves when they have.
    case .perform, .journaled, .woke: break
    // With a NaN in the base, each write would cause the next one.
    case .stored where base != base: break
    default: if turn.isLoaded { noteUnreconciled() }
    }
    if turn.isLoaded { startWhatIsDue() }
  }

  func permits(_ request: Work) -> Bool {
    switch request {
    case .fetch(_, _, let context), .send(_, _, let context):
      surroundings.isOnline && surroundings.context == context
    case .load, .journal, .store: true
    }
  }

  static func abandoned(_ request: Work) -> Event? {
    switch request {
    case .fetch(_, _, let context): .fetched(nil, context)
    case .send(let change, _, _): .answered(change.id, nil)
    case .load, .journal, .store: nil
    }
  }

  // MARK: Every turn

  /// Starts each request and each write that may start, and sets the alarm for the others.
  private mutating func startWhatIsDue() {
    reconcileIfDue()
    expireChanges()
    startFetch()
    startSends()
    if let ids = disk.startJournal(at: turn.now) { add(journal(ids)) }
    // The model may still edit a base that it has not reconciled.
    if unreconciled == nil, disk.startBase(revision, at: turn.now) { add(.store(base)) }
    setAlarm()
  }

  /// Reports a step of a change.
  mutating func report(_ kind: DiagnosticEvent.ChangeStep.Kind, _ id: Int) {
    guard let change = changes[id] else { return }
    turn.effects.append(
      .report(
        .change(
          DiagnosticEvent.ChangeStep(
            queue: turn.name, kind: kind, failures: change.failures, age: turn.now - change.since,
            waiting: lanes.count))))
  }

  private mutating func setAlarm() {
    wake(at: disk.nextAttempt(for: revision))
    if let next = sending.delayed.compactMap({ changes[$0]?.notBefore }).min() {
      wake(at: max(next, patience.end))
    }
    wake(at: unreconciled)
    if surroundings.isOnline, sending.isReady, fetching.allowsSending {
      wake(at: patience.end)
    }
  }

  mutating func setBase(_ new: Base) {
    guard new != base else { return }
    base = new
    revision += 1
  }

  // MARK: The model

  /// Lets the model reconcile the base and the changes.
  ///
  /// Each call reads the whole queue. With a long queue, it is made once for the events of 50 milliseconds.
  private mutating func reconcileIfDue() {
    guard let deadline = unreconciled else { return }
    if changes.count <= 64 || deadline <= turn.now || disk.isBaseAwaited { reconcile() }
  }

  /// Notes that the base or the changes are not as the model has last reconciled them.
  mutating func noteUnreconciled() { unreconciled = unreconciled ?? turn.now + .milliseconds(50) }

  /// Lets the model reconcile now, if an event has not been reconciled.
  ///
  /// - Returns: The input of the model if it is still valid, so that it need not be computed again; `nil` if
  ///   the model was not asked, or has changed something.
  @discardableResult
  mutating func reconcile() -> OptimisticSnapshot<Base, Content>? {
    guard turn.isLoaded, unreconciled != nil else { return nil }
    unreconciled = nil
    let (before, snapshot) = (revision, snapshot())
    var new = base
    let resolutions = rules.reconcile(&new, snapshot)
    setBase(new)
    for resolution in resolutions {
      // A change that was sent meanwhile is left to its outcome.
      do throws(SyncError) { try resolve(resolution, needs: revision) } catch {}
    }
    return resolutions.isEmpty && revision == before ? snapshot : nil
  }

  /// Returns the input of the model after it has reconciled the base and the changes.
  mutating func settledSnapshot() -> OptimisticSnapshot<Base, Content> {
    reconcile() ?? snapshot()
  }

  /// Returns the input of the model at the time of the last event.
  func snapshot() -> OptimisticSnapshot<Base, Content> {
    var (pending, contained): ([OutboxItem<Content>], [OutboxItem<Content>]) = ([], [])
    pending.reserveCapacity(changes.count)
    // Sorts ids, because sorting the changes would copy them.
    for id in changes.keys.sorted() {
      guard let change = changes[id] else { continue }
      if change.isOpen {
        pending.append(item(change))
      } else if change.phase == .applied {
        contained.append(item(change))
      }
    }
    return OptimisticSnapshot(
      base: base, isStored: disk.isStored(revision), pending: pending, contained: contained,
      context: surroundings.context,
      sync: SyncState(
        isLoaded: turn.isLoaded, fetch: fetching.status(in: surroundings), write: disk.status,
        isSettled: surroundings.isRunning && fetching.isCurrent && pending.isEmpty))
  }

  private func item(_ change: Change) -> OutboxItem<Content> {
    let isSent = change.phase == .sending || change.mayBeApplied && change.isOpen
    return OutboxItem(
      id: ChangeID(rawValue: change.entry.id), lane: change.entry.lane,
      change: contents[change.entry.id], mayBeApplied: isSent, reason: reason(for: change),
      refusal: change.phase == .refused ? change.entry.refusal(of: Content.self) : nil)
  }

  private func reason(for change: Change) -> WaitReason {
    let id = change.entry.id
    switch change.phase {
    case .applied, .discarded: return .applied
    case .refused: return .needsDecision
    case .sending, .marking: return .inFlight
    case .journaling, .queued: break
    }
    if let blocker = lanes.blocker(of: id) {
      let first = ChangeID(rawValue: blocker)
      return lanes.isOfSameLane(blocker, as: id)
        ? .blockedByEarlier(first) : .blockedByDependency(first)
    }
    if !surroundings.closed.isEmpty { return .gateClosed(surroundings.closed) }
    if !surroundings.isRunning { return .notRunning }
    if disk.isJournalFailing, change.entry.attempted == false, change.isOnDisk { return .notStored }
    let delay = max(change.notBefore, patience.end) - turn.now
    return delay > .zero ? .backoff(delay) : .ready
  }

  // MARK: Surroundings

  private mutating func loaded(_ result: Result<Files, SyncError>) {
    switch result {
    case .success(let files):
      restore(files)
      endLoading()
    case .failure(let error): endLoading(error)
    }
  }

  /// Shows the stored base and changes, and continues each change where the journal says that it was.
  private mutating func restore(_ files: Files) {
    base = files.base
    let (entries, contents) = (files.entries, files.contents)
    changes.reserveCapacity(entries.count)
    self.contents.reserveCapacity(entries.count)
    // Sorts positions, because sorting the entries would copy them.
    for place in entries.indices.sorted(by: { entries[$0].id < entries[$1].id }) {
      let (entry, id) = (entries[place], entries[place].id)
      var change = Change(entry: entry, phase: .queued, since: turn.now, isOnDisk: true)
      change.mayBeApplied = entry.refusal == nil && entry.attempted != false
      if entry.refusal != nil || contents[place] == nil { change.phase = .refused }
      changes[id] = change
      self.contents[id] = contents[place]
      sending.lastID = id
      lanes.append(
        id, entry.lane, contents[place]?.dependencies ?? [], isRefused: change.phase == .refused,
        isAttempted: entry.attempted == true)
      if contents[place]?.validFor != nil { sending.withValidity.insert(id) }
    }
    offer(lanes.firsts)
    // An empty journal has no such change.
    report(.restored, sending.lastID)
  }

  private mutating func follow(_ new: Surroundings) {
    // Two cities may have the same validator.
    if new.context != surroundings.context { fetching.forgetValidator() }
    let (isExpired, isConnected) = enter(new)
    if isExpired { fetching.expire() }
    guard isConnected else { return }
    for id in sending.delayed { changes[id]?.delayEnd = .zero }
  }

  // MARK: Writing

  private func journal(_ ids: [Int]) -> Work {
    var (saved, removed): ([OutboxEntry], Set<Int>) = ([], [])
    for id in ids {
      guard let change = changes[id] else { continue }
      if !change.isOpen {
        removed.insert(id)
      } else if contents[id] != nil {
        // The record of a change that cannot be read stays as it is.
        saved.append(change.entry)
      }
    }
    return .journal(saved, removing: removed)
  }

  private mutating func journaled(_ status: WriteStatus) {
    let isWritten = status.failure == nil
    let (records, waiters, withoutBase) = disk.endJournal(status, at: turn.now)
    for (id, isOutdated) in records {
      guard let change = changes[id] else { continue }
      if isWritten { changes[id]?.isOnDisk = true }
      guard !isOutdated else { continue }
      switch change.phase {
      case .journaling: requeue(id)
      case .marking: endMarking(id, isWritten: isWritten)
      case .applied where isWritten, .discarded where isWritten:
        (changes[id], contents[id]) = (nil, nil)
        sending.withValidity.remove(id)
        noteUnreconciled()
      default: break
      }
    }
    release(waiters, withoutBase)
  }

  private mutating func stored(_ status: WriteStatus) {
    let (waiters, withoutBase) = disk.endBase(status, at: turn.now)
    release(waiters, withoutBase)
  }

  /// A failing disk holds up neither a call nor a change.
  private mutating func release(_ waiters: [Waiter], _ withoutBase: [Int]) {
    for waiter in waiters { reply(waiter) }
    for id in withoutBase {
      switch changes[id]?.phase {
      case .journaling:
        if changes[id]?.isOnDisk == false { changes[id]?.needs = 0 }
        requeue(id)
      case .marking: endMarking(id, isWritten: false)
      default: break
      }
    }
  }
}

extension WriteStatus {
  /// The error of the last write, if it failed.
  var failure: StorageError? { if case .failed(let error) = self { error } else { nil } }
}
