import Foundation
import Networking
import Storage
import Sync
import Synchronization

/// An order tracker that stores its data in an `OptimisticStore`.
///
/// A ``PollSchedule`` determines the times of the fetches.
struct LiveOrderTracker: OrderTracker, OptimisticFeature {
  let store: OptimisticStore<OrdersModel>
  private let server: OrderServer
  private let polling: Polling
  private let environment: FeatureEnvironment

  init(in environment: FeatureEnvironment, files: (any OrderFiles)? = nil) {
    self.environment = environment
    server = OrderServer(
      transport: environment.transport, account: environment.account,
      time: ServerTime(environment.clock))
    polling = Polling(environment.random)
    store = OptimisticStore(
      OrdersModel(server: server, polling: polling, gate: environment.gate),
      base: OrdersStore(files ?? StoredOrderFiles(in: environment.directory)),
      initial: OrdersBase(), journal: "order-changes", in: environment)
  }

  var serverTime: Date? { server.time.now }

  // MARK: Running

  func run() async throws(OrdersError) {
    let failure = await withTaskGroup(of: OrdersError?.self) { group in
      group.addTask {
        do throws(OrdersError) { try await store.run() } catch { return error }
        return nil
      }
      group.addTask {
        await poll()
        return nil
      }
      // Both tasks end when this task is canceled. The store's task ends at once if it fails, or if
      // another call is running.
      defer { group.cancelAll() }
      return await group.next() ?? nil
    }
    if let failure { throw failure }
  }

  /// Fetches the active orders at the times that the ``PollSchedule`` determines.
  private func poll() async {
    while !Task.isCancelled {
      let state = state
      // The store itself repeats a fetch that failed, after the delay that the server may have requested.
      let isIdle = environment.gate.isOpen && state.sync.fetch == .idle
      let due = isIdle ? polling.due(for: state, server.time) : nil
      guard await waits(until: due, in: state) else { continue }
      // Any other error means that the gate was closed or this task was canceled: the loop waits for the
      // gate, or ends.
      do throws(OrdersError) { try await store.refresh() } catch {}
    }
  }

  /// Waits until ``ServerTime/elapsed`` has reached `due`, or until the state differs from `state`.
  ///
  /// If `due` is `nil`, only a change of the state or a cancellation ends the wait.
  ///
  /// - Returns: `true` if the time is reached; `false` if the state changed; either if the task was canceled.
  private func waits(until due: Duration?, in state: OrdersState) async -> Bool {
    await withTaskGroup(of: Bool.self) { group in
      if let due {
        group.addTask { [clock = environment.clock, wait = due - server.time.elapsed] in
          do { try await clock.sleep(for: wait) } catch {}
          return true
        }
      }
      group.addTask { [store] in
        for await new in store.states() where new != state { break }
        return false
      }
      let isOver = await group.next() ?? false
      group.cancelAll()
      return isOver
    }
  }

  func receive(_ event: OrderEvent) async {
    guard Order.isID(event.id) else { return }
    // An event that cannot be recorded is ignored, because the next scheduled fetch shows the change.
    do throws(OrdersError) {
      try await store.perform { _, base in
        base.announce(event)
        return []
      }
    } catch {}
  }

  // MARK: Orders

  func track(_ order: Order) async throws(OrdersError) {
    guard Order.isID(order.id) else { throw .badID(order.id) }
    let time = server.time.now
    try await store.perform { _, base in
      // The call waits for the write of the base that it changes, and so for that of the known order.
      base.handOvers += 1
      let isKnown = base.current.orders.contains { known in
        // The parts of a split order have one key; the cart knows the order before the service has split it.
        known.id == order.id || order.revision == 0 && known.key != nil && known.key == order.key
      }
      guard !isKnown, !base.isAcknowledged(order.id) else { return [] }
      base.current.orders.append(order)
      base.current.received[order.id] = time
      // The order is fetched at once, because the device has only the cart's data of the order. The
      // announced revision causes this fetch, because it is higher than the revision of the order.
      base.announced[order.id] = max(base.announced[order.id] ?? 0, order.revision &+ 1)
      return []
    }
  }

  func order(_ id: Order.ID) async throws(OrdersError) -> Order {
    guard Order.isID(id) else { throw .badID(id) }
    let answer = await server.order(id, in: try context())
    if answer.isUnknownOrder { throw .unknownOrder(id) }
    let document = try read(answer) { response throws(UnusableBody) in
      try server.readOrder(id, response)
    }
    let time = server.time.now
    try await store.perform { _, base in
      let order = document.order(after: base.order(id)).order
      if base.current.orders.contains(where: { $0.id == id }) || base.isAcknowledged(id) {
        base.merge(order, at: time)
      } else {
        base.updateHistory(with: order, at: time)
      }
      return []
    }
    return try await store.read { _, base in base.order(id) ?? document.order(after: nil).order }
  }

