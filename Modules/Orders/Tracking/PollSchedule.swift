#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The times of the requests for the active orders.
///
/// A pure state machine. Times are durations since the start of the process, by a clock that the user
/// cannot set; the server's time is derived from its answers.
///
/// - Within an interval in which a change is expected, requests are at least ``fastest`` apart. Before
///   such an interval they are up to ``slowest`` apart, and without one ``usual``.
/// - A budget limits the requests: up to ``capacity`` at once, and one more per ``refill``. In any hour
///   there are at most ``hourlyLimit``.
/// - An announced change causes a request at once, up to ``overdraft`` requests beyond the budget, and
///   further ones with growing delays while a lagging replica answers.
struct PollSchedule: Sendable {
  static let fastest = Duration.seconds(12)
  static let usual = Duration.seconds(300)
  static let slowest = Duration.seconds(600)
  static let capacity = 14.0
  static let refill = Duration.seconds(160)
  static let overdraft = 3.0
  /// The maximum number of requests in an hour.
  static var hourlyLimit: Int { Int(capacity + overdraft + .seconds(3_600) / refill) }
  /// The time after its promised interval from which on an order causes no scheduled requests, in
  /// seconds.
  static let abandonment: TimeInterval = 86_400
  /// The maximum number of requests for an announced change that no answer contains.
  static let attempts = 4

  private var lastAsk: Duration?
  private var lastRefill = Duration.zero
  private var tokens = capacity
  private var failures = 0
  /// The number of requests since the last new announcement.
  private var asksSinceNews = 0
  private var news: [Order.ID: Int] = [:]
  /// A random factor for the delays, so that devices do not send their requests at the same moment.
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

  /// Records an additional request of the same fetch.
  mutating func askedAgain() { tokens -= 1 }

  /// Records whether the last fetch had a usable answer.
  mutating func answered(_ isUsable: Bool) { failures = isUsable ? 0 : min(failures + 1, 6) }

  /// Records that a fetch was due but could not be made.
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

  /// Returns the time until the next fetch; `nil` if no fetch is due until an event or a new order.
  ///
  /// - Parameters:
  ///   - orders: The orders that have not ended.
  ///   - announced: The announced revisions that no answer has contained yet.
  ///   - serverTime: The server's time; `nil` before its first answer.
  ///   - now: The time since the start.
  /// - Returns: The time, at least zero.
  mutating func delay(
    for orders: [Order], announced: [Order.ID: Int], serverTime: Date?, at now: Duration
  ) -> Duration? {
    refill(at: now)
    if announced.contains(where: { $0.value > news[$0.key] ?? 0 }) { asksSinceNews = 0 }
    news = announced
    // The store makes the first fetch without a schedule.
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

  /// Returns the time of the next fetch because of one order; `nil` if the order is too old.
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
    // A wide interval has about 16 fetches; after its end, the delays grow.
    let pace = late > 0 ? late / 3 : min(60, window.to.timeIntervalSince(window.from) / 16)
    let soon = lastAsk + max(Self.fastest, .seconds(pace)) * jitter
    guard early > 0 else { return min(usually, soon) }
    return min(lastAsk + Self.slowest * jitter, max(soon, now + .seconds(early)))
  }
}

extension Order {
  /// The interval in which the status is expected to change; `nil` if it cannot be derived.
  fileprivate var expectedChange: OrderInterval? {
    if let nextChange { return nextChange }
    switch status {
    // A restaurant accepts an order within two minutes, or probably never.
    case .created:
      return createdAt.map { OrderInterval(from: $0, to: $0.addingTimeInterval(120)) }
    case .readyForPickup, .inTransit: return promised
    case .confirmed, .inPreparation, .unknown: return nil
    case .fulfilled, .rejected, .cancelled: return nil
    }
  }
}
