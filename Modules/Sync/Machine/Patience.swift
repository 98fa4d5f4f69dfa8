/// The delay after failed requests, which all requests of a store share.
///
/// The upper limit of the delay doubles with each further failure, and half of it is random.
struct Patience: Sendable {
  private static var shortest: Duration { .seconds(1) }
  private static var longest: Duration { .seconds(60) }
  /// The longest delay that a server may request.
  static var longestWish: Duration { .seconds(600) }
  /// The shortest time between two connections that end the delay.
  private static var connectionInterval: Duration { .seconds(1) }

  private var failures = 0
  /// The end of the delay after a failed request.
  private var failureEnd = Duration.zero
  /// The end of the delay that the server requested.
  private var wishEnd = Duration.zero
  /// The end of the delay after a connection that came too soon after another one.
  private var connectionEnd = Duration.zero
  /// The time from which a further connection ends the delay at once.
  private var nextConnection = Duration.zero
  /// Whether a request has started since the last connection that ended the delay.
  private var isConnectionUsed = true
  private var random: any RandomNumberGenerator & Sendable

  init(_ random: some RandomNumberGenerator & Sendable) { self.random = random }

  /// The earliest time of the next request.
  var end: Duration { max(failureEnd, wishEnd, connectionEnd) }

  /// Notes a failed request; `wish` is the delay that the server requested.
  mutating func fail(at now: Duration, wish: Duration? = nil) {
    failures += 1
    failureEnd = now + delay(after: failures)
    if let wish { wishEnd = max(wishEnd, now + min(wish, Self.longestWish)) }
  }

  mutating func succeed() { (failures, failureEnd, wishEnd) = (0, .zero, .zero) }

  /// Ends the delay after a failure, because there is a new connection.
  ///
  /// If connections come and go, only one in each ``connectionInterval`` ends the delay. Another
  /// connection before any request has started counts as the same one.
  mutating func noteConnection(at now: Duration) {
    endFailureDelay()
    guard now >= connectionEnd, isConnectionUsed else { return }
    if now < nextConnection { connectionEnd = nextConnection }
    nextConnection = max(now, connectionEnd) + Self.connectionInterval
    isConnectionUsed = false
  }

  /// Notes that a request starts.
  mutating func start() { isConnectionUsed = true }

  /// Ends all delays, because the user asks or the requests are for another city or scope.
  mutating func endDelays() {
    (failureEnd, wishEnd, connectionEnd) = (.zero, .zero, .zero)
  }

  /// Ends the delay after a failure, but not one that the server requested.
  mutating func endFailureDelay() { failureEnd = .zero }

  /// Returns a random delay after a number of failures.
  mutating func delay(after failures: Int) -> Duration {
    let limit = min(Self.shortest * (1 << min(max(failures, 1) - 1, 10)), Self.longest)
    return limit * Double.random(in: 0.5...1, using: &random)
  }
}
