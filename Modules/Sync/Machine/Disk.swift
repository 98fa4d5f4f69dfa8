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
  /// A call that waits until its records, and the base of this revision, are stored.
  struct Call: Sendable, Equatable {
    let waiter: Waiter
    var revision: Revision = 0
  }

  /// The records to write or to remove, each with the calls that wait for it.
  private var ready: [Int: [Call]] = [:]
  /// The same for the records that need a base that is not stored yet.
  private var later: [Int: (needs: Revision, isNew: Bool, calls: [Call])] = [:]
  /// The records of the write of the journal that is in progress.
  private var writing: [Int: [Call]]?
  /// The base of the write that is in progress.
  private var storing: Revision?
  /// The last base that was stored.
  private var stored: Revision = 0
  /// The base of the last write; a later one is written without a delay after a failure.
  private var tried: Revision = 0
  /// The number of records that each call still waits for.
  private var recordsLeft: [Waiter: Int] = [:]
  /// The calls that wait only for the base.
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
  var isBaseAwaited: Bool { !calls.isEmpty || !later.isEmpty }

  func isStored(_ revision: Revision) -> Bool { stored >= revision }
  func isWriting(_ id: Int) -> Bool { writing?[id] != nil }

  /// Schedules the write or the removal of a change's record.
  ///
  /// `isNew` is whether the record must not wait for a base that cannot be stored.
  mutating func schedule(_ id: Int, needs: Revision, isNew: Bool = false, for call: Call? = nil) {
    var calls = ready.removeValue(forKey: id) ?? later.removeValue(forKey: id)?.calls ?? []
    if let call {
      calls.append(call)
      recordsLeft[call.waiter, default: 0] += 1
    }
    if needs > stored {
      later[id] = (needs, isNew, calls)
    } else {
      (ready[id], skipsDelay) = (calls, true)
    }
  }

  /// Ends the wait of calls for one of their records, and returns the calls that end.
  ///
  /// A call ends with its last record, or with the first one that could not be written.
  private mutating func end(_ calls: [Call], isWritten: Bool) -> [Waiter] {
    calls.filter { call in
      guard let count = recordsLeft.removeValue(forKey: call.waiter) else { return false }
      guard isWritten else { return true }
      if count > 1 { recordsLeft[call.waiter] = count - 1 }
      return count == 1 && !wait(call)
    }.map(\.waiter)
  }

  /// Lets a call wait for the base that it has edited; returns `false` if this base is stored.
  mutating func wait(_ call: Call) -> Bool {
    guard call.revision > stored else { return false }
    calls.append(call)
    return true
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
  /// - Returns: The calls that do not wait any longer, and the ids of the records that have waited.
  private mutating func giveUp() -> (waiters: [Waiter], withoutBase: [Int]) {
    let withoutBase = later.keys.sorted()
    var waiters = calls.map(\.waiter)
    calls = []
    for id in withoutBase {
      guard let record = later[id] else { continue }
      if record.isNew {
        later[id] = nil
        (ready[id], skipsDelay) = (record.calls, true)
      } else {
        later[id]?.calls = []
        waiters += end(record.calls, isWritten: false)
      }
    }
    return (waiters, withoutBase)
  }

  /// Returns the ids of the records to write now; `nil` if there is nothing to write.
  mutating func startJournal(at now: Duration) -> [Int]? {
    guard writing == nil, !ready.isEmpty, skipsDelay || patience.end <= now else { return nil }
    (writing, ready, skipsDelay) = (ready, [:], false)
    return writing?.keys.sorted()
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
  /// - Returns: The records of the write, the oldest first, each with whether it has changed meanwhile; the
  ///   calls that end; and, if the write failed, the records that wait for a base: it is not stored before
  ///   the records of the write.
  mutating func endJournal(
    _ status: WriteStatus, at now: Duration
  ) -> (records: [(id: Int, isOutdated: Bool)], waiters: [Waiter], withoutBase: [Int]) {
    let written = (writing ?? [:]).sorted { $0.key < $1.key }
    let records = written.map { id, _ in (id, ready[id] != nil || later[id] != nil) }
    writing = nil
    journalFailure = noteEnd(status, at: now)
    let waiters = written.flatMap { end($0.value, isWritten: journalFailure == nil) }
    guard journalFailure != nil else {
      skipsDelay = !ready.isEmpty
      return (records, waiters, [])
    }
    for (id, isOutdated) in records where !isOutdated { ready[id] = [] }
    let others = giveUp()
    return (records, waiters + others.waiters, others.withoutBase)
  }

  /// Notes the end of a write of the base.
  ///
  /// - Returns: The calls that do not wait any longer, and the records that wait although the base could
  ///   not be stored.
  mutating func endBase(
    _ status: WriteStatus, at now: Duration
  ) -> (waiters: [Waiter], withoutBase: [Int]) {
    let revision = storing ?? 0
    storing = nil
    baseStatus = status
    guard noteEnd(status, at: now) == nil else { return giveUp() }
    stored = revision
    for (id, record) in later where record.needs <= revision {
      later[id] = nil
      (ready[id], skipsDelay) = (record.calls, true)
    }
    defer { calls.removeAll { $0.revision <= revision } }
    return (calls.filter { $0.revision <= revision }.map(\.waiter), [])
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
