import Networking

/// A pure machine: it receives events, changes its state, and returns the effects to perform.
///
/// A machine has no clock and does not suspend. A ``Desk`` performs its effects, and tells it by another
/// event how they have ended. All machines fetch a value, and share the functions for this.
protocol Machine: Sendable {
  associatedtype Event: MachineEvent
  /// The work of a task, such as a write or a request; its end is an event.
  associatedtype Work: Sendable

  var turn: Turn<Work> { get set }
  var surroundings: Surroundings { get set }
  var fetching: Fetching { get set }
  var patience: Patience { get set }

  /// Changes the state, and adds the effects to ``turn``.
  mutating func react(to event: Event)

  /// Returns whether a request may still be made when its turn has come.
  func permits(_ request: Work) -> Bool
  /// Returns the event after a request was abandoned before it was made; `nil` for other work.
  ///
  /// Requests end with the task that makes them.
  static func abandoned(_ work: Work) -> Event?
}

/// The events of each machine.
protocol MachineEvent: Sendable {
  /// The surroundings have changed.
  static func surroundings(_ surroundings: Surroundings) -> Self
  /// The time of an effect ``Effect/wake(at:)`` has come.
  static var woke: Self { get }
  /// The call of a waiter was canceled.
  static func canceled(_ waiter: Waiter) -> Self
}

/// An action that a machine requests.
enum Effect<Work: Sendable>: Sendable {
  case work(Work)
  /// Sends the machine its event ``MachineEvent/woke`` at this time.
  case wake(at: Duration)
  /// Closes the ``Gate``.
  case close(Gate.Reason)
  /// Tells the observers of the app's ``Diagnostics``.
  case report(DiagnosticEvent)
  /// Ends a call, with an error or successfully.
  case reply(Waiter, SyncError?)
}

extension Effect: Equatable where Work: Equatable {}

/// The facts about its surroundings that a machine knows.
struct Surroundings: Sendable, Equatable {
  /// The reasons to send no request; ``Gate/Reason/noCity`` also without a city that is needed.
  var closed: Set<Gate.Reason> = []
  /// The number of times that the ``Gate`` was closed.
  var closings = 0
  /// The chosen city; `nil` also if no city is needed.
  var context: RequestContext?
  /// Whether `run()` is running.
  var isRunning = false
  /// The number of consumers of the states.
  var observers = 0

  var isOnline: Bool { closed.isEmpty }
  /// The error of a call that needs a request.
  var error: SyncError { closed.contains(.noCity) ? .noCity : .closed(closed) }
}

/// The present event of a machine with its effects, and the calls that wait for the files.
struct Turn<Work: Sendable>: Sendable {
  /// The name of the store or the source in reports.
  let name: String
  var now = Duration.zero
  var effects: [Effect<Work>] = []
  /// The number of handled events.
  var count = 0
  /// The time of the last ``Effect/wake(at:)`` that is still to come.
  var alarm: Duration?
  var isLoaded = false
  var loaders: [Waiter] = []

  init(_ name: String) { self.name = name }
}

extension Machine {
  /// Changes the state, and returns the effects; `now` is the time since the machine was created.
  mutating func handle(_ event: Event, at now: Duration) -> [Effect<Work>] {
    turn.now = now
    turn.count += 1
    if let alarm = turn.alarm, alarm <= now { turn.alarm = nil }
    react(to: event)
    defer { turn.effects = [] }
    return turn.effects
  }

  mutating func add(_ work: Work) { turn.effects.append(.work(work)) }

  mutating func reply(_ waiter: Waiter, _ error: SyncError? = nil) {
    turn.effects.append(.reply(waiter, error))
  }

  /// Sets the alarm, unless an earlier one is set.
  mutating func wake(at time: Duration?) {
    guard let time, time > turn.now, time < turn.alarm ?? .seconds(Int64.max),
      surroundings.isRunning
    else { return }
    turn.alarm = time
    turn.effects.append(.wake(at: time))
  }

