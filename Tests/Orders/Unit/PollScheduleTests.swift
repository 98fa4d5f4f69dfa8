import Foundation
import SyncTestSupport
import Testing

@testable import Orders

@Suite("The schedule of requests")
struct PollScheduleTests {
  private static let start = Date(timeIntervalSince1970: 1_700_000_000)
  private static let sample = Result { try Order.sample() }

  /// A schedule over an hour in which the server's answers never change the order.
  private struct Hour {
    var schedule = PollSchedule()
    var random = SplitMix64(seed: 1)
    var now = Duration.zero
    var asks: [Duration] = []
    /// The number of orders that each answer lacks, and that are asked for individually.
    var missing = 0

    init(seed: UInt64 = 1) { random = SplitMix64(seed: seed) }

    mutating func ask(_ isAnswered: Bool = true) {
      schedule.fetchStarted(at: now, &random)
      schedule.fetchEnded(isAnswered)
      asks.append(now)
      for _ in 0..<missing where schedule.takeToken() { asks.append(now) }
    }

    /// Fetches whenever the schedule is due, up to a time.
    mutating func run(
      to end: Duration, _ orders: [Order], announced: [Order.ID: Int] = [:],
      isAnswered: Bool = true
    ) {
      while true {
        let serverTime = PollScheduleTests.start.addingTimeInterval(now / .seconds(1))
        let delay = schedule.delay(
          for: orders, announced: announced, serverTime: serverTime, at: now)
        guard let delay, now + delay <= end else {
          now = end
          return
        }
        now += delay
        ask(isAnswered)
      }
    }
  }

  private static func order(
    _ status: OrderStatus, change: ClosedRange<Int>? = nil, promised: ClosedRange<Int>? = nil
  ) throws -> Order {
    func interval(_ range: ClosedRange<Int>) -> OrderInterval {
      OrderInterval(
        from: start.addingTimeInterval(Double(range.lowerBound)),
        to: start.addingTimeInterval(Double(range.upperBound)))
    }
    let sample = try sample.get()
    return Order(
      id: "N-1", revision: 1, city: sample.city, status: status, createdAt: start,
      promised: promised.map(interval), nextChange: change.map(interval),
      fulfillment: sample.fulfillment, lines: sample.lines, totals: sample.totals)
  }

  @Test func `Without active orders and announcements nothing is asked`() {
    var hour = Hour()
    hour.ask()
    hour.run(to: .seconds(100_000), [])
    #expect(hour.asks.count == 1)
  }

