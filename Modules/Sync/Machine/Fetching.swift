/// The fetches of one value, numbered from 1: the optimistic store and the cached source share them.
///
/// Each need is the number of the first fetch that meets it, which is one that starts later than the need.
struct Fetching: Sendable {
  private struct Flight: Sendable {
    let epoch: Epoch
    let start: Duration
    /// The versions of the entities at the start of the fetch.
    let known: [String: Known]
    /// Whether the server applied a change during the fetch.
    var isOvertaken = false
    /// Whether its response lacked the value, so that no version says whether this fetch has the change.
    var isUnclear = false
  }

  /// The last known version of one entity, such as the cart of a city.
  private struct Known: Sendable {
    let version: ServerVersion
    /// The time at which the server last sent or confirmed the version.
    let confirmation: Duration
  }

  enum Verdict: Equatable {
    /// The fetched value replaces the known one.
    case replace
    /// The known value is current.
    case keep
    case failed(FetchFailure)
    /// Another fetch is needed.
    case again

    /// Returns the words of the verdict in a report.
    func kind<Value>(of outcome: FetchOutcome<Value>?) -> DiagnosticEvent.FetchEnd {
      switch (self, outcome) {
      case (.replace, _): .updated
      case (.keep, _): .notModified
      case (.failed(.outdated), _): .outdated
      case (.failed, _): .failed
      case (.again, nil): .canceled
      case (.again, .closed): .closed
      case (.again, _): .outdated
      }
    }
  }

  /// The longest expected lag of a replica of the server.
  let replicaLag: Duration
  /// The last fetch that has started.
  private(set) var started: Epoch = 0
  private var flight: Flight?
  /// The fetch that is requested; it has started unless it is greater than `started`.
  private var wanted: Epoch = 0
  /// The fetch without whose success the value may be outdated.
  private var required: Epoch = 0
  /// The last fetch that has succeeded.
  private(set) var fetched: Epoch = 0
  /// The last fetch that returned an older value than the known one.
  private var lagging: Epoch = 0
  /// The number of fetches in succession that returned an older value.
  private(set) var lags = 0
  /// The earliest time of the next fetch that no call waits for, after one that returned an older value.
  var notBefore = Duration.zero
  private(set) var failure: FetchFailure?
  /// The calls of `refresh()` that wait for a fetch; one that is canceled takes its need with it.
  private var refreshes: [(epoch: Epoch, waiter: Waiter)] = []
  /// The version of the last known value.
  private var version: ServerVersion?
  /// The last known version of each entity.
  private var known: [String: Known] = [:]
  /// The server's validator of the last fetched value, such as an `ETag`.
  private(set) var validator: String?

  init(replicaLag: Duration) { self.replicaLag = replicaLag }

  var isInProgress: Bool { flight != nil }
  /// The start of the fetch in progress.
  var startTime: Duration? { flight?.start }
  var isWanted: Bool { wanted > started }
  /// Whether a call waits for a fetch.
  var isAwaited: Bool { !refreshes.isEmpty }
  /// Whether the last fetch that is required has succeeded.
  var isCurrent: Bool { fetched >= max(required, 1) }
  /// Whether a change may be sent.
  ///
  /// A replica that lags does not delay it: the known value is the newest one.
  var allowsSending: Bool { max(fetched, lagging) >= required }

  /// Notes that the value may be outdated: a fetch that starts after this call is required.
  mutating func expire() { required = want() }

  /// Requests a fetch that starts after this call, and returns its number.
  @discardableResult
  mutating func want() -> Epoch {
    (wanted, notBefore) = (started + 1, .zero)
    return wanted
  }

  /// Lets a call wait for a fetch that starts after it.
  mutating func refresh(_ waiter: Waiter) {
    failure = nil
    refreshes.append((started + 1, waiter))
  }

  mutating func cancelRefresh(_ waiter: Waiter) { refreshes.removeAll { $0.waiter == waiter } }

  /// Ends the calls that wait for a fetch up to `epoch`; returns their waiters.
  mutating func endRefreshes(upTo epoch: Epoch = .max) -> [Waiter] {
    defer { refreshes.removeAll { $0.epoch <= epoch } }
    return refreshes.filter { $0.epoch <= epoch }.map(\.waiter)
  }

  /// Takes back a request for a fetch that has not started.
  mutating func stopWanting() { wanted = started }