  // MARK: Loading

  /// Lets a call wait until the files are loaded; `work` loads them, unless another call waits already.
  mutating func load(_ waiter: Waiter, by work: Work) {
    if turn.isLoaded { return reply(waiter) }
    turn.loaders.append(waiter)
    if turn.loaders.count == 1 { add(work) }
  }

  mutating func endLoading(_ error: SyncError? = nil) {
    turn.isLoaded = error == nil
    for waiter in turn.loaders { reply(waiter, error) }
    turn.loaders = []
  }

  // MARK: Surroundings

  /// Enters new surroundings.
  ///
  /// - Returns: Whether the value may be outdated, and whether a request that failed may now succeed.
  mutating func enter(_ new: Surroundings) -> (isExpired: Bool, isConnected: Bool) {
    let old = surroundings
    surroundings = new
    if new.isRunning != old.isRunning { turn.alarm = nil }
    if !new.isOnline { endRefreshes(new.error) }
    let (wasClosed, isElsewhere) = (new.closings > old.closings, new.context != old.context)
    let isStarted = new.isRunning && !old.isRunning
    let isConnected = isElsewhere || new.isOnline && (wasClosed || !old.isOnline)
    if isElsewhere {
      patience.endDelays()
    } else if isConnected {
      patience.noteConnection(at: turn.now)
    }
    return (isExpired: isStarted || wasClosed || isElsewhere, isConnected: isConnected)
  }

  /// Closes the gate, because a response says that no request may be sent.
  mutating func close(_ reason: Gate.Reason) {
    surroundings.closed.insert(reason)
    surroundings.closings += 1
    fetching.expire()
    endRefreshes(surroundings.error)
    turn.effects.append(.close(reason))
  }

  // MARK: Fetching

  /// Lets a call wait for a fetch; ends the call at once if no request may be sent.
  mutating func refresh(_ waiter: Waiter) {
    guard surroundings.isOnline else { return reply(waiter, surroundings.error) }
    patience.endDelays()
    fetching.refresh(waiter)
  }

  mutating func endRefreshes(upTo epoch: Epoch = .max, _ error: SyncError?) {
    for waiter in fetching.endRefreshes(upTo: epoch) { reply(waiter, error) }
  }

  /// Starts a fetch, or sets the alarm for it; `isDue` is whether it is needed without a call.
  ///
  /// - Returns: Whether a fetch starts.
  mutating func startFetch(isDue: Bool) -> Bool {
    guard surroundings.isOnline, !fetching.isInProgress else { return false }
    if !fetching.isAwaited {
      guard isDue, surroundings.isRunning else { return false }
      let start = max(patience.end, fetching.notBefore)
      guard start <= turn.now else {
        wake(at: start)
        return false
      }
    }
    fetching.start(at: turn.now)
    patience.start()
    return true
  }

  /// Ends the fetch in progress; `outcome` is `nil` if it was canceled.
  ///
  /// `endsDelays` is whether a success ends the delays of all requests.
  mutating func finishFetch<Value>(
    _ outcome: FetchOutcome<Value>?, endsDelays: Bool = true
  ) -> Fetching.Verdict {
    let verdict = fetching.finish(outcome, at: turn.now)
    turn.effects.append(.report(.fetch(source: turn.name, verdict.kind(of: outcome))))
    switch verdict {
    case .replace, .keep: if endsDelays { patience.succeed() }
    case .failed(let failure):
      if case .failed(_, let wish) = outcome {
        patience.fail(at: turn.now, wish: wish)
      } else {
        // A replica that lags delays only the next fetch.
        fetching.notBefore = turn.now + patience.delay(after: fetching.lags)
      }
      endRefreshes(upTo: fetching.started, .fetch(failure))
    case .again: break
    }
    if case .closed(let reason) = outcome { close(reason) }
    return verdict
  }
}
