#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
public import Storage

/// A persistent queue of the user's changes: each is stored first, then sent until it is answered.
///
/// Changes of one ``Lane`` are sent in the order in which they were made, each after all earlier
/// ones have been applied or removed. Lanes do not wait for each other unless a change has
/// ``OutboxChange/dependencies``. A ``Gate`` decides whether anything is sent at all.
///
/// ```swift
/// let outbox = Outbox<CartChange>(
///   journal: OutboxJournal("cart-changes", in: directory), gate: gate, clock: ContinuousClock(),
///   random: SystemRandomNumberGenerator(), makeKey: { UUID().uuidString }, send: send)
/// group.addTask { try await outbox.run() }
/// let persistence = try await outbox.enqueue(.setQuantity(line, 3))
/// ```
///
/// A change that was sent without an answer may have been applied. It is sent again with the same
/// content and the same key, and is never merged with a later change. The same holds for every
/// unanswered change that is loaded from the journal after a restart.
public actor Outbox<Change: OutboxChange> {
  let journal: any OutboxStore
  /// The name that each entry stores; `nil` without a file.
  let journalName: String?
  /// The account that entries store.
  let account: String?
  let gate: Gate
  var time: OutboxTime
  let makeKey: @Sendable () -> String
  /// Makes one attempt to send a change.
  var attempt: @Sendable (OutgoingChange<Change>) async -> SendAttempt<Change>
  /// Called on this actor whenever an item may have changed.
  var onChange: (@Sendable () -> Void)?

  let capacity: Int
  /// Shared by all changes: creating an encoder takes as long as encoding a small change.
  let encoder = JSONEncoder()

  var pending = PendingChanges<Change>()
  /// Number of writes in progress by change id; a change is not sent before its writes have ended.
  var writing: [Int: Int] = [:]
  var nextID = 1
  var isLoaded = false
  /// The newest version of each lane's data that the app has stored.
  var stored: [Lane: Int] = [:]
  let observers = Broadcast<[OutboxItem<Change>]>()
  /// Signals each update of the items without building them.
  let bell = Broadcast<Void>()
  /// Wakes the loop of ``run()``; `nil` while the queue is not running.
  var wake: AsyncStream<Void>.Continuation?
  /// The time of the next scheduled wake-up.
  var alarm: Duration?

  /// Creates a queue that sends nothing before ``run()``.
  ///
  /// - Parameters:
  ///   - journal: Stores the changes. Each queue needs a journal of its own.
  ///   - capacity: The maximum number of changes that have not been applied; further ones are
  ///     refused.
  ///   - gate: Decides whether anything may be sent.
  ///   - clock: Measures the delays before retries.
  ///   - random: Spreads retries, so that devices do not retry at the same moment.
  ///   - makeKey: Returns an idempotency key that is unique across devices, such as a UUID.
  ///   - send: Makes one attempt. It is canceled together with ``run()``, and then returns
  ///     ``Delivery/unknown`` unless it knows the outcome.
  public init<Time: Clock>(
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

  /// Stores a change behind all earlier ones and queues it for sending.
  ///
  /// If the last change of its lane was never sent, ``OutboxChange/follow(_:)`` may merge the two
  /// or cancel both. Works without ``run()`` and in a canceled task.
  ///
  /// - Returns: `Persistence.persisted`, or the reason why a crash would lose the change; it is
  ///   sent in either case.
  /// - Throws: ``OutboxError``; the change was not added.
  public func enqueue(_ change: Change) async throws(OutboxError) -> Persistence {
    try await take(change).persistence
  }

  /// Sends changes until its task is canceled; one task of the app awaits it.
  ///
  /// A second call returns at once while the first is running.
  ///
  /// - Throws: ``OutboxError/journal(_:)`` if the pending changes cannot be read; call it again
  ///   later.
  public func run() async throws(OutboxError) {
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
      for await _ in wakes { startWhatCan(in: &group) }
    }
    alarm = nil
  }

  /// Returns the queued changes in the order in which they were made.
  public func items() async throws(OutboxError) -> [OutboxItem<Change>] {
    try await load()
    return currentItems()
  }

  /// Returns the queued changes, then each update; a slow consumer skips intermediate ones.
  ///
  /// The first element arrives once the journal has been read. This call does not read it.
  public func updates() -> AsyncStream<[OutboxItem<Change>]> {
    observers.observe(now: isLoaded ? currentItems() : nil)
  }

  /// Reports that the app has stored the data of a lane in this version.
  ///
  /// Applied changes up to that version leave the queue, because the stored data contains them.
  /// Call it also at the start of the app, with the version of the data that is found.
  public func settle(_ lane: Lane, version: Int) async throws(OutboxError) {
    try await noteStored(lane, version)
  }

  /// Sends a change again after a refusal, or without waiting for its next attempt.
  ///
  /// A refused change gets a new key, because the server would repeat its answer to the old one. A
  /// delay that the server has asked for still applies.
  public func retry(_ id: Int) async throws(OutboxError) {
    try await tryAgain(id)
  }

  /// Replaces a change with another one of the same lane, under a new key.
  ///
  /// Use it to correct a change that the server refused or that this release cannot read. The new
  /// change has the position and the dependencies of the old one.
  ///
  /// - Returns: `Persistence.persisted`, or the reason why a crash would restore the old change.
  /// - Throws: ``OutboxError/mayBeApplied(_:)`` if the server may have the change or may still
  ///   receive it. Enqueue a change that undoes it instead; that one arrives later.
  @discardableResult
  public func replace(_ id: Int, with change: Change) async throws(OutboxError) -> Persistence {
    try await exchange(id, for: change)
  }

  /// Removes a change that the server certainly has not applied.
  ///
  /// - Throws: ``OutboxError/mayBeApplied(_:)`` if the server may have the change: enqueue one that
  ///   undoes it instead. An unreadable change that may have been sent can only be replaced.
  public func discard(_ id: Int) async throws(OutboxError) {
    try await drop(id)
  }

  /// Retries all changes now, except those for which the server has named a time.
  public func retryNow() {
    forgetDelays()
  }
}
