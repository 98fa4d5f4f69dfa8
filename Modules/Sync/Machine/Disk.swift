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
    /// The base that has to be stored before its records; 0 for none.
    let needs: Revision
    /// The write of the journal that has its records; unknown, and so the last, before that base is stored.
    var write: Int
    let revision: Revision
  }

  /// The changes whose records are written or removed next.
  private var ready: Set<Int> = []
  /// The changes whose records need a base that is not stored yet.
  private var later: [Int: (needs: Revision, isNew: Bool)] = [:]
  /// The changes of the write of the journal that is in progress.
  private var writing: Set<Int>?
  /// The number of writes of the journal that have started, and of those that have ended.
  private var (started, ended) = (0, 0)
  /// The base of the write that is in progress.
  private var storing: Revision?
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
  var isBaseAwaited: Bool { !later.isEmpty || calls.contains { $0.revision > stored } }

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
    let needs = ids.compactMap { later[$0]?.needs }.max() ?? 0
    let write = ids.isEmpty ? 0 : needs > 0 ? .max : started + 1
    guard write > 0 || revision > stored else { return false }
    calls.append(Call(waiter: waiter, needs: needs, write: write, revision: revision))
    return true
  }

  /// Ends the calls whose records and base are stored, or after a failure those that wait for them.
  private mutating func endCalls(isFailed: Bool) -> [Waiter] {
    let waiting = calls
    calls.removeAll { call in
      if isFailed { return call.write <= ended || call.needs > stored }
      return call.write <= ended && call.revision <= stored
    }
    let left = Set(calls.map(\.waiter))
    return waiting.map(\.waiter).filter { !left.contains($0) }
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
  /// that replaces another one goes on waiting, because the base may have data of the former one.
  ///
  /// - Returns: The changes whose records have waited.
  private mutating func giveUp() -> [Int] {
    let waiting = later.keys.sorted()
    for (id, record) in later where record.isNew { makeReady(id) }
    return waiting
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
    let records = (writing ?? []).sorted().map { ($0, ready.contains($0) || later[$0] != nil) }
    (writing, ended) = (nil, started)
    journalFailure = noteEnd(status, at: now)
    let waiters = endCalls(isFailed: journalFailure != nil)
    guard journalFailure != nil else {
      skipsDelay = !ready.isEmpty
      return (records, waiters, [])
    }
    for (id, isOutdated) in records where !isOutdated { ready.insert(id) }
    return (records, waiters, giveUp())
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
    guard noteEnd(status, at: now) == nil else { return (endCalls(isFailed: true), giveUp()) }
    stored = revision
    for (id, record) in later where record.needs <= revision { makeReady(id) }
    for place in calls.indices where calls[place].write == .max && calls[place].needs <= revision {
      // The record may have been scheduled again without the base, and written meanwhile.
      calls[place].write = ready.isEmpty ? started : started + 1
    }
    return (endCalls(isFailed: false), [])
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
