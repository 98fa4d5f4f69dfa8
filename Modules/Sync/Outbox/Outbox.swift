#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import Storage

/// A persistent queue of the user's changes: each change is stored, then sent until the server answers.
///
/// Changes of one ``Lane`` are sent in the sequence in which they were made, each after all earlier ones
/// have been applied or removed. Lanes are independent unless a change has ``OutboxChange/dependencies``.
/// Nothing is sent while the ``Gate`` is closed.
///
/// A change that was sent and got no answer may have been applied. It is sent again with the same content
/// and the same idempotency key, and is never merged with a later change. After a restart the same
/// applies to every change without an answer.
actor Outbox<Change: OutboxChange> {
  /// An attempt to send a change.
  typealias Attempt = @Sendable (OutgoingChange<Change>) async -> SendAttempt<Change>

  /// The maximum number of changes that are sent at the same time.
  private static var lanes: Int { 4 }

  private let journal: any OutboxStore
  /// The name of the journal, which each entry stores; `nil` for a journal in memory.
  private let journalName: String?
  /// The id of the account, which each entry stores; `nil` for a guest.
  private let account: String?
  private let gate: Gate
  private var time: OutboxTime
  private let makeKey: @Sendable () -> String
  private let attempt: Attempt
  /// A closure that is called on this actor whenever an item may have changed.
  var onChange: (@Sendable () -> Void)?

  private let capacity: Int
  /// The encoder of all changes.
  ///
  /// It is shared, because creating one takes as long as encoding a small change.
  private let encoder = JSONEncoder()

  private var pending = PendingChanges<Change>()
  /// Number of writes in progress, by change id; a change is not sent before its writes have ended.
  private var writing: [Int: Int] = [:]
  private var nextID = 1
  private var isLoaded = false
  private let observers = Broadcast<[OutboxItem<Change>]>()
  /// The continuation that wakes the loop of ``run()``; `nil` while no run is in progress.
  private var wake: AsyncStream<Void>.Continuation?
  /// The time of the next scheduled wake-up.
  private var alarm: Duration?

  /// Creates a queue that sends nothing before ``run()``.
  ///
  /// - Parameters:
  ///   - journal: Stores the changes. Each queue needs a journal of its own.
  ///   - capacity: The maximum number of changes that have not been applied; further ones throw
  ///     ``SyncError/full(limit:)``.
  ///   - gate: Decides whether anything may be sent.
  ///   - clock: Measures the delays before retries.
  ///   - random: Spreads retries, so that devices do not retry at the same moment.
  ///   - makeKey: Returns an idempotency key that is unique across devices, such as a UUID.
  ///   - send: Makes one attempt. It is canceled together with ``run()``, and then returns
  ///     ``Delivery/unknown`` unless it knows the outcome.
  init<Time: Clock>(
    journal: OutboxJournal, capacity: Int = 1_000, gate: Gate, clock: Time,
    random: some RandomNumberGenerator & Sendable, makeKey: @escaping @Sendable () -> String,
    send: @escaping @Sendable (OutgoingChange<Change>) async -> Delivery<Change>
  ) where Time.Duration == Duration {
    self.journal = journal.store
    journalName = journal.name
    account = journal.account
    self.capacity = capacity
    self.gate = gate
    time = OutboxTime(clock, random)
    self.makeKey = makeKey
    attempt = { SendAttempt(await send($0)) }
    // With sorted keys, equal changes have equal bytes.
    encoder.outputFormatting = .sortedKeys
  }

  // MARK: Adding

  /// Stores a change after all earlier ones and queues it for sending.
  ///
  /// If the last change of its lane was never sent, ``OutboxChange/coalesce(after:)`` may merge the two
  /// or cancel both. Works without ``run()`` and in a canceled task.
  ///
  /// - Returns: `WriteStatus.written`, or the reason why a crash would lose the change. The change is
  ///   sent in either case.
  /// - Throws: ``SyncError``; the change was not added.
  func enqueue(_ change: Change) async throws(SyncError) -> WriteStatus {
    try await load()
    return await finishWriting(try accept([change]).get())
  }

  /// Adds changes in memory, either all or none.
  ///
  /// None of them is sent before ``finishWriting(_:)`` has stored them.
  func accept(_ changes: [Change]) -> Result<Set<Int>, SyncError> {
    let before = changes.count > 1 ? (pending, nextID) : nil
    do throws(SyncError) {
      var ids: Set<Int> = []
      for change in changes {
        if let id = try coalesced(change) { ids.insert(id) } else { ids.insert(try append(change)) }
      }
      beginWriting(ids)
      return .success(ids)
    } catch {
      if let before { (pending, nextID) = before }
      return .failure(error)
    }
  }

  private func append(_ change: Change) throws(SyncError) -> Int {
    let payload = try encoded(change)
    // Counting the changes that are not applied is slow, so it happens only if the queue seems full.
    guard pending.count < capacity || pending.count(where: { !$0.isApplied }) < capacity else {
      throw .full(limit: capacity)
    }
    let entry = OutboxEntry(
      id: nextID, key: makeKey(), lane: change.lane, payload: payload,
      dependencies: change.dependencies, priority: change.priority, journal: journalName,
      account: account)
    nextID += 1
    var taken = PendingChange(entry: entry, isReadable: true, mayBeApplied: false)
    for place in pending.places(awaitedBy: taken) {
      taken.entry.serverIDs.merge(pending[place].entry.serverIDs) { $1 }
    }
    pending.append(taken, change)
    return entry.id
  }

  /// Combines a change with the last change of its ``Lane`` if that one was never sent, and returns the
  /// id of that one.
  ///
  /// Returns `nil` if the change has to be appended.
  private func coalesced(_ change: Change) throws(SyncError) -> Int? {
    // Read once, because a feature may compute it slowly.
    let lane = change.lane
    guard change.dependencies == .none,
      let index = pending.places(in: lane).last,
      pending.entries[index].isUnsent, let earlier = pending.change(at: index),
      // A change in between that depends on the lane was made for its current state, which coalescing
      // would alter.
      !pending.dependantPlaces.contains(where: { $0 > index && pending[$0].depends(on: lane) })
    else { return nil }
    let id = pending.entries[index].id
    switch change.coalesce(after: earlier) {
    case .keepBoth:
      return nil
    case .cancelled:
      pending.remove([id])
    case .merged(let merged):
      pending.replaceChange(at: index, with: merged, payload: try encoded(merged))
      // The server may already know the old key with the old content.
      pending[index].entry.key = makeKey()
      pending[index].entry.priority = merged.priority
    }
    return id
  }

  private func encoded(_ change: Change) throws(SyncError) -> Data {
    do { return try encoder.encode(change) } catch { throw .notEncodable("\(error)") }
  }

  // MARK: Observing

  /// Returns the queued changes, the oldest first.
  func items() async throws(SyncError) -> [OutboxItem<Change>] {
    try await load()
    return currentItems()
  }

  /// Returns the queued changes, then each update; a slow consumer skips intermediate ones.
  ///
  /// The first element arrives after another call has read the journal; this call does not read it.
  func updates() -> AsyncStream<[OutboxItem<Change>]> {
    observers.observe(now: isLoaded ? currentItems() : nil)
  }

  func currentItems() -> [OutboxItem<Change>] {
    reasons().enumerated().map { pending.item(at: $0, because: $1) }
  }

  /// The version of the current items.
  ///
  /// It is different after everything that changes the items, except for the passing of time.
  var moment: OutboxMoment {
    OutboxMoment(revision: pending.revision, closed: gate.reasons, isRunning: isRunning)
  }

  /// The time on the queue's clock.
  var now: Duration { time.now() }

  /// Whether ``run()`` is running.
  private var isRunning: Bool { wake != nil }

  /// Returns the reason why each change is still queued, in one walk from the oldest to the newest.
  private func reasons() -> [WaitReason] {
    let (closed, now, isRunning) = (gate.reasons, time.now(), isRunning)
    var ahead = BlockingIndex()
    return pending.entries.map { change in
      defer {
        if !change.isApplied { ahead.pass(change.entry, needsDecision: change.needsDecision) }
      }
      return change.reason(
        head: ahead.head(of: change.lane), blocker: ahead.blocker(of: change.entry), closed, now,
        isRunning: isRunning)
    }
  }

  /// Notifies the observers and wakes the loop of ``run()``.
  private func changed() {
    tell()
    wake?.yield()
  }

  /// Notifies all observers; computes the items only if ``updates()`` has an observer.
  private func tell() {
    onChange?()
    observers.tell(currentItems())
  }

  // MARK: Deciding

  /// Sends a refused change again, or sends a delayed change now.
  ///
  /// A refused change gets a new idempotency key, because the server would repeat its answer to the old
  /// key. A delay that the server requested still applies.
  func retry(_ id: Int) async throws(SyncError) {
    try await load()
    let index = try restingIndex(of: id)
    if pending[index].entry.outcome != nil { pending[index].entry.renew(makeKey()) }
    pending[index].notBefore = pending[index].floor
    await record([id])
  }

  /// Replaces a change with another one of the same lane, under a new idempotency key.
  ///
  /// Use this method to correct a change that the server refused or that this release cannot decode. The
  /// new change takes the position and the dependencies of the old one.
  ///
  /// - Returns: `WriteStatus.written`, or the reason why a crash would restore the old change.
  /// - Throws: ``SyncError/mayBeApplied(_:)`` if the server may have the change or may still receive it.
  ///   Enqueue a change that undoes it; the server receives that one later.
  @discardableResult
  func replace(_ id: Int, with change: Change) async throws(SyncError) -> WriteStatus {
    try await load()
    let payload = try encoded(change)
    let index = try restingIndex(of: id)
    // An unreadable change cannot be sent, so it has to be replaceable.
    guard !pending[index].mayBeApplied || !pending[index].isReadable else {
      throw .mayBeApplied(id)
    }
    pending.replaceChange(at: index, with: change, payload: payload)
    pending[index].entry.renew(makeKey())
    pending[index].mayBeApplied = false
    pending[index].notBefore = .zero
    return await record([id])
  }

  /// Removes a change that the server certainly has not applied.
  ///
  /// - Throws: ``SyncError/mayBeApplied(_:)`` if the server may have the change; enqueue a change that
  ///   undoes it. A change that this release cannot decode and that may have been sent can only be
  ///   replaced.
  func discard(_ id: Int) async throws(SyncError) {
    try await load()
    let index = try restingIndex(of: id)
    guard !pending[index].mayBeApplied else { throw .mayBeApplied(id) }
    pending.remove([id])
    await record([id])
  }

  private func restingIndex(of id: Int) throws(SyncError) -> Int {
    guard let index = pending.index(of: id), !pending[index].isApplied else {
      throw .unknownChange(id)
    }
    guard !pending[index].isInFlight, writing[id] == nil else { throw .inFlight(id) }
    return index
  }

  /// Removes applied changes; call it once the data that contains their effect is stored.
  func settle(_ ids: Set<Int>) async {
    let applied = ids.filter { id in pending.index(of: id).map { pending[$0].isApplied } ?? false }
    guard !applied.isEmpty else { return }
    pending.remove(applied)
    await record(applied)
  }

  // MARK: Running

  /// Sends changes until its task is canceled; await it in one task of the app.
  ///
  /// A second call returns at once while the first is running.
  ///
  /// - Throws: ``SyncError/storage(_:)`` if the pending changes cannot be read; call it again
  ///   later.
  func run() async throws(SyncError) { try await run(attempt) }

  /// Sends changes with the function `attempt`, until the calling task is canceled.
  ///
  /// The function is not stored, because it may retain the owner of this queue.
  func run(_ attempt: @escaping Attempt) async throws(SyncError) {
    guard wake == nil else { return }
    let (wakes, continuation) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    wake = continuation
    defer {
      wake = nil
      if isLoaded { tell() }
    }
    try await load()
    changed()
    await withDiscardingTaskGroup { group in
      group.addTask { await self.followGate() }
      for await _ in wakes { startWhatCan(in: &group, attempt) }
    }
    alarm = nil
  }

  /// Ends the delays of all changes, except those that the server has requested.
  func retryNow() {
    for index in pending.indices { pending[index].notBefore = pending[index].floor }
    changed()
  }

  /// Sends the changes whose time has come, and schedules a wake-up for the next attempt.
  private func startWhatCan(in group: inout DiscardingTaskGroup, _ attempt: @escaping Attempt) {
    // Nothing can be sent, so the reasons need not be computed. `followGate` has notified the observers.
    guard gate.isOpen else { return }
    guard pending.inFlight.count < Self.lanes else { return tell() }
    let reasons = reasons()
    let ready = pending.indices.filter { reasons[$0] == .ready && writing[pending[$0].id] == nil }
      .sorted { (pending[$0].entry.priority, $0) < (pending[$1].entry.priority, $1) }
    for index in ready where mayStart(pending[index].entry.priority) {
      pending[index].isInFlight = true
      let id = pending[index].id
      group.addTask { await self.send(id, attempt) }
    }
    wakeForNextAttempt(reasons, in: &group)
    tell()
  }

  /// Whether another change of this priority may be sent now; of low priority only one at a time.
  private func mayStart(_ priority: SendPriority) -> Bool {
    pending.inFlight.count < Self.lanes
      && (priority != .low || !pending.inFlight.values.contains(.low))
  }

  private func wakeForNextAttempt(_ reasons: [WaitReason], in group: inout DiscardingTaskGroup) {
    let waiting = pending.indices.filter { if case .backoff = reasons[$0] { true } else { false } }
    guard let next = waiting.map({ pending[$0].notBefore }).min() else { return }
    // The scheduled wake-up suffices if it is in the future and not later than the next attempt.
    if let alarm, time.now() < alarm, alarm <= next { return }
    alarm = next
    group.addTask {
      do { try await self.time.sleep(next) } catch { return }
      await self.wake?.yield()
    }
  }

  private func send(_ id: Int, _ attempt: Attempt) async {
    guard let index = pending.index(of: id), let change = pending.change(at: index) else { return }
    pending[index].isInFlight = false
    // Since this task was created, the gate may have closed, or another change may have become a blocker.
    guard reasons()[index] == .ready else { return changed() }
    pending[index].isInFlight = true
    let outgoing = OutgoingChange(
      change: change, key: pending[index].entry.key, serverIDs: pending[index].entry.serverIDs,
      id: id)
    let mayHaveBeenApplied = pending[index].mayBeApplied
    pending[index].mayBeApplied = true
    let result = await attempt(outgoing)
    result.commit?()
    await result.store?()
    await finish(id, result.delivery, mayHaveBeenApplied)
  }

  /// Applies the outcome of an attempt.
  ///
  /// The change stays in flight until this function returns, so no other call removes it from the queue.
  private func finish(
    _ id: Int, _ delivery: Delivery<Change>, _ mayHaveBeenApplied: Bool
  ) async {
    guard let index = pending.index(of: id) else { return }
    var answered: Set<Int> = []
    switch delivery {
    case .applied(let serverID):
      answered = [id]
      if let serverID { answered.formUnion(note(serverID, from: id, of: pending[index].lane)) }
      pending[index].entry.outcome = .applied(version: 0)
    case .rejected(let rejection):
      answered = [id]
      refuse(index, .rejected(rejection))
    case .conflict(let rebased):
      answered = [id]
      rebase(index, on: rebased)
    case .unknown:
      pending[index].failures += 1
      delay(index)
    case .busy(let retryAfter):
      pending[index].failures += 1
      pending[index].floor = time.now() + (retryAfter ?? .zero)
      delay(index)
    case .unreachable:
      pending[index].misses += 1
      pending[index].mayBeApplied = mayHaveBeenApplied
      delay(index)
    case .closed(let reason):
      pending[index].mayBeApplied = mayHaveBeenApplied
      gate.close(for: reason)
    }
    if !answered.isEmpty {
      // If the write fails, only memory has the outcome. After a restart the change is sent again under
      // the same key, and the server repeats its answer.
      await record(answered)
    }
    if let index = pending.index(of: id) { pending[index].isInFlight = false }
    changed()
  }

  /// Stores a server's id in all changes that need it, and returns the ids of these changes.
  ///
  /// An earlier change that may already have been sent without the id is not modified, because a repeated
  /// attempt must send the same content.
  private func note(_ serverID: String, from id: Int, of lane: Lane) -> Set<Int> {
    var told: Set<Int> = []
    for index in pending.indices where pending[index].depends(on: lane) {
      if pending[index].id < id && pending[index].mayBeApplied { continue }
      pending[index].entry.serverIDs[lane.description] = serverID
      told.insert(pending[index].id)
    }
    return told
  }

  private func refuse(_ index: Int, _ refusal: ChangeRefusal<Change.Rejection>) {
    pending[index].entry.outcome = .refused(refusal.storedText)
    pending[index].mayBeApplied = false
  }

  private func rebase(_ index: Int, on rebased: Change?) {
    guard let rebased, !pending[index].entry.isRebased else {
      return refuse(index, .conflict)
    }
    do {
      pending.replaceChange(at: index, with: rebased, payload: try encoded(rebased))
    } catch {
      return refuse(index, .conflict)
    }
    pending[index].entry.key = makeKey()
    pending[index].entry.isRebased = true
    pending[index].mayBeApplied = false
  }

  private func delay(_ index: Int) {
    let attempts = pending[index].failures + pending[index].misses
    pending[index].notBefore = max(time.next(after: attempts), pending[index].floor)
  }

  /// Ends the delays of all changes whenever the gate opens, because an attempt may now succeed.
  private func followGate() async {
    // The first element is the current state of the gate, and not an update.
    var isNews = false
    for await reasons in gate.changes() {
      if reasons.isEmpty && isNews { retryNow() } else { changed() }
      isNews = true
    }
  }

  // MARK: Journal

  /// Reads the journal once.
  func load() async throws(SyncError) {
    guard !isLoaded else { return }
    let entries: [OutboxEntry]
    do { entries = try await journal.entries() } catch { throw .storage(error) }
    // A concurrent call may have finished first.
    guard !isLoaded else { return }
    if let other = entries.lazy.compactMap(\.account).first(where: { $0 != account }) {
      throw .anotherAccount(other)
    }
    isLoaded = true
    let changes = changes(in: entries)
    pending.reserveCapacity(entries.count)
    // Sorts positions instead of entries, which would be copied.
    for place in entries.indices.sorted(by: { entries[$0].id < entries[$1].id }) {
      let entry = entries[place]
      pending.append(
        PendingChange(
          entry: entry, isReadable: changes[place] != nil, mayBeApplied: entry.outcome == nil),
        changes[place])
    }
    nextID = (pending.last?.id ?? 0) + 1
    changed()
  }

  /// Decodes the contents of entries in parallel; `nil` for each that this release cannot decode.
  private func changes(in entries: [OutboxEntry]) -> [Change?] {
    ParallelChunks(of: entries.count).reduce(into: []) { places in
      // One decoder per chunk, because creating one takes as long as decoding a small change.
      let decoder = JSONDecoder()
      return places.map { place in
        do {
          return try decoder.decode(Change.self, from: entries[place].payload)
        } catch { return Change?.none }
      }
    } take: { changes, piece, _ in
      changes += piece
    }
  }

  /// Writes the changes with these ids to the journal, in one atomic step.
  ///
  /// Those that are no longer in the queue are removed from the journal.
  ///
  /// None of them is sent before the write has ended.
  @discardableResult
  private func record(_ ids: Set<Int>) async -> WriteStatus {
    beginWriting(ids)
    return await finishWriting(ids)
  }

  /// Blocks the sending of these changes until ``finishWriting(_:)`` has ended.
  private func beginWriting(_ ids: Set<Int>) {
    for id in ids { writing[id, default: 0] += 1 }
  }

  /// Writes changes that ``beginWriting(_:)`` has blocked.
  func finishWriting(_ ids: Set<Int>) async -> WriteStatus {
    let entries = ids.sorted().compactMap { pending.index(of: $0).map { pending[$0].entry } }
    let removed = ids.subtracting(entries.map(\.id))
    defer {
      for id in ids { writing[id] = writing[id].flatMap { $0 > 1 ? $0 - 1 : nil } }
      changed()
    }
    return await journal.write(entries, removing: removed)
  }
}

