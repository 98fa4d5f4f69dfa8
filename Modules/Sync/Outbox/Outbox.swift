#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import Storage

/// The queue of a store's changes, and the rules for sending them.
///
/// Changes of one ``Lane`` are sent in the sequence in which they were made. Each is sent after all
/// earlier ones have been applied or removed. Lanes are independent unless a change has
/// ``OutboxChange/dependencies``.
///
/// If no response to a sent change arrives, the server may have applied the change. Such a change is
/// sent again with the same content and the same idempotency key, and is never merged with a later
/// change. After a restart, the queue treats every change without a stored outcome in this way.
///
/// Each event, such as the end of an attempt, has one mutating function, which does not suspend. A
/// function that modifies changes returns their ids. The ``OptimisticStore`` writes these changes to
/// the ``OutboxJournal``, and then calls ``endWriting(_:)``. Until then, none of these changes is sent.
struct Outbox<Change: OutboxChange> {
  /// The maximum number of changes that are sent at the same time.
  private static var maximumInFlight: Int { 4 }

  /// The name of the journal, stored with each change; `nil` for a journal in memory.
  private let journalName: String?
  /// The id of the signed-in account, stored with each change; `nil` for a guest.
  private let account: String?
  private let capacity: Int
  private let makeKey: @Sendable () -> String
  /// The encoder of all changes.
  ///
  /// All changes share one encoder, because creating an encoder takes as long as encoding a small
  /// change.
  private let encoder = JSONEncoder()
  private(set) var time: OutboxTime

  private var pending = PendingChanges<Change>()
  /// Number of writes in progress, by change id; a change is not sent before its writes have ended.
  private var writing: [Int: Int] = [:]
  private var nextID = 1

  /// Creates an empty queue.
  ///
  /// - Parameters:
  ///   - journal: The journal of the queue; each change is stored with the journal's name and account.
  ///   - capacity: The maximum number of changes that have not been applied; beyond it, ``accept(_:)``
  ///     throws ``SyncError/full(limit:)``.
  ///   - time: Measures the delays before retries.
  ///   - makeKey: Returns an idempotency key that is unique across devices, such as a UUID.
  init(
    journal: OutboxJournal, capacity: Int, time: OutboxTime,
    makeKey: @escaping @Sendable () -> String
  ) {
    journalName = journal.name
    account = journal.account
    self.capacity = capacity
    self.time = time
    self.makeKey = makeKey
    // With sorted keys, equal changes have equal bytes.
    encoder.outputFormatting = .sortedKeys
  }

  // MARK: Adding

  /// Enqueues all of these changes or none, and returns the ids of the changes to write to the journal.
  ///
  /// If the previous change of the same ``Lane`` was never sent, ``OutboxChange/coalesce(after:)``
  /// decides whether that change and the new one are merged, cancel each other or both stay.
  mutating func accept(_ changes: [Change]) throws(SyncError) -> Set<Int> {
    let before = changes.count > 1 ? (pending, nextID) : nil
    do throws(SyncError) {
      var ids: Set<Int> = []
      for change in changes {
        if let id = try coalesced(change) { ids.insert(id) } else { ids.insert(try append(change)) }
      }
      return beginWriting(ids)
    } catch {
      if let before { (pending, nextID) = before }
      throw error
    }
  }

  private mutating func append(_ change: Change) throws(SyncError) -> Int {
    let payload = try encoded(change)
    // An applied change does not count toward the capacity. Counting the other changes is slow, so
    // they are counted only if the queue seems full.
    guard pending.count < capacity || pending.count(where: { !$0.isApplied }) < capacity else {
      throw .full(limit: capacity)
    }
    let entry = OutboxEntry(
      id: nextID, key: makeKey(), lane: change.lane, payload: payload,
      dependencies: change.dependencies, priority: change.priority, journal: journalName,
      account: account)
    nextID += 1
    var taken = PendingChange(entry: entry, isReadable: true, mayBeApplied: false)
    for position in pending.positions(awaitedBy: taken) {
      taken.entry.serverIDs.merge(pending[position].entry.serverIDs) { $1 }
    }
    pending.append(taken, change)
    return entry.id
  }

