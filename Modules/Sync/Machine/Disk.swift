import Storage

/// The changes that the two files of a store lack: the journal of the changes, and the base.
///
/// A crash may come between two writes, so two rules order them:
/// 1. The record of a change is written once the base that it needs is stored.
/// 2. The base is stored when no record is left that may be written.
///
/// At most one write of each file is in progress. A write that fails is repeated after a delay, or
/// together with the next change, and never leaves out an earlier record.
struct Disk: Sendable {
  /// A call that waits until its records, and then the base that it has edited, are stored.
  private struct Call: Sendable {
    let waiter: Waiter
    /// The number of writes of the journal that had started before it: these do not have its records.
    let started: Int
    /// The changes whose records are not written yet.
    var records: [Int]
    let revision: Revision
  }

  /// The changes whose records are written or removed next.
  private var ready: Set<Int> = []
  /// The changes whose records need a base that is not stored yet.
  private var later: [Int: (needs: Revision, isNew: Bool)] = [:]
  /// The changes of the write of the journal that is in progress.
  private var writing: Set<Int>?
  /// The number of writes of the journal that have started.
  private var started = 0
  /// The base of the write that is in progress.
  private var storing: Revision?
  /// The last known base; it waits for the records if it is not stored.
  private var latest: Revision = 0
  /// The last base that was stored.
  private var stored: Revision = 0
  /// The base of the last write; a later one is written without a delay after a failure.
  private var tried: Revision = 0
  private var calls: [Call] = []
  /// Whether the records are written without the delay after a failure, because one is new or a call asks.
  private var skipsDelay = false
  private var patience: Patience
  private var journalFailure: StorageError?
  private var baseStatus = WriteStatus.written

  init(_ patience: Patience) { self.patience = patience }

  /// The status of the last writes.
  var status: WriteStatus { journalFailure.map(WriteStatus.failed) ?? baseStatus }
  /// Whether the last write of the journal failed.
  var isJournalFailing: Bool { journalFailure != nil }
  var retryTime: Duration { patience.end }

  /// Whether a call or a record waits for a base.
  var isBaseAwaited: Bool { !later.isEmpty || calls.contains { $0.records.isEmpty } }

  func isStored(_ revision: Revision) -> Bool { stored >= revision }
  func isWriting(_ id: Int) -> Bool { writing?.contains(id) ?? false }

  /// Schedules the write or the removal of a change's record.
  ///
  /// `isNew` is whether the record must not wait for a base that cannot be stored.
  mutating func schedule(_ id: Int, needs: Revision, isNew: Bool = false) {
    ready.remove(id)
    later[id] = nil
    if needs > stored { later[id] = (needs, isNew) } else { makeReady(id) }
  }

  private mutating func makeReady(_ id: Int) {
    later[id] = nil
    ready.insert(id)
    skipsDelay = true
  }

  /// Lets a call wait for the scheduled records of changes, and then for a base.
  ///
  /// A call ends with its last record or base, or with the first one that could not be written.
  ///
  /// - Returns: `false` if there is nothing to wait for.
  mutating func wait(_ waiter: Waiter, for ids: [Int], then revision: Revision = 0) -> Bool {
    guard !ids.isEmpty || revision > stored else { return false }
    calls.append(Call(waiter: waiter, started: started, records: ids, revision: revision))
    return true
  }

  private mutating func endCalls(where isOver: (Call) -> Bool) -> [Waiter] {
    let over = calls.filter(isOver).map(\.waiter)
    calls = calls.filter { !isOver($0) }
    return over
  }

  /// Ends the calls whose records and base are stored.
  private mutating func endStoredCalls() -> [Waiter] {
    let stored = stored
    return endCalls { $0.records.isEmpty && $0.revision <= stored }
  }

  /// Repeats a failed write now, because a call gives a reason; returns whether the base is written again.
  @discardableResult
  mutating func retryNow() -> Bool {
    if journalFailure != nil { skipsDelay = !ready.isEmpty }
    guard baseStatus.failure != nil else { return false }
    if storing == nil { tried = stored }
    return true
  }

