#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
public import Storage

/// A queue of the user's changes that survives: each is on the disk before it counts as taken, and is
/// sent, again and again, until the server has answered.
///
/// Changes of one ``Lane`` arrive in the order in which they were made, and none is sent while an
/// earlier one has no answer. Lanes do not wait for each other unless a change says so. Whether to
/// send at all is decided by a ``Gate``.
///
/// ```swift
/// let outbox = Outbox<CartChange>(
///   journal: OutboxJournal("cart-changes", in: directory), gate: gate, clock: ContinuousClock(),
///   random: SystemRandomNumberGenerator(), makeKey: { UUID().uuidString }, send: send)
/// group.addTask { try await outbox.run() }
/// let persistence = try await outbox.enqueue(.setQuantity(line, 3))
/// ```
///
/// A change that was sent without an answer may have been applied: it is sent again with the same
/// content and the same key, and is never merged with a later one. So is all that is found in the
/// journal after a restart.
public actor Outbox<Change: OutboxChange> {
  let journal: any OutboxStore
  /// What entries are marked with.
  let journalName: String?
  let gate: Gate
  var time: OutboxTime
  let makeKey: @Sendable () -> String
  /// Makes one attempt to send a change.
  var attempt: @Sendable (OutgoingChange<Change>) async -> SendAttempt<Change>
  /// Called on this actor whenever an item may look different.
  var onChange: (@Sendable () -> Void)?

  let capacity: Int
  /// One for all changes: to make one takes as long as to write a small change.
  let encoder = JSONEncoder()

  var pending = PendingChanges<Change>()
  /// How many writes of a change are under way: until they end, it is not sent.
  var writing: [Int: Int] = [:]
  var nextID = 1
  var isLoaded = false
  /// The newest version of each lane's data that the app has stored.
  var stored: [Lane: Int] = [:]
  let observers = Broadcast<[OutboxItem<Change>]>()
  /// Rings when they are told something.
  let bell = Broadcast<Void>()
  /// There while the queue runs.
  var wake: AsyncStream<Void>.Continuation?
  /// When the next attempt is woken for.
  var alarm: Duration?

  /// Makes a queue that sends nothing before ``run()``.
  ///
  /// - Parameters:
  ///   - journal: Where changes are kept; one per queue.
  ///   - capacity: How many changes may be waiting for an answer; more are refused.
  ///   - gate: Whether anything may be sent.
  ///   - clock: Tells when to try again.
  ///   - random: Spreads attempts, so that not all devices come back at the same moment.
  ///   - makeKey: Makes a key that no other change on any device has, such as a UUID.
  ///   - send: Makes one attempt. It is cancelled together with ``run()``, and then returns
  ///     ``Delivery/unknown`` unless it knows better.
  public init<Time: Clock>(
    journal: OutboxJournal, capacity: Int = 1_000, gate: Gate, clock: Time,
    random: some RandomNumberGenerator & Sendable, makeKey: @escaping @Sendable () -> String,
    send: @escaping @Sendable (OutgoingChange<Change>) async -> Delivery<Change>
  ) where Time.Duration == Duration {
    self.journal = journal.store
    journalName = journal.name
    self.capacity = capacity
    self.gate = gate
    time = OutboxTime(clock, random)
    self.makeKey = makeKey
    attempt = { SendAttempt(await send($0)) }
    // Equal changes are equal bytes.
    encoder.outputFormatting = .sortedKeys
  }

  /// Takes a change: when this returns it is on the disk, behind all that was taken before.
  ///
  /// The last change of its lane is replaced or taken back instead, when it was never sent and
  /// ``OutboxChange/follow(_:)`` says so.
  ///
  /// - Returns: `Persistence.persisted`, or why a crash would lose the change; it is sent all the
  ///   same.
  /// - Throws: ``OutboxError``; the change was not taken.
  public func enqueue(_ change: Change) async throws(OutboxError) -> Persistence {
    try await take(change).persistence
  }

  /// Sends what can be sent, until its task is cancelled; one task of the app awaits it.
  ///
  /// A second call while the first runs returns at once.
  ///
  /// - Throws: ``OutboxError/journal(_:)`` when nobody knows what is waiting; call it again later.
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

  /// All changes that are not done, in the order in which they were made.
  public func items() async throws(OutboxError) -> [OutboxItem<Change>] {
    try await load()
    return currentItems()
  }

  /// The changes now and whenever something becomes of one; who looks late sees the newest only.
  ///
  /// Begins when the journal has been read, for whatever reason that is.
  public func updates() -> AsyncStream<[OutboxItem<Change>]> {
    observers.observe(now: isLoaded ? currentItems() : nil)
  }

  /// Says that the data of a lane has been stored in a version: what the server had applied by then
  /// need not be shown on top of it any more.
  ///
  /// Say it also at the start of the app, about the data that is found.
  public func settle(_ lane: Lane, version: Int) async throws(OutboxError) {
    try await noteStored(lane, version)
  }

  /// Sends a change as it is, which waited for its next attempt or for a decision.
  ///
  /// After a refusal it goes under a new key, because the server would repeat its answer to the old one.
  public func retry(_ id: Int) async throws(OutboxError) {
    try await tryAgain(id)
  }

  /// Puts another change of the same lane in the place of one, under a new key.
  ///
  /// It corrects what the server refused or what nobody can read. It waits for what that one waited for.
  ///
  /// - Returns: `Persistence.persisted`, or why a crash would bring the old one back.
  /// - Throws: ``OutboxError/mayBeApplied(_:)`` when the server may have it, or may get it late: then
  ///   enqueue what undoes it, which arrives after it.
  @discardableResult
  public func replace(_ id: Int, with change: Change) async throws(OutboxError) -> Persistence {
    try await exchange(id, for: change)
  }

  /// Gives a change up.
  ///
  /// - Throws: ``OutboxError/mayBeApplied(_:)`` when the server may have it: then enqueue what undoes
  ///   it. What nobody can read can only be replaced.
  public func discard(_ id: Int) async throws(OutboxError) {
    try await drop(id)
  }

  /// Makes the next attempt of all changes now, except where the server has named a time.
  public func retryNow() {
    forgetDelays()
  }
}
