#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import Networking
import Storage
import Sync

/// The address book over a server, a queue of changes and a collection of what the server had.
actor DefaultAddressBook: AddressBook {
  let server: AddressServer
  let shelf: any AddressShelf
  let templates: AddressTemplates
  let gate: Gate
  let now: @Sendable () -> Date
  let makeID: @Sendable () -> String
  let broadcast = ObservedState(AddressBookState())
  private let makeOutbox: (DefaultAddressBook) -> Outbox<AddressChange>
  // It asks the book, so it is made when there is one.
  private(set) lazy var outbox = makeOutbox(self)

  /// What the server had last.
  var kept: [KeptAddress] = []
  /// The newest revision that was seen: an answer that was overtaken is not taken.
  var revision = 0
  /// When the server was last known to have it.
  var confirmed = Date.distantPast
  /// What the server recognises that by.
  var validator: ETag?
  /// What of that the disk has, and which of them it was told of, whether it has them or not.
  var shelved: [KeptAddress] = []
  var told: Set<SavedAddress.ID> = []
  var isLoaded = false
  /// The city that requests are made in, and its form.
  var context: RequestContext?
  var template: AddressTemplate.ID?
  /// The changes in the queue.
  var items: [OutboxItem<AddressChange>] = []
  /// Changes that are shown and not in the queue yet.
  var underWay: [AddressChange] = []
  /// The order in which addresses were first shown, so that none moves when the server answers.
  var ranks: [SavedAddress.ID: Int] = [:]
  /// Whether the server is to be asked when that can be done.
  var isWanted = true
  /// Whether it was asked since it could last not be reached; nothing is sent before.
  var isFresh = false
  /// The closings of the gate after which the list is not fresh.
  private var seenClosings = 0
  /// The status of the fetch, and the number of the last answered request.
  var asking = AddressFetch.idle
  var answers = 0
  /// The number of requests, and the outcome of the last answered one.
  var requests = 0
  var outcome = AddressFetch.idle
  /// Whether what was kept is missing, although the queue changes what was in it.
  var isRecordLost = false
  var turns = Turns()
  var askingTurns = Turns()
  /// Whether a task awaits ``run()``.
  private(set) var isRunning = false
  let bell = Broadcast<Void>()

  init<Time: Clock>(
    server: AddressServer, shelf: some AddressShelf, journal: OutboxJournal,
    templates: AddressTemplates, gate: Gate, clock: Time, now: @escaping @Sendable () -> Date,
    random: some RandomNumberGenerator & Sendable, makeID: @escaping @Sendable () -> String
  ) where Time.Duration == Duration {
    self.server = server
    self.shelf = shelf
    self.templates = templates
    self.gate = gate
    self.now = now
    self.makeID = makeID
    makeOutbox = { book in
      Outbox(
        journal: journal, gate: gate, clock: clock, random: random, makeKey: makeID,
        send: { [weak book] in await book?.send($0) ?? .unknown })
    }
  }

  nonisolated var state: AddressBookState { broadcast.state }

  nonisolated func states() -> AsyncStream<AddressBookState> { broadcast.states() }

  func run() async throws(AddressError) {
    guard !isRunning else { return }
    isRunning = true
    defer {
      isRunning = false
      publish()
    }
    try await load()
    // Another run may have ended before it was answered.
    if !isFresh { isWanted = true }
    do {
      try await withThrowingDiscardingTaskGroup { group in
        group.addTask { try await self.sendWhenThereIsACity() }
        group.addTask { try await self.followOutbox() }
        group.addTask { await self.followGate() }
        group.addTask { await self.askWhenWanted() }
        group.addTask { try await self.tidyUp() }
      }
    } catch let error as OutboxError {
      throw AddressError(error)
    } catch let error as AddressError {
      throw error
    } catch {}
  }

  func enter(
    _ context: RequestContext, template: AddressTemplate.ID
  ) async throws(AddressError) {
    try await load()
    if context != self.context { isWanted = true }
    self.context = context
    self.template = template
    publish()
  }

  private func sendWhenThereIsACity() async throws {
    for await _ in bell.observe(now: ()) where context != nil { break }
    try await outbox.run()
  }

  private func followOutbox() async throws {
    for await _ in await outbox.updates() {
      try await inTurn { () async throws(AddressError) in try await self.readItems() }
    }
  }

  private func followGate() async {
    for await _ in gate.changes() {
      noteClosings()
      publish()
    }
  }

  /// After the gate was closed, the list is fetched before anything is sent.
  func noteClosings() {
    let closings = gate.closings
    guard seenClosings < closings else { return }
    seenClosings = closings
    isFresh = false
    isWanted = true
  }

  /// Sees to what follows from the newest state, one thing after the other.
  private func tidyUp() async throws {
    for await _ in bell.observe(now: ()) {
      try await dropSuperseded()
      try await settle()
    }
  }

  /// Asks apart from that, because an answer takes its time.
  private func askWhenWanted() async {
    for await _ in bell.observe(now: ()) where isWanted && gate.isOpen && context != nil {
      _ = await ask()
    }
  }

  /// Reads the queue as it is; in turn, so that no older reading takes the place of a newer one.
  func readItems() async throws(AddressError) {
    do { items = try await outbox.items() } catch { throw AddressError(error) }
    publish()
  }

  /// Shows how things stand.
  func publish() {
    broadcast.tell(makeState())
    bell.tell(())
  }

  /// Reads what was kept, once.
  func load() async throws(AddressError) {
    guard !isLoaded else { return }
    try await inTurn { () async throws(AddressError) in
      // Another caller may have been faster.
      guard !isLoaded else { return }
      let found: [KeptAddress]
      do throws(StorageError) { found = try await shelf.addresses() } catch {
        throw .storage(error)
      }
      (kept, shelved, told) = (found, found, Set(found.map(\.id)))
      try await readItems()
      noteLostRecord()
      try await takeOver(found)
      publish()
      isLoaded = true
    }
  }

  /// Does something while nobody else does what is done in turn.
  func inTurn<Result, Failure: Error>(
    _ body: () async throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    if !turns.take() { await withCheckedContinuation { turns.wait($0) } }
    defer { turns.end() }
    return try await body()
  }
}
