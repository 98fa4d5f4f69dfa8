import Networking
import Storage
import Synchronization

/// Performs the effects of a machine, and tells the machine how they have ended; it decides nothing.
///
/// While ``run()`` is running, its tasks make the requests. Otherwise the calls that wait for a fetch make
/// them. The first of these tasks also writes.
final class Desk<Core: Machine>: Sendable {
  private struct Content {
    var machine: Core
    var works: [Core.Work] = []
    var alarm: Duration?
    var calls: [Waiter: DeskCall] = [:]
    var lastWaiter: Waiter = 0
    /// Wakes ``run()``; `nil` while it is not running.
    var bell: AsyncStream<Void>.Continuation?
  }

  /// A lock under which tasks are resumed, so that no handler of a cancellation may take it.
  ///
  /// A cancellation holds a lock of its task, which resuming the task needs.
  private let content: Mutex<Content>
  private let observers = Observers()
  private let gate: Gate
  private let city: SettledCity?
  private let time: SyncTime
  private let diagnostics: Diagnostics
  private let perform: @Sendable (Core.Work) async -> Core.Event
  private let handled = Broadcast<Void>()

  /// `perform` does a work of the machine, and returns the event of its end.
  init(
    _ machine: Core, gate: Gate, city: SettledCity?, time: SyncTime, diagnostics: Diagnostics,
    perform: @escaping @Sendable (Core.Work) async -> Core.Event
  ) {
    content = Mutex(Content(machine: machine))
    (self.gate, self.city, self.time) = (gate, city, time)
    (self.diagnostics, self.perform) = (diagnostics, perform)
  }

  // MARK: Events

  /// Calls `body` with the machine, which knows its present surroundings.
  func read<Value: Sendable, Failure: Error>(
    _ body: (inout Core) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    var isNew = false
    // Consumers see what this call is the first to see.
    defer { if isNew { handled.tell(()) } }
    return try content.withLock { content throws(Failure) in
      isNew = follow(&content)
      return try body(&content.machine)
    }
  }

  /// Sends the machine an event; `nil` only tells it of its surroundings.
  func tell(_ event: Core.Event?) {
    update { content in if let event { handle(event, &content) } }
  }

  /// Changes the content, and signals the consumers of the states.
  private func update<Value: Sendable, Failure: Error>(
    _ body: (inout Content) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    let value = try content.withLock { content throws(Failure) in
      follow(&content)
      return try body(&content)
    }
    handled.tell(())
    return value
  }

  /// Tells the machine of the gate, the city and the consumers, which any thread may change at any time.
  ///
  /// - Returns: Whether one of them has changed.
  @discardableResult
  private func follow(_ content: inout Content) -> Bool {
    changeSurroundings(&content) { [gate, city, observers] new in
      (new.closed, new.closings, new.context) = (gate.reasons, gate.closings, city?.context)
      new.observers = observers.count
      if city != nil, new.context == nil { new.closed.insert(.noCity) }
    }
  }

  /// Changes the surroundings, and tells the machine of them if they are not as before.
  @discardableResult
  private func changeSurroundings(
    _ content: inout Content, _ change: (inout Surroundings) -> Void
  ) -> Bool {
    var new = content.machine.surroundings
    change(&new)
    guard new != content.machine.surroundings else { return false }
    handle(.surroundings(new), &content)
    return true
  }

  private func handle(_ event: Core.Event, _ content: inout Content) {
    for effect in content.machine.handle(event, at: time.now()) {
      switch effect {
      case .work(let work): content.works.append(work)
      case .wake(let time): content.alarm = time
      case .close(let reason): gate.close(for: reason)
      case .report(let event): diagnostics.report(event)
      case .reply(let waiter, let error): content.calls[waiter]?.tell(.reply(error))
      }
    }
    guard !content.works.isEmpty || content.alarm != nil else { return }
    if let bell = content.bell {
      bell.yield()
    } else if !content.works.isEmpty {
      for waiter in content.calls.keys.sorted() { content.calls[waiter]?.tell(.work) }
    }
  }

  // MARK: Calls