/// The result of one attempt to send a change.
struct SendAttempt<Change: OutboxChange>: Sendable {
  let delivery: Delivery<Change>
  /// A closure that applies the answer to the state of the queue's owner.
  ///
  /// It is called on the queue's actor, in the step that updates the queue.
  let commit: (@Sendable () -> Void)?
  /// A closure that stores the state of the queue's owner.
  ///
  /// It is called after `commit`, and ends before the outcome is written to the journal.
  let store: (@Sendable () async -> Void)?

  init(
    _ delivery: Delivery<Change>, commit: (@Sendable () -> Void)? = nil,
    store: (@Sendable () async -> Void)? = nil
  ) {
    self.delivery = delivery
    self.commit = commit
    self.store = store
  }
}

/// The version of a queue's items: if two are equal, the items are equal except for the remaining delays.
struct OutboxMoment: Sendable, Equatable {
  let revision: Int
  let closed: Set<Gate.Reason>
  let isRunning: Bool
}

/// The outcome of one attempt to send a change; each kind of answer maps to exactly one case.
enum Delivery<Change: OutboxChange>: Sendable {
  /// The server has applied the change; `serverID` is the id of the entity, if the server has assigned
  /// one.
  ///
  /// The change stays queued as ``WaitReason/applied`` until ``Outbox/settle(_:)`` is called, which has
  /// to be done when the data that contains its effect has been stored.
  case applied(serverID: String? = nil)

  /// The server may have applied the change: a timeout, a cut connection or a canceled task.
  ///
  /// The same bytes are sent again under the same idempotency key.
  case unknown

  /// The change certainly has not left the device.
  ///
  /// It is sent again when the gate opens or after a delay.
  case unreachable

  /// The server asks the app to try again, not earlier than this delay.
  case busy(retryAfter: Duration? = nil)

  /// Nothing may be sent: the gate closes for this reason, and the change stays queued.
  case closed(Gate.Reason)

  /// The server has a newer version of the entity.
  ///
  /// The rebased change replaces the change once, under a new idempotency key. If it is `nil`, or after a
  /// second conflict, the user decides.
  case conflict(rebased: Change?)

  /// The server refuses the change permanently.
  ///
  /// Later changes of the same ``Lane`` wait for the user's decision.
  case rejected(Change.Rejection)
}
