import Foundation
import SyncTestSupport
import Testing

@testable import Orders

struct PollScheduleTests {
  private static let start = Date(timeIntervalSince1970: 1_700_000_000)
  private static let sample = Result { try Order.sample() }

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

  @Test func `The first request is left to the store`() throws {
    var schedule = PollSchedule()
    let delay = schedule.delay(
      for: [try Self.order(.created)], announced: ["N-1": 3], serverTime: nil, at: .zero)
    #expect(delay == nil)
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `No hour has more requests than the budget`(_ seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var schedule = PollSchedule()
    var (now, asks) = (Duration.zero, [Duration]())
    func ask() {
      schedule.fetchStarted(at: now, &random)
      asks.append(now)
      // Each response lacks orders, which are requested individually.
      for _ in 0..<seed % 3 * 3 where schedule.takeToken() { asks.append(now) }
    }
    ask()
    var revision = 1
    while now < .seconds(20_000) {
      let orders = try (0..<3).map { _ in
        let from = Int(now / .seconds(1)) + Int.random(in: -60...600, using: &random)
        return try Self.order(
          .confirmed, change: from...(from + .random(in: 0...900, using: &random)))
      }
      // A flood of events.
      revision += 1
      let announced = Bool.random(using: &random) ? ["N-1": revision] : [:]
      let end = now + .seconds(Int.random(in: 1...300, using: &random))
      while let delay = schedule.delay(
        for: orders, announced: announced,
        serverTime: Self.start.addingTimeInterval(now / .seconds(1)), at: now), now + delay <= end
      {
        now += delay
        ask()
      }
      now = end
    }
    for first in asks {
      let inHour = asks.count { $0 >= first && $0 < first + .seconds(3_600) }
      #expect(inHour <= 39)
    }
  }

  // MARK: Exact delays

  /// A schedule whose last fetch was at 1,000 seconds.
  ///
  /// Equal random numbers make each delay exact; by default, the random factor is the largest one, 1.
  private struct Exact {
    static let fetch = Duration.seconds(1_000)
    var schedule = PollSchedule()

    init(_ random: EqualNumbers = EqualNumbers()) { start(random) }

    mutating func start(_ random: EqualNumbers = EqualNumbers(), at time: Duration = fetch) {
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

  /// Each row has the server's time, and the time since the last fetch.
  @Test(
    arguments: [
      // Without an interval.
      (.inPreparation, nil, 0, 0, 300), (.confirmed, nil, 0, 0, 300),
      (.inPreparation, nil, 0, 100, 200), (.inPreparation, nil, 0, 400, 0),
      (.created, nil, 60, 0, 12), (.created, nil, 165, 0, 15),
      // Before an interval, whose beginning causes a fetch.
      (.confirmed, 3_300...3_360, 0, 0, 600), (.confirmed, 700...760, 100, 0, 600),
      (.confirmed, 500...560, 100, 0, 400), (.confirmed, 105...165, 100, 0, 12),
      (.confirmed, 100...160, 60, 60, 40), (.confirmed, 100...160, 99, 99, 1),
      (.confirmed, 100...160, 100, 100, 0),
      // In an interval.
      (.confirmed, 0...60, 30, 0, 12), (.confirmed, 0...480, 240, 0, 30),
      (.confirmed, 0...480, 480, 0, 30), (.confirmed, 100...580, 100, 0, 30),
      (.confirmed, 0...1_600, 800, 0, 60),
      // After an interval.
      (.confirmed, 0...480, 481, 0, 12), (.confirmed, 0...60, 150, 0, 30),
      (.confirmed, 0...60, 3_060, 0, 300),
      // Without the server's time.
      (.confirmed, 0...60, nil, 0, 300),
    ] as [(OrderStatus, ClosedRange<Int>?, Double?, Int, Int)])
  func `The delay follows from the expected interval and the last fetch`(
    status: OrderStatus, change: ClosedRange<Int>?, time: Double?, elapsed: Int, delay: Int
  ) throws {
    let order = try Self.order(status, change: change)
    var exact = Exact()
    #expect(
      exact.delay([order], at: time, now: Exact.fetch + .seconds(elapsed)) == .seconds(delay))
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
    // An order that the server has reinstated or changed on the next day.
    var late = Exact()
    for (time, delay) in [(166_400, .seconds(300)), (166_401, nil)] as [(Double, Duration?)] {
      let received = ["N-1": Self.start.addingTimeInterval(80_000)]
      let server = Self.start.addingTimeInterval(time)
      let next = late.schedule.delay(
        for: [unpromised], announced: [:], received: received, serverTime: server, at: Exact.fetch)
      #expect(next == delay)
    }
    // A promise that is no time of this order.
    let outdated = try Self.order(.inPreparation, promised: -1_000_000_000 ... -1_000_000_000)
    var exact = Exact()
    #expect(exact.delay([outdated], at: 86_400) == .seconds(300))
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

  @Test func `The random factor shortens a delay by at most 15 percent`() throws {
    let order = try Self.order(.inPreparation)
    var exact = Exact(EqualNumbers(1))
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
  }
}