  /// Coalesces a new change with the last queued change of its ``Lane``.
  ///
  /// - Returns: The id of the queued change, which was replaced or removed. `nil` if the new change has
  ///   to be appended, for example because the queued change was sent.
  private mutating func coalesced(_ change: Change) throws(SyncError) -> Int? {
    // The lane is read once, because a feature may compute it slowly.
    let lane = change.lane
    guard change.dependencies == .none,
      let index = pending.positions(in: lane).last,
      pending.entries[index].isUnsent, let earlier = pending.change(at: index),
      // A change that was queued after `earlier` may depend on the lane. Coalescing would alter the
      // value that the user saw when making the dependent change.
      !pending.dependentPositions.contains(where: { $0 > index && pending[$0].depends(on: lane) })
    else { return nil }
    let id = pending.entries[index].id
    switch change.coalesce(after: earlier) {
    case .keepBoth:
      return nil
    case .cancelled:
      pending.remove([id])
    case .merged(let merged):
      pending.replaceChange(at: index, with: merged, payload: try encoded(merged))
      // The server may know the old key with the old content, for example from an attempt that the
      // server refused because the sign-in had expired.
      pending[index].entry.key = makeKey()
      pending[index].entry.priority = merged.priority
    }
    return id
  }

  private func encoded(_ change: Change) throws(SyncError) -> Data {
    do { return try encoder.encode(change) } catch { throw .notEncodable("\(error)") }
  }

  // MARK: Observing

  /// The number of mutations of the queue.
  ///
  /// While this number stays the same, the queue stays the same. Only the remaining delays before the
  /// next attempts become shorter.
  var revision: Int { pending.revision }

  /// The ids of the changes that the server has applied.
  var appliedIDs: [Int] { pending.entries.filter(\.isApplied).map(\.id) }

  /// Returns whether a change waits for the user's decision.
  func needsDecision(_ id: Int) -> Bool {
    pending.index(of: id).map { pending[$0].needsDecision } ?? false
  }

  /// Returns the queued changes, the oldest first, each with its reason to wait.
  ///
  /// `closed` contains the reasons for which the gate is closed. `isRunning` is whether
  /// ``OptimisticStore/run()`` is running.
  func items(closed: Set<Gate.Reason>, isRunning: Bool) -> [OutboxItem<Change>] {
    reasons(closed: closed, isRunning: isRunning).enumerated()
      .map { pending.item(at: $0, because: $1) }
  }

