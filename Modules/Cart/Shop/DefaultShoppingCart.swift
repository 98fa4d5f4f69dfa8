#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import Networking
import Storage
import Sync

/// The cart over a server, a queue of changes and the cart's id.
actor DefaultShoppingCart: ShoppingCart {
  typealias Source = CachedSource<String, ServerCart?>

  let server: CartServer
  let shelf: any CartShelf
  let makeID: @Sendable () -> String
  let broadcast = ObservedState(CartState())
  private let makeOutbox: (DefaultShoppingCart) -> Outbox<CartChange>
  private let makeSource: (DefaultShoppingCart) -> Source

  // Both ask the cart, so they are made when there is one.
  private(set) lazy var outbox = makeOutbox(self)
  private(set) lazy var source = makeSource(self)

  /// What is kept; `nil` until it has been read or a city was entered.
  var kept: KeptCart? { didSet { replayed = nil } }
  var isLoaded = false
  /// The city that requests are made in.
  var context: RequestContext? { didSet { replayed = nil } }
  /// The server's cart and what becomes of asking for it.
  var snapshot: SourceState<String, ServerCart?>? { didSet { replayed = nil } }
  /// Whether the server is to be asked again, in another city or language.
  var isOutdated = false
  /// A cart that came with the answer to a change, for the source to take instead of asking.
  var arrived: ServerCart?
  /// Number of occasions on which only the server's own answer does: another cart, another city, a call
  /// of ``refresh()``.
  var occasions = 0
  /// The last occasion before a request that was answered left.
  var occasionAsked = 0
  /// The last cart that was asked for, and its version in the answer.
  var asked: (cart: String, version: Int)?
  /// The queue as it was read.
  var reading = OutboxReading<CartChange>() { didSet { replayed = nil } }
  /// Changes that are shown and not in the queue yet.
  var underWay: [CartChange] = [] { didSet { replayed = nil } }
  /// What all these come to, as far as it was made; whoever goes on with it puts it back.
  var replayed: ReplayedQueue?
  var turns = Turns()
  /// Whether the cart was begun in this life of the app.
  var isNew = false
  /// Whether the id of a new cart has still to be kept.
  var isUnkept = false
  /// What became of keeping it last.
  var lastKept = Persistence.persisted
  /// Whether the record of the cart was missing while changes waited for the cart.
  var isRecovered = false
  /// A recovered cart whose city no waiting change names; it is in the city that is entered next.
  var unplaced: String?
  /// Whether a task awaits ``run()``.
  private(set) var isRunning = false
  let bell = Bell()

  init<Time: Clock>(
    server: CartServer, kept shelf: some CartShelf, journal: OutboxJournal, gate: Gate, clock: Time,
    random: some RandomNumberGenerator & Sendable, makeID: @escaping @Sendable () -> String
  ) where Time.Duration == Duration {
    self.server = server
    self.shelf = shelf
    self.makeID = makeID
    makeOutbox = { cart in
      Outbox(
        journal: journal, gate: gate, clock: clock, random: random, makeKey: makeID,
        send: { [weak cart] in await cart?.send($0) ?? .unknown })
    }
    let start = clock.now
    makeSource = { cart in
      // The cart itself says when to ask. The clock only tells a replica that lags from a server that
      // went back.
      Source(
        store: CollectionRepository(), scope: "", capacity: 1, freshFor: .seconds(Int64.max),
        replicaLag: .seconds(60), gate: gate,
        now: { .distantPast + start.duration(to: clock.now) / .seconds(1) },
        fetch: { [weak cart] id, validator in
          await cart?.fetch(id, ifNot: validator) ?? .failed("the app is gone")
        })
    }
  }

  nonisolated var state: CartState { broadcast.state }

  nonisolated func states() -> AsyncStream<CartState> { broadcast.states() }

  func run() async throws(CartError) {
    guard !isRunning else { return }
    isRunning = true
    defer {
      isRunning = false
      publish()
    }
    try await load()
    do {
      try await withThrowingDiscardingTaskGroup { group in
        group.addTask { try await self.follow() }
        group.addTask { await self.followSource() }
        group.addTask { try await self.followOutbox() }
        group.addTask { try await self.tidyUp() }
      }
    } catch let error as OutboxError {
      throw CartError(error)
    } catch let error as CartError {
      throw error
    } catch {}
  }

  /// Sends and asks, once there is a city to do it in.
  private func follow() async throws {
    for await _ in bell.rings() where context != nil { break }
    let (outbox, source) = (outbox, source)
    try await withThrowingDiscardingTaskGroup { group in
      group.addTask { try await outbox.run() }
      group.addTask { await source.run() }
    }
  }

  private func followSource() async {
    for await state in await source.states(fetching: .always) { show(state) }
  }

  /// Shows what the source has, unless something later is shown already.
  func show(_ state: SourceState<String, ServerCart?>) {
    if let snapshot, snapshot.moment >= state.moment { return }
    snapshot = state
    publish()
  }

  private func followOutbox() async throws {
    for await _ in await outbox.news() {
      try await inTurn { () async throws(CartError) in try await self.readItems() }
    }
  }

  /// Sees to what follows from the newest state, one thing after the other.
  private func tidyUp() async throws {
    for await _ in bell.rings() {
      await leaveOtherCity()
      await lookAtCart()
      try await settle()
      try await dropSuperseded()
      await takeArrived()
    }
  }

  /// Reads the queue as it is; in turn, so that no older reading takes the place of a newer one.
  func readItems() async throws(CartError) {
    do {
      guard let newer = try await outbox.reading(after: reading) else { return }
      reading = newer
    } catch { throw CartError(error) }
    publish()
  }

  /// The changes in the queue.
  var items: [OutboxItem<CartChange>] { reading.items }

  /// Shows how things stand.
  func publish(isNews: Bool = false) {
    if isNews { broadcast.tellNews(makeState()) } else { broadcast.tell(makeState()) }
    bell.ring()
  }

  /// Reads what was kept, once.
  func load() async throws(CartError) {
    guard !isLoaded else { return }
    try await inTurn { () async throws(CartError) in
      // Another caller may have been faster.
      guard !isLoaded else { return }
      let found: KeptCart?
      do throws(StorageError) { found = try await shelf.cart() } catch { throw .storage(error) }
      do throws(OutboxError) {
        if let newer = try await outbox.reading(after: reading) { reading = newer }
      } catch { throw CartError(error) }
      kept = found
      await recover()
      isLoaded = true
      publish()
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
