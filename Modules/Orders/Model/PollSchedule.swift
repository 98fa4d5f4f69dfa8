import Foundation

/// The schedule of the fetches of active orders.
///
/// The schedule is a state machine without side effects. Its times are values of
/// ``ServerTime/elapsed``, which is measured by a clock that the user cannot set.
///
/// For each order, the schedule computes a delay from the last fetch to the next one. The delay depends
/// on the change window, which is the time span in which the status of the order is expected to change:
/// - Before the change window, the delay is at most ``slowest``.
/// - From the start of the change window on, the delay is at least ``fastest`` and at most ``usual``.
/// - Without a change window, the delay is ``usual``.
///
/// The order with the shortest delay determines the next fetch. A random factor of 0.85 to 1 shortens
/// each delay.
///
/// An ``OrderEvent`` that announces a change causes a fetch at once. The response may come from an
/// outdated replica of the server and lack the change. The fetch is then repeated with growing delays.
///
/// A token bucket limits the requests that the schedule causes to 39 in any hour:
/// - Each request takes one token.
/// - The bucket contains at most ``capacity`` tokens, and gains one token per ``refill``.
/// - A fetch for an announced change, or a request for a single order, may also take a token from an
///   empty bucket. The number of tokens is then negative, down to minus ``overdraft``.
/// - A fetch that the schedule does not cause, such as a call of `refresh()`, is always made. It also
///   takes a token, unless the number of tokens is minus ``overdraft``.
struct PollSchedule: Sendable {
  static let fastest = Duration.seconds(12)
  static let usual = Duration.seconds(300)
  static let slowest = Duration.seconds(600)
  static let capacity = 14.0
  static let refill = Duration.seconds(160)
  static let overdraft = 3.0
  /// The number of seconds after which an active order is no longer fetched regularly.
  ///
  /// The seconds are counted from ``Order/latestTime(_:)``. The last of the regular fetches is made after
  /// these seconds. An event for the order still causes a fetch.
  static let secondsUntilIgnored: TimeInterval = 86_400
  /// The maximum number of fetches for an announced change; a response with the change ends them.
  static let attempts = 4

  private var lastAttempt: Duration?
  private var lastRefill = Duration.zero
  private var tokens = capacity
  /// The number of fetches since an event last announced a new revision.
  private var fetchesSinceAnnouncement = 0
  private var knownAnnouncements: [Order.ID: Int] = [:]
  /// A random factor for the delays; it prevents many devices from sending requests at the same moment.
  private var jitter = 1.0

  // MARK: Events

  /// Records the time at which a fetch sent its first request.
  ///
  /// `now` is a value of ``ServerTime/elapsed``.
  mutating func fetchStarted(at now: Duration, _ random: inout some RandomNumberGenerator) {
    refill(at: now)
    // A fetch that another part of the app requests is made even without a token. Its missing token must
    // not delay the later fetches without limit.
    tokens = max(-Self.overdraft, tokens - 1)
    lastAttempt = now
    fetchesSinceAnnouncement += 1
    jitter = Double.random(in: 0.85...1, using: &random)
  }

  /// Takes a token from the bucket, for another request of the current fetch.
  ///
  /// Returns `false` if the bucket is empty and the ``overdraft`` is used up.
  mutating func takeToken() -> Bool {
    guard tokens >= 1 - Self.overdraft else { return false }
    tokens -= 1
    return true
  }

  private mutating func refill(at now: Duration) {
    tokens = min(Self.capacity, tokens + (now - lastRefill) / Self.refill)
    lastRefill = now
  }

  // MARK: Schedule

