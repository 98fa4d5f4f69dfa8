#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The times at which the server is asked for the active orders.
///
/// A pure state machine: time is a duration since the start of the process, by a clock that the user
/// cannot set, and the server's time is derived from its answers.
///
/// - Inside an interval in which a change is expected, the next request follows ``fastest`` after the last.
///   Before a known interval it follows after ``slowest``, and without one after ``usual``.
/// - A budget limits the requests: ``capacity`` at once, and one more per ``refill``. In any hour that is at
///   most ``hourlyLimit``.
/// - An announced change is asked for at once, up to ``overdraft`` requests beyond the budget, and again
///   with growing delays while a lagging replica answers.
struct PollSchedule: Sendable {
  static let fastest = Duration.seconds(12)
  static let usual = Duration.seconds(300)
  static let slowest = Duration.seconds(600)
  static let capacity = 14.0
  static let refill = Duration.seconds(160)
  static let overdraft = 3.0
  /// The number of requests in an hour that the budget allows.
  static var hourlyLimit: Int { Int(capacity + overdraft + .seconds(3_600) / refill) }
  /// The time after the promised interval at which an order is no longer asked for on a schedule.
  static let abandonment: TimeInterval = 86_400
  /// The number of requests for one announced change that no answer has had.
  static let attempts = 4

  private var lastAsk: Duration?
  private var lastRefill = Duration.zero
  private var tokens = capacity
  private var failures = 0
  /// The requests since the last announcement that was not asked for yet.
  private var asksSinceNews = 0
  private var news: [Order.ID: Int] = [:]
  /// The part of the pace that is left out, so that devices do not ask at the same moment.
  private var jitter = 1.0

  // MARK: Events

  /// Records a request.
  mutating func asked(at now: Duration, _ random: inout some RandomNumberGenerator) {
    refill(at: now)
    tokens -= 1
    lastAsk = now
    asksSinceNews += 1
    jitter = Double.random(in: 0.85...1, using: &random)
  }

  /// Records a request that belongs to the last one.
  mutating func askedAgain() { tokens -= 1 }

  /// Records whether the last request was answered.
  mutating func answered(_ isUsable: Bool) { failures = isUsable ? 0 : min(failures + 1, 6) }

  /// Records that a request was due and could not be made.
  mutating func missed(at now: Duration, _ random: inout some RandomNumberGenerator) {
    lastAsk = now
    failures = min(failures + 1, 6)
    jitter = Double.random(in: 0.85...1, using: &random)
  }

  private mutating func refill(at now: Duration) {
    tokens = min(Self.capacity, tokens + (now - lastRefill) / Self.refill)
    lastRefill = now
  }

  // MARK: Schedule

  /// Returns the time until the next request; `nil` if none is due before something else happens.
  ///
  /// - Parameters:
  ///   - orders: The orders that have not ended.
  ///   - announced: The announced revisions that no answer has had.
  ///   - serverTime: The server's time; `nil` before its first answer.
  ///   - now: The time since the start.
  /// - Returns: The time, not below zero.
  mutating func delay(
    for orders: [Order], announced: [Order.ID: Int], serverTime: Date?, at now: Duration
  ) -> Duration? {
    refill(at: now)
    if announced.contains(where: { $0.value > news[$0.key] ?? 0 }) { asksSinceNews = 0 }
    news = announced
    // The first request is made by the store, without a schedule.
    guard let lastAsk else { return nil }
    var due: Duration?
    if !announced.isEmpty, asksSinceNews < Self.attempts {
      let wait = asksSinceNews == 0 ? .zero : Duration.seconds(2 << asksSinceNews)
      due = max(lastAsk + wait * jitter, now + time(forTokens: 1 - Self.overdraft))
    }
    if let next = orders.compactMap({ self.due($0, after: lastAsk, serverTime, at: now) }).min() {
      due = min(due ?? .seconds(Int64.max / 4), max(next, now + time(forTokens: 1)))
    }
    guard var due else { return nil }
    if failures > 0 { due = max(due, lastAsk + .seconds(5 << (failures - 1)) * jitter) }
    return max(.zero, due - now)
  }

  private func time(forTokens needed: Double) -> Duration {
    tokens >= needed ? .zero : Self.refill * (needed - tokens)
  }

  /// Returns the time of the next request for an order; `nil` if it is too old to be asked for.
  private func due(
    _ order: Order, after lastAsk: Duration, _ serverTime: Date?, at now: Duration
  ) -> Duration? {
    let usually = lastAsk + Self.usual * jitter
    guard let serverTime else { return usually }
    if let end = order.promised?.to ?? order.createdAt,
      serverTime.timeIntervalSince(end) > Self.abandonment
    {
      return nil
    }
    guard let window = order.expectedChange else { return usually }
    let early = window.from.timeIntervalSince(serverTime)
    let late = serverTime.timeIntervalSince(window.to)
    // A wide interval is covered by some sixteen requests; after its end, they become rarer.
    let pace = late > 0 ? late / 3 : min(60, window.to.timeIntervalSince(window.from) / 16)
    let soon = lastAsk + max(Self.fastest, .seconds(pace)) * jitter
    guard early > 0 else { return min(usually, soon) }
    return min(lastAsk + Self.slowest * jitter, max(soon, now + .seconds(early)))
  }
}

extension Order {
  /// The interval in which the status is expected to change, as far as the server has told.
  fileprivate var expectedChange: OrderInterval? {
    if let nextChange { return nextChange }
    switch status {
    // A restaurant accepts an order soon, or never.
    case .created:
      return createdAt.map { OrderInterval(from: $0, to: $0.addingTimeInterval(120)) }
    case .readyForPickup, .inTransit: return promised
    case .confirmed, .inPreparation, .unknown: return nil
    case .fulfilled, .rejected, .cancelled: return nil
    }
  }
}