  @Test func `The first request is left to the store`() throws {
    var schedule = PollSchedule()
    let delay = schedule.delay(
      for: [try Self.order(.created)], announced: ["N-1": 3], serverTime: nil, at: .zero)
    #expect(delay == nil)
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `Inside an expected interval no gap is longer than twelve seconds`(_ seed: UInt64) throws {
    var hour = Hour(seed: seed)
    hour.ask()
    hour.run(to: .seconds(660), [try Self.order(.confirmed, change: 600...660)])
    let inside = hour.asks.filter { $0 >= .seconds(600) }
    #expect(inside.first.map { $0 <= .seconds(612) } == true, "the interval begins with a request")
    let gaps = zip(inside.dropFirst(), inside).map { $0 - $1 }
    #expect(gaps.allSatisfy { $0 <= PollSchedule.fastest && $0 >= .seconds(10) })
    #expect((5...7).contains(inside.count))
  }

  @Test func `Without an expected interval it asks every five minutes, and before one every ten`()
    throws
  {
    for (order, range) in [
      (try Self.order(.inPreparation), 10...13),
      (try Self.order(.inPreparation, change: 3_300...3_360), 5...7),
    ] {
      var hour = Hour()
      hour.ask()
      hour.run(to: .seconds(3_000), [order])
      #expect(range.contains(hour.asks.count))
    }
  }

  @Test func `A wide interval is covered by some requests, and not by many`() throws {
    var hour = Hour()
    hour.ask()
    hour.run(to: .seconds(1_500), [try Self.order(.inTransit, promised: 300...1_500)])
    #expect((14...25).contains(hour.asks.count))
  }

  @Test func `After the end of the interval the requests become rarer`() throws {
    var hour = Hour()
    hour.ask()
    hour.run(to: .seconds(3_600), [try Self.order(.confirmed, change: 0...60)])
    let late = hour.asks.filter { $0 > .seconds(60) }
    let gaps = zip(late.dropFirst(), late).map { $0 - $1 }
    #expect(late.count <= 25)
    #expect(gaps.last.map { $0 > .seconds(200) } == true)
  }

  @Test(arguments: 0..<50 as Range<UInt64>)
  func `No hour has more requests than the budget`(_ seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var hour = Hour(seed: seed)
    hour.missing = Int(seed) % 3 * 3
    hour.ask()
    var revision = 1
    while hour.now < .seconds(20_000) {
      let now = Int(hour.now / .seconds(1))
      let orders = try (0..<3).map { _ in
        let from = now + Int.random(in: -60...600, using: &random)
        return try Self.order(
          .confirmed, change: from...(from + .random(in: 0...900, using: &random)))
      }
      // A flood of events.
      revision += 1
      let end = hour.now + .seconds(Int.random(in: 1...300, using: &random))
      hour.run(to: end, orders, announced: Bool.random(using: &random) ? ["N-1": revision] : [:])
    }
    for first in hour.asks {
      let inHour = hour.asks.count { $0 >= first && $0 < first + .seconds(3_600) }
      #expect(inHour <= PollSchedule.hourlyLimit)
    }
    #expect(PollSchedule.hourlyLimit <= 40)
  }

  @Test func `An announcement is asked for at once, and again while a replica lags`() throws {
    var hour = Hour()
    hour.ask()
    hour.now = .seconds(100)
    hour.run(to: .seconds(200), [], announced: ["N-1": 2])
    #expect(hour.asks.count == 1 + PollSchedule.attempts)
    #expect(hour.asks[1] == .seconds(100))
    let gaps = zip(hour.asks.dropFirst(2), hour.asks.dropFirst()).map { $0 - $1 }
    #expect(zip(gaps.dropFirst(), gaps).allSatisfy { $0 > $1 * 1.5 })
    #expect(hour.asks.last.map { $0 < .seconds(131) } == true)
    // The same announcement has no further effect, and another one has.
    hour.run(to: .seconds(1_000), [], announced: ["N-1": 2])
    #expect(hour.asks.count == 1 + PollSchedule.attempts)
    hour.run(to: .seconds(1_000), [], announced: ["N-1": 3])
    #expect(hour.asks.last == .seconds(1_000))
    // One that comes with an answer does not wait either.
    hour.run(to: .seconds(1_000), [], announced: ["N-1": 4])
    #expect(hour.asks.suffix(2) == [.seconds(1_000), .seconds(1_000)])
  }

  @Test func `A failure delays the next request, more each time, and an answer ends that`() throws {
    var hour = Hour()
    hour.ask(false)
    hour.run(
      to: .seconds(1_500), [try Self.order(.confirmed, change: 0...1_500)], isAnswered: false)
    let gaps = zip(hour.asks.dropFirst(), hour.asks).map { $0 - $1 }
    #expect(gaps.first.map { $0 >= .seconds(10) } == true && hour.asks.count < 20)
    #expect(gaps.last.map { $0 >= .seconds(130) } == true)
    hour.ask()
    let delay = hour.schedule.delay(
      for: [try Self.order(.confirmed, change: 1_500...1_560)], announced: [:],
      serverTime: Self.start.addingTimeInterval(1_510), at: hour.now)
    #expect(delay.map { $0 <= .seconds(140) } == true)
  }

  @Test func `An order that should have ended a day ago is not asked for`() throws {
    var hour = Hour()
    hour.ask()
    hour.now = .seconds(90_100)
    hour.run(to: .seconds(100_000), [try Self.order(.inTransit, promised: 2_700...3_600)])
    #expect(hour.asks.count == 1)
  }

  @Test func `Two devices do not ask at the same moment`() throws {
    let order = try Self.order(.inPreparation)
    let all = (0..<100 as Range<UInt64>).map { seed in
      var hour = Hour(seed: seed)
      hour.ask()
      hour.run(to: .seconds(301), [order])
      return hour.asks.last ?? .zero
    }
    #expect(Set(all).count > 90)
  }

  // MARK: Exact delays

  /// A generator whose numbers are all the same, so that each delay is exact.
  private struct Constant: RandomNumberGenerator {
    let number: UInt64

    /// The random factor is the largest one, 1.
    static let largest = Constant(number: .max)
    /// The random factor is the smallest one, 0.85.
    static let smallest = Constant(number: 1)

    func next() -> UInt64 { number }
  }

  /// A schedule whose last fetch was at 1,000 seconds, for exact delays.
  private struct Exact {
    static let fetch = Duration.seconds(1_000)
    var schedule = PollSchedule()

    init(_ random: Constant = .largest) { start(random) }

    mutating func start(_ random: Constant = .largest, at time: Duration = fetch) {
      var random = random
      schedule.fetchStarted(at: time, &random)
    }

    /// Returns the delay at a server time, which is in seconds after the order was placed.
    mutating func delay(
      _ orders: [Order] = [], announced: [Order.ID: Int] = [:], at server: Double? = 0,
      now: Duration = fetch
    ) -> Duration? {
      schedule.delay(
        for: orders, announced: announced,
        serverTime: server.map(PollScheduleTests.start.addingTimeInterval), at: now)
    }
  }

  @Test(
    arguments: [
      // Without an interval.
      (.inPreparation, nil, 0, 300), (.confirmed, nil, 0, 300),
      (.created, nil, 60, 12), (.created, nil, 165, 15),
      // Before an interval.
      (.confirmed, 3_300...3_360, 0, 600), (.confirmed, 700...760, 100, 600),
      (.confirmed, 500...560, 100, 400), (.confirmed, 105...165, 100, 12),
      // In an interval.
      (.confirmed, 0...60, 30, 12), (.confirmed, 0...480, 240, 30), (.confirmed, 0...480, 480, 30),
      (.confirmed, 100...580, 100, 30), (.confirmed, 0...1_600, 800, 60),
      // After an interval.
      (.confirmed, 0...480, 481, 12), (.confirmed, 0...60, 150, 30),
      (.confirmed, 0...60, 3_060, 300),
    ] as [(OrderStatus, ClosedRange<Int>?, Double, Int)])
  func `The delay follows from the expected interval`(
    status: OrderStatus, change: ClosedRange<Int>?, time: Double, delay: Int
  ) throws {
    let order = try Self.order(status, change: change)
    var exact = Exact()
    #expect(exact.delay([order], at: time) == .seconds(delay))
  }

  @Test func `A delay begins with the last fetch`() throws {
    var exact = Exact()
    let order = try Self.order(.inPreparation)
    #expect(exact.delay([order], now: Exact.fetch + .seconds(100)) == .seconds(200))
    #expect(exact.delay([order], now: Exact.fetch + .seconds(400)) == .zero)
  }

  @Test func `The beginning of an interval causes a fetch, however long ago the last one was`()
    throws
  {
    let order = try Self.order(.confirmed, change: 100...160)
    var exact = Exact()
    #expect(exact.delay([order], at: 60, now: Exact.fetch + .seconds(60)) == .seconds(40))
    #expect(exact.delay([order], at: 99, now: Exact.fetch + .seconds(99)) == .seconds(1))
    #expect(exact.delay([order], at: 100, now: Exact.fetch + .seconds(100)) == .zero)
  }

  @Test func `Without the server's time the delay is the usual one`() throws {
    var exact = Exact()
    #expect(exact.delay([try Self.order(.confirmed, change: 0...60)], at: nil) == .seconds(300))
  }

  @Test func `The order with the shortest delay and the announced one determine the next fetch`()
    throws
  {
    let slow = try Self.order(.inPreparation)
    let fast = try Self.order(.confirmed, change: 0...480)
    var exact = Exact()
    #expect(exact.delay([slow, fast, slow], at: 240) == .seconds(30))
    #expect(exact.delay([slow, fast], announced: ["N-1": 2], at: 240) == .zero)
  }

  @Test func `An order is fetched until a day after its promised end, or after its creation`()
    throws
  {
    let promised = try Self.order(.inPreparation, promised: 2_700...3_600)
    let unpromised = try Self.order(.inPreparation)
    for (order, end) in [(promised, 90_000.0), (unpromised, 86_400)] {
      var exact = Exact()
      #expect(exact.delay([order], at: end) == .seconds(300))
      #expect(exact.delay([order], at: end + 1) == nil)
      #expect(exact.delay([order], announced: ["N-1": 2], at: end + 1) == .zero)
    }
  }

  @Test func `A fetch for an announcement is repeated after 4, 8 and 16 seconds, then no more`() {
    var exact = Exact()
    for delay in [0, 4, 8, 16] {
      #expect(exact.delay(announced: ["N-1": 1]) == .seconds(delay))
      exact.start()
    }
    #expect(exact.delay(announced: ["N-1": 1]) == nil)
    #expect(exact.delay(announced: ["N-1": 2]) == .zero)
    #expect(exact.delay(announced: ["N-1": 2, "N-2": 1]) == .zero)
  }

  @Test func `Each failed fetch doubles the delay, up to 160 seconds`() {
    var exact = Exact()
    #expect(exact.delay(announced: ["N-1": 1]) == .zero)
    for (number, delay) in [5, 10, 20, 40, 80, 160, 160].enumerated() {
      exact.schedule.fetchEnded(false)
      #expect(exact.delay(announced: ["N-1": number + 2]) == .seconds(delay))
    }
    exact.schedule.fetchEnded(true)
    #expect(exact.delay(announced: ["N-1": 9]) == .zero)
  }

  @Test func `The random factor shortens a delay by at most 15 percent`() throws {
    let order = try Self.order(.inPreparation)
    var exact = Exact(.smallest)
    #expect(exact.delay([order]) == .seconds(255))
    exact.start()
    #expect(exact.delay([order]) == .seconds(300))
  }

  @Test func `Fourteen fetches empty the bucket, which gains a token in 160 seconds`() throws {
    let order = try Self.order(.confirmed, change: 0...60)
    var exact = Exact()
    for _ in 0..<12 { exact.start() }
    #expect(exact.delay([order]) == .seconds(12))
    exact.start()
    #expect(exact.delay([order]) == .seconds(160))
    #expect(exact.delay([order], now: Exact.fetch + .seconds(60)) == .seconds(100))
    // A day does not fill it with more tokens than at first.
    let later = Exact.fetch + .seconds(86_400)
    for _ in 0..<14 { exact.start(at: later) }
    #expect(exact.delay([order], now: later) == .seconds(160))
  }

  @Test func `An announced change is fetched with three tokens that the bucket does not have`() {
    var exact = Exact()
    for _ in 0..<14 { exact.start() }
    #expect(exact.delay(announced: ["N-1": 1]) == .zero)
    exact.start()
    #expect(exact.delay(announced: ["N-1": 2]) == .zero)
    exact.start()
    #expect(exact.delay(announced: ["N-1": 3]) == .seconds(160))
  }

  @Test func `Fetches without a token delay later ones no longer than three missing tokens do`()
    throws
  {
    var exact = Exact()
    for _ in 0..<34 { exact.start() }
    #expect(exact.delay(announced: ["N-1": 1]) == .seconds(160))
    let order = try Self.order(.confirmed, change: 0...60)
    #expect(exact.delay([order]) == .seconds(640))
  }

  @Test
  func `A request for a single order takes one of three tokens that the bucket does not have`()
    throws
  {
    var exact = Exact()
    for _ in 0..<13 { exact.start() }
    for isTaken in [true, true, true, false] {
      let taken = exact.schedule.takeToken()
      #expect(taken == isTaken)
    }
    let order = try Self.order(.confirmed, change: 0...60)
    #expect(exact.delay([order]) == .seconds(640))
    #expect(PollSchedule.hourlyLimit == 39)
  }
}