  mutating func start(at now: Duration) {
    started += 1
    flight = Flight(epoch: started, start: now, known: known)
  }

  /// Shows another value, such as that of another scope; `age` is the time since its confirmation.
  ///
  /// A negative age means that the clock was set back.
  mutating func show(
    _ version: ServerVersion?, _ validator: String?, age: Duration, at now: Duration
  ) {
    (known, self.version, self.validator) = ([:], nil, validator)
    confirm(version, at: now - max(age, .zero - age))
  }

  /// Notes that the server has sent a version, or has confirmed the last one if there is no other.
  private mutating func confirm(_ new: ServerVersion?, at time: Duration) {
    version = new ?? version
    if let version { known[version.entity] = Known(version: version, confirmation: time) }
  }

  /// Notes the response to a change.
  ///
  /// - Parameters:
  ///   - update: The response.
  ///   - isApplied: Whether the server has applied the change, or has sent its value instead.
  ///   - now: The time of the response.
  /// - Returns: Whether the value of the response replaces the known one.
  mutating func commit<Base>(
    _ update: ServerUpdate<Base>, isApplied: Bool, at now: Duration
  ) -> Bool {
    if update.needsFetch { expire() }
    if isApplied {
      flight?.isOvertaken = true
      if update.needsFetch { flight?.isUnclear = true }
    }
    if isOlder(update.version) { return false }
    // The validator belongs to the fetched value, which this response replaces.
    validator = nil
    if let new = update.version { confirm(new, at: now) }
    return true
  }

  private func isOlder(_ new: ServerVersion?) -> Bool {
    guard let new, let known = known[new.entity] else { return false }
    return new.number < known.version.number
  }

  /// Whether a version at this time is lower than a known one that no replica can lag behind any more.
  func isReset(_ new: ServerVersion?, at time: Duration) -> Bool {
    guard let new, isOlder(new), let known = known[new.entity] else { return false }
    return time - known.confirmation > replicaLag
  }

  /// Whether the value of the fetch in progress probably comes from a replica that lags.
  ///
  /// The lag is measured at the start of the fetch, because the response may have taken long.
  func isLagging(_ new: ServerVersion?) -> Bool {
    guard let flight, isOlder(new) else { return false }
    return !isReset(new, at: flight.start)
  }

  /// Ends the fetch in progress; `outcome` is `nil` if it was canceled, which says nothing about the server.
  mutating func finish<Value>(_ outcome: FetchOutcome<Value>?, at now: Duration) -> Verdict {
    guard let flight else { return .again }
    defer { self.flight = nil }
    switch outcome {
    case .updated(let update, let validator):
      let new = update.version
      if let new, isOlder(new) {
        // The response to a change was faster than this fetch, and newer.
        if known[new.entity]?.version != flight.known[new.entity]?.version {
          return succeed(flight.epoch, .keep)
        }
        if isLagging(new) {
          (lagging, failure) = (flight.epoch, .outdated)
          lags += 1
          return .failed(.outdated)
        }
      }
      // Without versions, it is unknown whether the value contains a change that was applied meanwhile.
      if flight.isUnclear || new == nil && flight.isOvertaken { return again() }
      self.validator = validator
      confirm(new, at: now)
      return succeed(flight.epoch, .replace)
    case .notModified:
      if flight.isOvertaken { return again() }
      confirm(nil, at: now)
      return succeed(flight.epoch, .keep)
    case .failed(let reason, _):
      failure = reason
      return .failed(reason)
    case .closed, nil: return again()
    }
  }

  mutating func forgetValidator() { validator = nil }

  /// Forgets the failure of the last fetch, because another one is requested.
  mutating func forgetFailure() { failure = nil }

  private mutating func again() -> Verdict {
    want()
    return .again
  }

  private mutating func succeed(_ epoch: Epoch, _ verdict: Verdict) -> Verdict {
    (fetched, failure, lags) = (epoch, nil, 0)
    return verdict
  }

  /// Returns the status to show.
  func status(in surroundings: Surroundings) -> FetchStatus {
    if isInProgress { return .fetching }
    guard surroundings.isRunning else { return .notRunning }
    if isWanted { return surroundings.isOnline ? .fetching : .closed(surroundings.closed) }
    return failure.map(FetchStatus.failed) ?? .idle
  }
}