  func history(after cursor: OrderPage.Cursor?) async throws(OrdersError) -> OrderPage {
    let context = try context()
    let stored = try await store.read { _, base in base.history }
    var query = ["state": "finished"]
    query["after"] = cursor?.rawValue
    let request = server.time.elapsed
    let known = cursor == nil && stored?.language == context.language ? stored?.validator : nil
    let answer = await server.list(query: query, unless: known, in: context)
    if case .notModified = answer {
      return try await store.read { _, base in base.shownHistory ?? OrderPage(orders: []) }
    }
    let account = server.account
    let (list, validator) = try read(answer) { response throws(UnusableBody) in
      (try server.read(response), response.etag?.rawValue)
    }
    guard cursor == nil else {
      return try await store.read { _, base in
        var page = base.page(of: list, account).without(base.current.orders)
        // A page that names itself as the next one is the last one.
        if page.next == cursor { page.next = nil }
        return page
      }
    }
    let time = server.time.now
    try await store.perform { _, base in
      // The responses of concurrent calls may arrive in another sequence than the requests were sent.
      guard request >= base.historyRequest else { return [] }
      base.historyRequest = request
      base.store(base.page(of: list, account), validator: validator, at: time)
      base.history?.language = context.language
      return []
    }
    return try await store.read { _, base in base.shownHistory ?? OrderPage(orders: []) }
  }

  func cancel(_ id: Order.ID) async throws(OrdersError) {
    let time = server.time
    try await store.perform { state, _ throws(OrdersError) in
      guard let order = state.order(id) else { throw .unknownOrder(id) }
      if order.status == .cancelled { return [] }
      guard !order.hasEnded else { throw .tooLate(id) }
      // The server's time is unknown until its first response since the launch. Until then, only the
      // server can reject a cancellation.
      if let now = time.now, order.revision > 0 {
        guard let end = order.cancelableUntil, now <= end else { throw .tooLate(id) }
      }
      guard !state.cancellations.contains(where: { $0.order == id && !$0.status.isFailed }) else {
        return []
      }
      return [OrderChange(cancel: id)]
    }
  }

  func acknowledge(_ id: Order.ID) async throws(OrdersError) {
    try await store.perform { state, base throws(OrdersError) in
      guard let order = state.order(id) else {
        guard base.isAcknowledged(id) else { throw .unknownOrder(id) }
        return []
      }
      let isUnknown = state.problems.contains(OrderProblem(id, .unknownToServer))
      guard order.hasEnded || isUnknown else { throw .notFinished(id) }
      base.acknowledge(order)
      return []
    }
  }

  // MARK: Requests of a call

  /// Returns the context for a request; throws if the task is canceled, no city is chosen, or the
  /// `Gate` of the environment is closed.
  private func context() throws(OrdersError) -> RequestContext {
    try environment.requestContext(OrdersError.self)
  }

  private func read<Value>(
    _ answer: ResponseOutcome, _ value: (HTTPResponse) throws(UnusableBody) -> Value
  ) throws(OrdersError) -> Value {
    switch answer {
    case .success(let response):
      do throws(UnusableBody) { return try value(response) } catch {
        throw .sync(.fetch(.unusable(error)))
      }
    case .unauthorized:
      environment.gate.close(for: .signedOut)
      throw .sync(.closed([.signedOut]))
    default:
      // If the task was canceled, the failure is reported as a cancellation.
      throw Task.isCancelled ? .sync(.cancelled) : .sync(.fetch(FetchFailure(answer)))
    }
  }
}

/// A ``PollSchedule`` with a lock, which ``LiveOrderTracker`` and ``OrdersModel`` share.
///
/// The object also contains the random number generator of the schedule.
final class Polling: Sendable {
  private struct State {
    var schedule = PollSchedule()
    var random: any RandomNumberGenerator & Sendable
  }

  private let state: Mutex<State>

  init(_ random: any RandomNumberGenerator & Sendable) { state = Mutex(State(random: random)) }

  /// Records that a fetch has sent its first request; `time` is a value of ``ServerTime/elapsed``.
  func fetchStarted(at time: Duration) {
    state.withLock { state in state.schedule.fetchStarted(at: time, &state.random) }
  }

  /// Takes a token for another request of the current fetch; each request needs one token.
  ///
  /// Returns `false` if ``PollSchedule`` permits no further request, because too few tokens are left.
  func takeToken() -> Bool { state.withLock { $0.schedule.takeToken() } }

  /// Returns the time of the next fetch, as a value of ``ServerTime/elapsed``.
  ///
  /// The result is `nil` if no fetch is due before the state changes.
  func due(for state: OrdersState, _ time: ServerTime) -> Duration? {
    let (serverTime, now) = (time.now, time.elapsed)
    return self.state.withLock {
      $0.schedule.delay(
        for: state.active, announced: state.announced, received: state.received,
        serverTime: serverTime, at: now)
    }.map { now + $0 }
  }
}