  /// Returns the time until the next fetch; `nil` if no next fetch is planned.
  ///
  /// The result is `nil` in two cases:
  /// - The first fetch, which the store makes without this schedule, has not started.
  /// - No fetch is due until an event or a new order causes one.
  ///
  /// - Parameters:
  ///   - orders: The active orders.
  ///   - announced: The revisions that an ``OrderEvent`` has announced and that no response of the
  ///     server contains yet, by the id of the order.
  ///   - received: The server's times at which the device received the orders, by their ids.
  ///   - serverTime: The server's time; `nil` before its first response.
  ///   - now: The current value of ``ServerTime/elapsed``.
  /// - Returns: The duration from `now` until the fetch, at least zero.
  mutating func delay(
    for orders: [Order], announced: [Order.ID: Int], received: [Order.ID: Date] = [:],
    serverTime: Date?, at now: Duration
  ) -> Duration? {
    refill(at: now)
    if announced.contains(where: { $0.value > knownAnnouncements[$0.key] ?? 0 }) {
      fetchesSinceAnnouncement = 0
    }
    knownAnnouncements = announced
    // The `OptimisticStore` makes the first fetch itself, so the schedule begins with the second fetch.
    guard let lastAttempt else { return nil }
    var due: Duration?
    if !announced.isEmpty, fetchesSinceAnnouncement < Self.attempts {
      let wait =
        fetchesSinceAnnouncement == 0 ? .zero : Duration.seconds(2 << fetchesSinceAnnouncement)
      due = max(lastAttempt + wait * jitter, now + time(forTokens: 1 - Self.overdraft))
    }
    let dues = orders.compactMap {
      self.due($0, received[$0.id], after: lastAttempt, serverTime, at: now)
    }
    if let next = dues.min() {
      due = min(due ?? .seconds(Int64.max / 4), max(next, now + time(forTokens: 1)))
    }
    return due.map { max(.zero, $0 - now) }
  }

  private func time(forTokens needed: Double) -> Duration {
    tokens >= needed ? .zero : Self.refill * (needed - tokens)
  }

  /// Returns the time of the next fetch for one order, as a value of ``ServerTime/elapsed``.
  ///
  /// Returns `nil` if the last fetch was made after the order's ``secondsUntilIgnored``; then the order
  /// causes a fetch only after an event. `received` is the time at which the device received the revision,
  /// `lastAttempt` is the time at which a fetch was last made, and `serverTime` is `nil` before the
  /// server's first response.
  private func due(
    _ order: Order, _ received: Date?, after lastAttempt: Duration, _ serverTime: Date?,
    at now: Duration
  ) -> Duration? {
    let usually = lastAttempt + Self.usual * jitter
    guard let serverTime else { return usually }
    let timeOfFetch = serverTime.addingTimeInterval((lastAttempt - now) / .seconds(1))
    if let end = order.latestTime(received),
      timeOfFetch.timeIntervalSince(end) > Self.secondsUntilIgnored
    {
      return nil
    }
    guard let window = order.expectedChange else { return usually }
    let early = window.from.timeIntervalSince(serverTime)
    let late = serverTime.timeIntervalSince(window.to)
    // During the interval, the delay is a sixteenth of the interval, but at most a minute. After the
    // interval, the delay grows: it is a third of the time since the end of the interval.
    let pace = late > 0 ? late / 3 : min(60, window.to.timeIntervalSince(window.from) / 16)
    let soon = lastAttempt + max(Self.fastest, .seconds(pace)) * jitter
    guard early > 0 else { return min(usually, soon) }
    return min(lastAttempt + Self.slowest * jitter, max(soon, now + .seconds(early)))
  }
}

extension Order {
  /// The latest of ``createdAt``, the ends of ``promised`` and ``nextChange``, and the time at which the
  /// device received the revision; `nil` if none is known.
  func latestTime(_ received: Date?) -> Date? {
    [received, createdAt, promised?.to, nextChange?.to].compactMap(\.self).max()
  }

  /// The interval in which the status is expected to change; `nil` if no estimate is possible.
  ///
  /// If the server gives no interval, the interval is estimated from the status.
  fileprivate var expectedChange: OrderInterval? {
    if let nextChange { return nextChange }
    switch status {
    // A restaurant usually accepts an order within two minutes, or not at all.
    case .created:
      return createdAt.map { OrderInterval(from: $0, to: $0.addingTimeInterval(120)) }
    case .readyForPickup, .inTransit: return promised
    case .confirmed, .inPreparation, .unknown, .fulfilled, .rejected, .cancelled: return nil
    }
  }
}