  /// Sends the machine an event of the user, and waits for its reply.
  ///
  /// - Parameters:
  ///   - isCancellable: Whether the call ends with its task. Other calls wait only for the disk.
  ///   - event: Returns the event for the number of the call.
  /// - Throws: The error of `event`, or the error in the reply.
  func call<Failure: SyncFailure>(
    isCancellable: Bool = false,
    _ event: (inout Core, Waiter) throws(Failure) -> Core.Event
  ) async throws(Failure) {
    let call = DeskCall(makesRequests: isCancellable)
    let waiter = try update { content throws(Failure) in
      content.lastWaiter += 1
      let event = try event(&content.machine, content.lastWaiter)
      content.calls[content.lastWaiter] = call
      handle(event, &content)
      return content.lastWaiter
    }
    while true {
      switch await call.signal(isCancellable: isCancellable) {
      case .reply(let error):
        if call.makesRequests {
          update { leave(waiter, &$0) }
        } else {
          content.withLock { $0.calls[waiter] = nil }
        }
        await finishWrites()
        if let error { throw .sync(error) }
        return
      case .work:
        while !call.isAnswered,
          let work = takeWork(includingRequests: isCancellable && !Task.isCancelled)
        {
          await finish(work)
        }
      case .canceled:
        update { content in
          handle(.canceled(waiter), &content)
          leave(waiter, &content)
        }
        throw .sync(.cancelled)
      }
    }
  }

  /// Ends a call that makes requests; without a run and other such calls, none is left that nothing makes.
  private func leave(_ waiter: Waiter, _ content: inout Content) {
    content.calls[waiter] = nil
    guard content.bell == nil,
      !content.calls.values.contains(where: { $0.makesRequests && !$0.isAnswered })
    else { return }
    abandonRequests(&content)
  }

  /// Whether a work is a request, which a run makes if there is one; any task may do other work.
  private static func isRequest(_ work: Core.Work) -> Bool { Core.abandoned(work) != nil }

  /// Returns the next work, writes first, but no request while a run makes them.
  private func takeWork(includingRequests: Bool) -> Core.Work? {
    content.withLock { content in
      let canRequest = includingRequests && content.bell == nil
      return
        (content.works.firstIndex { !Self.isRequest($0) }
        ?? (canRequest ? content.works.indices.first : nil))
        .map { content.works.remove(at: $0) }
    }
  }

  /// Finishes the writes if no other task will.
  private func finishWrites() async {
    while content.withLock({ $0.bell == nil }), let work = takeWork(includingRequests: false) {
      await finish(work)
    }
  }

  private func finish(_ work: Core.Work) async {
    // The gate or the city may have changed since the machine wanted the request.
    if let abandoned = Core.abandoned(work), Task.isCancelled || !read({ $0.permits(work) }) {
      return tell(abandoned)
    }
    tell(await perform(work))
  }

  // MARK: Running

  /// Performs effects until the calling task is canceled; returns at once while it is running.
  func run() async {
    let (rings, bell) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let isFirst = update { content in
      guard content.bell == nil else { return false }
      content.bell = bell
      changeSurroundings(&content) { $0.isRunning = true }
      bell.yield()
      return true
    }
    guard isFirst else { return }
    await withDiscardingTaskGroup { group in
      group.addTask { for await _ in self.gate.signals.observe(now: ()) { self.tell(nil) } }
      if let city { group.addTask { for await _ in city.changes() { self.tell(nil) } } }
      for await _ in rings {
        let (works, alarm) = takeAll()
        for work in works { group.addTask { await self.finish(work) } }
        if let alarm { group.addTask { await self.wake(at: alarm) } }
      }
      update { content in
        content.bell = nil
        changeSurroundings(&content) { $0.isRunning = false }
        abandonRequests(&content)
      }
    }
    await finishWrites()
  }

  /// Tells the machine that the requests that have not begun are not made.
  private func abandonRequests(_ content: inout Content) {
    let works = content.works
    content.works = works.filter { !Self.isRequest($0) }
    for event in works.compactMap(Core.abandoned) { handle(event, &content) }
  }