  /// Returns the reason why each change is still queued, the oldest change first.
  ///
  /// `closed` contains the reasons for which the gate is closed. `isRunning` is whether
  /// ``OptimisticStore/run()`` is running.
  private func reasons(closed: Set<Gate.Reason>, isRunning: Bool) -> [WaitReason] {
    let now = time.now()
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

  // MARK: Deciding

  /// Sends a refused change again, or ends the delay after a failed attempt.
  ///
  /// A refused change gets a new idempotency key, because the server would repeat its refusal for the
  /// old key. If the server requested a delay, the change waits until that delay has ended.
  ///
  /// - Returns: A set with `id`; the caller has to write this change to the journal.
  mutating func retry(_ id: Int) throws(SyncError) -> Set<Int> {
    let index = try decidableIndex(of: id)
    if pending[index].entry.outcome != nil { pending[index].entry.renew(makeKey()) }
    pending[index].notBefore = pending[index].serverNotBefore
    return beginWriting([id])
  }

  /// Replaces a change with another one of the same ``Lane``, under a new idempotency key.
  ///
  /// This corrects a change that the server refused or that this release cannot decode. The new change
  /// has the position, the dependencies and the priority of the old one.
  ///
  /// - Returns: A set with `id`; the caller has to write this change to the journal.
  mutating func replace(_ id: Int, with change: Change) throws(SyncError) -> Set<Int> {
    let payload = try encoded(change)
    let index = try decidableIndex(of: id)
    // A change that this release cannot decode is never sent again. So the change can be replaced even
    // if the server may have applied it.
    guard !pending[index].mayBeApplied || !pending[index].isReadable else {
      throw .mayBeApplied(id)
    }
    pending.replaceChange(at: index, with: change, payload: payload)
    pending[index].entry.renew(makeKey())
    pending[index].mayBeApplied = false
    pending[index].notBefore = .zero
    return beginWriting([id])
  }

  /// Removes a change that the server certainly has not applied.
  ///
  /// - Returns: A set with `id`; the caller has to remove this change from the journal.
  /// - Throws: ``SyncError/mayBeApplied(_:)`` if the server may have applied the change. After a
  ///   restart, this is assumed of every change without a stored outcome, including undecodable changes.
  mutating func discard(_ id: Int) throws(SyncError) -> Set<Int> {
    let index = try decidableIndex(of: id)
    guard !pending[index].mayBeApplied else { throw .mayBeApplied(id) }
    return remove([id])
  }

  /// Removes changes from the queue, for example applied changes whose effect the stored base contains.
  ///
  /// - Returns: `ids`; the caller has to remove these changes from the journal.
  mutating func remove(_ ids: Set<Int>) -> Set<Int> {
    pending.remove(ids)
    return beginWriting(ids)
  }

  private func decidableIndex(of id: Int) throws(SyncError) -> Int {
    guard let index = pending.index(of: id), !pending[index].isApplied else {
      throw .unknownChange(id)
    }
    guard !pending[index].isInFlight, writing[id] == nil else { throw .inFlight(id) }
    return index
  }

  // MARK: Sending

  /// Ends the delays of all changes, except for delays that the server has requested.
  mutating func retryNow() {
    for index in pending.indices { pending[index].notBefore = pending[index].serverNotBefore }
  }

  /// Selects the changes that can be sent now, and marks them as being sent.
  ///
  /// - Returns: The ids of the marked changes, and the earliest time at which the delay of another
  ///   change ends. The time is `nil` if no change is delayed, or if `maximumInFlight` changes were
  ///   already being sent.
  mutating func start() -> (ids: [Int], next: Duration?) {
    guard pending.inFlight.count < Self.maximumInFlight else { return ([], nil) }
    let reasons = reasons(closed: [], isRunning: true)
    let ready = pending.indices.filter { reasons[$0] == .ready && writing[pending[$0].id] == nil }
      .sorted { (pending[$0].entry.priority, $0) < (pending[$1].entry.priority, $1) }
    var ids: [Int] = []
    for index in ready where mayStart(pending[index].entry.priority) {
      pending[index].isInFlight = true
      ids.append(pending[index].id)
    }
    let waiting = pending.indices.filter { if case .backoff = reasons[$0] { true } else { false } }
    return (ids, waiting.map { pending[$0].notBefore }.min())
  }

  /// Whether another change of this priority may be sent now; low-priority changes are sent one at a
  /// time.
  private func mayStart(_ priority: SendPriority) -> Bool {
    pending.inFlight.count < Self.maximumInFlight
      && (priority != .low || !pending.inFlight.values.contains(.low))
  }

  /// Begins an attempt to send a change that ``start()`` has marked.
  ///
  /// `closed` contains the reasons for which the gate is closed. `isRunning` is `false` after
  /// ``OptimisticStore/run()`` was canceled.
  ///
  /// - Returns: `nil` if the change can no longer be sent. Since ``start()``, the gate may have closed,
  ///   `run()` may have been canceled, or another change may now block this one.
  mutating func attempt(
    _ id: Int, closed: Set<Gate.Reason>, isRunning: Bool
  ) -> OutgoingChange<Change>? {
    guard let index = pending.index(of: id), let change = pending.change(at: index) else {
      return nil
    }
    pending[index].isInFlight = false
    guard reasons(closed: closed, isRunning: isRunning)[index] == .ready else { return nil }
    let mayBeApplied = pending[index].mayBeApplied
    pending[index].isInFlight = true
    pending[index].mayBeApplied = true
    return OutgoingChange(
      change: change, key: pending[index].entry.key, serverIDs: pending[index].entry.serverIDs,
      id: id, mayBeApplied: mayBeApplied)
  }

  /// Applies the outcome of an attempt, and returns the ids of the changes to write to the journal.
  ///
  /// The change counts as being sent until ``end(_:)``, so no other call removes it from the queue.
  ///
  /// `isEffectStored` is `false` if the server has applied the change, but the write of the base with
  /// its effect has failed. The journal then does not record the outcome.
  mutating func finish<Base>(
    _ attempt: OutgoingChange<Change>, _ outcome: SendOutcome<Change, Base>, isEffectStored: Bool
  ) -> Set<Int> {
    let id = attempt.id
    guard let index = pending.index(of: id) else { return [] }
    var answered: Set<Int> = []
    switch outcome {
    case .applied(let update):
      answered = [id]
      if let serverID = update.serverID {
        answered.formUnion(note(serverID, from: id, of: pending[index].lane))
      }
      pending[index].entry.outcome = .applied(version: 0)
    case .rejected(let rejection, _):
      answered = [id]
      refuse(index, .rejected(rejection))
    case .conflict(let rebased, _):
      answered = [id]
      rebase(index, on: rebased)
    case .unknown:
      pending[index].failures += 1
      delay(index)
    case .tryLater(let retryAfter):
      pending[index].failures += 1
      pending[index].serverNotBefore = time.now() + (retryAfter ?? .zero)
      delay(index)
    case .notSent:
      pending[index].unsentAttempts += 1
      pending[index].mayBeApplied = attempt.mayBeApplied
      delay(index)
    case .closed:
      pending[index].mayBeApplied = attempt.mayBeApplied
    }
    if !isEffectStored { answered.remove(id) }
    // If the journal cannot be written, only memory contains the outcome. After a restart, the change
    // is sent again under the same idempotency key, and the server repeats its response.
    return beginWriting(answered)
  }

  /// Marks an attempt as ended; called after its outcome has been written to the journal.
  mutating func end(_ attempt: OutgoingChange<Change>) {
    if let index = pending.index(of: attempt.id) { pending[index].isInFlight = false }
  }

  /// Stores the server's id of an entity in the queued changes that need this id.
  ///
  /// The response to a change contained the id. All changes of the entity need it, and all changes that
  /// depend on the entity. A change that was queued before change `id` may already have been sent
  /// without the server's id. Then it is not modified, because each attempt must send the same content.
  ///
  /// - Parameters:
  ///   - serverID: The server's id of the entity.
  ///   - id: The id of the applied change whose response contained `serverID`.
  ///   - lane: The lane of the applied change.
  /// - Returns: The ids of the modified changes.
  private mutating func note(_ serverID: String, from id: Int, of lane: Lane) -> Set<Int> {
    var told: Set<Int> = []
    for index in pending.indices where pending[index].depends(on: lane) {
      if pending[index].id < id && pending[index].mayBeApplied { continue }
      pending[index].entry.serverIDs[lane.description] = serverID
      told.insert(pending[index].id)
    }
    return told
  }

  private mutating func refuse(_ index: Int, _ refusal: ChangeRefusal<Change.Rejection>) {
    pending[index].entry.outcome = .refused(refusal.storedText)
    pending[index].mayBeApplied = false
  }

  private mutating func rebase(_ index: Int, on rebased: Change?) {
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

  private mutating func delay(_ index: Int) {
    let attempts = pending[index].failures + pending[index].unsentAttempts
    pending[index].notBefore = max(time.next(after: attempts), pending[index].serverNotBefore)
  }

  // MARK: Journal

  /// Fills the empty queue with the changes that the journal has stored.
  ///
  /// - Throws: ``SyncError/anotherAccount(_:)`` if an entry belongs to another account.
  mutating func load(_ entries: [OutboxEntry]) throws(SyncError) {
    if let other = entries.lazy.compactMap(\.account).first(where: { $0 != account }) {
      throw .anotherAccount(other)
    }
    let changes = changes(in: entries)
    pending.reserveCapacity(entries.count)
    // Sorts positions, because sorting the entries would copy them.
    for place in entries.indices.sorted(by: { entries[$0].id < entries[$1].id }) {
      let entry = entries[place]
      pending.append(
        PendingChange(
          entry: entry, isReadable: changes[place] != nil, mayBeApplied: entry.outcome == nil),
        changes[place])
    }
    nextID = (pending.last?.id ?? 0) + 1
  }

  /// Decodes the changes of journal entries in parallel; a change that cannot be decoded is `nil`.
  private func changes(in entries: [OutboxEntry]) -> [Change?] {
    inChunks(of: entries.count) { places in
      // One decoder per chunk, because creating one takes as long as decoding a small change.
      let decoder = JSONDecoder()
      return places.map { place -> Change? in
        do {
          return try decoder.decode(Change.self, from: entries[place].payload)
        } catch { return nil }
      }
    }.flatMap { $0 }
  }

  /// Splits `ids` into the journal's entries to save, and the ids of entries to remove.
  ///
  /// The entries to remove belong to changes that have left the queue.
  func entries(of ids: Set<Int>) -> (saved: [OutboxEntry], removed: Set<Int>) {
    let saved = ids.sorted().compactMap { pending.index(of: $0).map { pending[$0].entry } }
    return (saved, ids.subtracting(saved.map(\.id)))
  }

  private mutating func beginWriting(_ ids: Set<Int>) -> Set<Int> {
    for id in ids { writing[id, default: 0] += 1 }
    return ids
  }

  /// Notes that a write of these changes to the journal has ended, so that they can be sent.
  mutating func endWriting(_ ids: Set<Int>) {
    for id in ids { writing[id] = writing[id].flatMap { $0 > 1 ? $0 - 1 : nil } }
  }
}