  /// Ends the wait for a base that cannot be stored.
  ///
  /// A new record is written without it: data that it refers to may be lost, but not the change. A record
  /// that replaces an earlier one goes on waiting: data may have moved from that one into the base, and would
  /// be lost. A call goes on waiting if its base is later than `tried`, the base whose write has failed.
  ///
  /// - Returns: The calls that do not wait any longer, and the changes whose records have waited.
  private mutating func giveUp(after tried: Revision = .max) -> (
    waiters: [Waiter], withoutBase: [Int]
  ) {
    let waiting = later
    for (id, record) in waiting where record.isNew { makeReady(id) }
    let waiters = endCalls { call in
      call.records.isEmpty
        ? call.revision <= tried : call.records.contains { waiting[$0]?.isNew == false }
    }
    return (waiters, waiting.keys.sorted())
  }

  /// Returns the changes whose records are written now; `nil` if there is nothing to write.
  mutating func startJournal(at now: Duration) -> [Int]? {
    guard writing == nil, !ready.isEmpty, skipsDelay || patience.end <= now else { return nil }
    (writing, ready, skipsDelay) = (ready, [], false)
    started += 1
    return writing?.sorted()
  }

  /// Returns whether the base of this revision has to be stored now.
  mutating func startBase(_ revision: Revision, at now: Duration) -> Bool {
    latest = revision
    guard revision > stored, storing == nil, writing == nil, ready.isEmpty,
      revision > tried || patience.end <= now
    else { return false }
    (storing, tried) = (revision, revision)
    return true
  }

  /// Notes the end of a write of the journal.
  ///
  /// - Returns: The changes of the write, the oldest first, each with whether its record is outdated; the
  ///   calls that end; and, if the write failed, the changes whose records wait for a base: it is not stored
  ///   before the records of the write.
  mutating func endJournal(
    _ status: WriteStatus, at now: Duration
  ) -> (records: [(id: Int, isOutdated: Bool)], waiters: [Waiter], withoutBase: [Int]) {
    let written = writing ?? []
    let records = written.sorted().map { ($0, ready.contains($0) || later[$0] != nil) }
    let last = started
    writing = nil
    journalFailure = noteEnd(status, at: now)
    guard journalFailure != nil else {
      for place in calls.indices where calls[place].started < last {
        calls[place].records.removeAll(where: written.contains)
      }
      skipsDelay = !ready.isEmpty
      return (records, endStoredCalls(), [])
    }
    if let journalFailure, latest > stored { baseStatus = .failed(journalFailure) }
    let waiters = endCalls { $0.started < last && $0.records.contains(where: written.contains) }
    for (id, isOutdated) in records where !isOutdated { ready.insert(id) }
    let others = giveUp()
    return (records, waiters + others.waiters, others.withoutBase)
  }

  /// Notes the end of a write of the base.
  ///
  /// - Returns: The calls that do not wait any longer, and the changes whose records wait although the base
  ///   could not be stored.
  mutating func endBase(
    _ status: WriteStatus, at now: Duration
  ) -> (waiters: [Waiter], withoutBase: [Int]) {
    let revision = storing ?? 0
    storing = nil
    baseStatus = status
    guard noteEnd(status, at: now) == nil else { return giveUp(after: revision) }
    stored = revision
    for (id, record) in later where record.needs <= revision { makeReady(id) }
    return (endStoredCalls(), [])
  }

  /// Notes the end of a write for the delay of the next one; returns the error if the write failed.
  private mutating func noteEnd(_ status: WriteStatus, at now: Duration) -> StorageError? {
    guard case .failed(let error) = status else {
      patience.succeed()
      return nil
    }
    patience.fail(at: now)
    return error
  }

  /// The time of the next attempt to write what a failed write has left; `nil` if there is nothing.
  func nextAttempt(for revision: Revision) -> Duration? {
    guard writing == nil, storing == nil, !ready.isEmpty || revision > stored else { return nil }
    return patience.end
  }
}