  private func takeAll() -> (works: [Core.Work], alarm: Duration?) {
    content.withLock { content in
      defer { (content.works, content.alarm) = ([], nil) }
      return (content.works, content.alarm)
    }
  }

  private func wake(at alarm: Duration) async {
    do { try await time.sleep(alarm) } catch { return }
    tell(.woke)
  }

  // MARK: Observing

  /// Returns a stream of `current`, at once and after events, without equal neighbors.
  ///
  /// A state is computed when the consumer asks for it, for at most a tenth of the consumer's time. More than
  /// 200 milliseconds count as a jump of the clock, as after a sleep of the device, and cause no pause.
  ///
  /// `isCounted` is whether the machine counts the consumer; `current` returns the current state.
  func states<State: Sendable & Equatable>(
    isCounted: Bool = true, _ current: @escaping @Sendable () -> State
  ) -> AsyncStream<State> {
    let signals = handled.observe(now: ()) { [observers] in if isCounted { observers.leave() } }
    if isCounted {
      observers.join()
      tell(nil)
    }
    let shown = Shown<State>()
    return AsyncStream { [time] () -> State? in
      let (last, pause) = shown.last.withLock { $0 }
      if pause > .milliseconds(1) {
        do { try await time.sleep(time.now() + pause) } catch { return nil }
      }
      for await _ in signals {
        let start = time.now()
        let state = current()
        guard state != last else { continue }
        let spent = time.now() - start
        shown.last.withLock { $0 = (state, spent > .milliseconds(200) ? .zero : spent * 9) }
        return state
      }
      return nil
    }
  }
}

/// A call that waits for its reply, or meanwhile for work.
private final class DeskCall: Sendable {
  enum Signal {
    case reply(SyncError?)
    case work
    case canceled
  }

  private struct Content {
    /// The next signal; the first makes the call look for work that is already there.
    var signal: Signal? = .work
    var continuation: CheckedContinuation<Signal, Never>?
  }

  /// Whether the call makes requests while nothing runs; other calls wait only for the disk.
  let makesRequests: Bool
  /// No task is resumed under this lock, so that the handler of a cancellation may take it.
  private let content = Mutex(Content())

  init(makesRequests: Bool) { self.makesRequests = makesRequests }

  var isAnswered: Bool {
    content.withLock { if case .reply = $0.signal { true } else { false } }
  }

  func tell(_ new: Signal) {
    let waiting = content.withLock { content -> CheckedContinuation<Signal, Never>? in
      if case .reply = content.signal { return nil }
      if let waiting = content.continuation.take() { return waiting }
      content.signal = new
      return nil
    }
    waiting?.resume(returning: new)
  }

  func signal(isCancellable: Bool) async -> Signal {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let signal = content.withLock { content in
          let signal = content.signal.take()
          if signal == nil { content.continuation = continuation }
          return signal
        }
        if let signal { continuation.resume(returning: signal) }
      }
    } onCancel: {
      if isCancellable { tell(.canceled) }
    }
  }
}

/// The number of consumers of the states.
///
/// The machine learns it with its next event: nothing has to happen at once when a consumer has left.
private final class Observers: Sendable {
  private let number = Atomic(0)

  var count: Int { number.load(ordering: .sequentiallyConsistent) }

  func join() { number.add(1, ordering: .sequentiallyConsistent) }

  func leave() { number.subtract(1, ordering: .sequentiallyConsistent) }
}

/// The last state of a stream, and the pause after it.
private final class Shown<State: Sendable>: Sendable {
  let last = Mutex<(state: State?, pause: Duration)>((nil, .zero))
}

/// The time since a store was created.
struct SyncTime: Sendable {
  let now: @Sendable () -> Duration
  let sleep: @Sendable (_ until: Duration) async throws -> Void

  init<Time: Clock>(_ clock: Time) where Time.Duration == Duration {
    let start = clock.now
    now = { start.duration(to: clock.now) }
    sleep = { try await clock.sleep(until: start.advanced(by: $0), tolerance: nil) }
  }
}
